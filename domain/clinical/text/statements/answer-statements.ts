import { readBareAnswer, type BareAnswer } from '../answers/bare-answer.ts';
import { readIndirectAnswer } from '../answers/indirect-answer.ts';
import { readEchoedAnswer } from '../answers/echoed-answer.ts';
import { readOfferedValue, type Offer } from '../answers/offered-value.ts';
import { readPartialAnswer } from '../answers/partial-answer.ts';
import { readPendingValue } from '../answers/pending-value.ts';
import { readPassage } from '../language/passage.ts';
import type { Token } from '../language/token.ts';
import { CONFIDENCE, roundConfidence, UNCERTAIN_FACTOR } from '../confidence.ts';
import type { TextReading } from '../reader-state.ts';
import { circumstanceStatements } from './circumstances.ts';
import { offsetsOf, type Statement } from './statement.ts';
import { toStatement } from './value-statements.ts';

/**
 * What a bare yes, no or number says about the pending question. `told` are the statements that the rest of the
 * answer makes.
 */
export function answerStatements(reading: TextReading, told: readonly Statement[]): Statement[] {
  const { pending } = reading;
  if (pending === null) return [];
  const known = new Set(told.map((statement) => statement.finding));
  const values = pending.targets
    .filter((code) => !known.has(code) && !known.has(reading.lexicon.findings.get(code)?.measuredBy ?? ''))
    .flatMap((code) => pendingValue(reading, code));
  const bare = yesOrNo(reading, told);
  if (bare === null) return values;
  const answered = new Set(values.map((statement) => statement.finding));
  // "yes, nausea" to a question about nausea and vomiting affirms what it names.
  const circumstances = bare.isPartial ? circumstanceStatements(reading, bare) : [];
  const names = bare.answer === 'yes' && pending.targets.some((code) => known.has(code));
  const open = pending.targets.filter((code) => !answered.has(code) && (!names || known.has(code)));
  return [
    ...values,
    ...circumstances.filter(({ finding }) => !known.has(finding)),
    ...open.flatMap((code) => bareStatement(reading, bare, code)),
  ];
}

/**
 * The answer that takes over what the question offers: a value, or its own words. It stands before what the same words
 * tell otherwise. Null where there is none, or where they tell the same.
 */
export function chosenStatement(reading: TextReading, told: readonly Statement[]): Statement | null {
  const { pending, offer, passage } = reading;
  const [finding] = pending?.targets ?? [];
  if (offer === null || finding === undefined) return null;
  const value = readOfferedValue(passage.tokens, offer) ?? noneOf(reading, offer);
  if (value !== null) {
    const [first, last] = [passage.tokens[0], passage.tokens.at(-1)];
    const extent = { start: first?.start ?? 0, end: last?.end ?? 0 };
    return { finding, status: 'present', value, confidence: CONFIDENCE.bareAnswer, bare: true, ...extent };
  }
  const echoed = reading.bare === null ? readEchoedAnswer(passage, offer) : null;
  const [said] = echoed === null ? [] : bareStatement(reading, echoed, finding);
  const isTold = told.some((one) => one.finding === finding && one.status === said?.status);
  return said === undefined || isTold ? null : said;
}

/** What stands for "none" among what is offered ("0 (none)"), where the answer is a plain no. */
function noneOf({ bare, lexicon, passage }: TextReading, { values }: Offer): string | number | null {
  if (bare?.answer !== 'no' || bare.uncertain || bare.last < passage.tokens.findLastIndex(isWord))
    return null;
  const none = values.find(({ text }) =>
    [text.en, text.cs].some(
      (words) => readBareAnswer(readPassage(words, lexicon.vocabulary))?.answer === 'no',
    ),
  );
  return none?.value ?? null;
}

const isWord = ({ kind }: Token): boolean => kind !== 'mark';

function yesOrNo(reading: TextReading, told: readonly Statement[]): BareAnswer | null {
  const { pending, passage, lexicon, bare } = reading;
  const targets = pending?.targets ?? [];
  const inability = targets.some((code) => lexicon.findings.get(code)?.inability === true);
  const isPlain = bare !== null && !(inability && bare.answer === 'yes');
  const isAsserted = told.some(({ finding }) => targets.includes(finding));
  if (isAsserted && bare?.isVerb) return null;
  const isOther = told.some(({ status, finding }) => status === 'present' && !targets.includes(finding));
  // Beside a plain no another complaint is told: "no, just a cough at night".
  const isOwn = bare === null || bare.uncertain || !isOther;
  const partial = isAsserted || inability || !isOwn ? null : readPartialAnswer(passage, bare);
  if (partial !== null) return partial;
  if (isPlain || isAsserted) return bare;
  const tokensOf = (status: Statement['status']): Set<number> =>
    new Set(told.filter((statement) => statement.status === status).flatMap(({ tokens = [] }) => tokens));
  const asked = { inability, told: tokensOf('present'), denied: tokensOf('absent') };
  const other = readIndirectAnswer(passage, asked);
  // "Yes, I can" to "Are you unable to …?" is a no.
  return bare === null || other?.answer === 'no' ? other : bare;
}

/** The number that was asked for, or by which what was asked for is measured: "39" to the question about a fever. */
function pendingValue(reading: TextReading, code: string): Statement[] {
  const asked = reading.lexicon.findings.get(code);
  const entry = reading.lexicon.findings.get(asked?.measuredBy ?? '') ?? asked;
  const value =
    entry === undefined
      ? null
      : readPendingValue(entry, reading.numbers, reading.times, reading.passage.tokens);
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
