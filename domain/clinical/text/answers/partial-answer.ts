import type { Passage } from '../language/passage.ts';
import type { Token } from '../language/token.ts';
import { words } from '../language/word-list.ts';
import { isNegatedVerb } from '../language/words-cs.ts';
import type { BareAnswer } from './bare-answer.ts';

/** Longer answers tell a story. */
const MOST_WORDS = 16;

/** Words that grant what was asked to a part only. */
const PARTLY = new Set(
  words(`
    only just little bit slightly somewhat sometimes occasionally mostly mainly once twice mild mildly rarely usually especially
    jen jenom pouze akorat trochu trosku trosicku lehce mirne obcas nekdy hlavne vetsinou prevazne jednou dvakrat zridka malinko
  `),
);
/** How much or how often, without any circumstance. */
const QUANTITY =
  /^((just|only) )?(an? )?(little|little bit|bit|tiny bit|slightly|somewhat|sometimes|occasionally|on and off|off and on|now and then|now and again|at times|from time to time|mild|mildly|once|twice)$|^(jen |jenom |tak )?(trochu|trosku|trosicku|malinko|lehce|mirne|obcas|nekdy|jednou|dvakrat|tu a tam|cas od casu|sem tam)$/;
/** Where a circumstance begins. */
const OCCASION = new Set(
  words(`
    when while if at in on during after before with every upstairs uphill walking climbing running lying standing sitting
    bending eating swallowing coughing today yesterday tonight morning evening afternoon night earlier
    kdyz pri v ve na po pred do ze z behem s se pokud rano vecer odpoledne dopoledne dnes dneska vcera
  `),
);
/** What may be denied beside it, and is only another circumstance: "not at rest", "teď ne", "no more than usual". */
const CIRCUMSTANCE = new Set(
  words(`
    rest now today night nights day days daytime morning evening since otherwise then always time times yesterday constantly
    constant usual usually continuously everyday lying sitting standing walking stairs flat before after much often anymore
    klidu ted nyni dnes dneska noci noc den dne pres rano vecer doby jinak porad vzdy vzdycky stale furt neustale pak potom
    vcera leze sede stoje rovine schodu schody odpoledne moc casto pravidelne obvykle
  `),
);
const DENIES = new Set(words('no not never none ne nikdy neni nejsou nemam nema'));
const AFFIRMS = new Set(words('yes yeah yep ano jo'));
/** A place or a time of long ago says nothing of now. */
const LONG_AGO =
  /^(child|kid|childhood|younger|used|years|ago|past|dite|detstvi|mladi|driv|drive|kdysi|lety)$/;
/** "Not even at rest", "ani v klidu": that denies all. */
const EVEN = /^(even|ani)$/;
const CUTS = new Set(words('but and though ale a'));

/**
 * "A little when climbing stairs, not at rest", "jen v noci", "občas, teď ne": what was asked is there, sometimes or to some
 * degree. `first` and `last` are its words. Null where the answer grants nothing, or denies more than a circumstance.
 */
export function readPartialAnswer(passage: Passage, bare: BareAnswer | null): BareAnswer | null {
  const { tokens, sentences } = passage;
  const spoken = tokens.filter(({ kind }) => kind !== 'mark').length;
  if (spoken > MOST_WORDS || sentences.some(({ question }) => question)) return null;
  const from = bare === null || bare.uncertain ? 0 : bare.last + 1;
  if (bare?.answer === 'yes' || bare?.answer === 'unknown') return null;
  const parts = partsOf(tokens, from);
  if (bare === null && parts.length > 0 && parts.every(isNotEven)) return wholeOf(parts, 'no');
  const granted = parts.find((part) => grants(part, bare !== null && !bare.uncertain));
  if (granted === undefined || !parts.every((part) => part === granted || isHarmless(part))) return null;
  return { ...wholeOf([granted], 'yes'), isPartial: true };
}

const wholeOf = (parts: readonly (readonly Word[])[], answer: 'yes' | 'no'): BareAnswer => ({
  answer,
  uncertain: answer === 'no',
  first: parts[0]?.[0]?.at ?? 0,
  last: parts.at(-1)?.at(-1)?.at ?? 0,
});

/** "Not even on the stairs", "ani v klidu" */
const isNotEven = ([first, second, third]: readonly Word[]): boolean =>
  /^(ani|nor|neither)$/.test(first?.word ?? '')
    ? OCCASION.has(second?.word ?? '')
    : first?.word === 'not' && second?.word === 'even' && OCCASION.has(third?.word ?? '');

type Word = { word: string; at: number };

/** The answer cut at its marks and at what joins its parts. */
function partsOf(tokens: readonly Token[], from: number): Word[][] {
  const parts: Word[][] = [[]];
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, word } = tokens[at] ?? { kind: 'mark', word: '' };
    const isIdiom = word === 'and' && /^(on|off|now)$/.test(tokens[at - 1]?.word ?? '');
    if (kind === 'mark' || (CUTS.has(word) && !isIdiom && word !== 'a')) parts.push([]);
    else parts.at(-1)?.push({ word, at });
  }
  return parts.filter((part) => part.length > 0);
}

const denies = (part: readonly Word[]): boolean =>
  part.some(({ word }) => DENIES.has(word) || isNegatedVerb(word));

/** A part that says to what degree or when; behind a plain no only one that says when. */
function grants(part: readonly Word[], isDenied: boolean): boolean {
  if (denies(part) || part.some(({ word }) => LONG_AGO.test(word) || EVEN.test(word))) return false;
  const text = part.map(({ word }) => word).join(' ');
  if (QUANTITY.test(text)) return !isDenied;
  const said = part.map(({ word }) => word);
  if (AFFIRMS.has(said.at(-1) ?? ''))
    return (
      said.some((word) => OCCASION.has(word) || CIRCUMSTANCE.has(word)) &&
      !said.some((word) => YESTERDAY.test(word))
    );
  const partly = said.findIndex((word) => !LEADS.has(word));
  const occasion = said.findIndex((word, index) => index > partly && OCCASION.has(word));
  // With said of its own between them it is a statement: "only got bitten this morning".
  return (
    PARTLY.has(said[partly] ?? '') &&
    occasion !== -1 &&
    said.slice(partly, occasion).every((word) => PARTLY.has(word) || BETWEEN.has(word))
  );
}

const YESTERDAY = /^(yesterday|vcera|predevcirem)$/;
const LEADS = new Set(words('well it is that so yeah a an no tak to je'));
const BETWEEN = new Set(
  words('a an the bit very quite really and early late this last tak to i az vzdy vzdycky dost'),
);

/** A part that denies a circumstance, or nothing at all. */
const isHarmless = (part: readonly Word[]): boolean =>
  part.some(({ word }) => EVEN.test(word))
    ? false
    : !denies(part) || part.some(({ word }) => CIRCUMSTANCE.has(word)) || isBareComparison(part);

/** "No more than usual", "no worse than before" */
const isBareComparison = (part: readonly Word[]): boolean =>
  /\b(no|not) (more|worse|better)\b|\bne (vic|hur)\b/.test(part.map(({ word }) => word).join(' '));
