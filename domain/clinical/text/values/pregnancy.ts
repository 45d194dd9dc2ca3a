import type { Token } from '../language/token.ts';
import type { NumberSpan } from './numbers.ts';
import type { ValueMention } from './vitals.ts';

const PREGNANT =
  /^(pregnan\w*|gestation\w*|tehotn\w*|tehotenstvi|(primi|multi|secundi|sekundi)?gravid\w*|tt)$/;
/** What else shows that "ve 33. týdnu" is of a pregnancy. */
const OF_PREGNANCY =
  /^(porod\w*|rodi\w*|plod\w*|kontrakc\w*|krvac\w*|bleed(ing)?|spotting|placent\w*|trimest\w*|gynekolog\w*|miminko|deti?atko|labou?r|contractions?|fet(al|us)|foet(al|us)|waters|midwife|antenatal)$/;
/** "8+2 by LMP" */
const DATED = /^(lmp|edd|dating)$/;
/** "37 weeks along" */
const ALONG = /^(along|gone|gestation)$/;
const WEEKS = /^(week\w*|wk|wks|tyd\w*|tt)$/;
const DAYS = /^(days?|dny|dnu|den)$/;
const MONTHS = /^(month\w*|mesic\w*)$/;
const WEEKS_IN_MONTH = 52 / 12;
const PREGNANCY_WINDOW = 4;

const TERM = 40;
const EARLIEST = 4;
const LATEST = 42;
const DAYS_IN_WEEK = 7;
/** From here on the weeks of "33+2" or "ve 33. týdnu" can hardly be anything but a pregnancy's. */
const EARLIEST_ALONE = 12;
/** "20+5 mg": two substances in one tablet. */
const DOSE = /^(mg|mcg|ug|g|ml|iu|units?|tablet\w*|tbl|tbs|ks)$/;
const OF_ANOTHER =
  /^(po|od|roku|veku|nemoci|lecby|zivota|diety|pobytu|kurzu|treninku|studia|rekonvalescence|old|into|in|on|off|out|after|post|since|ago|clean|sober|late|without|of)$/;
/** Who says that she is in such a week or month is pregnant in it from here on. */
const EARLIEST_OWN = 5;

/** "born at 33+2" tells of the patient's own birth. */
const BIRTH = /^(born|birth|delivered|narozen\w*|narodil\w*)$/;

/** "I look six months pregnant" */
const LOOKING = /^(look|looks|looked|looking|vypadam|vypada)$/;

/** True where only the look is that of a pregnancy: "I look six months pregnant". */
export const isOnlyLook = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(Math.max(0, at - PREGNANCY_WINDOW), at).some(({ word }) => LOOKING.test(word));

/** A number of weeks as it stands in the text; `last` is the last token of the expression. */
type Weeks = { value: number; first: number; last: number; alone: boolean; hasDays: boolean };

/** "20 weeks pregnant", "33+2", "26/40", "ve 20. týdnu těhotenství", "5 months pregnant". Weeks, whole. */
export function readPregnancyWeeks(tokens: readonly Token[], numbers: readonly NumberSpan[]): ValueMention[] {
  return numbers.flatMap((number, index): ValueMention[] => {
    const next = numbers[index + 1];
    const shorthand = ofForty(tokens, number, next);
    if (shorthand !== null) return [shorthand];
    if (isDays(tokens, number)) return [];
    const weeks = weeksAndDays(tokens, number, next) ?? counted(tokens, number);
    if (weeks === null) return [];
    const around = tokens.slice(Math.max(0, weeks.first - PREGNANCY_WINDOW), weeks.last + PREGNANCY_WINDOW);
    const along = ALONG.test(tokens[weeks.last + 1]?.word ?? '') && tokens[weeks.last + 2]?.word !== 'by';
    const named =
      along || around.some(({ word }) => PREGNANT.test(word) || (weeks.hasDays && DATED.test(word)));
    const lead = tokens.slice(Math.max(0, weeks.first - PREGNANCY_WINDOW), weeks.first);
    const ofAnother = lead.some(({ word }) => BIRTH.test(word)) || isOnlyLook(tokens, weeks.first);
    if ((!named && !weeks.alone) || ofAnother) return [];
    const { value, first, last } = weeks;
    return [{ code: 'pregnancy_weeks', value, first, last, named }];
  });
}

/** "26/40", as clinicians write the weeks of a pregnancy. */
function ofForty(
  tokens: readonly Token[],
  weeks: NumberSpan,
  term: NumberSpan | undefined,
): ValueMention | null {
  if (term?.value !== TERM || weeks.value < EARLIEST || weeks.value > LATEST) return null;
  const isSize = /^(size|sized)$/.test(tokens[term.last + 1]?.word ?? '');
  const isFraction = !isSize && term.first === weeks.last + 2 && tokens[weeks.last + 1]?.word === '/';
  return isFraction
    ? { code: 'pregnancy_weeks', value: weeks.value, first: weeks.first, last: term.last, named: true }
    : null;
}

/** The second number of "33+2". */
function isDays(tokens: readonly Token[], { first }: NumberSpan): boolean {
  return tokens[first - 1]?.word === '+' && tokens[first - 2]?.kind === 'number';
}

/** "33+2", "33+2 weeks": weeks and days. */
function weeksAndDays(
  tokens: readonly Token[],
  weeks: NumberSpan,
  days: NumberSpan | undefined,
): Weeks | null {
  const plus = tokens[weeks.last + 1];
  if (plus?.word !== '+' || days?.first !== weeks.last + 2 || days.value >= DAYS_IN_WEEK) return null;
  if (weeks.value < EARLIEST || weeks.value > LATEST) return null;
  if (DOSE.test(tokens[days.last + 1]?.word ?? '')) return null;
  const unit = WEEKS.test(tokens[days.last + 1]?.word ?? '') ? 1 : 0;
  const glued = !plus.spaced && tokens[days.first]?.spaced === false;
  const alone = weeks.value >= EARLIEST_ALONE && glued;
  return { value: weeks.value, first: weeks.first, last: days.last + unit, alone, hasDays: true };
}

/** "I'm 33 weeks", "jsem v osmém týdnu": told of oneself. */
function isOwn(tokens: readonly Token[], { first, ordinal }: NumberSpan): boolean {
  const word = (at: number): string => tokens[at]?.word ?? '';
  if (/^ve?$/.test(word(first - 1))) return ordinal && /^(jsem|uz)$/.test(word(first - 2));
  return !ordinal && /^(am|m)$/.test(word(first - 1)) && word(first - 2) === 'i';
}

/** "Jsem ve 33. týdnu": she is in it, or the text speaks of a pregnancy. */
function isOfPregnancy(tokens: readonly Token[], before: number): boolean {
  const being = /^(jsem|je|uz)$/.test(tokens[before]?.word ?? '');
  return being || tokens.some(({ word }) => PREGNANT.test(word) || OF_PREGNANCY.test(word));
}

/** From here on nobody counts how long an illness has lasted in weeks. */
const EARLIEST_BARE = 20;

/** "38. týden, bolí mě břicho", "38 weeks, headache", "jsem 38. týden": what the text begins with, or who one is. */
function isBareOrOwn(tokens: readonly Token[], { first, ordinal, value }: NumberSpan, last: number): boolean {
  const next = tokens[last + 1];
  const isWhole = next === undefined || next.kind === 'mark' || /^(and|with|a|s)$/.test(next.word);
  if (!isWhole || tokens[last]?.word === 'tydne') return false;
  if (first === 0) return value >= EARLIEST_BARE;
  return ordinal && tokens[last]?.word === 'tyden' && tokens[first - 1]?.word === 'jsem';
}

/** The last token of "and two days" behind the weeks, of which `weeks` is the last; null where nothing of the kind is there. */
export function daysBehind(tokens: readonly Token[], weeks: number): number | null {
  const isJoint = /^(and|a)$/.test(tokens[weeks + 1]?.word ?? '');
  return isJoint && DAYS.test(tokens[weeks + 3]?.word ?? '') ? weeks + 3 : null;
}

/** "20 weeks", "20 weeks and two days", "5 months", "at 33 weeks", "ve 33. týdnu". */
function counted(tokens: readonly Token[], number: NumberSpan): Weeks | null {
  const word = (at: number): string => tokens[at]?.word ?? '';
  const last = number.last + (/^[.+]$/.test(word(number.last + 1)) ? 2 : 1);
  const unit = word(last);
  const isOfOther = OF_ANOTHER.test(word(last + 1));
  const isOwnTime = !isOfOther && isOwn(tokens, number);
  if (MONTHS.test(unit)) {
    const value = Math.floor(number.value * WEEKS_IN_MONTH);
    const alone = isOwnTime && number.ordinal && value >= EARLIEST_OWN && value <= LATEST;
    return { value, first: number.first, last, alone, hasDays: false };
  }
  if (!WEEKS.test(unit)) return null;
  const value = Math.floor(number.value);
  const days = daysBehind(tokens, last);
  if (days !== null) return { value, first: number.first, last: days, alone: false, hasDays: true };
  const isPlaced = unit.startsWith('tydnu')
    ? /^ve?$/.test(word(number.first - 1)) && number.ordinal
    : word(number.first - 1) === 'at' && unit === 'weeks';
  const isCounted = isBareOrOwn(tokens, number, last);
  const isNamed = isPlaced && !isOfOther && isOfPregnancy(tokens, number.first - 2);
  const earliest = isOwnTime ? EARLIEST_OWN : EARLIEST_ALONE;
  const alone = (isNamed || isOwnTime || isCounted) && value >= earliest && value <= LATEST;
  return { value, first: number.first, last, alone, hasDays: false };
}
