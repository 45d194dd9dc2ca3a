import { isRelative } from '../context/people.ts';
import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import { lengthOfAdjective, unitOfAdjective } from './count-words.ts';
import type { NumberSpan } from './numbers.ts';
import { daysBehind } from './pregnancy.ts';
import { isAnimal } from '../context/non-person.ts';
import { SEX_WORDS } from './sex-words.ts';
import type { TimeSpan, TimeUnit } from './time.ts';

/** Tokens `first` to `last` (inclusive) tell an age, of whomever. */
export type AgeMention = { first: number; last: number; months: number };

const MAX_AGE_MONTHS = 130 * 12;
const MONTHS: Readonly<Partial<Record<TimeUnit, number>>> = {
  day: 12 / 365,
  week: 12 / 52,
  month: 1,
  year: 12,
};

/** Ages in the text, in order. Whole months; beyond 130 years nothing is read. */
export function readAges(
  passage: Passage,
  numbers: readonly NumberSpan[],
  times: readonly TimeSpan[],
): AgeMention[] {
  const found = [
    ...times.map((time) => ageOfTime(passage, time)),
    ...numbers.map((number) => ageOfNumber(passage, number)),
    ...passage.tokens.map((token, at) =>
      token.kind === 'word' ? (ageOfWord(passage, token.word, at) ?? ageOfDecade(passage, at)) : null,
    ),
  ];
  return found
    .filter((mention) => mention !== null)
    .filter(({ months }) => months >= 0 && months <= MAX_AGE_MONTHS)
    .map((mention) => ({ ...mention, months: Math.floor(mention.months + 0.001) }))
    .sort((a, b) => a.first - b.first);
}

function wordAt(passage: Passage, at: number): string {
  return passage.tokens[at]?.word ?? '';
}

const PREGNANCY = /^(pregnan|tehot|gestation|gravid)/;
const LABELS = new Set(words('am aged age old vek veku jsem'));

/** "8 months old", "je mi 30 let", "muž 54 let", "má 5 let"; not a duration and not the age of an event. */
function ageOfTime(passage: Passage, time: TimeSpan): AgeMention | null {
  const perUnit = MONTHS[time.unit];
  if (perUnit === undefined) return null;
  const mention = { first: time.first, last: time.last, months: time.count * perUnit };
  if (time.relation === 'old') return isAgeOfThing(passage, time) ? null : mention;
  const before = wordAt(passage, time.first - 1);
  const second = wordAt(passage, time.first - 2);
  if (opensReferral(passage, time)) return mention;
  if (before === 'of' && isPersonNoun(second)) return mention;
  if (time.relation !== 'bare' || isOfPregnancy(passage, time)) return null;
  // Who writes counts years: "I'm 33 weeks" tells of a pregnancy.
  if (LABELS.has(before)) return time.unit === 'year' || !/^(am|jsem)$/.test(before) ? mention : null;
  if (/^(mi|mu|ji|nam)$/.test(before) && /^(je|bylo|bude|jsou)$/.test(second)) return mention;
  if (time.unit !== 'year' && time.unit !== 'month') return isOfInfant(passage, time) ? mention : null;
  if (/^(je|jsou|bylo|ma|is)$/.test(before)) return isPersonWord(second) ? mention : null;
  return hasPersonBeside(passage, time) ? mention : null;
}

const THING =
  /^(it|this|that|pain|ache|headache|cough|cold|infection|rash|spots?|lump|sore|ulcer|blister|cut|wound|stitches|scar|burn|bite|bruise|bruises|injury|sprain|fracture|plaster|dressing)$/;

const isAgeOfThing = (passage: Passage, time: TimeSpan): boolean =>
  isOfThing(passage, time) || isOldThing(passage, time);

/** "The rash is three days old" */
const isOfThing = (passage: Passage, { first }: TimeSpan): boolean =>
  /^(is|s|are|was)$/.test(wordAt(passage, first - 1)) && THING.test(wordAt(passage, first - 2));

/** Things and animals that people tell the age of. */
const OWNED =
  /^(kebab|pizza|sandwich|sushi|burger|chicken|turkey|meat|beef|fish|rice|pasta|curry|stew|soup|milk|cheese|egg|eggs|leftovers?|food|takeaway|salad|bread|cake|fruit|wine|beer|medicines?|tablets?|pills?|antibiotics?|cream|ointment|drops|inhaler|vaccine|prescription|tin|can|car|van|bike|house|flat|mattress|bed|sofa|chair|shoes|boots|trainers|boiler|phone|computer|carpet|building|pacemaker|implants?|stents?|fillings?|crown|denture|dentures|hip|tattoo|piercing|relationship|marriage|company|job|auto|aut[ae]|dum|domu|byt|bytu|matrac\w*|postel\w*|boty|bot|kolo|kole|jidl\w*|mas[oau]|kur\w{1,3}|ryz\w*|ryb\w*|pizz\w*|sendvic\w*|mlek\w*|syr\w*|vejc\w*|polevk\w*|chleb\w*|leky?|prask\w*|mast\w*|krem\w*|kapk\w*|antibiotik\w*|kotel|koberec|jizv[aouy])$/;
const OF_WHICH = 3;

/** "A 2 day old kebab", "my 3 year old dog", "matrace je deset let stará": the age of a thing or an animal. */
function isOldThing(passage: Passage, { first, last }: TimeSpan): boolean {
  const isThing = (at: number): boolean => OWNED.test(wordAt(passage, at)) || isAnimal(wordAt(passage, at));
  for (let at = last + 1; at <= last + OF_WHICH; at += 1) {
    const token = passage.tokens[at];
    if (token?.kind !== 'word' || isPersonNoun(token.word)) break;
    if (isThing(at)) return true;
  }
  return /^(is|was|je|byl[ao]?|jsou)$/.test(wordAt(passage, first - 1)) && isThing(first - 2);
}

const INFANT =
  /^(baby|infant|newborn|son|boy|maly|mala|malej|dite|miminko|mimino|kluk|chlapec|syn|synek|holcicka|kojenec|novorozenec)$/;
const TO_INFANT =
  /^(diteti|malemu|male|miminku|synovi|dceri|dcerce|vnukovi|vnucce|klukovi|holcicce|kojenci|novorozenci)$/;
/** Of more weeks is a pregnancy told, or how long something has lasted. */
const MOST_INFANT_WEEKS = 12;

/**
 * "My baby is 3 weeks and", "dítěti je 5 týdnů", "kojenec 5 týdnů": the age of an infant who is named, where nothing behind it
 * says what it counts ("syn má 3 týdny kašel").
 */
function isOfInfant(passage: Passage, { first, last, unit, count }: TimeSpan): boolean {
  if (count > (unit === 'week' ? MOST_INFANT_WEEKS : MOST_INFANT_WEEKS * 7)) return false;
  const before = wordAt(passage, first - 1);
  const second = wordAt(passage, first - 2);
  if (/^star[yae]$/.test(before) && second === 'je') return true;
  if (/^(je|jsou)$/.test(before) && TO_INFANT.test(second)) return true;
  if (/^(kojenec|novorozenec)$/.test(before)) return passage.sentenceOf(first).first === first - 1;
  const behind = passage.tokens[last + 1];
  const isWhole = behind === undefined || behind.kind === 'mark' || /^(and|a|with|s)$/.test(behind.word);
  return isWhole && isSaidOfInfant(passage, first);
}

function isSaidOfInfant(passage: Passage, first: number): boolean {
  const before = wordAt(passage, first - 1);
  const second = wordAt(passage, first - 2);
  // "Baby 3 weeks, cough"
  if (INFANT.test(before) || /^(dcerk?a|daughter)$/.test(before))
    return passage.sentenceOf(first).first === first - 1;
  if (/^(is|s)$/.test(before) && second === 'she') return namesInfant(passage);
  return /^(is|s|ma|,)$/.test(before) && (second === 'he' || INFANT.test(second));
}

/** "She is 6 weeks" is a pregnancy as well, where no infant is spoken of. */
const namesInfant = ({ tokens }: Passage): boolean =>
  tokens.some(({ word }) =>
    /^(baby|infant|newborn|breastfe\w+|bottles?|formula|napp(y|ies)|diapers?)$/.test(word),
  ) && !tokens.some(({ word }) => PREGNANCY.test(word));

/** "I'm 8 weeks pregnant", "8 weeks and two days pregnant". */
const isOfPregnancy = (passage: Passage, { last }: TimeSpan): boolean =>
  PREGNANCY.test(wordAt(passage, (daysBehind(passage.tokens, last) ?? last) + 1));

/** A word for a sex or a relative stands next to it, a comma or bracket apart at most: "Dcera, 8 měsíců". */
function hasPersonBeside(passage: Passage, time: TimeSpan): boolean {
  const beside = [time.first - 1, time.first - 2, time.last + 1, time.last + 2].map((at) =>
    wordAt(passage, at),
  );
  return beside.some((word) => SEX_WORDS.has(word) || isRelative(word));
}

const YEARS_OLD = new Set(words('yo y/o yom yof yrs y'));
/** The number before these counts something else than years of life. */
const COUNTS_OTHER =
  /^([°%/+-]|weeks?|wks?|days?|hours?|hrs?|months?|years?|minutes?|tyd\w*|mesic\w*|let|rok\w*|dn\w|hod\w*|kg|cm|st\w*|[cfmx]|degrees?|bpm|of|out|to|ft|feet|lbs?)$/;

function ageOfNumber(passage: Passage, number: NumberSpan): AgeMention | null {
  if (!Number.isInteger(number.value) || number.ordinal) return null;
  const after = wordAt(passage, number.last + 1);
  const mention = (last: number, perUnit = 12): AgeMention => ({
    first: number.first,
    last,
    months: number.value * perUnit,
  });
  // "65letý", "65ti letý"
  const adjective = after === 'ti' ? number.last + 2 : number.last + 1;
  const unit = unitOfAdjective(wordAt(passage, adjective));
  if (YEARS_OLD.has(after) || unit !== null) {
    const past = /^(pred|po)$/.test(wordAt(passage, number.first - 1));
    if (past || isOfSymptom(passage, adjective)) return null;
    return mention(adjective, MONTHS[unit ?? 'year']);
  }
  const letter = letterAfter(passage, number);
  if (letter !== null) return mention(letter);
  if (COUNTS_OTHER.test(after)) return null;
  return isLabelled(passage, number) || isAsserted(passage, number) || isApposition(passage, number)
    ? mention(number.last)
    : null;
}

const LOWEST_FAHRENHEIT = 92;
const OLDEST_YEARS = 120;
const INTRODUCES = /^(with|presents|presenting|presented|c\/o|who|admitted|complaining|complains|s|se|,)$/;

/** "54M", "54 F", "54/M"; "102 F" is a temperature unless it opens a referral ("98 F with a cough"). */
function letterAfter(passage: Passage, number: NumberSpan): number | null {
  const slash = wordAt(passage, number.last + 1) === '/' ? 1 : 0;
  const at = number.last + 1 + slash;
  const letter = passage.tokens[at];
  if ((letter?.word !== 'm' && letter?.word !== 'f') || number.value > OLDEST_YEARS) return null;
  const opensSentence = passage.sentenceOf(number.first).first >= number.first - 2;
  const introduces = opensSentence && INTRODUCES.test(wordAt(passage, at + 1));
  // "E3V4M6"
  const next = passage.tokens[at + 1];
  if (next?.kind === 'number' && !next.spaced) return null;
  if (letter.word === 'f' && number.value > LOWEST_FAHRENHEIT && !introduces) return null;
  return !letter.spaced || slash === 1 || opensSentence ? at : null;
}

/** "aged 54", "age: 54", "ve věku 54". */
function isLabelled(passage: Passage, number: NumberSpan): boolean {
  const before = wordAt(passage, number.first - 1);
  const second = wordAt(passage, number.first - 2);
  if (before === 'aged' || before === 'age' || before === 'vek') return true;
  return (
    (before === 'veku' && second === 've') ||
    ((second === 'age' || second === 'vek') && /^(:|is|of)$/.test(before))
  );
}

/** "I am 54", "je mi 54", "my dad is 71". */
function isAsserted(passage: Passage, number: NumberSpan): boolean {
  const before = wordAt(passage, number.first - 1);
  const second = wordAt(passage, number.first - 2);
  if ((before === 'am' && second === 'i') || (/^(mi|mu|ji)$/.test(before) && second === 'je')) return true;
  return /^(is|was|s|je|jsou)$/.test(before) && isPersonWord(second);
}

/** "My mother, 78, has". */
function isApposition(passage: Passage, number: NumberSpan): boolean {
  const after = wordAt(passage, number.last + 1);
  const person = wordAt(passage, number.first - 2);
  const bracketed = wordAt(passage, number.first - 1) === '(' && after === ')';
  const between = wordAt(passage, number.first - 1) === ',' && (after === ',' || after === '');
  return number.value >= 1 && (bracketed || between) && (isRelative(person) || SEX_WORDS.has(person));
}

const REFERRAL_WINDOW = 3;
const SEX_LETTER = /^[mf]$/;

/** "7/52 F", "5/52 first-born boy" at the very beginning. */
function opensReferral(passage: Passage, time: TimeSpan): boolean {
  if (time.first > 0 || passage.tokens[time.last]?.kind !== 'number') return false;
  const following = passage.tokens.slice(time.last + 1, time.last + 1 + REFERRAL_WINDOW);
  const comma = following.findIndex((token) => token.kind === 'mark');
  return following
    .slice(0, comma === -1 ? REFERRAL_WINDOW : comma)
    .some(({ word }) => SEX_LETTER.test(word) || isPersonNoun(word));
}

/** "a baby of five months". */
function isPersonNoun(word: string): boolean {
  return SEX_WORDS.has(word) || isRelative(word);
}

const PRONOUNS = new Set(words('he she jemu ji mu'));

function isPersonWord(word: string): boolean {
  return PRONOUNS.has(word) || isRelative(word);
}

/** "tříletý", "šedesátiletý", "půlroční", "newborn": an age in one word. */
function ageOfWord(passage: Passage, word: string, at: number): AgeMention | null {
  if (word === 'newborn' || /^novorozen(ec|ce|ci|cem)$/.test(word)) return { first: at, last: at, months: 0 };
  const length = lengthOfAdjective(word);
  if (length === null || passage.tokens[at - 1]?.kind === 'number' || isOfSymptom(passage, at)) return null;
  return { first: at, last: at, months: length.count * (MONTHS[length.unit] ?? 0) };
}

/** "dvouměsíční kašel": how long something has lasted. */
function isOfSymptom(passage: Passage, at: number): boolean {
  const next = wordAt(passage, at + 1);
  const told = (passage.readings[at + 1] ?? []).some(({ corrected, width }) => !corrected && width === 1);
  return told && !isPersonNoun(next) && !/^(let|star)/.test(next) && !/let[yaeo]/.test(wordAt(passage, at));
}

const DECADES = new Map(
  ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'].map(
    (word, index): [string, number] => [word, index * 10 + 20],
  ),
);
const POSSESSIVE = /^(his|her|my|their)$/;
const PART: ReadonlyMap<string, number> = new Map([
  ['early', 2],
  ['mid', 5],
  ['late', 8],
]);

/** "in his sixties", "in her mid-forties", "late 70s": about the middle of what is told. */
function ageOfDecade(passage: Passage, at: number): AgeMention | null {
  const token = passage.tokens[at];
  const before = passage.tokens[at - 1];
  const isPlural =
    token?.word === 's' && !token.spaced && before?.kind === 'number' && before.value % 10 === 0;
  const decade = isPlural ? before.value : DECADES.get(token?.word ?? '');
  if (decade === undefined) return null;
  const first = isPlural ? at - 1 : at;
  const part = PART.get(wordAt(passage, first - 1));
  const lead = wordAt(passage, part === undefined ? first - 1 : first - 2);
  if (!POSSESSIVE.test(lead)) return null;
  return { first, last: at, months: (decade + (part ?? 5)) * 12 };
}
