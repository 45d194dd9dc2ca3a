import { leadOf, restOf } from '../language/around.ts';
import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import { readAnchors } from './anchors.ts';
import type { TimeSpan } from './time.ts';
import type { ValueMention } from './vitals.ts';

/** A clause about these tells how long something else has lasted: a medicine, a habit, a known disease. */
const NOT_THE_ILLNESS = new Set(
  words(`
    take takes taking took smoke smokes smoking smoked drink drinking diagnosed diagnosis treated medication pill pills
    pregnant gestation married operated surgery operation vaccinated allergic diabetic diabetes asthma
    beru bere uzivam uziva kourim kouri leci lecim lecen lecena diagnostikovan diagnostikovana tehotna tehotenstvi cukrovka
    cukrovku astma operaci operace ockovan ockovana
  `),
);
const COUPLE = 'partner|husband|wife|boyfriend|girlfriend|man|woman';
const COUPLE_CS = 'pritelem|partnerem|manzelem|manzelkou|pritelkyni';
const LIVING = [
  `(with|same|steady|regular) (my |the |same |a |one )?(${COUPLE})`,
  'together|relationship|dating|retired',
  '(lived|worked|employed)( \\w+){0,3}',
  `s (${COUPLE_CS})|spolu`,
].join('|');
const LABOURS = '(stand|sit|sew|paint|type|drive|lift|kneel|bend|sedim|stojim|sedi|stoji)\\w*( \\w+){0,2}';
/** "With my partner for six years", "worked there for ten years"; "I sew all day". */
const OTHERWISE_SPENT = new RegExp(
  `\\b((${LIVING})( now)? (for|since|uz|jiz|over|about) (the last |about |over )?|${LABOURS} (all|the whole|cely) )$`,
);
/** "The 6 week check", "her 16-week vaccinations", "a 72-hour monitor": a length that names something. */
const NAMES_A_THING =
  /^(-|old )?(check|checks|checkup|scan|vaccinations?|vaccines?|jabs?|immuni[sz]ations?|injections?|monitor|monitoring|holter|ecg|tape|review|visit|appointment|health visitor)\b/;
const LONGEST_LEAD = 9;
const EXPLICIT = new Set<TimeSpan['relation']>(['for', 'since']);
/** An "ago" is the beginning of the illness up to this; beyond, only where the clause says that it began. */
const RECENT_HOURS = 7 * 24;

/**
 * How long the illness has lasted, as hours: "for three days", "since yesterday", "od rána", "týden". A bare "3 days"
 * counts beside a symptom; `hasSymptom` says whether a present one stands in the clause of a token.
 */
export function readDurations(
  passage: Passage,
  times: readonly TimeSpan[],
  hasSymptom: (token: number) => boolean,
  isOnset: (token: number) => boolean,
): ValueMention[] {
  const anchors = readAnchors(passage.tokens, (token) => passage.clauseOf(token));
  return [...times, ...anchors]
    .filter((time) => isDuration(passage, time, hasSymptom(time.first), isOnset(time.first)))
    .map((time): ValueMention => ({
      code: 'duration_hours',
      value: time.hours,
      first: time.first,
      last: time.last,
      named: EXPLICIT.has(time.relation),
    }))
    .sort((a, b) => a.first - b.first);
}

/** "Three loose stools a day", "twice a day" tell how often, and not for how long; "a day of vomiting" does. */
const COUNTED =
  /\b(once|twice|one|two|three|four|five|six|seven|eight|nine|ten|several|few|times|jednou|dvakrat|[0-9]+)( (or|to) \w+)?( \w+){0,3} $/;

const isRate = ({ tokens }: Passage, { relation, first, last }: TimeSpan, lead: string): boolean =>
  relation === 'bare' &&
  last === first + 1 &&
  tokens[first]?.word === 'a' &&
  tokens[last + 1]?.word !== 'of' &&
  COUNTED.test(lead) &&
  !/\b(last(s|ed|ing)?|about|over|than|and) $/.test(lead);

function isDuration(passage: Passage, time: TimeSpan, besideSymptom: boolean, onset: boolean): boolean {
  const { first, end } = passage.clauseOf(time.first);
  const lead = leadOf(passage.tokens, time.first, Math.max(first, time.first - LONGEST_LEAD));
  if (OTHERWISE_SPENT.test(lead) || NAMES_A_THING.test(restOf(passage.tokens, time.last))) return false;
  if (isRate(passage, time, lead)) return false;
  for (let at = first; at < end; at += 1)
    if (NOT_THE_ILLNESS.has(passage.tokens[at]?.word ?? '')) return false;
  switch (time.relation) {
    case 'for':
    case 'since':
      return true;
    case 'ago':
      return onset || (besideSymptom && time.hours < RECENT_HOURS);
    case 'bare':
      return besideSymptom && (time.unit !== 'year' || time.count < 1);
    default:
      return false;
  }
}
