import type { Passage } from '../language/passage.ts';
import type { Token } from '../language/token.ts';
import { words } from '../language/word-list.ts';
import type { BareAnswer } from './bare-answer.ts';

/** Longer answers tell a story, and a story denies much that was not asked for. */
const MOST_WORDS = 14;

/** What stands for "no, there is none": of a thing, and not of what somebody does or feels. */
const DENIES = new Set(
  words(`
    no not none nothing nope without
    ne neni nejsou nemam nema nemaji nic nikde zadny zadna zadne zadnou zadneho bez kdepak nene nee
  `),
);
/** Not to be able is mostly the trouble itself: "won't wake up", "nejde mi to předklonit". */
const CANNOT = /^(cannot|unable|nejde|nejdou|nesel|nesla|neslo|nelze|nemuz\w*|nemoh\w*|nedok\w*|nezvl\w*)$/;
const NEGATED_VERB = /^ne(?!b[oy]$|k[do]|co$|jak|jv|mocn|dav)[a-z]{2,}(m|i|l|la|lo|ly|li|u|a|e|s|te)$/;
/** What is hardly there, and "never so bad": neither a denial nor a yes. */
const OTHERWISE = new Set(words('hardly barely scarcely never sotva tezko stezi nikdy ani vubec'));
/** "Will not", "would not", "does not wake": what somebody does not do is a sign as often as it is none. */
const UNDONE = new Set(words('will would do does did doing want wants'));
/** What is no denial of what was asked behind "no" and "not": "not sure", "no better", "not himself". */
const NO_DENIAL = new Set(
  words(`
    better worse change sure certain well idea doubt only until like such so know much enough really quite exactly
    always all every everything everyone long yet matter doing trying on with there here good great right normal
    normally as wet himself herself myself themselves alert awake conscious aware responsive able interested comes stays
    helps works goes
    jen jenom jiste jisty jista lepsi horsi moc uplne zcela dobre takove takovou tak normalni pri ve k svuj sam sama
    mokrou mokra sebe schopen schopna vzhuru
  `),
);
/** What is missing is a sign itself: "no feeling in my toes", "není tam puls", "bez vědomí". */
const MISSED = new Set(
  words(`
    feeling sensation strength power grip pulse response reaction urine wee pee energy appetite sleep breath air control
    movement movements colour vision sight hearing voice words interest
    sila silu sily cit citu citlivost puls tep vzduch dech dechu vedomi kontrolu chut energii zajem barvu
  `),
);
/** Who has not looked does not know. */
const NOT_LOOKED = new Set(
  words(`
    look looked looking check checked checking notice noticed tried measured counted seen weighed tested paid sure certain
  `),
);
const UNSURE =
  /^(nevim|nevime|nevi|netusim|nevsim\w*|nepocit\w*|nemeri\w*|nezkous\w*|nekouk\w*|nediv\w*|nepozn\w*|nepodiv\w*|dunno|idk)$/;
const NO_KNOWLEDGE = new Set(words('idea clue'));
const NOBODY_KNOWS =
  /\b(who knows|hard to (say|tell)|cannot (tell|say|judge)|would not know|tezko rict|nevidim si|tam nevidim|nemuzu (posoudit|rict))\b/;
const AFFIRMS = new Set(words('yes yeah yep yup ano jo'));
/** "It's black and I'm not on iron" denies something else than what was asked. */
const ADDED = new Set(words('and because as so a protoze takze jelikoz'));
/** What is as it always was; "normálně jsem sebou sekla" only says how true it is, and "fine spots" how small. */
const NORMAL = /^(normal|normally|usual|perfectly|easily|normal(ni|ne|nim|niho|ka)|poradku|pohode|pohoda)$/;
const CLITICS = new Set(words('jsem sem me mi se si to mu ji ho mam ma'));
const FINE = new Set(words('fine ok okay alright'));
const NO_TROUBLE = /^(problem\w*|trouble|issues?|bother|potiz\w*|obtiz\w*)$/;
const WITHOUT = /^(no|without|bez|zadn\w*)$/;
/** What takes back that all is normal. */
const TAKEN_BACK = new Set(
  words(`
    but however although though until except before usually was were used almost nearly less more worse than
    ale jenze akorat az dokud krome predtim driv drive nez byl byla bylo skoro temer min mene vic vice hur hure
    pain painful hurts kills bolest boli
  `),
);
const ABLE = new Set(
  words(`
    can could able manage managed manages
    muzu muze mohu dokazu dokaze zvladnu zvladne ujdu ujde dojdu dojde polknu polkne otevru otevre
  `),
);
/** "I can feel it run down" tells what is noticed. */
const NOTICES = new Set(words('feel see hear tell taste smell'));
/** "Can only get one finger in": what little can be done. */
const LITTLE = new Set(
  words('only just hardly barely little bit jen jenom sotva trochu malo hopping hobble'),
);

type Asked = {
  /** The question asks whether something cannot be done or is missing. */
  inability: boolean;
  /** Words of what the answer tells to be there: "nothing stays down" is no denial. */
  told: ReadonlySet<number>;
  /** Words of what it tells not to be there: "no fever" says nothing of a cough. */
  denied: ReadonlySet<number>;
};

/**
 * An indirect answer, a yes, no or "don't know" in other words: "no blood", "krev ne", "not cold, not blue", "dýchá normálně", "I haven't
 * looked", and to the question whether somebody cannot walk "I can" and "nemůžu". Null where the words do not tell. It is
 * less certain than one that is said.
 */
export function readIndirectAnswer(passage: Passage, asked: Asked): BareAnswer | null {
  const { tokens, sentences } = passage;
  const spoken = tokens.flatMap(({ kind }, index) => (kind === 'mark' ? [] : [index]));
  if (spoken.length > MOST_WORDS || sentences.some(({ question }) => question)) return null;
  const first = spoken[0] ?? 0;
  // "Hard, yes": the answer behind what it affirms.
  const affirms = AFFIRMS.has(tokens[spoken.at(-1) ?? first]?.word ?? '');
  const answer = isUnsure(tokens) ? 'unknown' : affirms ? 'yes' : answerOf(passage, asked);
  return answer === null ? null : { answer, uncertain: true, first, last: spoken.at(-1) ?? first };
}

/** True where somebody says that he does not know or has not looked. */
export function isUnsure(tokens: readonly Token[]): boolean {
  if (NOBODY_KNOWS.test(tokens.map(({ word }) => word).join(' '))) return true;
  return tokens.some(({ word }, index) => {
    const after = wordAt(tokens, index + 1);
    if (word === 'no') return NO_KNOWLEDGE.has(after);
    return UNSURE.test(word) || ((word === 'not' || word === 'never') && NOT_LOOKED.has(after));
  });
}

const answerOf = (passage: Passage, asked: Asked): 'yes' | 'no' | null =>
  asked.inability ? ofAbility(passage.tokens, asked) : ofPresence(passage, asked);

function ofAbility(tokens: readonly Token[], { told }: Asked): 'yes' | 'no' | null {
  if (tokens.some(({ word }, index) => CANNOT.test(word) && !told.has(index))) return 'yes';
  if (tokens.some(({ word }) => word === 'not' || LITTLE.has(word) || isLeftOpen(word))) return null;
  const can = tokens.some(({ word }, index) => ABLE.has(word) && !NOTICES.has(wordAt(tokens, index + 1)));
  return can || isNormal(tokens, told) ? 'no' : null;
}

const wordAt = (tokens: readonly Token[], index: number): string => tokens[index]?.word ?? '';

/** A denial of what somebody does or feels: "does not answer", "nereaguje", "nic necítím". */
const isLeftOpen = (word: string): boolean =>
  OTHERWISE.has(word) || (NEGATED_VERB.test(word) && !DENIES.has(word));

function ofPresence(passage: Passage, { told, denied }: Asked): 'no' | null {
  const { tokens } = passage;
  const isUndone = ({ word }: Token, index: number): boolean =>
    CANNOT.test(word) ||
    (word === 'not' ? isNotDone(tokens, index) : isLeftOpen(word) && !told.has(index) && !denied.has(index));
  if (tokens.some(isUndone)) return null;
  if (tokens.some(({ word }) => MISSED.has(word))) return isNormal(tokens, told) ? 'no' : null;
  const deniesOther = new Set([...denied].map((index) => passage.clauseOf(index)));
  const denies = (index: number): boolean =>
    isDenial(tokens, index) && !told.has(index) && !deniesOther.has(passage.clauseOf(index));
  return tokens.some((_, index) => denies(index)) || isNormal(tokens, told) ? 'no' : null;
}

/** "It does not stop", "not breathing properly". */
const isNotDone = (tokens: readonly Token[], index: number): boolean =>
  UNDONE.has(wordAt(tokens, index - 1)) || wordAt(tokens, index + 1).endsWith('ing');

const isDenial = (tokens: readonly Token[], index: number): boolean =>
  DENIES.has(wordAt(tokens, index)) &&
  !NO_DENIAL.has(wordAt(tokens, index + 1)) &&
  !tokens.slice(1, index).some(({ word }) => ADDED.has(word));

/** All is normal, or there is no trouble with it, and nothing else is told that takes this back. */
function isNormal(tokens: readonly Token[], told: ReadonlySet<number>): boolean {
  if (told.size > 0 || tokens.some(({ word }) => TAKEN_BACK.has(word) || word === 'not')) return false;
  return tokens.some(({ word, kind }, index) => {
    if (kind !== 'word') return false;
    const after = tokens[index + 1];
    const ends = after === undefined || after.kind === 'mark';
    if (FINE.has(word)) return ends && (index > 0 || after === undefined);
    if (NORMAL.test(word)) return ends || !CLITICS.has(after.word);
    return NO_TROUBLE.test(word) && WITHOUT.test(wordAt(tokens, index - 1));
  });
}
