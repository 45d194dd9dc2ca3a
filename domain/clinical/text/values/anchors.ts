import { createSequenceTable } from '../language/sequences.ts';
import type { Token } from '../language/tokenize.ts';
import { words } from '../language/word-list.ts';
import type { TimeSpan } from './time.ts';

const WEEKDAYS = words(
  'monday tuesday wednesday thursday friday saturday sunday pondeli pondelka utery uterka streda stredy ctvrtek ctvrtka patek patku sobota soboty nedele',
);

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
  ...anchors(10, ['the night', 'noci', 'dnesni noci']),
]);

function anchors(hours: number, sequences: string[]): (readonly [string, number])[] {
  return sequences.map((sequence) => [sequence, hours] as const);
}

const ONSETS = words('started start starts began begin beginning begins onset zacal zacala zacalo zacaly');
const ONSET = new Set(ONSETS);
const ANCHOR_LEAD = new Set(['since', 'from', 'od', 'uz', 'already', ...ONSETS]);

export type Bounds = { first: number; end: number };

/** "since yesterday", "od rána", "včera začala": stretches that reach to now, known by their beginning. */
export function readAnchors(tokens: readonly Token[], clauseOf: (token: number) => Bounds): TimeSpan[] {
  return ANCHORS.scan(tokens)
    .filter((hit) => isLed(tokens, hit.first, clauseOf(hit.first)))
    .map(({ first, last, payload: hours }) => ({
      first,
      last,
      unit: 'hour',
      count: hours,
      hours,
      relation: 'since',
    }));
}

/** Directly after "since", or in a clause that says that something began. */
function isLed(tokens: readonly Token[], index: number, clause: Bounds): boolean {
  const direct = tokens[index - 1]?.word ?? '';
  // Elsewhere "rána" is a wound.
  if (tokens[index]?.word === 'rana') return direct === 'od';
  if (ANCHOR_LEAD.has(direct) || (direct === 'the' && ANCHOR_LEAD.has(tokens[index - 2]?.word ?? '')))
    return true;
  return saysOnset(tokens, clause);
}

/** True where the clause says that something began: then "two months ago" is its beginning, and not its end. */
export function saysOnset(tokens: readonly Token[], clause: Bounds): boolean {
  for (let at = clause.first; at < clause.end; at += 1) if (ONSET.has(tokens[at]?.word ?? '')) return true;
  return false;
}
