import { segmentsIn, type Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import type { Trigger } from './triggers.ts';
import { coversInTime } from './lists.ts';
import { overlaps } from './negation.ts';
import type { NegationContext } from './negation-context.ts';
import type { Extent } from './extent.ts';

/** From one of these on, what the patient comes with is told. */
const NOW = new Set(
  words(`
    present presents presented presenting complains complaining complained reports reporting reported admitted attends
    attended attending brought referred came comes come coming arrives arrived develops developed developing wakes woke awoke
    now here today tonight yesterday currently sudden suddenly acute acutely new newly recent recently worsening since who this
    last has have having had feels felt feeling noticed notices noticing started starts began begins with after seen but
    however he she i we they my his her
    cannot can wants want
    prichazi prisel prisla privezen privezena prijat prijata odeslan odeslana nyni dnes ted od vcera ma udava stezuje nahle
    nahly nahla akutni akutne posledni poslednich tento tyto zacal zacala zacalo ale jsem chce nemuze
  `),
);

/**
 * True for what is listed as history: "with a history of DVT and stroke presents with a cough", "CMP v anamnéze". What
 * lasts ("history of cough for three days") goes on. `own` are the tokens of the mention itself.
 */
export function isListedAsHistory(
  context: NegationContext,
  extent: Extent,
  own: ReadonlySet<number>,
): boolean {
  return triggersBefore(context, extent).some(
    (trigger) => !overlaps(trigger, own) && isHistory(context, trigger, extent),
  );
}

/**
 * Triggers of history from the beginning of the sentence on: "and stroke presents with" is a clause of its own. A phrase that
 * begins with one ("a history of anaphylaxis") takes it from nothing that follows in the list.
 */
function triggersBefore({ passage, triggers }: NegationContext, extent: Extent): Trigger[] {
  const last = passage.segmentOf(extent.first).clause;
  const first = passage.segmentOf(passage.sentenceOf(extent.first).first).clause;
  const found: Trigger[] = [];
  for (let clause = first; clause <= last; clause += 1)
    found.push(...(triggers.get(clause) ?? []).filter(({ kind }) => kind === 'history'));
  return found;
}

function isHistory({ passage, times }: NegationContext, trigger: Trigger, extent: Extent): boolean {
  const isNow = (at: number): boolean => NOW.has(passage.tokens[at]?.word ?? '');
  const saysNow = (after: number, before: number): boolean => {
    for (let at = after + 1; at < before; at += 1) if (isNow(at)) return true;
    return false;
  };
  const mine = passage.segmentOf(extent.first);
  const lasts = (times.get(mine.clause) ?? []).some(
    (time) =>
      time.relation !== 'ago' &&
      time.relation !== 'old' &&
      time.first > extent.last &&
      coversInTime(passage, time, extent) &&
      !saysNow(extent.last, time.first),
  );
  if (lasts) return false;
  if (trigger.first < extent.first)
    return isListedBehind(passage, trigger, extent) && !saysNow(trigger.last, extent.first);
  return (trigger.segmentEnd || isNow(trigger.last + 1)) && passage.segmentOf(trigger.first) === mine;
}

/** "Struggling", "fitting" */
const GOING_ON = /ing$/;
const LEADS_ON = /^(and|or|of|for|with|:)$/;

/**
 * The first item behind the trigger and what "and" or "or" joins to it. A comma may be the end of the list as well ("history of
 * hypertension, crushing chest pain"): what stands behind one is of now, and so is what somebody does there.
 */
function isListedBehind(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  const mine = passage.segmentOf(extent.first);
  const path = segmentsIn(passage, { first: trigger.last + 1, end: extent.first + 1 });
  const isJoined = path.every(
    (segment) =>
      (segment === mine || !segment.finite) && (segment.opener === 'and' || segment.opener === 'or'),
  );
  if (!isJoined) return false;
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const isNext = extent.first === trigger.last + 1 || LEADS_ON.test(word(extent.first - 1));
  return isNext || !GOING_ON.test(word(extent.first));
}
