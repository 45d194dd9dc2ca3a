import type { Passage } from '../language/passage.ts';
import type { Hit } from '../language/sequences.ts';
import { isNegatedVerb } from '../language/words-cs.ts';
import { CUES, type CueKind } from './cue-words.ts';

/** A cue in the text, `last` inclusive, with its place in the structure. */
export type Cue = { kind: CueKind; first: number; last: number; clause: number; segmentEnd: boolean };

const CZECH_ONLY = new Set(['drive', 'spis', 'prej']);
const NUMBERISH =
  /^(jeden|jedna|jednu|dva|dve|tri|ctyri|pet|sest|sedm|osm|devet|deset|tyden|hodinu|mesic|pul|two|three|four|five|six|seven|eight|nine|ten|half|pred|od)$/;
const TIME_NOUN = /^(hour|day|week|month|year|couple|few)$/;
/** After a bare "no" or "ne" these begin a statement of their own: it was an answer and denies nothing of it. */
const AFTER_ANSWER = /^(,|i|he|she|it|we|they|my|yes|mam|boli|jsem|je|ma|ale|but)$/;
const SUPERLATIVE = /^(takov\w*|such|worse|worst|horsi|silnejsi|unlike)$/;

/** All cues of the passage by clause. What only looks like a cue is left out. */
export function readCues(passage: Passage): Map<number, Cue[]> {
  const byClause = new Map<number, Cue[]>();
  for (const hit of hits(passage)) {
    if (hit.payload === 'neutral' || isFalseFriend(passage, hit)) continue;
    const clause = passage.segmentOf(hit.first).clause;
    const cue = cueOf(passage, hit, clause);
    const list = byClause.get(clause);
    if (list === undefined) byClause.set(clause, [cue]);
    else list.push(cue);
  }
  for (const [clause, cues] of byClause) {
    if (hasSuperlative(passage, cues))
      byClause.set(
        clause,
        cues.filter((cue) => cue.kind !== 'no' && cue.kind !== 'verb'),
      );
  }
  return byClause;
}

function hits(passage: Passage): Hit<CueKind>[] {
  const { tokens } = passage;
  const found: Hit<CueKind>[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const word = tokens[index]?.word ?? '';
    const hit = CUES.at(tokens, index);
    if (hit !== null) {
      found.push(hit);
      index = hit.last;
    } else if (isNegatedVerb(word) && !isUnwitnessed(passage, index)) {
      found.push({ first: index, last: index, payload: 'verb' });
    }
  }
  return found;
}

/** True for a verb of seeing or knowing: "nobody saw the seizure" does not say that there was none. */
export function isSeeing(word: string): boolean {
  return /^(saw|see|sees|seen|seeing|witness\w*|know\w*|notic\w*|believ\w*|explain\w*|(ne)?(vid\w*|vi|vsiml\w*|veri))$/.test(
    word,
  );
}

/** "Nikdo záchvat neviděl" */
function isUnwitnessed(passage: Passage, verb: number): boolean {
  if (!isSeeing(passage.tokens[verb]?.word ?? '')) return false;
  const { first, end } = passage.clauseOf(verb);
  return passage.tokens.slice(first, end).some(({ word }) => word === 'nikdo');
}

function cueOf(passage: Passage, { first, last, payload }: Hit<CueKind>, clause: number): Cue {
  const segmentEnd = endsSegment(passage, { first, last });
  const cue: Cue = { kind: payload, first, last, clause, segmentEnd };
  const next = passage.tokens[last + 1]?.word ?? '';
  const after = LITTLE.test(next) ? (passage.tokens[last + 2]?.word ?? '') : next;
  switch (payload) {
    case 'excluded':
      return segmentEnd || BY_WHAT.test(next) ? { ...cue, kind: 'absent', segmentEnd: true } : cue;
    case 'absent':
      return NEGATIVE.test(passage.tokens[first]?.word ?? '') && !segmentEnd
        ? { ...cue, kind: 'bound' }
        : cue;
    case 'past':
    case 'gone':
      return isHabit(after) && LEFT_OFF.test(passage.tokens[first]?.word ?? '')
        ? { ...cue, kind: 'bound' }
        : cue;
    default:
      return cue;
  }
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
/** "over the last year" reaches to now. */
const UP_TO_NOW = /^(the|this|these|over|during|within|for|in|za|behem|poslednim)$/;

function isFalseFriend(passage: Passage, hit: Hit<CueKind>): boolean {
  const word = (index: number): string => passage.tokens[index]?.word ?? '';
  const sentence = passage.sentenceOf(hit.first);
  if (CZECH_ONLY.has(word(hit.first)) && sentence.language === 'en') return true;
  switch (hit.payload) {
    case 'no':
      return isAnswer(passage, hit) || (word(hit.first) === 'no' && isCzechWell(passage, hit));
    case 'uncertain':
    case 'nearly':
      return isApproximation(passage, hit);
    case 'past':
      if (LAST_TIME.test(word(hit.first)) && UP_TO_NOW.test(word(hit.first - 1))) return true;
      return /^(since|od|than|nez|as|jako|never|nikdy)$/.test(word(hit.first - 1));
    case 'bound':
      return isNoLeavingOff(word(hit.first - 1), word(hit.first), word(hit.last + 1));
    default:
      return false;
  }
}

/** "trying to quit smoking" goes on, and "stopped" says so much only of a habit. */
function isNoLeavingOff(before: string, word: string, after: string): boolean {
  return (word === 'quit' && before === 'to') || (word === 'stopped' && !isHabit(after));
}

/** "asi 3 dny", "probably two weeks", "maybe a week": about, not perhaps. */
function isApproximation(passage: Passage, hit: Hit<CueKind>): boolean {
  const next = passage.tokens[hit.last + 1];
  // "?pneumonia" and "? pneumonia" are a doubt, a question mark that ends a sentence is none.
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

function isAnswer(passage: Passage, hit: Hit<CueKind>): boolean {
  const word = passage.tokens[hit.first]?.word;
  if (word !== 'no' && word !== 'ne') return false;
  return (
    passage.clauseOf(hit.first).first === hit.first &&
    AFTER_ANSWER.test(passage.tokens[hit.last + 1]?.word ?? '')
  );
}

/** "no" in Czech is "well": "no bolí mě hlava". */
function isCzechWell(passage: Passage, hit: Hit<CueKind>): boolean {
  if (passage.sentenceOf(hit.first).language !== 'cs') return false;
  return /^(boli|jo|tak|mam|jsem|je|asi|ono|to|nevim|ano|ale|on|ona)$/.test(
    passage.tokens[hit.last + 1]?.word ?? '',
  );
}

/** True where no word stands behind the cue in its segment. */
function endsSegment(passage: Passage, hit: { first: number; last: number }): boolean {
  const { end } = passage.segmentOf(hit.first);
  for (let at = hit.last + 1; at < end; at += 1) if (passage.tokens[at]?.kind === 'word') return false;
  return true;
}

/** "never had such a pain", "nikdy jsem neměl takovou bolest": this one is there. */
function hasSuperlative(passage: Passage, cues: readonly Cue[]): boolean {
  const never = cues.find((cue) => /^(never|nikdy)$/.test(passage.tokens[cue.first]?.word ?? ''));
  if (never === undefined) return false;
  const { first, end } = passage.clauseOf(never.first);
  const words = passage.tokens.slice(first, end).map((token) => token.word);
  return (
    words.some((word) => SUPERLATIVE.test(word)) ||
    / (like this|this bad|so bad|that bad|tak siln\w+|tak moc)/.test(words.join(' '))
  );
}
