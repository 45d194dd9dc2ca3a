import type { RoutedComplaint } from '../types.ts';
import { roundConfidence, ROUTE_FACTORS, ROUTE_FLOOR } from './confidence.ts';
import { containsTokens, neighboursOf, type Mention } from './mentions.ts';
import type { TextReading } from './reader-state.ts';
import { isNormalTemperature } from './values/temperature.ts';
import type { ValueMention } from './values/vitals.ts';

/** A complaint as it was found in a text. `stated`: plainly the patient's own and present. */
type RankedComplaint = { code: string; confidence: number; score: number; stated: boolean };

/** Each further complaint in the text is a little less likely to be the chief one. */
const LATER_FACTOR = 0.9;
/** More words are more specific, and a complaint named again weighs more. */
const PER_WORD = 0.05;
const PER_REPEAT = 0.05;
const MAX_REPEATS = 3;
/** How much of the confidence a rival of equal score takes. */
const RIVAL_SHARE = 0.25;
const SECONDARY_FLOOR = 0.5;

/** Complaints of the text, most likely chief complaint first. `values` are its measurements. */
export function rankComplaints(
  { mentions, patient }: Pick<TextReading, 'mentions' | 'patient'>,
  values: readonly ValueMention[],
): RankedComplaint[] {
  const isOther = (mention: Mention): boolean => patient.isOther(mention);
  const found = new Map<string, RankedComplaint & { repeats: number }>();
  const eligible = mentions.filter(
    (mention) => mention.match.phrase.entry.kind === 'complaint' && !namesNormal(mention, values),
  );
  for (const [index, mention] of eligible.entries()) {
    const factor = factorOf(mention, isOther(mention));
    if (factor === 0 || isPartOfOther(eligible, mention, index)) continue;
    const { code } = mention.match.phrase.entry;
    const known = found.get(code);
    const confidence = mention.confidence * factor;
    const weight =
      confidence * (1 + PER_WORD * (mention.match.tokens.length - 1)) * LATER_FACTOR ** found.size;
    const stated = factor === ROUTE_FACTORS.stated;
    if (known === undefined) {
      found.set(code, { code, confidence, score: weight, stated, repeats: 0 });
    } else {
      known.repeats = Math.min(known.repeats + 1, MAX_REPEATS);
      known.confidence = Math.max(known.confidence, confidence);
      known.stated ||= stated;
    }
  }
  return [...found.values()]
    .map(({ code, confidence, score, stated, repeats }) => ({
      code,
      confidence: roundConfidence(confidence),
      score: score * (1 + PER_REPEAT * repeats),
      stated,
    }))
    .sort((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1));
}

/** "Teplota 36,8": the name of a measurement that says all is well. */
const namesNormal = ({ first, last }: Mention, values: readonly ValueMention[]): boolean =>
  values.some((value) => isNormalTemperature(value) && value.first <= last && first <= value.last);

function factorOf({ assertion }: Mention, other: boolean): number {
  if (assertion.polarity !== 'present') return 0;
  const { stated, someone_else, past, history, asked } = ROUTE_FACTORS;
  const whose = other || assertion.family || assertion.others ? someone_else : stated;
  const when = assertion.history ? history : assertion.past ? past : stated;
  return whose * when * (assertion.hypothetical ? asked : stated);
}

/** A complaint inside a longer one gives way to it. Neighbours suffice: mentions stand in the order of the text. */
function isPartOfOther(mentions: readonly Mention[], mention: Mention, index: number): boolean {
  return neighboursOf(mentions, index).some(
    ({ match }) =>
      match.phrase.entry.code !== mention.match.phrase.entry.code && containsTokens(match, mention.match),
  );
}

/**
 * The chief complaint with a confidence that falls where another complaint is told as strongly, and a secondary
 * complaint where one is plainly stated. Null below the floor: outside the scope, which is said and not guessed.
 */
export function toRoute(ranked: readonly RankedComplaint[]): RoutedComplaint {
  const [best, second] = ranked;
  if (best === undefined) return { chief_complaint: null, confidence: 0, secondary: null };
  const rivalry = second === undefined ? 0 : second.score / best.score;
  const confidence = roundConfidence(best.confidence * (1 - RIVAL_SHARE * rivalry));
  if (confidence < ROUTE_FLOOR) return { chief_complaint: null, confidence, secondary: null };
  const secondary = ranked
    .slice(1)
    .find((complaint) => complaint.stated && complaint.confidence >= SECONDARY_FLOOR);
  return { chief_complaint: best.code, confidence, secondary: secondary?.code ?? null };
}
