import type { Token } from './token.ts';
import type { Language } from './vocabulary.ts';
import { words } from './word-list.ts';

/**
 * How a segment begins. `or` continues a negated list, `and` and `comma` may, `hard` ("but", "because", "ale") never
 * does. `start` is the beginning of a sentence.
 */
export type Opener = 'start' | 'comma' | 'and' | 'or' | 'hard';

const AND = new Set(['and', 'plus']);
const OR = new Set(words('or nor nebo ani anebo'));
const HARD = new Set(
  words(`
    but however although though except because besides despite ale avsak vsak nicmene jenze jenomze protoze takze presto
    prestoze ackoli ackoliv kvuli krome vyjma zato naopak ovsem jinak nez
  `),
);
const HARD_PAIRS: ReadonlyMap<string, string> = new Map([
  ['apart', 'from'],
  ['aside', 'from'],
  ['other', 'than'],
  ['due', 'to'],
  ['so', 'that'],
  ['as', 'well'],
  ['az', 'na'],
]);
const HARD_AFTER_COMMA = new Set(
  words('so yet while whereas just only jen jenom pouze akorat kdezto zatimco'),
);
const NOTHING = new Set(['nothing', 'nic']);
/** After these a comma only belongs to Czech spelling: the statement goes on. */
const COMPLEMENTS = new Set(words('ze zda zdali jestli that kteri ktery ktera ktere kterou'));
/** So does one between knowing and what is known: "neví, kde je". */
const KNOWS = /^(ne)?(vi|vim|vedel|vedela|tusi|tusil|tusila|pamatuje|pamatoval|pamatovala|pozna|rekne)$/;
const WHAT_IS_KNOWN = new Set(words('kde kdo kdy co jak jaky jaka jake'));
const ANSWERS = new Set(
  words(
    'no none nil ne ano yes absent present denied negative positive neguje popira negativni pozitivni ve',
  ),
);

/** "fever (-), cough (+)" */
const SIGNS = new Set(['-', '+', 'neg', 'negative']);

const goesOn = (before: Token | undefined, after: Token): boolean =>
  COMPLEMENTS.has(after.word) || (WHAT_IS_KNOWN.has(after.word) && KNOWS.test(before?.word ?? ''));

/** "fever -, cough +": a sign behind its word, with a mark or the end of the line behind it. */
export const isSignBehind = (token: Token, before: Token | undefined, after: Token | undefined): boolean =>
  (token.word === '-' || token.word === '+') &&
  before?.kind === 'word' &&
  token.lines === 0 &&
  (after === undefined || after.lines > 0 || /^[,;.)]$/.test(after.word));

/** How the token opens a new segment of the sentence, or null where it does not. */
export function openerAt(tokens: readonly Token[], at: number, language: Language): Opener | null {
  const token = tokens[at];
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (token === undefined || after === undefined) return null;
  return token.kind === 'mark' ? openerOfMark(token, before, after) : openerOfWord(tokens, at, language);
}

function openerOfMark(token: Token, before: Token | undefined, after: Token): Opener | null {
  const betweenWords = before?.kind === 'word' && after.kind === 'word';
  switch (token.word) {
    case ',':
      return goesOn(before, after) ? null : 'comma';
    case '(':
      return SIGNS.has(after.word) ? null : 'comma';
    case ')':
      return SIGNS.has(before?.word ?? '') ? null : 'comma';
    case '/':
      return betweenWords ? 'or' : null;
    case '+':
      return betweenWords ? 'and' : null;
    case '-':
      return token.spaced && !ANSWERS.has(after.word) && !isSignBehind(token, before, after) ? 'comma' : null;
    default:
      return null;
  }
}

function openerOfWord(tokens: readonly Token[], at: number, language: Language): Opener | null {
  const word = tokens[at]?.word ?? '';
  const before = tokens[at - 1]?.word ?? '';
  const after = tokens[at + 1]?.word ?? '';
  if (isParticle(tokens, at)) return null;
  if (HARD.has(word) || HARD_PAIRS.get(word) === after) return 'hard';
  if (HARD_AFTER_COMMA.has(word) && (/^[,-]$/.test(before) || NOTHING.has(before))) return 'hard';
  if (OR.has(word)) return 'or';
  if (AND.has(word)) return 'and';
  if (language === 'cs') {
    if (word === 'a' || word === 'i') return 'and';
    if (word === 'ci') return 'or';
    if (word === 'pro') return 'hard';
  }
  return null;
}

const DENIES_CS = /^(zadn\w+|nema|nemam|nemel[aoiy]?|neni|nejsou|nebyl[aoiy]?)$/;

/** "Teplotu ale nemá": no "but", which has its comma; what is denied stands before it. */
function isParticle(tokens: readonly Token[], at: number): boolean {
  if (!/^(ale|vsak)$/.test(tokens[at]?.word ?? '') || tokens[at - 1]?.kind !== 'word') return false;
  const rest = tokens.slice(at + 1, at + 4);
  const end = rest.findIndex(({ kind }) => kind !== 'word');
  return (end > 0 || at + 1 + rest.length === tokens.length) && DENIES_CS.test(rest[0]?.word ?? '');
}

/** True for a word at which a statement may be cut. */
export function isConjunction(word: string, language: Language): boolean {
  return (
    HARD.has(word) || OR.has(word) || AND.has(word) || (language === 'cs' && /^(a|i|ci|pro)$/.test(word))
  );
}

const ABBREVIATIONS = new Set(
  words(
    'sat dr mr mrs ms st tzn napr cca resp pac hosp tj vs susp suspek podezr approx temp hod min mudr tel cislo max',
  ),
);
const ORDINAL_NOUNS = /^(tyd|mesic|den|dne|trimest|hod|rok|let|typ|stup|rocn)/;

/** True where the token ends its sentence; `after` is the token behind it. */
export function endsSentence(before: Token | undefined, token: Token, after: Token | undefined): boolean {
  if (after === undefined) return true;
  switch (token.word) {
    case '!':
    case ';':
      return true;
    case '?':
      // "Imp: ? pneumonia" is a clinician's "perhaps"; that of "?pneumonia" has become a word.
      if (after.kind === 'word' && after.lines === 0 && opensQuery(before, token)) return false;
      return after.spaced || after.kind !== 'word' || (before !== undefined && !token.spaced);
    case '.':
      return before === undefined || !isAbbreviation(before, after);
    default:
      return false;
  }
}

/** True for a question mark to which nothing before it can belong. */
function opensQuery(before: Token | undefined, token: Token): boolean {
  return before === undefined || token.lines > 0 || (token.spaced && /^[.,;:(]$/.test(before.word));
}

function isAbbreviation(before: Token, after: Token): boolean {
  if (before.kind === 'number')
    return after.kind === 'number' ? !after.spaced : ORDINAL_NOUNS.test(after.word);
  if (after.lines > 0) return false;
  return before.kind === 'word' && (before.word.length === 1 || ABBREVIATIONS.has(before.word));
}
