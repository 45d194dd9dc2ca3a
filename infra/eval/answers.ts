import path from 'node:path';
import { z } from 'zod';
import type { Question } from '../../domain/clinical/types.ts';
import { completeQuestion } from '../../domain/session/recorded.ts';
import { byKind, textsOf, type Lang } from './kinds.ts';
import { percent, renderTable } from './report.ts';
import { statusIn } from './sentences.ts';
import type { Examined } from './simulated-patient.ts';
import { readYaml, setSchema, splitOf, TEXTS, type Split, type TextSet } from './texts.ts';

const FOLDER = path.join(TEXTS, 'answers');
const KINDS = ['present', 'absent', 'unknown'] as const;

const inBoth = z.strictObject({ en: z.array(z.string().min(1)), cs: z.array(z.string().min(1)) });
/** By code of the finding that was asked for: what affirms it, what denies it, and who does not know. */
const file = z
  .object({ set: setSchema })
  .catchall(z.strictObject({ present: inBoth, absent: inBoth, unknown: inBoth }));

/** What somebody types when a finding is asked for, and what is meant. */
export type GivenAnswer = {
  finding: string;
  lang: Lang;
  kind: (typeof KINDS)[number];
  text: string;
  set: TextSet;
  split: Split;
};

/** The finding is then told as present (1), absent (-1), or not at all (0). */
export type Understood = GivenAnswer & { status: number };

/** Every answer, in the order of files and lines. Throws where a file is not as the schema says. */
export async function loadAnswers(folder: string = FOLDER): Promise<GivenAnswer[]> {
  const files = await readYaml(folder, file);
  return files.flatMap(({ data: { set, ...findings } }) =>
    Object.entries(findings).flatMap(([finding, entry]) =>
      textsOf(KINDS, entry).map((one): GivenAnswer => {
        return { finding, ...one, set, split: splitOf(`${finding} ${one.text}`) };
      }),
    ),
  );
}

/** Gives an answer to the question about its finding. Throws where the catalogue has no such finding. */
export const understand = (examined: Examined, answer: GivenAnswer): Understood => ({
  ...answer,
  status: statusIn(examined, answer.finding, answer.text, questionOf(examined, answer)),
});

/** The question that an answer was given to. */
export function questionOf({ knowledge }: Examined, { finding }: Pick<GivenAnswer, 'finding'>): Question {
  const entry = knowledge.findingByCode.get(finding)?.entry;
  return completeQuestion({
    question_id: finding,
    text: entry?.en.ask ?? '',
    text_cs: entry?.cs.ask ?? '',
    targets: [finding],
    is_red_flag: false,
    is_reask: false,
  });
}

const EXPECTED = { present: 1, absent: -1, unknown: 0 } as const;
const isRight = ({ kind, status }: Understood): boolean => status === EXPECTED[kind];
/** Present where it is denied or not known, or absent where it is affirmed or not known. */
const isReversed = ({ kind, status }: Understood): boolean => status !== 0 && status !== EXPECTED[kind];

/** Shares are 0 to 1; NaN where there is nothing to count. */
type AnswerScore = { kind: string; lang: string; answers: number; right: number; reversed: number };

/** For each kind and language: how many were understood, and how many as the contrary. */
export const answerScoresOf = (understood: readonly Understood[]): AnswerScore[] =>
  byKind(KINDS, understood).map(({ kind, lang, count, share }) => {
    return { kind, lang, answers: count, right: share(isRight), reversed: share(isReversed) };
  });

export function renderAnswers(understood: readonly Understood[]): string {
  const rows = answerScoresOf(understood).map(({ kind, lang, answers, right, reversed }) => [
    `${kind}, ${lang}`,
    String(answers),
    percent(right),
    percent(reversed),
  ]);
  return renderTable([['', 'answers', 'understood', 'as the contrary'], ...rows]);
}

/** One line for each answer that was not understood. */
export const renderMisunderstood = (understood: readonly Understood[]): string =>
  understood
    .filter((one) => !isRight(one))
    .map((one) => `${one.finding} ${one.kind} ${one.lang}${isReversed(one) ? ' CONTRARY' : ''}: ${one.text}`)
    .join('\n');
