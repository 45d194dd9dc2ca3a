import path from 'node:path';
import { z } from 'zod';
import { TRIAGE_LEVELS } from '../../domain/clinical/types.ts';
import { readYaml, setSchema, SPLITS, TEXTS } from './texts.ts';

const FOLDER = path.join(TEXTS, 'vignettes');
const entries = z.array(z.string()).default([]);
const icd = z.string().regex(/^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$/);

/** A patient of our own, written from textbooks and guidelines and not from the knowledge base. */
export const vignetteSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+-[0-9]{3}$/),
  set: setSchema,
  split: z.enum(SPLITS),
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

/**
 * Every vignette, in the order of files and lines; a file has the patients of one group of diagnoses. Throws where a vignette
 * is not as the schema says, or an id stands twice.
 */
export async function loadVignettes(folder: string = FOLDER): Promise<Vignette[]> {
  const files = await readYaml(folder, z.array(vignetteSchema));
  const vignettes = files.flatMap(({ data }) => data);
  const ids = new Set<string>();
  for (const { id } of vignettes) {
    if (ids.has(id)) throw new Error(`the id ${id} stands twice`);
    ids.add(id);
  }
  return vignettes;
}
