import type { EventDefinition, Upcaster } from '../../domain/kernel/event-definition.ts';

/** The upcasters of each event type, one for each step from version 1 to the one that is written today. */
export type Ladders = ReadonlyMap<string, readonly Upcaster[]>;

/** Throws where a type is defined twice, or its upcasters are not exactly one a step: no event may be misread. */
export function buildLadders(
  definitions: readonly EventDefinition[],
  upcasters: readonly Upcaster[],
): Ladders {
  const ladders = new Map<string, Upcaster[]>();
  for (const { type, version } of definitions) {
    if (ladders.has(type)) throw new Error(`event ${type} is defined twice`);
    const rungs = upcasters.filter((rung) => rung.type === type);
    ladders.set(
      type,
      Array.from({ length: version - 1 }, (_, index) => rungFrom(rungs, type, index + 1)),
    );
  }
  for (const { type, fromVersion } of upcasters) {
    const steps = ladders.get(type);
    if (!steps) throw new Error(`an upcaster is for ${type}, which is no event`);
    if (fromVersion < 1 || fromVersion > steps.length) {
      throw new Error(`an upcaster of ${type} from version ${fromVersion} leads nowhere`);
    }
  }
  return ladders;
}

function rungFrom(rungs: readonly Upcaster[], type: string, version: number): Upcaster {
  const [rung, ...more] = rungs.filter((candidate) => candidate.fromVersion === version);
  if (!rung || more.length > 0) throw new Error(`${type} needs one upcaster from version ${version}`);
  return rung;
}
