import test from 'ava';
import type { Evidence } from '../../../domain/clinical/index.ts';
import type { Extraction } from '../../../domain/clinical/types.ts';
import { tell } from '../../../infra/eval/play.ts';
import { engine, knowledge, questionOf, read } from './engine-fixture.ts';

type Status = Evidence['status'] | undefined;

/** A test of readings: text, finding, and how it is told in it. */
export function readings(title: string, rows: readonly (readonly [string, string, Status])[]): void {
  test(title, (t) => {
    for (const [text, finding, expected] of rows) {
      t.true(knowledge.findingByCode.has(finding), finding);
      t.is(read(text).get(finding), expected, `${finding}: ${text}`);
    }
  });
}

/** A test of sentences that are each an emergency where a patient tells nothing else, and of others that raise no red flag. */
export function alarms(
  title: string,
  { danger = [], harmless = [] }: { danger?: readonly string[]; harmless?: readonly string[] },
): void {
  test(title, (t) => {
    for (const text of danger) t.regex(tell(engine, text).triage_level, /^emergency/, text);
    for (const text of harmless) {
      const { triage_level, red_flags } = tell(engine, text);
      t.notRegex(triage_level, /^emergency/, text);
      t.deepEqual(red_flags, [], text);
    }
  });
}

const SIGNS = { '+': 'present', '-': 'absent', '?': 'unknown' } as const;

/** What is wrong with a text's reading: "+cough" is present, "-cough" absent, "0cough" not read, "!cough" not present. */
function missed(extraction: Extraction, expected: string): string[] {
  const told = new Map(extraction.evidence.map((evidence) => [evidence.finding, evidence]));
  return expected.split(' ').filter((part) => {
    const [name = '', value] = part.split('=');
    if (name === 'age') return String(extraction.age_months) !== value;
    const code = value === undefined ? name.slice(1) : name;
    if (!knowledge.findingByCode.has(code)) throw new Error(`no such finding: ${code}`);
    const status = told.get(code)?.status;
    if (value !== undefined) return String(told.get(code)?.value) !== value;
    if (part.startsWith('!')) return status === 'present';
    return status !== SIGNS[part.charAt(0) as keyof typeof SIGNS];
  });
}

/** A test of texts that are told on a day, and of answers to a question: text, what is read, finding that is asked for. */
export function tells(
  title: string,
  rows: readonly (readonly [text: string, expected: string, asked?: string])[],
  at = '2026-11-29T06:00:00.000Z',
): void {
  test(title, (t) => {
    const dated = engine.asOf(at);
    const wrong = rows.flatMap(([text, expected, asked]) => {
      const parts = missed(dated.extract(text, asked === undefined ? null : questionOf(asked)), expected);
      return parts.length === 0 ? [] : [{ text, parts }];
    });
    t.deepEqual(wrong, []);
  });
}
