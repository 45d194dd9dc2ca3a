import { segmentsIn, type Passage, type Segment } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import type { Extent } from './extent.ts';

/** Words for how bad something is and how it began: they are told of what is there. */
const SEVERITY_OR_ONSET = new Set(
  words(`
    severe bad worst worse worsening terrible awful horrible intense extreme excruciating crushing strong massive heavy
    agonising agonizing unbearable increasing constant very really profuse marked significant sudden suddenly acute abrupt
    started began new now today tonight yesterday since left right leva leve levou levem prava prave pravou pravem
    silna silne silny silnou silnejsi krute kruta kruty krutou prudka prudke prudky prudkou hrozna hrozne hrozny hroznou
    strasna strasne strasny strasnou nesnesitelna nesnesitelne nesnesitelny nesnesitelnou velka velke velky velkou svirava
    svirave nejhorsi horsi zhorsujici obrovska obrovske obrovsky ukrutna ukrutne ukrutny nahla nahle nahly nahlou
    najednou zacala zacal zacalo od dnes dneska vcera ted nyni
  `),
);
const NOW = new Set(words('now today tonight yesterday since started began od dnes dneska vcera ted nyni'));
const ARTICLES = new Set(words('an the my his her this these muj moje moji tento tato tahle'));
const PLACES = new Set(
  words('in on at behind under around left right na v ve pod za prava prave pravem leva leve levem'),
);

const wordsOf = (passage: Passage, { first, end }: { first: number; end: number }): string[] =>
  passage.tokens.slice(first, end).map(({ word }) => word);

/** How bad it is or when it began is told of the item: where "no" stood before another one, this one is there. */
export const tellsSeverityOrOnset = (passage: Passage, segment: { first: number; end: number }): boolean =>
  wordsOf(passage, segment).some((word) => SEVERITY_OR_ONSET.has(word));

/** The item is told to be there now: "denies cough and now chest pain". */
export const isOfNow = (passage: Passage, segment: Segment): boolean =>
  wordsOf(passage, segment).some((word) => NOW.has(word));

/** The item has an article of its own: "no rash and a stiff neck". */
export function hasArticle(passage: Passage, segment: Segment): boolean {
  const english = passage.sentenceOf(segment.first).language === 'en';
  return wordsOf(passage, segment).some((word) => ARTICLES.has(word) || (english && word === 'a'));
}

/** The item tells its place: "and pain in the left arm". */
export const hasPlace = (passage: Passage, segment: Segment): boolean =>
  wordsOf(passage, segment).some((word) => PLACES.has(word));

const JOINTS = /^(,|and|plus|\+|\/|a|i)$/;

/** Where the item begins, behind what joins it to the list. */
function startOf({ tokens }: Passage, { first, end }: Segment): number {
  let at = first;
  while (at < end - 1 && JOINTS.test(tokens[at]?.word ?? '')) at += 1;
  return at;
}

/** Things that are so often told together that one "no" or "bez" denies both. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(nausea|sickness|nevolnost\w*|nauze\w*)$/, /^(vomiting|zvraceni\w*)$/],
  [
    /^(fevers?|temperature|horeck\w*|teplot\w*)$/,
    /^(chills?|shivers|shivering|rigors?|sweats|zimnic\w*|tresavk\w*)$/,
  ],
  [/^(cough\w*|kasel|kasle)$/, /^(colds?|sneezing|phlegm|sputum|rym\w*|hlen\w*)$/],
  [/^(redness|zarudnut\w*)$/, /^(swelling|warmth|itching|otok\w*|sveden\w*)$/],
  [/^(numbness|necitlivost\w*)$/, /^(tingling|brneni\w*|mravenceni\w*)$/],
  [/^(vomiting|zvraceni\w*)$/, /^(diarrh\w*|prujm\w*|prujem)$/],
  [/^(itch|itching|itchiness|sveden\w*)$/, /^(rash|rashes|vyrazk\w*)$/],
  [/^(bloating|nadyman\w*)$/, /^(wind|gas|flatulence|plynatost\w*)$/],
  [/^aches$/, /^pains$/],
];

/** "Nausea and vomiting", "kašle a rýmy": the item and what stands right before it. */
export function isUsualPair(passage: Passage, segment: Segment): boolean {
  const one = passage.tokens[segment.first - 1]?.word ?? '';
  const other = passage.tokens[startOf(passage, segment)]?.word ?? '';
  return PAIRS.some(([a, b]) => (a.test(one) && b.test(other)) || (b.test(one) && a.test(other)));
}

/** Genitives; of "poruchy řeči" the plural is rarely told. */
const GENITIVES = new Set(
  words(`
    horecky teploty vyrazky rymy unavy zimnice krve zacpy slabosti dusnosti nevolnosti kasle prujmu otoku urazu hlenu
    nekroz krepitace krepitaci modrin skvrn parestezii parez purpury petechii puchyru exantemu vredu zloutenky cyanozy hemoptyzy meleny poruchy
  `),
);

/** "Palpitací", "dvojitého", "zvýšených". */
const GENITIVE_END = /(aci|.{3}eho|.{3}ych)$/;

/** The item is in the genitive of "bez": "bez zvracení a vyrážky". */
export function isGenitive(passage: Passage, segment: Segment): boolean {
  const word = passage.tokens[startOf(passage, segment)]?.word ?? '';
  return GENITIVES.has(word) || GENITIVE_END.test(word);
}

/** "Hubnutí", "zvracení": nominative and genitive are the same. */
export const isVerbalNoun = (passage: Passage, segment: Segment): boolean =>
  /(ni|ti)$/.test(passage.tokens[startOf(passage, segment)]?.word ?? '');

const WITHOUT = /^beze?$/;
const TAKES_OBJECT = /^ne(m[aei]|cit|pozor|zaznamen|udav|trp)/;
const HARD_END = /[bcdfghjklmnprstvz]$/;

/** The item stands in a case that the denial does not take: "bez rýmy a ztuhlá šíje", "nemám horečku, vyrážka". */
export function isNominative(passage: Passage, denial: string, segment: Segment): boolean {
  const at = startOf(passage, segment);
  const word = passage.tokens[at]?.word ?? '';
  if (WITHOUT.test(denial)) {
    if (GENITIVES.has(word)) return false;
    const noun = word.endsWith('y') && at + 1 < segment.end ? (passage.tokens[at + 1]?.word ?? '') : word;
    return /.a$/.test(word) || HARD_END.test(noun);
  }
  return TAKES_OBJECT.test(denial) && /.a$/.test(word);
}

const LEAD = new Set(
  words(`
    i he she we they it there has have had is are was were with patient pt currently otherwise also mam ma je jsem jsme byl
    byla s pacient pacientka zatim jinak mi me : , - .
  `),
);

/** Nothing that could be there stands in the sentence before the token. */
export function opensSentence(passage: Passage, at: number): boolean {
  return passage.tokens
    .slice(passage.sentenceOf(at).first, at)
    .every(({ kind, word }) => kind === 'number' || LEAD.has(word));
}

/** The item can only be the object of a verb behind it: "horečku", "zimnici", "hematurii". */
export function isAccusative(passage: Passage, segment: Segment): boolean {
  return /(u|ici|ii)$/.test(passage.tokens[startOf(passage, segment)]?.word ?? '');
}

/** "Ani", "i" and what else stands for "or": the whole list belongs to what is said behind it. */
export function coordinatesAll(passage: Passage, segment: Segment): boolean {
  if (segment.opener === 'or') return true;
  return passage.tokens.slice(segment.first, startOf(passage, segment) + 1).some(({ word }) => word === 'i');
}

const HAVING = /^(have|had|has|having|get|got|any|feel|felt|notice|noticed|report|complain|suffer\w*)$/;
const STATE_CS = /(ny|ly|vy|tehotn[ay]|dusna|zmatena)$/;

/** "Not pregnant, abdominal pain", "není těhotná, bolest břicha": a state is denied, and no list begins. */
export function deniesState(passage: Passage, { first, last }: { first: number; last: number }): boolean {
  const denial = passage.tokens[first]?.word ?? '';
  const [next = '', ...rest] = wordsOf(passage, { first: last + 1, end: passage.segmentOf(first).end });
  // "Není to migréna, svírá mě na hrudi": what it is not.
  if (/^(neni|nebylo)$/.test(denial) && next === 'to') return true;
  if (denial === 'not') return ![next, ...rest].some((word) => HAVING.test(word));
  return denial === 'nejsem' || (/^(neni|nebyl[aoi]?)$/.test(denial) && STATE_CS.test(next));
}

/**
 * A point in time holds for its own segment and for the list that it opens ("last year fever, cough and a rash"), up to what is
 * told of now. At the end of its segment it has said its part: "surgery last week, coughing blood". For what stands before it
 * it holds only over "and" and "or" ("cough, fever, a year ago pneumonia" is a present cough).
 */
export function coversInTime(passage: Passage, time: Extent, extent: Extent): boolean {
  const at = passage.segmentOf(time.first);
  const mine = passage.segmentOf(extent.first);
  if (mine === at) return true;
  if (mine.first < at.first) return isJoined(segmentsBehind(passage, extent, time));
  const list = segmentsBehind(passage, time, extent);
  if (list.some((segment) => isOfNow(passage, segment))) return false;
  return !closesSegment(passage, time, at) || isJoined(list);
}

/** The segments behind that of the one, up to that of the other. */
export const segmentsBehind = (passage: Passage, one: Extent, other: Extent): Segment[] =>
  segmentsIn(passage, { first: one.first + 1, end: other.first + 1 });

const isJoined = (segments: readonly Segment[]): boolean =>
  segments.every(({ opener }) => opener === 'and' || opener === 'or');

const AGO = /^(ago|back|before|zpet|zpatky|nazpet)$/;

/** Something stands before the time in its segment, and nothing behind it. */
function closesSegment(passage: Passage, time: Extent, at: Segment): boolean {
  const behind = passage.tokens.slice(time.last + 1, at.end);
  return (
    startOf(passage, at) < time.first && behind.every(({ kind, word }) => kind === 'mark' || AGO.test(word))
  );
}
