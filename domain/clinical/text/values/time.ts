import type { Token } from '../language/token.ts';
import { wordMap, words } from '../language/word-list.ts';
import { lengthOfAdjective } from './count-words.ts';
import type { NumberSpan } from './numbers.ts';

export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/**
 * A stretch of time in the text, `last` inclusive. How it stands there:
 * `for` ("for 3 days"), `ago`, `since` ("since yesterday"), `old` (an age), `every` (a frequency), `future`, `after`
 * ("2 hours after eating", a date), `bare` (just "3 days").
 */
export type TimeSpan = {
  first: number;
  last: number;
  unit: TimeUnit;
  count: number;
  hours: number;
  relation: 'for' | 'ago' | 'since' | 'old' | 'every' | 'future' | 'after' | 'bare';
};

/** Mean lengths: a month of 30 days, a year of 365. */
export const HOURS: Readonly<Record<TimeUnit, number>> = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 720,
  year: 8760,
};

const UNITS = wordMap(`
  minute: minute minutes min mins minut minuta minutou minuty minutu minutach minutami; hour: hour hours hr hrs h hod hodin
  hodina hodinou hodinu hodiny hodinami hodinach; day: day days night nights d den dny dni dnu dnem dnech dne noc noci; week: week weeks wk wks w
  tyden tydny tydnu tydne tydnem tydnech; month: month months mo mos mth mths mesic mesice mesicu mesicem mesici mesicich ages yonks veky vecnost;
  year: year years yr yrs y rok roky roku roce let lety rokem leta letech
`) as ReadonlyMap<string, TimeUnit>;
/** One-letter units count only directly behind a number: "3d", "2w". */
const GLUED_ONLY = new Set(['d', 'w', 'y']);
/** Words that hold number and unit at once. */
const COMPOUNDS: ReadonlyMap<string, Compound> = new Map([
  ...compounds({ unit: 'hour', count: 0.5 }, 'pulhodina pulhodinu pulhodiny pulhodinou'),
  ...compounds({ unit: 'hour', count: 0.25 }, 'ctvrthodina ctvrthodinu ctvrthodiny'),
  ...compounds({ unit: 'month', count: 6 }, 'pulrok pulroku pulrokem'),
  ...compounds({ unit: 'week', count: 2 }, 'fortnight'),
  ...compounds({ unit: 'year', count: 10 }, 'decade decades'),
]);

type Compound = { unit: TimeUnit; count: number };

function compounds(meaning: Compound, list: string): [string, Compound][] {
  return words(list).map((word) => [word, meaning]);
}

/** How many tokens before a measure its relation is looked for. */
const LONGEST_LEAD = 5;
const SINCE = new Set(['since', 'from', 'od']);
const FOR_BEFORE = new Set(
  words(
    'for past last over lasting lasts lasted during poslednim trva trvaji trvajici uz jiz po posledni poslednich cely celou cele celych all whole entire dobu of',
  ),
);
/** "All day" is as long as an illness only beside it: "I sew all day". */
const WHOLE = new Set(words('all whole entire cely celou'));
const EVERY_BEFORE = new Set(words('every each q per kazdy kazde kazdou kazdych times once twice krat'));
const AGO_AFTER = new Set(['ago', 'back', 'zpet', 'nazpet']);
const OLD_AFTER = new Set(words('old stary stara stare stareho starou starym'));
const AFTER_AFTER = new Set(words('after later following before po pote pred'));
/** Words that may stand between the relation and the number: "for about the last 3 days". */
const APPROXIMATIONS = new Set(
  words(
    'a an the of asi cca about around approximately necely necele roughly least almost nearly more than vic vice nez skoro maybe perhaps probably possibly mozna snad temer bezmala zhruba priblizne',
  ),
);
const CLOCK_BEFORE = new Set(['v', 've', 'at']);
const FUTURE_BEFORE = new Set(words('in within za next this pristi tento'));
const LAST = new Set(words('last minuly minuleho'));
/** "for weeks", "over the past months", "už léta": some of them, counted like "a few". */
const UNCOUNTED_PLURAL =
  /^(hours|days|weeks|months|years|hodiny|dny|tydny|mesice|roky|leta|tydnu|mesicu|let|tydnech|mesicich|letech)$/;
const UNCOUNTED_AFTER = /^(for|past|last|posledni|poslednich|uz|jiz|cele|cela)$/;
/** "for many years", "řadu let", "dlouhé měsíce" */
const MANY = /^(many|numerous|countless|mnoho|radu|spoustu|hodne|tolik|desitky|dlouhe|dlouha)$/;
/** "I've had this back pain years": the plural alone, at the end of what is told, and behind none of these. */
const UNCOUNTED_ALONE = /^(weeks|months|years|tydny|mesice|roky|leta)$/;
const BEHIND_OTHER =
  /^(in|v|ve|on|na|the|my|his|her|their|our|these|those|this|recent|school|teenage|early|later|next|all|every|few|other|some|po|za|pred|within|behem|during|after|from|into|by|over|two|alternate|and|or|a)$/;
/** "For ages", "už věky": nobody can say how many; months, as of a plural without a number. */
const AGES = /^(ages|yonks|veky|vecnost)$/;
const AGES_AFTER = /^(for|been|since|uz|jiz|cele|celou|)$/;
const SOME = 3;
/** Clinicians' fractions: days of a week, weeks and months of a year. */
const FRACTIONS: ReadonlyMap<string, { unit: TimeUnit; most: number }> = new Map([
  ['7', { unit: 'day', most: 14 }],
  ['52', { unit: 'week', most: 52 }],
  ['12', { unit: 'month', most: 24 }],
]);
/** "6/12" by itself is how sharply an eye sees. */
const SNELLEN = '12';
const FRACTION_LEAD = /^(for|x|past|last|over|about|approx|aged|age|approximately|~)$/;
const FRACTION_END = /^(old|hx|history|ago|of|duration)$/;
const DATE_LEAD = /^(since|on|od|dne|date|va|vision|acuity|vizus|visus)$/;

/** Finds all stretches of time. `numbers` are the numbers of the same tokens. */
export function readTimes(tokens: readonly Token[], numbers: readonly NumberSpan[]): TimeSpan[] {
  const numberEnding = new Map(numbers.map((span) => [span.last, span]));
  const spans: TimeSpan[] = [];
  tokens.forEach((token, index) => {
    const whole = measureAt(tokens, index, numberEnding);
    if (whole === null) return;
    const measured = withHalf(tokens, whole);
    const hours = Math.round(measured.count * HOURS[measured.unit] * 100) / 100;
    spans.push({ ...measured, hours, relation: relationOf(tokens, measured) });
  });
  return spans;
}

/** "a week and a half", "rok a půl". */
function withHalf(tokens: readonly Token[], measure: Measure): Measure {
  const behind = [1, 2, 3].map((step) => tokens[measure.last + step]?.word ?? '').join(' ');
  if (behind === 'and a half') return { ...measure, count: measure.count + 0.5, last: measure.last + 3 };
  return behind.startsWith('a pul ')
    ? { ...measure, count: measure.count + 0.5, last: measure.last + 2 }
    : measure;
}

type Measure = Pick<TimeSpan, 'first' | 'last' | 'unit' | 'count'>;

function measureAt(
  tokens: readonly Token[],
  index: number,
  numberEnding: ReadonlyMap<number, NumberSpan>,
): Measure | null {
  const token = tokens[index];
  if (token?.kind === 'number') return fractionAt(tokens, index, numberEnding);
  if (token?.kind !== 'word') return null;
  const compound = COMPOUNDS.get(token.word) ?? lengthOfAdjective(token.word);
  if (compound !== null) return { first: index, last: index, ...compound };
  const unit = UNITS.get(token.word);
  if (unit === undefined || isHeartRate(tokens, index)) return null;
  const counted = countBefore(tokens, index, numberEnding);
  if (counted !== null)
    return token.spaced && GLUED_ONLY.has(token.word) ? null : { ...counted, last: index, unit };
  const uncounted = uncountedFrom(tokens, index);
  if (uncounted !== null) return { first: uncounted, last: index, unit, count: SOME };
  if (AGES.test(token.word) || !isSingle(tokens, index)) return null;
  const article = /^an?$/.test(tokens[index - 1]?.word ?? '') ? 1 : 0;
  return { first: index - article, last: index, unit, count: 1 };
}

/** The first token of a plural without a number, with what stands for it ("many years"); null where it is no length. */
function uncountedFrom(tokens: readonly Token[], index: number): number | null {
  const word = tokens[index]?.word ?? '';
  const before = tokens[index - 1]?.word ?? '';
  if (AGES.test(word)) return AGES_AFTER.test(before) ? index : null;
  if (!UNCOUNTED_PLURAL.test(word)) return null;
  if (MANY.test(before)) return index - 1;
  if (UNCOUNTED_AFTER.test(before)) return index;
  if (!UNCOUNTED_ALONE.test(word) || BEHIND_OTHER.test(before)) return null;
  const next = tokens[index + 1];
  const isWhole =
    next === undefined || next.kind === 'mark' || /^(of|now|already|and|but|ale)$/.test(next.word);
  return isWhole ? index : null;
}

/** "T 38.8 HR 104": HR before a number is the heart rate, unless minutes follow ("2 hr 30 min"). */
export function isHeartRate(tokens: readonly Token[], at: number): boolean {
  const sign = /^[:=]$/.test(tokens[at + 1]?.word ?? '') ? 1 : 0;
  const counted = tokens[at + 1 + sign]?.kind === 'number';
  return tokens[at]?.word === 'hr' && counted && UNITS.get(tokens[at + 2 + sign]?.word ?? '') !== 'minute';
}

/** "3/7" is three days, "2/52" two weeks, "6/12" six months. */
function fractionAt(
  tokens: readonly Token[],
  index: number,
  numberEnding: ReadonlyMap<number, NumberSpan>,
): Measure | null {
  const word = tokens[index]?.word ?? '';
  const fraction = FRACTIONS.get(word);
  const count = numberEnding.get(index - 2);
  if (fraction === undefined || count === undefined || tokens[index - 1]?.word !== '/') return null;
  if (!Number.isInteger(count.value) || count.value < 1 || count.value > fraction.most) return null;
  if (isDate(tokens, count.first, index)) return null;
  const told =
    FRACTION_LEAD.test(tokens[count.first - 1]?.word ?? '') ||
    FRACTION_END.test(tokens[index + 1]?.word ?? '');
  if (word === SNELLEN && !told) return null;
  return { first: count.first, last: index, unit: fraction.unit, count: count.value };
}

/** "since 3/7", "3/12/2024", and what is written like them: "VA 6/12". */
function isDate(tokens: readonly Token[], first: number, last: number): boolean {
  const after = tokens[last + 1];
  const goesOn = after?.word === '.' && !after.spaced && tokens[last + 2]?.kind === 'number';
  return DATE_LEAD.test(tokens[first - 1]?.word ?? '') || after?.word === '/' || goesOn;
}

/** The number before the unit, skipping "of" ("a couple of days") and the dot of an ordinal; ranges give their end. */
function countBefore(
  tokens: readonly Token[],
  index: number,
  numberEnding: ReadonlyMap<number, NumberSpan>,
): { first: number; count: number } | null {
  const between = tokens[index - 1]?.word ?? '';
  const skip = /^(of|[.]|a|an|more)$/.test(between) ? 2 : 1;
  const number = numberEnding.get(index - skip) ?? numberEnding.get(index - 1);
  // "half a minute", but "30 a minute" is a rate.
  if (/^an?$/.test(between) && Number.isInteger(number?.value)) return null;
  if (number === undefined || number.value > 2000) return null;
  const joint = tokens[number.first - 1]?.word ?? '';
  const lower = /^(-|to|az|or|nebo)$/.test(joint) ? numberEnding.get(number.first - 2) : undefined;
  return { first: (lower ?? number).first, count: number.value };
}

/** A unit without a number is one of it: "a week", "an hour", "týden", but not the "day" of "today" or "all day long". */
function isSingle(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.word ?? '';
  const before = tokens[index - 1]?.word ?? '';
  if (/^(tyden|tydnem|mesic|mesicem|hodinu|hodinou|rok|rokem)$/.test(word)) return true;
  if (/^(hour|week|month|year|day|minute)$/.test(word))
    return /^(a|an|one|last|past|whole|entire|all)$/.test(before);
  if (word === 'roce') return before === 'poslednim';
  return /^(den|noc)$/.test(word) && /^(cely|celou|jeden)$/.test(before);
}

function relationOf(tokens: readonly Token[], measure: Measure): TimeSpan['relation'] {
  const word = (index: number): string => tokens[index]?.word ?? '';
  const after = word(measure.last + 1);
  const direct = word(measure.first - 1);
  if (OLD_AFTER.has(after) || (after === 'of' && word(measure.last + 2) === 'age')) return 'old';
  if (measure.count === 1 && measure.first === measure.last && LAST.has(direct))
    return relationOfLast(word(measure.first - 2));
  // "two nights a week"
  const isCounted =
    UNITS.has(direct) || /^(times|x)$/.test(direct) || tokens[measure.first - 1]?.kind === 'number';
  if (measure.count === 1 && /^an?$/.test(word(measure.first)) && isCounted) return 'every';
  if (/^(an?|per)$/.test(after) && UNITS.has(word(measure.last + 2))) return 'every';
  let at = measure.first - 1;
  while (measure.first - at <= LONGEST_LEAD && (APPROXIMATIONS.has(word(at)) || isAtLeast(tokens, at)))
    at -= 1;
  return relationTo(tokens, { ...measure, lead: at });
}

/** From here on "ve 30. týdnu" counts the weeks of a year or a pregnancy, and not of an illness. */
const MANY_WEEKS = 12;

/** "v 15 hodin", "ve 30. týdnu" */
const isPoint = (tokens: readonly Token[], { unit, last, count }: Measure): boolean =>
  unit === 'hour' || (tokens[last - 1]?.word === '.' && count >= MANY_WEEKS);

/** The relation by the words around; `lead` is the token that the measure depends on. */
function relationTo(tokens: readonly Token[], measure: Measure & { lead: number }): TimeSpan['relation'] {
  const word = (index: number): string => tokens[index]?.word ?? '';
  const before = word(measure.lead);
  const after = word(measure.last + 1);
  if (AGO_AFTER.has(after) || before === 'pred') return 'ago';
  if (FUTURE_BEFORE.has(before)) return 'future';
  if (before === 'x') return tokens[measure.lead - 1]?.kind === 'number' ? 'every' : 'for';
  if (EVERY_BEFORE.has(before)) return 'every';
  // "since about a year after I started"
  if (SINCE.has(before)) return /^(after|later|following|po)$/.test(after) ? 'after' : 'since';
  if (WHOLE.has(word(measure.first - 1)) && measure.unit === 'day' && measure.count === 1) return 'bare';
  if (AFTER_AFTER.has(after) || (CLOCK_BEFORE.has(before) && isPoint(tokens, measure))) return 'after';
  return FOR_BEFORE.has(before) || FOR_BEFORE.has(word(measure.first - 1)) || after === 'of' ? 'for' : 'bare';
}

function isAtLeast(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'at' && tokens[at + 1]?.word === 'least';
}

/** "last week" is a point in the past, "the last week" and "since last week" reach to now. */
function relationOfLast(before: string): TimeSpan['relation'] {
  if (SINCE.has(before)) return 'since';
  return /^(the|this|for|over|in|during|within|za|behem)$/.test(before) ? 'for' : 'ago';
}
