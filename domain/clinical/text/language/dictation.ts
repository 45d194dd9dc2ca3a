import { isNegation } from './negations.ts';
import type { Token } from './token.ts';
import type { Language } from './vocabulary.ts';
import { words } from './word-list.ts';
import { FINITE_CS, isNegatedVerb } from './words-cs.ts';
import { FINITE_EN } from './words-en.ts';

const FINITE = new Set(FINITE_EN);
const VERBS_CS = new Set(FINITE_CS);
const SUBJECT = /^(i|he|she|we|they|it)$/;
/** Behind these the subject belongs to what stands before: "when I cough", "the worst I have had", "I think I have". */
const LEADS_CLAUSE = new Set(
  words(`
    that when if because since as while before after until than how what where why which who whether though although unless
    and or but so like think thought feel felt feels say said says know knew believe guess hope worst ever first time times
    do does did have has had am is are was were can could will would should must not every everything all thing things
  `),
);
const LEADS_CLAUSE_CS = new Set(
  words(`
    ze kdyz protoze jak kde co kdo kdy ktery ktera ktere kteri aby kdyby pokud jestli nez a i ale nebo ani ale tak take taky
    uz jeste asi mozna se si jsem sem jsme to me mi mu ji ho jen moc trochu hodne porad furt stale nikdy vubec
  `),
);
const AUXILIARIES_CS = new Set(
  words(
    'jsem jsi je jsou jsme byl byla bylo byli byly muzu mohu muze chci potrebuji myslim bojim nevim citi ma',
  ),
);
const LEAST_WORDS = 6;

/** True for a stretch of words without a comma, as people dictate it, in which something is denied. */
export function isUnpunctuated(
  tokens: readonly Token[],
  { first, end }: { first: number; end: number },
): boolean {
  let spoken = 0;
  let denies = false;
  for (let at = first; at < end; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'mark' && at < end - 1) return false;
    spoken += 1;
    denies ||= isNegation(token?.word ?? '');
  }
  return denies && spoken >= LEAST_WORDS;
}

/** In words without commas, where a new statement begins behind one that has its verb: "no cough | I feel sick", "nemám kašel | zvracím". */
export function beginsStatement(
  tokens: readonly Token[],
  at: number,
  { language, segment }: { language: Language; segment: { first: number } },
): boolean {
  const word = tokens[at]?.word ?? '';
  const before = tokens[at - 1]?.word ?? '';
  const after = tokens[at + 1];
  if (language === 'en')
    return (
      SUBJECT.test(word) &&
      FINITE.has(after?.word ?? '') &&
      !LEADS_CLAUSE.has(before) &&
      tokens.slice(segment.first, at).some((token) => isNegation(token.word))
    );
  if (LEADS_CLAUSE_CS.has(before) || !isMainVerb(word)) return false;
  // "Dneska jsem při běhu omdlel": the verb of the statement that its auxiliary has begun.
  return tokens.slice(segment.first, at).some((token) => isMainVerb(token.word));
}

const isMainVerb = (word: string): boolean =>
  !AUXILIARIES_CS.has(word) && (VERBS_CS.has(word) || isNegatedVerb(word));
