import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import type { Cue } from './cues.ts';
import type { Extent } from './patient.ts';

/** From one of these on, what the patient comes with is told. */
const NOW = new Set(
  words(`
    present presents presented presenting complains complaining complained reports reporting reported admitted attends
    attended attending brought referred came comes come coming arrives arrived develops developed developing wakes woke awoke
    now here today tonight yesterday currently sudden suddenly acute acutely new newly recent recently worsening since who this
    last has have having had feels felt feeling noticed notices noticing started starts began begins with after seen but
    however he she i we they
    prichazi prisel prisla privezen privezena prijat prijata odeslan odeslana nyni dnes ted od vcera ma udava stezuje nahle
    nahly nahla akutni akutne posledni poslednich tento tyto zacal zacala zacalo ale jsem
  `),
);

/** Cues of history in the sentence of a clause that may reach into it: "and stroke presents with" is a clause of its own. */
export function historyCues(
  passage: Passage,
  cues: ReadonlyMap<number, readonly Cue[]>,
  clause: number,
): Cue[] {
  const { sentence } = passage.clauses[clause] ?? {};
  const found: Cue[] = [];
  for (let at = clause; at >= 0 && passage.clauses[at]?.sentence === sentence; at -= 1)
    found.push(...(cues.get(at) ?? []).filter(({ kind }) => kind === 'history'));
  return found;
}

/**
 * True for what is listed as history: "with a history of DVT and stroke presents with a cough", "CMP v anamnéze". What
 * lasts (`lasting`: "history of cough for three days") goes on.
 */
export function isHistory(passage: Passage, cue: Cue, extent: Extent, lasting: readonly Extent[]): boolean {
  const isNow = (at: number): boolean => NOW.has(passage.tokens[at]?.word ?? '');
  const saysNow = (after: number, before: number): boolean => {
    for (let at = after + 1; at < before; at += 1) if (isNow(at)) return true;
    return false;
  };
  const isItsTime = (time: Extent): boolean =>
    time.first > extent.last && coversInTime(passage, time, extent) && !saysNow(extent.last, time.first);
  if (lasting.some(isItsTime)) return false;
  if (cue.first < extent.first) return !saysNow(cue.last, extent.first);
  const isLast = cue.segmentEnd || isNow(cue.last + 1);
  return isLast && passage.segmentOf(cue.first) === passage.segmentOf(extent.first);
}

/**
 * A point in time holds for its own segment and what follows in the list; for what stands before it only over "and"
 * and "or" ("cough, fever, a year ago pneumonia" is a present cough).
 */
export function coversInTime(passage: Passage, time: Extent, extent: Extent): boolean {
  const at = passage.segmentOf(time.first);
  const mine = passage.segmentOf(extent.first);
  if (mine.first >= at.first) return true;
  const { segments } = passage.clauseOf(time.first);
  const between = segments.slice(segments.indexOf(mine) + 1, segments.indexOf(at) + 1);
  return between.every((segment) => segment.opener === 'and' || segment.opener === 'or');
}
