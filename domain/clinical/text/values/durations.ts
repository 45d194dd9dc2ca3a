import { wordsBefore, wordsAfter } from '../language/nearby-words.ts';
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
/** "She is 8 weeks": the age of a baby, or a pregnancy. */
const IS_SOMEBODY =
  /\b((he|she|baby|wife|girlfriend|daughter|son) (is|s)|i am|i m|jsem) (now |about |only |already |uz |teprve )?$/;
const ENDS = /^($|[,.;:!?)-]|(and|a|with|s|na)\b)/;
const LONGEST_LEAD = 9;
const EXPLICIT = new Set<TimeSpan['relation']>(['for', 'since']);
/** An "ago" is the beginning of the illness up to this; beyond, only where the clause says that it began. */
const RECENT_HOURS = 7 * 24;

const IT =
  '( (it|this|that|these|them|like|me|mi|to|tohle|toto|takhle|tak|hrozne|hodne|uz|jiz|asi|about|now))';
/** What hurts or is there "it", for so long: "bolí mě to dva roky", "I've had it ten years". */
const HAS_LASTED = new RegExp(
  `\\b((bol|trap|hurt|ach|otravuj|trva)\\w*${IT}{0,4}|(mam|mame|ma|maji|had|have|has|been)${IT}{1,4}) $`,
);
const IS_ILL = /^(ill|poorly|unwell|nemocn\w+|nachlazen\w+)\b/;
/** So often, or at such a time of the day, it comes and lasts so long each time: "ráno jsem ztuhlý deset minut". */
const EACH_TIME = new RegExp(
  `\\b(${[
    'each|every|always|usually|sometimes|often|occasionally|whenever|mornings|nights|attacks?|episodes?|bouts?|spells?',
    '(in|first thing in) the morning|at night|in bed|on waking|at a time|when i (wake|get up)',
    'pokazde|vzdy|vzdycky|obcas|nekdy|kazd\\w+|zachvat\\w*|rano|po ranu|v noci|po probuzeni|po vstani',
  ].join('|')})\\b`,
);
const OF_NOW =
  /\b(now|today|tonight|this|(the|for) (last|past)|since|started|began|dnes|dneska|ted|nyni|posledni\w*|od|zacal[aoy]?)\b/;
/** A length of something that grew worse says when it did: "two years of pain, worse for the last hour". */
const WORSE = /\b(worse\w*|worst|deteriorat\w+|zhors\w+|horsi)\b/;

const segmentText = ({ tokens, ...passage }: Passage, at: number): string => {
  const { first, end } = passage.segmentOf(at);
  return wordsBefore(tokens, end, first);
};

/** Of a token: a present symptom stands in its clause, or before it in its segment; its clause says that something began. */
type SymptomContext = Record<'hasSymptom' | 'followsSymptom' | 'isOnset', (token: number) => boolean>;

/**
 * How long the illness has lasted, as hours: "for three days", "since yesterday", "od rána", "týden". A bare "3 days"
 * counts beside a symptom.
 */
export function readDurations(
  passage: Passage,
  times: readonly TimeSpan[],
  symptoms: SymptomContext,
): ValueMention[] {
  const anchors = readAnchors(passage.tokens, (token) => passage.clauseOf(token));
  return [...times, ...anchors]
    .filter((time) => isDuration(passage, time, symptoms))
    .map((time): ValueMention => ({
      code: 'duration_hours',
      value: time.hours,
      first: time.first,
      last: time.last,
      named: EXPLICIT.has(time.relation) && !WORSE.test(segmentText(passage, time.first)),
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

/** "Stiff for ten minutes every morning": how long it lasts each time, and not since when it comes. */
const isOfEachTime = (passage: Passage, { first, unit, relation }: TimeSpan): boolean => {
  const text = segmentText(passage, first);
  const isShort = unit === 'minute' || unit === 'hour';
  return isShort && /^(for|bare)$/.test(relation) && EACH_TIME.test(text) && !OF_NOW.test(text);
};

const isOfSomebody = ({ relation, unit }: TimeSpan, lead: string, rest: string): boolean =>
  relation === 'bare' && (unit === 'week' || unit === 'month') && IS_SOMEBODY.test(lead) && ENDS.test(rest);

/** An accent tells "léta", years, from "létá", what flies; without one nobody knows. */
const isOtherWord = ({ text, tokens }: Passage, { first, last, relation }: TimeSpan): boolean =>
  relation === 'bare' &&
  first === last &&
  tokens[last]?.word === 'leta' &&
  !/^léta$/i.test(text.slice(tokens[last].start, tokens[last].end));

/** "Dítě, 3 roky, horečka" is an age. */
const isBesideSymptom = ({ unit, count, first }: TimeSpan, symptoms: SymptomContext): boolean =>
  unit === 'year' && count >= 1 ? symptoms.followsSymptom(first) : symptoms.hasSymptom(first);

function isDuration(passage: Passage, time: TimeSpan, symptoms: SymptomContext): boolean {
  const { first, end } = passage.clauseOf(time.first);
  const lead = wordsBefore(passage.tokens, time.first, Math.max(first, time.first - LONGEST_LEAD));
  const rest = wordsAfter(passage.tokens, time.last);
  const isOfOther = isOfSomebody(time, lead, rest) || OTHERWISE_SPENT.test(lead) || NAMES_A_THING.test(rest);
  if (isOfOther || isRate(passage, time, lead)) return false;
  if (isOfEachTime(passage, time) || isOtherWord(passage, time)) return false;
  for (let at = first; at < end; at += 1)
    if (NOT_THE_ILLNESS.has(passage.tokens[at]?.word ?? '')) return false;
  switch (time.relation) {
    case 'for':
    case 'since':
      return true;
    case 'ago':
      return symptoms.isOnset(time.first) || (symptoms.hasSymptom(time.first) && time.hours < RECENT_HOURS);
    case 'old':
      // "The rash is three days old"
      return symptoms.followsSymptom(time.first);
    case 'bare':
      return HAS_LASTED.test(lead) || IS_ILL.test(rest) || isBesideSymptom(time, symptoms);
    default:
      return false;
  }
}
