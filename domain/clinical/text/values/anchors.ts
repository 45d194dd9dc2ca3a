import { createSequenceTable } from '../language/sequences.ts';
import type { Token } from '../language/token.ts';
import { words } from '../language/word-list.ts';
import { isSmallNumberWord } from './numbers.ts';
import type { TimeSpan } from './time.ts';

const WEEKDAYS = words(
  'monday tuesday wednesday thursday friday saturday sunday pondeli pondelka utery uterka streda stredy ctvrtek ctvrtka patek patku sobota soboty nedele',
);

const SEASONS = words(
  `spring summer autumn winter christmas easter january february march april june july august september october november
  december jara leta podzimu zimy vanoc velikonoc ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu
  prosince prazdnin jare lete podzim zime lednu unoru breznu dubnu kvetnu cervnu cervenci srpnu rijnu listopadu prosinci`,
);
/** As long as durations are counted: ten years. */
const CHILDHOOD = [
  ...['kid', 'child', 'boy', 'girl', 'teenager', 'student', 'little girl', 'little boy'].map(
    (who) => `i was a ${who}`,
  ),
  ...[
    'i was little',
    'i was young',
    'i was small',
    'childhood',
    'my childhood',
    'my teens',
    'puberty',
    'school days',
  ],
  ...[
    'all my life',
    'my whole life',
    'cely zivot',
    'detstvi',
    'mala',
    'malicka',
    'puberty',
    'mladi',
    'skolnich let',
  ],
  ...[
    'forever',
    'nepameti',
    'jakziva',
    'odmala',
    'odmalicka',
    'odjakziva',
    'as long as i can remember',
    'co si pamatuj*',
  ],
];

/** Points of time with the hours from then to now, as an estimate: there is no clock here. */
const ANCHORS = createSequenceTable<number>([
  ...anchors(48, ['day before yesterday', 'predevcir*']),
  ...anchors(14, [
    'yesterday evening',
    'yesterday night',
    'last night',
    'vcera vecer',
    'vcerejsiho vecera',
    'vcera v noci',
  ]),
  ...anchors(24, ['yesterday', 'vcera', 'vcerejska', 'vcerejsku', 'vcerejsek']),
  ...anchors(6, [
    'this morning',
    'rano',
    'rana',
    'dnes rano',
    'dneska rano',
    'dnesniho rana',
    'breakfast',
    'snidane',
  ]),
  ...anchors(6, ['today', 'dnes', 'dneska']),
  ...anchors(5, ['noon', 'midday', 'lunch', 'lunchtime', 'poledne', 'obeda']),
  ...anchors(3, ['this afternoon', 'odpoledne', 'dnes odpoledne']),
  ...anchors(2, ['this evening', 'tonight', 'vecera', 'dnes vecer']),
  // Of a day of the week it is not known how many have passed since.
  ...anchors(60, WEEKDAYS),
  ...anchors(
    144,
    WEEKDAYS.flatMap((day) => ['last', 'minuleho', 'minule', 'minuly'].map((last) => `${last} ${day}`)),
  ),
  ...anchors(60, ['the weekend', 'vikendu', 'vikend']),
  ...anchors(168, ['minuleho tydne']),
  ...anchors(10, ['the night', 'noci', 'dnesni noci', 'midnight', 'pulnoci']),
  ...anchors(4, ['teatime', 'i woke up']),
  ...anchors(1, ['just now', 'chvile', 'chvilky', 'pred chvili', 'pred chvilkou', 'pred malou chvili']),
  // Nor how far back a season lies; about three months is the middle of what is meant.
  ...anchors(2160, [...SEASONS, ...SEASONS.map((season) => `the ${season}`)]),
  ...anchors(
    4380,
    SEASONS.flatMap((season) => [
      `last ${season}`,
      `minule ${season}`,
      `minuleho ${season}`,
      `lonskeho ${season}`,
    ]),
  ),
  ...anchors(8760, ['lonska', 'loni']),
  ...anchors(87_600, CHILDHOOD),
]);

/** What has only just begun, as an answer alone; elsewhere "now" says something else. */
const NOW = createSequenceTable<number>(
  anchors(1, [
    ...['just happened', 'just started', 'just began', 'right now', 'just this minute', 'a moment ago'],
    ...[
      'prave ted',
      'ted',
      'ted hned',
      'prave se to stalo',
      'ted se to stalo',
      'prave to zacalo',
      'chvili',
      'chvilku',
    ],
  ]),
);

function anchors(hours: number, sequences: string[]): (readonly [string, number])[] {
  return sequences.map((sequence) => [sequence, hours] as const);
}

const ONSETS = words('started start starts began begin beginning begins onset zacal zacala zacalo zacaly');
const ONSET = new Set([
  ...ONSETS,
  ...words(
    'appeared objevil objevila objevilo objevily rozbolel rozbolela rozbolelo rozbolely noticed vsiml vsimla',
  ),
]);
/** What happens in one moment: "dnes ráno jsem upadl", "I woke with a sore throat this morning". */
const MOMENT = new RegExp(
  `^(woke|awoke|woken|caught|fell|tripped|slipped|twisted|sprained|hit|banged|cut|burn(t|ed)|scalded|bitten|bit|stung|swallowed|${[
    '(vz|pro)budil[ai]?|chytl[aoi]?|chytil[aoi]?|spadl[ai]?|upadl[ai]?|zakopl[ai]?|uklouzl[ai]?|(z|vy)vrtl[ai]?|uderil[ai]?',
    'uhodil[ai]?|prastil[ai]?|bouchl[ai]?|(po)?rizl[ai]?|porezal[ai]?|popalil[ai]?|oparil[ai]?|(po)?kous(l|al)[ai]?|bodl[ai]?',
    'stipl[ai]?|spolkl[ai]?',
  ].join('|')})$`,
);
const ANCHOR_LEAD = new Set(['since', 'from', 'od', 'uz', 'already', ...ONSETS]);

export type Bounds = { first: number; end: number };

/** "since yesterday", "od rána", "včera začala": stretches that reach to now, known by their beginning. */
export function readAnchors(tokens: readonly Token[], clauseOf: (token: number) => Bounds): TimeSpan[] {
  return ANCHORS.scan(tokens).flatMap(({ first, last, payload: hours }): TimeSpan[] => {
    const clause = clauseOf(first);
    const led = isLed(tokens, first, clause);
    if (!led && ONLY_SINCE.test(tokens[first]?.word ?? '')) return [];
    if (!led && !hasWord(tokens, clause, (word) => MOMENT.test(word))) return [];
    // "She started nursery in September": a season counts beside a symptom only.
    if (hours >= A_SEASON && hours < LONGEST && isOfSchoolOrWork(tokens, clause)) return [];
    const relation = !led ? 'ago' : hours >= A_SEASON ? 'bare' : 'since';
    return [{ first, last, unit: 'hour', count: hours, hours, relation }];
  });
}

const A_SEASON = 2160;
const LONGEST = 87_600;
const OF_SCHOOL_OR_WORK =
  /^(nursery|school|preschool|reception|kindergarten|playgroup|job|university|college|retired|skol\w*|skolk\w*|skolc\w*|prac[eiu]|duchod\w*)$/;

const isOfSchoolOrWork = (tokens: readonly Token[], clause: Bounds): boolean =>
  hasWord(tokens, clause, (word) => OF_SCHOOL_OR_WORK.test(word));

/** The first point of time in the text, whatever leads to it: an answer to "since when?" is often nothing else. */
export function readBareAnchor(tokens: readonly Token[]): TimeSpan | null {
  const [hit] = [...ANCHORS.scan(tokens), ...NOW.scan(tokens)];
  if (hit === undefined) return null;
  const { first, last, payload: hours } = hit;
  return { first, last, unit: 'hour', count: hours, hours, relation: 'since' };
}

const ONLY_SINCE =
  /^(rana|i|leta|zimy|mala|malicka|march|may|fall|spring|chvil[ey]|chvilky|all|my|cely|rano)$/;
const SINCE = /^(od|since)$/;
const LEADS_ITSELF = /^(odmal|odjakziva|as$|co$)/;
const ROUGHLY = /^(the|about|around|roughly|early|mid|late|asi|zhruba|cca|konce|zacatku|poloviny|hodin)$/;

/** Directly after "since", or in a clause that says that something began. */
function isLed(tokens: readonly Token[], index: number, clause: Bounds): boolean {
  const direct = tokens[index - 1]?.word ?? '';
  // Elsewhere "rána" is a wound, "leta" are years, "zimy" chills, and a child is ill.
  if (ONLY_SINCE.test(tokens[index]?.word ?? ''))
    return (
      SINCE.test(ROUGHLY.test(direct) ? (tokens[index - 2]?.word ?? '') : direct) ||
      isHourSince(tokens, index) ||
      isHourSince(tokens, index - 1)
    );
  if (LEADS_ITSELF.test(tokens[index]?.word ?? '')) return true;
  if (isHourSince(tokens, index)) return true;
  if (ANCHOR_LEAD.has(direct) || (ROUGHLY.test(direct) && ANCHOR_LEAD.has(tokens[index - 2]?.word ?? '')))
    return true;
  return saysOnset(tokens, clause);
}

/** "Since 7 this morning", "od pěti ráno" */
const isHourSince = (tokens: readonly Token[], index: number): boolean =>
  (tokens[index - 1]?.kind === 'number' || isSmallNumberWord(tokens[index - 1]?.word ?? '')) &&
  SINCE.test(tokens[index - 2]?.word ?? '');

/** True where the clause says that something began: then "two months ago" is its beginning, and not its end. */
export function saysOnset(tokens: readonly Token[], clause: Bounds): boolean {
  return hasWord(tokens, clause, (word) => ONSET.has(word));
}

const hasWord = (
  tokens: readonly Token[],
  { first, end }: Bounds,
  fits: (word: string) => boolean,
): boolean => tokens.slice(first, end).some(({ word }) => fits(word));
