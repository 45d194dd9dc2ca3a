import { readBareAnswer, type BareAnswer } from '../answers/bare-answer.ts';
import { readPendingValue } from '../answers/pending-value.ts';
import { CONFIDENCE, roundConfidence, UNCERTAIN_FACTOR } from '../confidence.ts';
import type { TextReading } from '../reader-state.ts';
import { offsetsOf, type Statement } from './statement.ts';
import { toStatement } from './value-statements.ts';

/**
 * What a bare yes, no or number says about the pending question. `told` are the statements that the rest of the
 * answer makes.
 */
export function answerStatements(reading: TextReading, told: readonly Statement[]): Statement[] {
  const { pending, passage } = reading;
  if (pending === null) return [];
  const known = new Set(told.map((statement) => statement.finding));
  const values = pending.targets
    .filter((code) => !known.has(code))
    .flatMap((code) => pendingValue(reading, code));
  const bare = readBareAnswer(passage);
  if (bare === null) return values;
  const answered = new Set(values.map((statement) => statement.finding));
  // "yes, nausea" to a question about nausea and vomiting affirms what it names.
  const names = bare.answer === 'yes' && pending.targets.some((code) => known.has(code));
  const open = pending.targets.filter((code) => !answered.has(code) && (!names || known.has(code)));
  return [...values, ...open.flatMap((code) => bareStatement(reading, bare, code))];
}

function pendingValue(reading: TextReading, code: string): Statement[] {
  const entry = reading.lexicon.findings.get(code);
  const value = entry === undefined ? null : readPendingValue(entry, reading.numbers, reading.times);
  const statement = value === null ? null : toStatement(reading, value);
  return statement === null ? [] : [{ ...statement, confidence: CONFIDENCE.bareAnswer, bare: true }];
}

const STATUS = { yes: 'present', no: 'absent', unknown: 'unknown' } as const;

function bareStatement(reading: TextReading, bare: BareAnswer, code: string): Statement[] {
  const type = reading.lexicon.findings.get(code)?.value?.type;
  const status = STATUS[bare.answer];
  // Yes and no are no number, and yes is no choice.
  if (type === 'number' && status !== 'unknown') return [];
  if (type === 'choice' && status === 'present') return [];
  const confidence = roundConfidence(CONFIDENCE.bareAnswer * (bare.uncertain ? UNCERTAIN_FACTOR : 1));
  return [
    { finding: code, status, confidence, uncertain: bare.uncertain, bare: true, ...offsetsOf(reading, bare) },
  ];
}
