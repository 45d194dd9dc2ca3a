import test from 'ava';
import {
  compileLexicon,
  createTextReader,
  type TextExtraction,
} from '../../../../domain/clinical/text/index.ts';
import type { Question } from '../../../../domain/clinical/types.ts';
import { lexicon } from './lexicon.ts';
import { completeQuestion } from '../../../../domain/session/recorded.ts';

export const reader = createTextReader(compileLexicon(lexicon));

/** A question that asks for the given findings. */
export function asking(...targets: string[]): Question {
  return completeQuestion({
    question_id: targets[0] ?? 'q',
    text: '?',
    text_cs: '?',
    targets,
    is_red_flag: false,
    is_reask: false,
  });
}

const SIGN = { present: '+', absent: '-', unknown: '?' };

/** "+fever -cough ?rash temperature_c=38.5 age=648 sex=male", in the order of the codes, for tables of cases. */
export function summarize(extraction: TextExtraction): string {
  const evidence = extraction.evidence
    .map(({ finding, status, value }) =>
      value === undefined ? `${SIGN[status]}${finding}` : `${finding}=${value}`,
    )
    .sort();
  const { age_months, sex } = extraction;
  return [
    ...evidence,
    ...(age_months === null ? [] : [`age=${age_months}`]),
    ...(sex === null ? [] : [`sex=${sex}`]),
  ].join(' ');
}

/** The expected side of a table row, in the same order. */
export function ordered(expected: string): string {
  const parts = expected.split(' ').filter((part) => part !== '');
  const facts = parts.filter((part) => /^(age|sex)=/.test(part));
  return [...parts.filter((part) => !facts.includes(part)).sort(), ...facts.sort()].join(' ');
}

export function read(text: string, pending: Question | null = null): string {
  return summarize(reader.extract(text, pending));
}

export type Row = readonly [text: string, expected: string];

/** A test of texts and what has to be read in each, by the reader of the common lexicon or another one. */
export function table(title: string, rows: readonly Row[], reading: (text: string) => string = read): void {
  test(title, (t) => {
    const wrong = rows
      .map(([text, expected]) => ({ text, expected: ordered(expected), actual: reading(text) }))
      .filter(({ expected, actual }) => expected !== actual);
    t.deepEqual(wrong, []);
  });
}
