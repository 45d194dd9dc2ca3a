import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import { withoutNegation } from '../language/words-cs.ts';
import { CORRECTIONS } from '../language/corrections.ts';
import { createSequenceTable, rowsOf, type Hit } from '../language/sequences.ts';

/** A yes, no or "don't know" at the beginning of an answer; `last` is inclusive. */
export type BareAnswer = {
  answer: 'yes' | 'no' | 'unknown';
  uncertain: boolean;
  first: number;
  last: number;
  /** It is but the question's own verb, denied ("nebolí"), which may be what the question asks for ("nemizí"). */
  isVerb?: true;
  /** It grants what was asked for a circumstance or to a degree. */
  isPartial?: true;
};

type Kind = 'yes' | 'no' | 'unknown' | 'likely' | 'unlikely' | 'both' | 'filler' | 'correction';

const PARTICLES = createSequenceTable<Kind>([
  ...rowsOf<Kind>(
    'yes',
    `
    yes, yeah, yea, yep, yup, ye, y, yes i do, yes i have, yes i am, yes it does, yes it is, yes she does, yes he does, sure
    correct, right, definitely, absolutely, of course, indeed, true, certainly, i do, i have, i am, it does, it is, she does
    he does, she has, he has, that is right, that is correct, affirmative, always, very much, very much so, a lot
    ano, jo, jj, jojo, jasne, samozrejme, urcite, presne, presne tak, to ano, no jo, no ano, ano mam, mam, to mam, jiste
    jasne ze ano, jasne ze jo, samozrejme ze ano, samozrejme ze jo, rozhodne, je to tak, ano je, ano boli, boli, hodne, ano trochu, yes a little, yes a bit
    `,
  ),
  ...rowsOf<Kind>(
    'likely',
    `
    i think so, think so, i guess so, i believe so, probably, probably yes, maybe, maybe yes, perhaps, possibly, kind of
    sort of, a little, a little bit, a bit, sometimes, slightly, yes i think so, yes i guess, yes maybe, i think yes, likely
    asi ano, asi jo, spis ano, spise ano, mozna, mozna ano, mozna jo, trochu, obcas, nekdy, myslim ze ano, myslim ze jo
    myslim , ze ano, snad, snad ano, nejspis, nejspis ano, pravdepodobne, pravdepodobne ano, asi, zrejme, rekl bych ze ano
    `,
  ),
  ...rowsOf<Kind>(
    'no',
    `
    no, nope, nah, n, never, none, not at all, negative, i do not, i have not, i am not, it does not, it is not, she does not
    he does not, no i do not, no i have not, no i am not, no it does not, no it is not, nothing, not yet, no not at all
    definitely not, absolutely not, certainly not, of course not, no way, not any, nothing like that, not me
    ne, nikoli, nikoliv, vubec, vubec ne, urcite ne, rozhodne ne, nikdy, nn, nene, to ne, ne ne, zadne, zadna, zadny, nic
    jasne ze ne, samozrejme ze ne, urcite ze ne, ani nahodou, ani omylem, kdepak, kdeze, v zadnem pripade
    nic takoveho, ne nemam, to nemam, vubec nic, zatim ne, ne vubec
    `,
  ),
  ...rowsOf<Kind>(
    'unlikely',
    `
    not really, no not really, i do not think so, do not think so, i do not believe so, probably not, maybe not
    i think not, not that i know, not that i know of, not that i am aware of, not that i noticed, not exactly
    not particularly, hardly, no i do not think so, i guess not, i doubt it, i would say no
    spis ne, spise ne, asi ne, mozna ne, myslim ze ne, nemyslim, nemyslim si, snad ne, ani ne, ani moc ne, moc ne
    pravdepodobne ne, nejspis ne, o nicem nevim, nevsiml jsem si, nevsimla jsem si, rekl bych ze ne, zrejme ne
    `,
  ),
  ...rowsOf<Kind>(
    'unknown',
    `
    do not know, i do not know, i do not really know, dunno, i dunno, idk, not sure, i am not sure, i am unsure, unsure
    no idea, i have no idea, have no idea, cannot say, i cannot say, cannot tell, i cannot tell, hard to say
    difficult to say, no clue, i do not remember, do not remember, cannot remember, i cannot remember, unknown, who knows
    nevim, to nevim, ja nevim, netusim, nemam tuseni, nejsem si jist*, tezko rict, nepamatuji si, nepamatuju si
    nedokazu rict, nemuzu rict, nedokazu posoudit, kdo vi, nemam poneti, nevim to jiste, nevim jiste, neznam
    `,
  ),
  ...rowsOf<Kind>('both', 'yes and no, ano i ne, jak kdy, it depends, depends, jak se to vezme'),
  ...rowsOf<Kind>('correction', CORRECTIONS),
  ...rowsOf<Kind>(
    'filler',
    'well, um, uh, hmm, hm, oh, ok, okay, so, honestly, eh, ehm, no tak, tak, ja, jako, please, prosim',
  ),
]);

/** Plain particles; after them a statement may follow at once ("no I feel dizzy", "nevím asi ano"). */
const PLAIN = new Set(
  words('yes yeah yea yep yup no nope nah ano jo ne know unsure dunno idk nevim netusim'),
);
const BEGINS_STATEMENT = new Set(
  words(`
    i it he she my we they with only just except because since for mam boli jsem je ma jen jenom protoze od uz asi take
    taky hlavne tak me mi ale but and also especially mostly sometimes always very thanks thank diky dekuji doctor
  `),
);
const ENDS_ANSWER = new Set([',', '.', '!', '?', ';', ':', '(', ')', '-', 'and', 'but', 'ale']);
const MAX_PARTICLES = 8;

/** Reads the bare answer at the beginning of the text; null where it begins with something else ("no fever"). */
export function readBareAnswer(passage: Passage): BareAnswer | null {
  const { tokens } = passage;
  const kinds: Kind[] = [];
  let first = -1;
  let last = -1;
  let at = 0;
  for (let count = 0; count < MAX_PARTICLES; count += 1) {
    while (tokens[at]?.kind === 'mark') at += 1;
    const hit = particleAt(passage, at);
    if (hit === null) break;
    at = hit.last + 1;
    if (hit.payload === 'filler') continue;
    kinds.push(hit.payload);
    if (hit.payload === 'correction') continue;
    if (first === -1) first = hit.first;
    last = hit.last;
  }
  if (first === -1) kinds.length = 0;
  if (kinds.at(-1) === 'correction') kinds.push(...answerAtEnd(passage, at));
  const single = kinds.length === 0 ? negatedVerbAlone(passage) : null;
  if (single !== null) return single;
  return kinds.length === 0 ? null : { ...combine(kinds), first, last };
}

/** The longest particle at the token that stands for itself, or its first word: "yes I do have one". */
function particleAt(passage: Passage, at: number): Hit<Kind> | null {
  const { tokens } = passage;
  const longest = PARTICLES.at(tokens, at);
  const first = PARTICLES.at(tokens.slice(at, at + 1), 0);
  const shortest = first === null ? null : { ...first, first: at, last: at };
  const stands = (hit: Hit<Kind> | null): boolean =>
    hit !== null && endsAnswer(passage, hit.payload, hit.last);
  return [longest, shortest].find(stands) ?? null;
}

/** True where the words stand for themselves: "no" is an answer in "no, I feel dizzy" and none in "no fever". */
function endsAnswer(passage: Passage, kind: Kind, last: number): boolean {
  const { tokens } = passage;
  const next = tokens[last + 1];
  const word = tokens[last]?.word ?? '';
  if (
    next === undefined ||
    kind === 'filler' ||
    kind === 'correction' ||
    next.lines > 0 ||
    word === 'yes' ||
    word === 'ano'
  )
    return true;
  if (ENDS_ANSWER.has(next.word) || (next.word === 'a' && passage.sentenceOf(last).language === 'cs'))
    return true;
  if (!PLAIN.has(word)) return false;
  return BEGINS_STATEMENT.has(next.word) || PARTICLES.at(tokens, last + 1) !== null;
}

/** What somebody does not do is a sign itself: "nereaguje", "necítím". */
const LOST =
  /^ne(reag|mluv|ji$|pij|hyb|dych|cit|vid|slys|cur|moc|chod|vnim|vsta|muz|moh|jde|dok|prob|vzbud|drz|udrz|polk|polyk)/;

/** "nemám", "nebolí": the question's own verb, denied, and nothing else. */
function negatedVerbAlone(passage: Passage): BareAnswer | null {
  const [only, second] = passage.tokens.filter((token) => token.kind === 'word');
  if (only === undefined || !/^ne/.test(only.word) || (second !== undefined && second.word !== 'ne'))
    return null;
  if (LOST.test(only.word)) return null;
  const negated = withoutNegation(only.word) !== null && /(m|i|l|la|lo|ly|li|u|a|e)$/.test(only.word);
  const first = passage.tokens.indexOf(only);
  return negated ? { answer: 'no', uncertain: false, first, last: first, isVerb: true } : null;
}

/** "No, I mean not yesterday, but today yes": a correction that ends with the answer. */
function answerAtEnd({ tokens }: Passage, from: number): Kind[] {
  const last = tokens.findLastIndex(({ kind }) => kind === 'word');
  const hit =
    last > from && ENDS_ANSWER.has(tokens[last - 1]?.word ?? '') ? PARTICLES.at(tokens, last) : null;
  const afterTime =
    last > from && TIME.test(tokens[last - 1]?.word ?? '') ? PARTICLES.at(tokens, last) : null;
  const said = (hit ?? afterTime)?.payload;
  return said === 'yes' || said === 'no' ? [said] : [];
}

const TIME = /^(today|now|dnes|dneska|ted)$/;

/** What was said last holds: "no, I mean yes" is a yes. */
function lastSaid(kinds: readonly Kind[]): Kind[] {
  const at = kinds.lastIndexOf('correction');
  const corrected = kinds.slice(at + 1);
  return corrected.length > 0 ? corrected : lastSaid(kinds.slice(0, at));
}

function combine(all: readonly Kind[]): Pick<BareAnswer, 'answer' | 'uncertain'> {
  const kinds = lastSaid(all);
  const yes = kinds.some((kind) => kind === 'yes' || kind === 'likely');
  const no = kinds.some((kind) => kind === 'no' || kind === 'unlikely');
  const doubt = kinds.some((kind) => kind === 'likely' || kind === 'unlikely' || kind === 'unknown');
  if (kinds.includes('both') || yes === no) return { answer: 'unknown', uncertain: false };
  return { answer: yes ? 'yes' : 'no', uncertain: doubt };
}
