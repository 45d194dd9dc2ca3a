import type { Passage } from '../language/passage.ts';
import type { Token } from '../language/token.ts';
import { tokenize } from '../language/tokenize.ts';
import { LANGUAGES, type Language } from '../language/vocabulary.ts';
import { words } from '../language/word-list.ts';
import { isNegatedVerb } from '../language/words-cs.ts';
import type { BareAnswer } from './bare-answer.ts';
import { contentOf, type Offer } from './offered-value.ts';

/** Longer answers tell more than they take over. */
const MOST_WORDS = 10;

/**
 * A yes or no in the words of the question: "shoulder" to "Does it spread to your left arm or shoulder?", "no rash" to "Is
 * there a rash that …?", "just the left one" to a question about one leg, or about both. Null where the answer has words of
 * its own.
 */
export function readEchoedAnswer({ tokens }: Pick<Passage, 'tokens'>, offer: Offer): BareAnswer | null {
  const { wording } = offer;
  const spoken = tokens.flatMap(({ kind }, index) => (kind === 'mark' ? [] : [index]));
  if (wording === null || spoken.length === 0 || spoken.length > MOST_WORDS) return null;
  const said = spoken.flatMap((index) => tokens[index] ?? []);
  const answer = ofSides(said, wording) ?? firstOf((language) => ofEcho(said, wording[language], language));
  if (answer === null) return null;
  return { answer, uncertain: true, first: spoken[0] ?? 0, last: spoken.at(-1) ?? 0 };
}

type Answer = 'yes' | 'no' | null;

const firstOf = (answerIn: (language: Language) => Answer): Answer =>
  LANGUAGES.map(answerIn).find((answer) => answer !== null) ?? null;

const LEFT = /^(left|lev(a|e|y|ou|em|eho|emu|ym)|v?levo|nalevo)$/;
const RIGHT = /^(right|prav(a|e|y|ou|em|eho|emu|ym)|v?pravo|napravo)$/;
const ONE = /^(one|jed(en|na|no|nu|ne|nom|nou|noho))$/;
const BOTH = /^(both|ob[ea]|obou|obema|oboji)$/;
const AROUND_SIDES = new Set(
  words(`
    just only the my his her of them it is on in at side sides ones
    jen jenom pouze ta ten to je na v ve strana strane stranu strany te tom obou
  `),
);

/** An answer that names nothing but a side, or both. */
function ofSides(said: readonly Token[], wording: Record<Language, string>): Answer {
  const names = (side: RegExp, tokens: readonly Token[]): boolean =>
    tokens.some(({ word }) => side.test(word));
  const isSide = ({ word }: Token): boolean => [LEFT, RIGHT, ONE, BOTH].some((side) => side.test(word));
  if (!said.some(isSide) || !said.every((token) => isSide(token) || AROUND_SIDES.has(token.word)))
    return null;
  const asked = LANGUAGES.flatMap((language) => tokenize(wording[language]));
  const [asksBoth, asksOne] = [names(BOTH, asked), names(ONE, asked)];
  if (names(BOTH, said)) return asksBoth ? 'yes' : null;
  const [asksLeft, asksRight] = [names(LEFT, asked), names(RIGHT, asked)];
  if (asksLeft || asksRight) {
    const isMeant = (asksLeft && names(LEFT, said)) || (asksRight && names(RIGHT, said));
    return isMeant ? 'yes' : names(LEFT, said) || names(RIGHT, said) ? 'no' : null;
  }
  if (asksOne) return 'yes';
  return asksBoth ? 'no' : null;
}

/** Behind these a question says how it means all that stands before: who takes over the words before has not said that. */
const RESTRICTS = new Set(
  words(`
    that which who whose although because so unless until if rather but except while
    ktery ktera ktere kteri kterou ktereho kterym kdyby protoze aby ze prestoze aniz ale i
  `),
);
/** An alternative with one of these is more than its words: "worse than usual", "less effort". */
const QUALIFIES = new Set(
  words('than as when where even without less few little nez jako jak kdyz kde kdy bez malo mene'),
);
/** A denial holds for all that follows: "Have you not been able to eat or drink?" */
const DENIED = /^(not|no|never|cannot|unable|hardly|sotva|nelze|nejde|nejdou|nemuz\w*|nemoh\w*)$/;
const isDenied = ({ word }: Token): boolean => DENIED.test(word) || isNegatedVerb(word);
const OR = new Set(words('or nebo ci'));
const AND: Record<Language, ReadonlySet<string>> = {
  en: new Set(words('and both')),
  cs: new Set(words('a i ani')),
};
/** What may stand in any question, and affirms none. */
const GENERAL = new Set(
  words(`
    pain ache bolest time times day days week weeks month months year years hour hours minute minutes more most less
    before after usual often same thing things something somebody other others another part people patient child person
    side way lot now today two three few feel feels
    bolesti cas den dny dni tyden tydny mesic mesice rok roky hodina hodiny minuty vic vice driv drive obvykle casto
    neco nekdo jiny jina jine cast lide pacient nemocny dite osoba strana hodne ted dnes
  `),
);
const PREPOSITIONS = new Set(
  words(
    'in on at of to with from by for behind under over into near na v ve u za pod po o s se z ze od do k ke pri',
  ),
);
/** A question after whether something is there. */
const EXISTENTIAL =
  /^((is|are|was|were) there|(do|did|does) (you|the \w+|he|she|it) have|have you (had|got|any)|has there been|mate|meli jste|mivate|je|jsou|bylo|byly|objevil\w+)\b/;
const DENIER = /^(no|not|without|bez|zadn[aeyou]\w{0,3}|neni|nejsou|nemam|nema)$/;

function ofEcho(said: readonly Token[], wording: string, language: Language): Answer {
  const question = tokenize(wording);
  const [head, ...rest] = said;
  const phrase = (tokens: readonly Token[]): string => contentOf(tokens, language).join(' ');
  if (head !== undefined && DENIER.test(head.word)) {
    const asked = namedThing(question).map(phrase);
    const denied = phrase(rest);
    if (denied !== '' && asked.includes(denied)) return 'no';
  }
  const affirmed = phrase(said);
  if (affirmed === '' || said.every(({ word, kind }) => GENERAL.has(word) || kind === 'number')) return null;
  return alternatives(question, language).map(phrase).includes(affirmed) ? 'yes' : null;
}

const segmentsOf = (tokens: readonly Token[]): Token[][] => {
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'mark' || OR.has(token.word)) segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments.filter((segment) => segment.length > 0);
};

const isRestricting = (token: Token): boolean => RESTRICTS.has(token.word) || isDenied(token);

/**
 * What is asked for, by the whole of an alternative or by the end of it that stands next to the others. Where something
 * restricts or denies them all, only what says so itself is one.
 */
function alternatives(question: readonly Token[], language: Language): Token[][] {
  const segments = segmentsOf(question);
  if (question.some(isRestricting)) return segments.filter((segment) => segment.some(isRestricting));
  return segments.flatMap((segment, index) => {
    if (segment.some(({ word }) => QUALIFIES.has(word) || AND[language].has(word))) return [segment];
    const [isFirst, isLast] = [index === 0, index === segments.length - 1];
    const ends = isLast && !isFirst ? [] : segment.map((_, from) => segment.slice(from));
    const beginnings = isFirst ? [] : segment.map((_, at) => segment.slice(0, at + 1));
    return [...ends, ...beginnings];
  });
}

/**
 * The one thing after which a question asks whether it is there, by each end of its name: "red rash", "rash". Who denies
 * one of several has not denied the others. "A rash of red or purple spots" is one.
 */
function namedThing(question: readonly Token[]): Token[][] {
  if (!EXISTENTIAL.test(question.map(({ word }) => word).join(' '))) return [];
  const isEnd = ({ word }: Token, index: number): boolean => index > 0 && PREPOSITIONS.has(word);
  const stop = question.findIndex(
    (token, index) => token.kind === 'mark' || RESTRICTS.has(token.word) || isEnd(token, index),
  );
  const [only, ...others] = segmentsOf(stop === -1 ? question : question.slice(0, stop));
  const goesOn = question[stop]?.kind === 'mark' && question.length > stop + 1;
  if (only === undefined || others.length > 0 || goesOn) return [];
  return only.map((_, from) => only.slice(from));
}
