import type { Passage } from '../language/passage.ts';
import type { Token } from '../language/tokenize.ts';
import { words } from '../language/word-list.ts';
import type { BareAnswer } from './bare-answer.ts';

/** Longer answers tell a story, and a story denies much that was not asked for. */
const MOST_WORDS = 14;

/** What stands for "no, there is none": of a thing, and not of what somebody can do. */
const DENIES = new Set(
  words(`
    no not none nothing never nope nowhere neither without
    ne neni nejsou nebyl nebyla nebylo nemam nema nemaji nemel nemela nemelo nic nikde zadny zadna zadne zadnou zadneho
    vubec bez ani kdepak nevidim nevidime necitim nepozoruji nepozoruju nevsiml nevsimla nikdy nene nee
  `),
);
/** Not to be able is mostly the trouble itself: "won't wake up", "nejde mi to předklonit", "nereaguje". */
const CANNOT =
  /^(cannot|unable|wont|hardly|barely|scarcely|sotva|tezko|stezi|nejde|nejdou|nesel|nesla|neslo|nelze|nejsem)$/;
const NEGATED_CS =
  /^(nemuz|nemoh|nedok|neda|nezvl|nevydrz|nesnes|nereag|nevzbud|nemluv|nevnim|nehyb|neunes|neujd|nedojd|neudrz|nepamat|neji|nepij|nespi)/;
/** "Will not", "would not", "does not wake": what somebody does not do is a sign as often as it is none. */
const UNDONE = new Set(words('will would do does did doing want wants'));
/** "Never like this", "not sure", "no better": no denial of what was asked. */
const NO_DENIAL = new Set(
  words(`
    better worse change sure certain well idea doubt only until like such so know much enough really quite exactly
    always all every everything everyone long yet matter doing trying good great right normal normally as
    jen jenom jiste jisty jista lepsi horsi moc uplne zcela vzdy vzdycky dobre takove takovou tak normalni
  `),
);
/** Who has not looked does not know. */
const NOT_LOOKED =
  /^(look|looked|looking|check|checked|checking|notice|noticed|tried|measured|counted|seen|weighed|tested|paid|been|was|laid|had|sure|certain)$/;
const UNSURE =
  /^(nevim|nevime|nevi|netusim|nevsim\w*|nepocit\w*|nemeri\w*|nezkous\w*|nekouk\w*|nediv\w*|nepozn\w*|nepodiv\w*|dunno|idk)$/;
const NO_KNOWLEDGE = /^(idea|clue)$/;
const NOBODY_KNOWS = /\b(who knows|hard to (say|tell)|tezko rict|nevidim (si|na|to|tam)|tam nevidim)\b/;
const AFFIRMS = new Set(words('yes yeah yep yup ano jo'));
/** "It's black and I'm not on iron" denies something else than what was asked. */
const ADDED = new Set(words('and because as so a protoze takze jelikoz'));
/** What is as it always was. */
const NORMAL =
  /^(normal|normally|fine|ok|okay|clear|clean|alright|usual|well|good|great|perfect|perfectly|healthy|easily|regular|same|normal(ni|ne|nim|niho|ka)|poradku|pohode|pohoda|dobre|dobry|dobra|fajn|cist[yaeo]|jasn[yaeo]|obvykle|obvyklou|obvykly|vzdycky|vzdy|zdrav[yaeo]|bezne|stejn[yaeo]|klidu)$/;
const NO_TROUBLE = /^(problem\w*|trouble|issues?|bother|potiz\w*|obtiz\w*)$/;
const WITHOUT = /^(no|without|bez|zadn\w*)$/;
/** What takes back that all is normal. */
const TAKEN_BACK = new Set(
  words(`
    but however although though until except before usually normally was were used almost nearly less more worse
    ale jenze akorat az dokud krome predtim driv drive bezne obvykle byl byla bylo skoro temer min mene vic vice hur hure
    pain painful hurts kills bolest boli
  `),
);
const ABLE =
  /^(can|could|able|manage[sd]?|managing|walk(s|ing|ed)?|opens?|goes|move[sd]?|moving|swallow(s|ing|ed)?|muzu|muze|mohu|dokaz\w*|zvladn\w*|zvlad[ay]\w*|ujd\w*|dojd\w*|dosel|dosla|chodi\w?|chodim|jdu|jde|slo|polk\w*|polyk\w*|otevr\w*|otevir\w*|vycur\w*|cur[aà]\w*|moc[ií]\w*|hyb\w*|pohnu|pohne|postavi\w*|stoup\w*|bez[ií]|beh[aá]\w*|keep\w*|stand\w*|bear\w*|pee|peeing|weeing)$/;
/** "Can only get one finger in": what little can be done. */
const LITTLE = new Set(
  words('only just hardly barely little bit jen jenom sotva trochu malo hopping hobble'),
);

type Asked = {
  /** The question asks whether something cannot be done. */
  inability: boolean;
  /** Words of what the answer tells to be there: "nothing stays down" is no denial. */
  told: ReadonlySet<number>;
  /** Words of what it tells not to be there: "no fever" says nothing of a cough. */
  denied: ReadonlySet<number>;
};

/**
 * A yes, no or "don't know" in other words: "no blood", "krev ne", "not cold, not blue", "dýchá normálně", "I haven't
 * looked", and to the question whether somebody cannot walk "I can" and "nemůžu". Null where the words do not tell. It is
 * less certain than one that is said.
 */
export function readInOtherWords(passage: Passage, asked: Asked): BareAnswer | null {
  const { tokens, sentences } = passage;
  const spoken = tokens.flatMap(({ kind }, index) => (kind === 'mark' ? [] : [index]));
  if (spoken.length > MOST_WORDS || sentences.some(({ question }) => question)) return null;
  const first = spoken[0] ?? 0;
  // "Hard, yes": the answer behind what it affirms.
  const affirms = AFFIRMS.has(tokens[spoken.at(-1) ?? first]?.word ?? '');
  const answer = isUnsure(tokens) ? 'unknown' : affirms ? 'yes' : answerOf(passage, asked);
  return answer === null ? null : { answer, uncertain: true, first, last: spoken.at(-1) ?? first };
}

function isUnsure(tokens: readonly Token[]): boolean {
  if (NOBODY_KNOWS.test(tokens.map(({ word }) => word).join(' '))) return true;
  return tokens.some(({ word }, index) => {
    const after = tokens[index + 1]?.word ?? '';
    if (word === 'no') return NO_KNOWLEDGE.test(after);
    return UNSURE.test(word) || ((word === 'not' || word === 'never') && NOT_LOOKED.test(after));
  });
}

const answerOf = (passage: Passage, asked: Asked): 'yes' | 'no' | null =>
  asked.inability ? ofAbility(passage.tokens, asked) : ofPresence(passage, asked);

function ofAbility(tokens: readonly Token[], { told }: Asked): 'yes' | 'no' | null {
  if (tokens.some(({ word }, index) => isInability(word) && !told.has(index))) return 'yes';
  if (tokens.some(({ word }) => LITTLE.has(word) || word === 'not')) return null;
  return tokens.some(({ word }) => ABLE.test(word)) || isNormal(tokens, told) ? 'no' : null;
}

const isInability = (word: string): boolean => CANNOT.test(word) || NEGATED_CS.test(word);

function ofPresence(passage: Passage, { told, denied }: Asked): 'no' | null {
  const { tokens } = passage;
  const isUndone = ({ word }: Token, index: number): boolean =>
    isInability(word) || (word === 'not' && UNDONE.has(tokens[index - 1]?.word ?? ''));
  if (tokens.some(isUndone)) return null;
  const deniesOther = new Set([...denied].map((index) => passage.clauseOf(index)));
  const denies = (index: number): boolean =>
    isDenial(tokens, index) && !told.has(index) && !deniesOther.has(passage.clauseOf(index));
  return tokens.some((_, index) => denies(index)) || isNormal(tokens, told) ? 'no' : null;
}

const isDenial = (tokens: readonly Token[], index: number): boolean =>
  DENIES.has(tokens[index]?.word ?? '') &&
  !NO_DENIAL.has(tokens[index + 1]?.word ?? '') &&
  !tokens.slice(1, index).some(({ word }) => ADDED.has(word));

/** All is normal, or there is no trouble with it, and nothing else is told that takes this back. */
function isNormal(tokens: readonly Token[], told: ReadonlySet<number>): boolean {
  if (told.size > 0 || tokens.some(({ word }) => TAKEN_BACK.has(word))) return false;
  return tokens.some(({ word }, index) => {
    const before = tokens[index - 1]?.word ?? '';
    return (NORMAL.test(word) && before !== 'not') || (NO_TROUBLE.test(word) && WITHOUT.test(before));
  });
}
