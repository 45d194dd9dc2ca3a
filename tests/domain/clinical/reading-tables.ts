import test from 'ava';
import type { Evidence } from '../../../domain/clinical/index.ts';
import { tell } from '../../../infra/eval/play.ts';
import { engine, knowledge, read } from './engine-fixture.ts';

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
