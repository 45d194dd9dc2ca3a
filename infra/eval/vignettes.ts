import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { TRIAGE_LEVELS } from '../../domain/clinical/types.ts';
import { isKept, readYaml, type Part } from './parts.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../tests/eval/vignettes');
const entries = z.array(z.string()).default([]);
const icd = z.string().regex(/^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$/);

/** A patient of our own, written from textbooks and guidelines and not from the knowledge base. */
export const vignetteSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+-[0-9]{3}$/),
  lang: z.enum(['en', 'cs']),
  voice: z.enum(['patient', 'relative', 'clinician']),
  age_months: z.int().min(0).max(1_560),
  sex: z.enum(['female', 'male']),
  /** What such a person types first. */
  complaint: z.string().min(2).max(200),
  /** Everything told at once. */
  text: z.string().min(20).max(2_000),
  /** What the simulated patient knows, a short sentence each. */
  facts: z.array(z.string().min(2)).min(5),
  profile: z
    .strictObject({
      chronic_conditions: entries,
      current_medications: entries,
      allergies: entries,
      risk_factors: entries,
      family_history: entries,
      smoking_status: z.enum(['never', 'former', 'current', 'unknown']).nullable().default(null),
      alcohol_status: z.enum(['none', 'occasional', 'regular', 'heavy', 'unknown']).nullable().default(null),
    })
    .prefault({}),
  level: z.enum(TRIAGE_LEVELS),
  diagnosis: z.strictObject({ icd, name: z.string(), also: z.array(icd).default([]) }),
});
export type Vignette = z.output<typeof vignetteSchema>;

/** A vignette, the round it was written in, and whether it may be looked at. */
export type SortedVignette = Vignette & { round: number; part: Part };

/**
 * Every vignette, in the order of rounds (folders round-1, round-2, …), files and lines. Of the newest round a third is
 * `final`. A part that was scored has been answered to by the engine that came after it: its round is `work` as a whole
 * once there is another. Throws where a vignette is not as the schema says, or an id stands twice.
 */
export async function loadVignettes(folder: string = FOLDER): Promise<SortedVignette[]> {
  const rounds = (await readdir(folder))
    .flatMap((name) => /^round-([0-9]+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const newest = rounds.at(-1);
  const sorted = await Promise.all(
    rounds.map(async (round) =>
      (await readYaml(path.join(folder, `round-${round}`), z.array(vignetteSchema))).flatMap(({ data }) =>
        data.map((vignette): SortedVignette => {
          const part = round === newest && isKept(vignette.id) ? 'final' : 'work';
          return { ...vignette, round, part };
        }),
      ),
    ),
  );
  const vignettes = sorted.flat();
  const ids = new Set<string>();
  for (const { id } of vignettes) {
    if (ids.has(id)) throw new Error(`the id ${id} stands twice`);
    ids.add(id);
  }
  return vignettes;
}
