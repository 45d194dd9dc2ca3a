import { CONFIDENCE, roundConfidence, UNCERTAIN_FACTOR } from '../confidence.ts';
import { assertionOf } from '../context/assertion.ts';
import { negationOf } from '../context/negation.ts';
import type { Mention } from '../mentions.ts';
import type { TextReading } from '../reader-state.ts';
import type { Extent } from '../context/extent.ts';
import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import { saysOnset } from '../values/anchors.ts';
import { readDurations } from '../values/durations.ts';
import { readPregnancyWeeks } from '../values/pregnancy.ts';
import { isNormalTemperature } from '../values/temperature.ts';
import { readRates } from '../values/rates.ts';
import { readVitals, type ValueMention } from '../values/vitals.ts';
import { labelledNumbers } from './labelled-numbers.ts';
import { isAsserted, offsetsOf, type Statement } from './statement.ts';

/** Numbers that the text gives to numeric findings of the lexicon, within their bounds. */
export function valueStatements(reading: TextReading, values: readonly ValueMention[]): Statement[] {
  const told = values.filter((value) => isToldValue(reading, value));
  // Of several durations the first beside a symptom tells how long the illness has lasted.
  const times = reading.times.filter((time) => !values.some((value) => isInside(time, value)));
  const durations = durationsOf(reading, times).sort(besideFirst(reading)).slice(0, 1);
  const statements = [
    ...told.map((value) => toStatement(reading, value)),
    ...durations.map((value) => inAnswer(reading, toStatement(reading, value))),
  ];
  return statements.filter((statement) => statement !== null);
}

/** Asked for, a length is sure; in the answer to another question a shorter one is that of what was asked ("ten minutes"). */
function inAnswer({ isAnswer, pending }: TextReading, length: Statement | null): Statement | null {
  if (!isAnswer || length === null) return length;
  const isAsked = pending?.targets.includes(length.finding) === true;
  const factor = (isAsked ? CONFIDENCE.bareAnswer : CONFIDENCE.inPassing) / CONFIDENCE.namedNumber;
  return { ...length, confidence: roundConfidence(length.confidence * factor) };
}

/** A bare "3 days" that stands in a part of the list without a symptom ("diet for 3 weeks, 18 h of nausea") comes last. */
function besideFirst({ passage, mentions }: TextReading): (a: ValueMention, b: ValueMention) => number {
  const ill = new Set(mentions.map((mention) => passage.segmentOf(mention.first)));
  const rank = (value: ValueMention): number =>
    value.named || ill.has(passage.segmentOf(value.first)) ? 0 : 1;
  return (a, b) => rank(a) - rank(b) || a.first - b.first;
}

/** Vital signs, scales, weeks of pregnancy and labelled laboratory values. */
export function readMeasurements(reading: TextReading): ValueMention[] {
  const { passage, numbers } = reading;
  const numbered = labelledNumbers(reading);
  const labelled = numbered.filter(({ code }) => !NAMED_HERE.has(code));
  // A unit alone ("mg/dl") says less than the name of another value before it.
  const vitals = readVitals(passage.tokens, numbers).filter(
    (value) => !labelled.some(({ last }) => value.first <= last && last <= value.last),
  );
  const weeks = readPregnancyWeeks(passage.tokens, numbers);
  const known = [...vitals, ...weeks, ...labelled];
  // What the lexicon calls by another name ("finger thing"), and what is only counted by the minute.
  const more = [
    ...numbered.filter(({ code }) => NAMED_HERE.has(code)),
    ...readRates(passage, numbers),
  ].filter((value) => !known.some((other) => isInside(value, other)));
  return [...known, ...more].filter((value) => !isAge(reading, value));
}

/** The number of one lies within the other. */
function isInside(value: Extent, other: Extent): boolean {
  return other.first <= value.last && value.last <= other.last;
}

/** "98 F with a cough" is an age. */
function isAge(reading: TextReading, value: ValueMention): boolean {
  return reading.ages.some((age) => age.first <= value.last && value.first <= age.last);
}

export function toStatement(reading: TextReading, mention: ValueMention): Statement | null {
  const entry = reading.lexicon.findings.get(mention.code);
  if (entry?.value?.type !== 'number') return null;
  const { minimum, maximum } = entry.value;
  // "For twenty years" is as long as is counted.
  const value = mention.code === LENGTH ? Math.min(mention.value, maximum) : mention.value;
  if (value < minimum || value > maximum) return null;
  const assertion = assertionOf(reading.context, mention, new Set());
  const certainty = assertion.uncertain ? UNCERTAIN_FACTOR : 1;
  const confidence = mention.named ? CONFIDENCE.namedNumber : CONFIDENCE.inferredNumber;
  return {
    finding: mention.code,
    status: 'present',
    value,
    confidence: roundConfidence(confidence * certainty),
    uncertain: assertion.uncertain,
    ...offsetsOf(reading, mention),
  };
}

/** Not of somebody else, not past, not imagined; and not denied ("no fever over 38"), unless it is itself normal. */
function isToldValue(reading: TextReading, value: ValueMention): boolean {
  const assertion = assertionOf(reading.context, value, new Set());
  const { past, hypothetical, family, others } = assertion;
  if (past || hypothetical || family || others || reading.patient.isOther(value)) return false;
  if (isNormalTemperature(value)) return true;
  return negationOf(reading.context, value, new Set()) === 'none' || !isDeniedBeside(reading, value);
}

function isDeniedBeside(reading: TextReading, value: ValueMention): boolean {
  const { passage, context } = reading;
  const segment = passage.segmentOf(value.first);
  return (context.triggers.get(segment.clause) ?? []).some(
    (trigger) => trigger.first >= segment.first && trigger.first < segment.end,
  );
}

/** Codes whose usual names have, while the lexicon may know others. */
const NAMED_HERE = new Set(words('heart_rate_bpm respiratory_rate_per_min spo2_percent'));
/** All that is told beside it is a disease or habit of long standing. */
function isOfKnown(passage: Passage, present: readonly Mention[], { first }: Extent): boolean {
  const segment = passage.segmentOf(first);
  const beside = present.filter(
    (mention) =>
      mention.match.phrase.entry.kind === 'finding' && passage.segmentOf(mention.first) === segment,
  );
  return beside.length > 0 && beside.every(({ match }) => match.phrase.entry.lasting === true);
}

const LENGTH = 'duration_hours';
/** "Stiff in the morning?" "Ten minutes": a shorter bare length is that of what was asked. */
const SHORT_HOURS = 24;

function durationsOf(reading: TextReading, times: TextReading['times']): ValueMention[] {
  const { passage, mentions } = reading;
  const clauseOf = (token: number): number => passage.segmentOf(token).clause;
  const present = mentions.filter(
    (mention) => mention.assertion.polarity === 'present' && isAsserted(reading, mention),
  );
  const ill = new Set(present.map((mention) => clauseOf(mention.first)));
  const isOfAnswer = ({ value, named }: ValueMention): boolean =>
    reading.isAnswer && !named && value < SHORT_HOURS && reading.pending?.targets.includes(LENGTH) === false;
  const denied = new Set(
    mentions.map((mention) => clauseOf(mention.first)).filter((clause) => !ill.has(clause)),
  );
  return readDurations(passage, times, {
    hasSymptom: (token) => ill.has(clauseOf(token)),
    followsSymptom: (token) =>
      present.some(({ first }) => first < token && passage.segmentOf(first) === passage.segmentOf(token)),
    isOnset: (token) => saysOnset(passage.tokens, passage.clauseOf(token)),
  }).filter((duration) => {
    const clause = clauseOf(duration.first);
    // "No fever for three days" tells of no illness, "I have had IBS for seven years" of one that is known.
    if (denied.has(clause) || isOfKnown(passage, present, duration)) return false;
    if (isOfAnswer(duration) || isAge(reading, duration) || reading.patient.isOther(duration)) return false;
    return !assertionOf(reading.context, duration, new Set()).hypothetical;
  });
}
