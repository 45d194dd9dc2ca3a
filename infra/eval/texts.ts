import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';

/** Where the evaluation's texts are, a folder for each kind. */
export const TEXTS = path.resolve(import.meta.dirname, 'texts');

export const SPLITS = ['work', 'final'] as const;
/**
 * `work` may be looked at while the engine is changed, `final` only to score it: what came out of each single text of it is
 * neither printed nor written. A final set that the engine was changed for becomes `work` as a whole.
 */
export type Split = (typeof SPLITS)[number];

/**
 * Where texts are from. None of their writers looked at the knowledge base; sets of vignettes are in the order in which
 * they were written.
 */
const SET_NAMES = [
  // Vignettes from textbooks and guidelines, written while the engine grew.
  'first-own',
  'second-own',
  'third-own',
  'fourth-own',
  'fifth-own',
  'sixth-own',
  'seventh-own',
  'eighth-own',
  // The common and the dangerous as textbooks tell them.
  'ninth-textbook',
  // By writers who did not see each other's vignettes either.
  'tenth-independent',
  // Short case summaries and plain words.
  'eleventh-summaries',
  'twelfth-own',
  // By four further writers.
  'twelfth-independent',
  // Of diseases that the catalogue learnt last, as textbooks define them and in plain words.
  'thirteenth-own',
  // Told by strangers to the project: children, women and old people, everyday complaints, Czech.
  'strangers',
  // Short ones of the same kind.
  'strangers-brief',
  // For each finding what affirms it, denies it and only sounds like it.
  'sentences-own',
  // The same, by writers who were given the clinical definitions of the findings alone, and have seen neither words nor engine.
  'sentences-definitions',
  // Answers that strangers gave to the questions asked most.
  'answers-strangers',
  // By area of the body: what is an emergency and what is none.
  'alarms-own',
  // Of three reviewers who knew the engine from outside only.
  'alarms-reviewers',
  // Of one stranger who did the same.
  'alarms-stranger',
  // By the writers of the sentences from definitions.
  'alarms-definitions',
] as const;
export const setSchema = z.enum(SET_NAMES);
export type TextSet = z.output<typeof setSchema>;

/** Half of these sets is `final`, and they have scores of their own: they tell how strangers are read. */
const FROM_DEFINITIONS: ReadonlySet<TextSet> = new Set(['sentences-definitions', 'alarms-definitions']);
export const isFromDefinitions = ({ set }: { set: TextSet }): boolean => FROM_DEFINITIONS.has(set);

/**
 * Whether a row of a table of sentences or answers is `final`: a third of whatever has such a key, by its hash, so that nobody
 * chose which; of sets from definitions a half. These tables have some 27,000 rows of a line each, so that their split is
 * computed and not written in them.
 */
export function splitOf(key: string, set?: TextSet): Split {
  const oneIn = set !== undefined && FROM_DEFINITIONS.has(set) ? 2 : 3;
  return (createHash('sha256').update(key).digest()[0] ?? 0) % oneIn === 0 ? 'final' : 'work';
}

/** The YAML files of a folder, in the order of their names. Throws where one is not as the schema says. */
export async function readYaml<T>(
  folder: string,
  schema: z.ZodType<T>,
): Promise<{ name: string; data: T }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(
    names.map(async (name) => {
      const parsed = schema.safeParse(load(await readFile(path.join(folder, name), 'utf8')));
      if (!parsed.success) throw new Error(`${path.join(folder, name)}: ${z.prettifyError(parsed.error)}`);
      return { name: path.basename(name, '.yaml'), data: parsed.data };
    }),
  );
}
