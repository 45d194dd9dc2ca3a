import path from 'node:path';
import { z } from 'zod';
import { gatherFacts } from '../../domain/clinical/facts.ts';
import type { Evidence, Question } from '../../domain/clinical/types.ts';
import { byKind, textsOf, type Lang } from './kinds.ts';
import { percent, renderTable } from './report.ts';
import { caseOf, type Examined } from './simulated-patient.ts';
import { readYaml, setSchema, splitOf, TEXTS, type Split, type TextSet } from './texts.ts';

const FOLDER = path.join(TEXTS, 'sentences');
const KINDS = ['present', 'absent', 'decoy'] as const;

const inBoth = z.strictObject({
  en: z.array(z.string().min(4)).min(1),
  cs: z.array(z.string().min(4)).min(1),
});
/** By code of the finding: what says that the patient has it, what denies it, and what only sounds like it. */
const file = z
  .object({ set: setSchema })
  .catchall(z.strictObject({ present: inBoth, absent: inBoth, decoy: inBoth }));

/** A sentence as people say it, and what a reader has to make of it. */
export type Sentence = {
  system: string;
  finding: string;
  lang: Lang;
  kind: (typeof KINDS)[number];
  text: string;
  set: TextSet;
  split: Split;
};

/** What was read of it: the finding as present (1), absent (-1), or not at all (0). */
export type Heard = Sentence & { status: number };

/**
 * Every sentence, in the order of files and lines. A file is named after its system, and after its set if the system has several:
 * `eye.definitions.yaml`. Throws where a file is not as the schema says.
 */
export async function loadSentences(folder: string = FOLDER): Promise<Sentence[]> {
  const files = await readYaml(folder, file);
  return files.flatMap(({ name, data: { set, ...findings } }) => {
    const [system = name] = name.split('.');
    return Object.entries(findings).flatMap(([finding, entry]) =>
      textsOf(KINDS, entry).map((one): Sentence => {
        return { system, finding, ...one, set, split: splitOf(one.text, set) };
      }),
    );
  });
}

/** Reads a sentence of a patient to whom the finding may apply. Throws where the catalogue has no such finding. */
export function hear(examined: Examined, sentence: Sentence): Heard {
  return { ...sentence, status: statusIn(examined, sentence.finding, sentence.text, null) };
}

/** What a text tells of a finding (1 present, -1 absent, 0 nothing), alone or as the answer to a question. */
export const statusIn = (examined: Examined, code: string, text: string, pending: Question | null): number =>
  statusOf(examined, code, examined.engine.extract(text, pending).evidence);

/** What evidence tells of a finding, of a patient to whom it may apply. */
export function statusOf({ knowledge }: Examined, code: string, evidence: Evidence[]): number {
  const finding = knowledge.findingByCode.get(code);
  if (!finding) throw new Error(`there is no finding ${code}`);
  const { sex, age } = finding.applies;
  const { status } = gatherFacts(knowledge, caseOf({ age_months: ageWithin(age), sex }, evidence), []);
  return status[finding.index] ?? 0;
}

const ADULT_MONTHS = 420;
const ageWithin = ({ from, below }: { from: number; below: number }): number =>
  ADULT_MONTHS >= from && ADULT_MONTHS < below ? ADULT_MONTHS : from;

const EXPECTED = { present: 1, absent: -1, decoy: 0 } as const;
/** A decoy may deny what it does not say. */
export const isRight = ({ kind, status }: Heard): boolean =>
  kind === 'decoy' ? status < 1 : status === EXPECTED[kind];
/** Present where it is denied, or the other way round. */
const isReversed = ({ kind, status }: Heard): boolean => kind !== 'decoy' && status === -EXPECTED[kind];

/** Shares are 0 to 1; NaN where there is nothing to count. */
type SentenceScore = { kind: string; lang: string; sentences: number; right: number; reversed: number };

/** For each kind and language: how many were read rightly, and how many as the contrary. */
export const scoresOf = (heard: readonly Heard[]): SentenceScore[] =>
  byKind(KINDS, heard).map(({ kind, lang, count, share }) => {
    return { kind, lang, sentences: count, right: share(isRight), reversed: share(isReversed) };
  });

export function renderSentences(heard: readonly Heard[]): string {
  const rows = scoresOf(heard).map(({ kind, lang, sentences, right, reversed }) => [
    `${kind}, ${lang}`,
    String(sentences),
    percent(right),
    kind === 'decoy' ? '' : percent(reversed),
  ]);
  return renderTable([['', 'sentences', 'read rightly', 'as the contrary'], ...rows]);
}

/** One line for each sentence that was read wrongly. */
export const renderMisheard = (heard: readonly Heard[]): string =>
  heard
    .filter((one) => !isRight(one))
    .map((one) => `${one.finding} ${one.kind} ${one.lang}${isReversed(one) ? ' CONTRARY' : ''}: ${one.text}`)
    .join('\n');
