import type { Engine } from '../../domain/clinical/types.ts';
import { text } from '../../domain/kernel/fields.ts';

/** Beside the English name of a diagnosis, which is kept as it was concluded. */
export const czechDiagnosis = text(
  'The same in Czech, as the engine calls it today; null where there is none, or the engine no longer knows the name.',
  'Stabilní angina pectoris',
).nullable();

type Catalogue = Pick<Engine, 'concepts'>;
const namesOf = new WeakMap<Catalogue, ReadonlyMap<string, string>>();

/** The Czech name of a diagnosis by its English one, which is all that the row of a session holds. */
export function inCzech(engine: Catalogue, diagnosis: string | null): string | null {
  let names = namesOf.get(engine);
  if (names === undefined) {
    const conditions = engine.concepts.filter(({ type }) => type === 'condition');
    names = new Map(conditions.map(({ name, name_cs }) => [name, name_cs]));
    namesOf.set(engine, names);
  }
  return names.get(diagnosis ?? '') ?? null;
}
