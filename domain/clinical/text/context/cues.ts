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
    const cue = {
      kind: hit.payload,
      first: hit.first,
      last: hit.last,
      clause,
      segmentEnd: endsSegment(passage, hit),
    };
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
    } else if (isNegatedVerb(word)) {
      found.push({ first: index, last: index, payload: 'verb' });
    }
  }
  return found;
}

function isFalseFriend(passage: Passage, hit: Hit<CueKind>): boolean {
  const word = (index: number): string => passage.tokens[index]?.word ?? '';
  const sentence = passage.sentenceOf(hit.first);
  if (CZECH_ONLY.has(word(hit.first)) && sentence.language === 'en') return true;
  switch (hit.payload) {
    case 'no':
      return isAnswer(passage, hit) || (word(hit.first) === 'no' && isCzechWell(passage, hit));
    case 'uncertain':
      return isApproximation(passage, hit);
    case 'past':
      return /^(since|od|than|nez|as|jako|never|nikdy)$/.test(word(hit.first - 1));
    default:
      return false;
  }
}

/** "asi 3 dny", "probably two weeks", "maybe a week": about, not perhaps. */
function isApproximation(passage: Passage, hit: Hit<CueKind>): boolean {
  const next = passage.tokens[hit.last + 1];
  // "?pneumonia" is a doubt, any other question mark is none.
  if (passage.tokens[hit.first]?.word === '?') return next?.spaced !== false || next.kind !== 'word';
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
function endsSegment(passage: Passage, hit: Hit<CueKind>): boolean {
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
