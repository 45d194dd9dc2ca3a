import { isMonth } from '../language/calendar.ts';
import type { Passage } from '../language/passage.ts';
import type { Hit } from '../language/sequences.ts';
import { isSignBehind } from '../language/separators.ts';
import { deniesObject } from '../language/negated-verbs.ts';
import { isNegatedVerb } from '../language/words-cs.ts';
import { TRIGGERS, type TriggerKind } from './trigger-words.ts';
import { isNegatedForOthers } from './perception-verbs.ts';

/** A trigger of negation, experiencer or temporality in the text, `last` inclusive, with its place in the structure. */
export type Trigger = { kind: TriggerKind; first: number; last: number; clause: number; segmentEnd: boolean };

const CZECH_ONLY = new Set(['drive', 'spis', 'prej']);
const NUMBERISH =
  /^(jeden|jedna|jednu|dva|dve|tri|ctyri|pet|sest|sedm|osm|devet|deset|tyden|hodinu|mesic|pul|two|three|four|five|six|seven|eight|nine|ten|half|pred|od)$/;
const TIME_NOUN = /^(hour|day|week|month|year|couple|few)$/;
/** After a bare "no" or "ne" these begin a statement of their own: it was an answer and denies nothing of it. */
const AFTER_ANSWER = /^(,|i|he|she|it|we|they|my|yes|mam|boli|jsem|je|ma|ale|but)$/;
const SUPERLATIVE = /^(takov\w*|such|worse|worst|horsi|silnejsi|unlike)$/;

/** All triggers of the passage by clause. What only looks like a trigger is left out. `worded`: words of phrases that were found. */
export function readTriggers(passage: Passage, worded: ReadonlySet<number>): Map<number, Trigger[]> {
  const byClause = new Map<number, Trigger[]>();
  for (const hit of hits(passage, worded)) {
    if (isFalseFriend(passage, hit)) continue;
    const clause = passage.segmentOf(hit.first).clause;
    const trigger = triggerOf(passage, hit, clause);
    const list = byClause.get(clause);
    if (list === undefined) byClause.set(clause, [trigger]);
    else list.push(trigger);
  }
  for (const [clause, triggers] of byClause) {
    if (hasSuperlative(passage, triggers))
      byClause.set(
        clause,
        triggers.filter((trigger) => trigger.kind !== 'no' && trigger.kind !== 'verb'),
      );
  }
  return byClause;
}

function hits(passage: Passage, worded: ReadonlySet<number>): Hit<TriggerKind>[] {
  const { tokens } = passage;
  const found: Hit<TriggerKind>[] = [];
  const denials = readSigns(passage);
  for (let index = 0; index < tokens.length; index += 1) {
    const hit = denials.get(index) ?? TRIGGERS.at(tokens, index) ?? pastYearAt(passage, index);
    if (hit !== null) {
      found.push(hit);
      index = hit.last;
    } else if (isDenyingVerb(passage, index, worded) && !isNegatedForOthers(passage, index)) {
      found.push({ first: index, last: index, payload: 'verb' });
    }
  }
  return found;
}

/** A verb with ne-; one that is a word of a phrase by itself ("nezvracel") says that for itself alone. */
function isDenyingVerb({ text, tokens }: Passage, at: number, worded: ReadonlySet<number>): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return worded.has(at) ? isNegatedVerb(token.word) : deniesObject(text, token);
}

/**
 * The minus signs of a list that carries signs: behind its words ("cough +, fever -", "cough -, fever -") or, beside plus signs,
 * at the beginning of its lines.
 */
function readSigns({ tokens }: Passage): Map<number, Hit<TriggerKind>> {
  const isBehind = (at: number): boolean => {
    const token = tokens[at];
    return token !== undefined && isSignBehind(token, tokens[at - 1], tokens[at + 1]);
  };
  const isBefore = (at: number): boolean =>
    (at === 0 || (tokens[at]?.lines ?? 0) > 0) && tokens[at + 1]?.kind === 'word';
  const found = new Map<number, Hit<TriggerKind>>();
  for (const [isSign, payload] of [
    [isBehind, 'absent'],
    [isBefore, 'no'],
  ] as const) {
    const signs = [...tokens.keys()].filter((at) => /^[+-]$/.test(tokens[at]?.word ?? '') && isSign(at));
    const isList = signs.some((at) => tokens[at]?.word === '+') || (isSign === isBehind && signs.length > 1);
    if (!isList) continue;
    for (const at of signs) if (tokens[at]?.word === '-') found.set(at, { first: at, last: at, payload });
  }
  return found;
}

const IN_YEAR = /^(in|v|roce|r)$/;
/** Whatever year it is now, these are past. */
const DECADES = /^(sixties|seventies|eighties|nineties|noughties|(19)?[6-9]0s|20[01]0s)$/;

/** "in 2010", "v roce 2010", "in the eighties", "overdose 2019,": not "since 2010". */
function pastYearAt(passage: Passage, at: number): Hit<TriggerKind> | null {
  const { tokens, pastYears } = passage;
  const word = (index: number): string => tokens[index]?.word ?? '';
  const isPast = (index: number): boolean => pastYears.has(index) || DECADES.test(word(index));
  if (IN_YEAR.test(word(at))) {
    const last = yearBehind(passage, at);
    if (isPast(last)) return { first: at, last, payload: 'past' };
  }
  if (!isPast(at) || IN_YEAR.test(word(at - 1))) return null;
  const bare = { first: isMonth(word(at - 1)) ? at - 1 : at, last: at, payload: 'past' } as const;
  return endsSegment(passage, bare) ? bare : null;
}

/** Where the year stands behind "in", "in the" or "in March". */
function yearBehind({ tokens, pastYears }: Passage, at: number): number {
  if (tokens[at + 1]?.word === 'the') return at + 2;
  const year = [at + 1, at + 2, at + 3].find((index) => pastYears.has(index)) ?? at + 1;
  const between = tokens.slice(at + 1, year);
  return between.every(({ word, kind }) => kind !== 'word' || isMonth(word)) ? year : at + 1;
}

/** True for a trigger that names a year: it holds for its own part of the sentence. */
export const isYear = ({ tokens, pastYears }: Passage, { last }: Trigger): boolean =>
  pastYears.has(last) || DECADES.test(tokens[last]?.word ?? '');

function triggerOf(passage: Passage, { first, last, payload }: Hit<TriggerKind>, clause: number): Trigger {
  const segmentEnd = endsSegment(passage, { first, last });
  const trigger: Trigger = { kind: payload, first, last, clause, segmentEnd };
  const next = passage.tokens[last + 1]?.word ?? '';
  const after = LITTLE.test(next) ? (passage.tokens[last + 2]?.word ?? '') : next;
  switch (payload) {
    case 'excluded':
      return segmentEnd || BY_WHAT.test(next) ? { ...trigger, kind: 'absent', segmentEnd: true } : trigger;
    case 'absent':
      return signOf(passage, trigger, next);
    case 'no':
      return isPresentIllness(passage, trigger, next) ? { ...trigger, kind: 'pseudo' } : trigger;
    case 'past':
    case 'gone':
      return isHabit(after) && LEFT_OFF.test(passage.tokens[first]?.word ?? '')
        ? { ...trigger, kind: 'bound' }
        : trigger;
    default:
      return trigger;
  }
}

const NOT_DONE = /^(not|never)$/;
const PASSIVE = /^(is|are|was|were|be|been|being)$/;

/** "Spots that were not there this morning": they are now. */
const HERE = /^(there|present)$/;

/** "Fever was not noted on arrival" denies what stands before it, "have not noted a fever" what follows. */
function notFound({ tokens }: Passage, trigger: Trigger): Trigger {
  if (trigger.segmentEnd || HERE.test(tokens[trigger.last]?.word ?? '')) return trigger;
  return PASSIVE.test(tokens[trigger.first - 1]?.word ?? '')
    ? { ...trigger, segmentEnd: true }
    : { ...trigger, kind: 'no' };
}

/** "NO: bolest na hrudi": the present illness (nynější onemocnění) of a Czech letter, and no denial. */
const isPresentIllness = (passage: Passage, { first }: Trigger, next: string): boolean =>
  next === ':' && passage.tokens[first]?.word === 'no' && passage.sentenceOf(first).language === 'cs';

/** "Negative" as a heading denies the list behind it, behind a noun only that ("Covid test negative: fever"). */
function signOf(passage: Passage, trigger: Trigger, next: string): Trigger {
  const word = passage.tokens[trigger.first]?.word ?? '';
  if (NOT_DONE.test(word)) return notFound(passage, trigger);
  const isHeading = passage.sentenceOf(trigger.first).first === trigger.first;
  if (isHeading && /^(-|negativ\w*)$/.test(word) && /^(:|for)$/.test(next))
    return { ...trigger, kind: 'denies', last: trigger.last + 1 };
  if (!NEGATIVE.test(word) || trigger.segmentEnd) return trigger;
  return next === ':' || BY_WHAT.test(next)
    ? { ...trigger, segmentEnd: true }
    : { ...trigger, kind: 'bound' };
}

const LITTLE = /^(jsem|se|be|a)$/;
/** "excluded by CT": nothing that was excluded stands behind it. */
const BY_WHAT = /^(by|on|with|via|at|in|after|na|pomoci|dle|podle|pri|po)$/;
const NEGATIVE = /^negativ/;
const LEFT_OFF = /^(used|presta\w*)$/;

/** True for a word of a habit that can be left off: smoking and drinking. */
export function isHabit(word: string): boolean {
  return /^(smok|drink|vap|kour|pit$)/.test(word);
}

const LAST_TIME = /^(last|minul)/;
/** "Previously fit and well" says nothing of what follows. */
const WELL = /^(healthy|well|fit|zdrav\w*)$/;
const CAN = /^(can|could|may)$/;
/** "over the last year" reaches to now. */
const UP_TO_NOW = /^(the|this|these|over|during|within|for|in|za|behem|poslednim)$/;

/** "A 3-day history of", "a long history of", "recent history of" tell of what goes on. */
const GOES_ON =
  /^((minute|hour|day|week|month|year|hr|min|wk|yr)s?|long|longer|longstanding|lifelong|short|shorter|brief|acute|recent|progressive|typical|classic|clear|current|this)$/;
/** "Presents with a history of", "gives a history of". */
const TELLS =
  /^(present\w*|comes?|came|gives?|gave|giving|attend\w*|brought|complain\w*|reports?|describ\w*)$/;
const TELLING_WINDOW = 3;
/** "History of present illness" */
const OF_THE_ILLNESS = /^(present|presenting|the|this|current)$/;

/** True for a trigger of history that tells of what the patient comes with. */
function isOfNow({ tokens }: Passage, { first, last }: Hit<TriggerKind>): boolean {
  const word = (at: number): string => tokens[at]?.word ?? '';
  if (OF_THE_ILLNESS.test(word(last + 1)) || GOES_ON.test(word(first - 1))) return true;
  for (let at = first - 1; at >= first - TELLING_WINDOW; at -= 1) if (TELLS.test(word(at))) return true;
  return false;
}

/** "over the last year", "previously fit", "can no longer walk", "worse than last year": what is so now. */
function isNotOver({ tokens }: Passage, { first, last }: Hit<TriggerKind>): boolean {
  const word = (index: number): string => tokens[index]?.word ?? '';
  if (LAST_TIME.test(word(first)) && UP_TO_NOW.test(word(first - 1))) return true;
  if (WELL.test(word(last + 1))) return true;
  if (word(first) === 'no' && CAN.test(word(first - 1))) return true;
  return /^(since|od|than|nez|as|jako|never|nikdy)$/.test(word(first - 1));
}

function isFalseFriend(passage: Passage, hit: Hit<TriggerKind>): boolean {
  const word = (index: number): string => passage.tokens[index]?.word ?? '';
  const sentence = passage.sentenceOf(hit.first);
  if (CZECH_ONLY.has(word(hit.first)) && sentence.language === 'en') return true;
  switch (hit.payload) {
    case 'no':
      // "ani v klidu": not even there.
      if (word(hit.first) === 'ani' && /^(v|ve|po|pri|za|do|s|se|kdyz)$/.test(word(hit.last + 1)))
        return true;
      if (word(hit.first) === '0' && !isNone(passage, hit)) return true;
      return isAnswer(passage, hit) || (word(hit.first) === 'no' && isCzechWell(passage, hit));
    case 'uncertain':
    case 'nearly':
      return isApproximation(passage, hit);
    case 'past':
      return isNotOver(passage, hit);
    case 'history':
      return isOfNow(passage, hit);
    case 'denies':
      // "negative for two days"
      return word(hit.last) === 'for' && isCounted(passage, hit.last + 1);
    case 'bound':
      return isNoLeavingOff(word(hit.first - 1), word(hit.first), word(hit.last + 1));
    default:
      return false;
  }
}

/** "for two days", "for a week", "for years" */
function isCounted({ tokens }: Passage, at: number): boolean {
  const word = tokens[at]?.word ?? '';
  const noun = /^(a|the)$/.test(word) ? (tokens[at + 1]?.word ?? '') : word;
  return tokens[at]?.kind === 'number' || NUMBERISH.test(word) || TIME_NOUN.test(noun.replace(/s$/, ''));
}

/** "trying to quit smoking" goes on, and "stopped" says so much only of a habit. */
function isNoLeavingOff(before: string, word: string, after: string): boolean {
  return (word === 'quit' && before === 'to') || (word === 'stopped' && !isHabit(after));
}

/** "asi 3 dny", "probably two weeks", "maybe a week": about, not perhaps. */
function isApproximation(passage: Passage, hit: Hit<TriggerKind>): boolean {
  const next = passage.tokens[hit.last + 1];
  // "? pneumonia" is a doubt, a question mark that ends a sentence is none.
  if (passage.tokens[hit.first]?.word === '?')
    return next?.kind !== 'word' || passage.sentenceOf(hit.first).end === hit.first + 1;
  if (next === undefined) return false;
  const article = next.word === 'a' || next.word === 'an';
  return (
    next.kind === 'number' ||
    NUMBERISH.test(next.word) ||
    (article && TIME_NOUN.test(passage.tokens[hit.last + 2]?.word ?? ''))
  );
}

function isAnswer(passage: Passage, hit: Hit<TriggerKind>): boolean {
  const word = passage.tokens[hit.first]?.word;
  if (word !== 'no' && word !== 'ne') return false;
  return (
    passage.clauseOf(hit.first).first === hit.first &&
    AFTER_ANSWER.test(passage.tokens[hit.last + 1]?.word ?? '')
  );
}

/** "no" in Czech is "well": "no bolí mě hlava". */
function isCzechWell(passage: Passage, hit: Hit<TriggerKind>): boolean {
  if (passage.sentenceOf(hit.first).language !== 'cs') return false;
  return /^(boli|jo|tak|mam|jsem|je|asi|ono|to|nevim|ano|ale|on|ona)$/.test(
    passage.tokens[hit.last + 1]?.word ?? '',
  );
}

/** "deprese 0, ztuhlost 0": a number of its own behind a word, and nothing counted behind it. */
const isNone = (passage: Passage, hit: Hit<TriggerKind>): boolean =>
  passage.tokens[hit.first]?.spaced === true &&
  passage.tokens[hit.first - 1]?.kind === 'word' &&
  endsSegment(passage, hit);

/** True where no word stands behind the trigger in its segment. */
function endsSegment(passage: Passage, hit: { first: number; last: number }): boolean {
  const { end } = passage.segmentOf(hit.first);
  for (let at = hit.last + 1; at < end; at += 1) if (passage.tokens[at]?.kind === 'word') return false;
  return true;
}

/** "never had such a pain", "nikdy jsem neměl takovou bolest": this one is there. */
function hasSuperlative(passage: Passage, triggers: readonly Trigger[]): boolean {
  const never = triggers.find((trigger) => /^(never|nikdy)$/.test(passage.tokens[trigger.first]?.word ?? ''));
  if (never === undefined) return false;
  const { first, end } = passage.clauseOf(never.first);
  const words = passage.tokens.slice(first, end).map((token) => token.word);
  return (
    words.some((word) => SUPERLATIVE.test(word)) ||
    / (like this|this (bad|much|severe)|so (bad|much|many|severe|strong)|that (bad|much)|tak siln\w+|tak moc|tolik)/.test(
      words.join(' '),
    )
  );
}
