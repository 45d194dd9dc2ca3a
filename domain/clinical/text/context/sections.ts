import type { Passage } from '../language/passage.ts';
import { createSequenceTable, rowsOf } from '../language/sequences.ts';
import type { Extent } from './extent.ts';

/** What stands below a heading is told of the family, of the past, as an allergy or as denied; `now` is what is told of today. */
export type Section = 'family' | 'history' | 'allergy' | 'denied' | 'now';

const HEADINGS = createSequenceTable<Section>([
  ...rowsOf<Section>(
    'family',
    'family history, family hx, fh, fhx, fam hx, family medical history, rodinna anamneza, ra, rodina',
  ),
  ...rowsOf<Section>(
    'history',
    `
    past medical history, medical history, past history, previous medical history, previous history, pmh, pmhx, past surgical history
    surgical history, psh, past illnesses, osobni anamneza, oa, predchozi onemocneni, prodelana onemocneni, prodelane nemoci
    `,
  ),
  ...rowsOf<Section>(
    'allergy',
    'allergies, allergy, drug allergies, known allergies, allergies and intolerances, alergie, alergicka anamneza, aa',
  ),
  ...rowsOf<Section>(
    'denied',
    'denies, patient denies, pertinent negatives, negatives, neguje, popira, pacient neguje, pacientka neguje, pacient popira',
  ),
  ...rowsOf<Section>(
    'now',
    `
    presenting complaint, presenting complaints, pc, hpc, hpi, history of presenting complaint, history of present illness, complaint
    chief complaint, complaints, cc, symptoms, medication, medications, current medication, current medications, meds, drugs, drug history, dh
    dhx, social history, sh, shx, examination, on examination, o/e, exam, investigations, bloods, labs, impression, plan, assessment, vitals
    observations, obs, today, now, positives, reports, nynejsi onemocneni, no, farmakologicka anamneza, fa, medikace, leky, socialni anamneza, sa
    pracovni anamneza, gynekologicka anamneza, ga, abusus, objektivne, obj, vysetreni, laborator, zaver, subjektivne, subj, dnes, nyni, potize
    `,
  ),
]);
/** So short a heading is one only before a colon. */
const LONGEST_ABBREVIATION = 3;
const OF_NOW =
  /^(today|now|tonight|currently|since|presents?|presented|presenting|complains|complaining|came|comes|suddenly|dnes|dneska|nyni|ted|od|prichazi|stezuje|nahle)$/;

export type Sections = {
  /** What the sentences are told as, by their index; undefined where nothing is said of it. */
  of: readonly (Section | undefined)[];
  /** Tokens that are words of a heading. */
  headings: ReadonlySet<number>;
};

/** Reads the headings of a text that stand at the beginning of a line, and what stands below each of them. */
export function readSections(passage: Passage): Sections {
  const { tokens, sentences } = passage;
  const headings = new Set<number>();
  let section: Section | undefined;
  const of = sentences.map(({ first, end }, index): Section | undefined => {
    const beginsLine = index === 0 || (tokens[first]?.lines ?? 0) > 0;
    const heading = headingAt(passage, first, beginsLine);
    if (heading !== null) {
      for (let at = heading.first; at <= heading.last; at += 1) headings.add(at);
      const colon = tokens[heading.last + 1]?.word === ':' ? heading.last + 1 : heading.last;
      // What stands behind a heading on its own line is read by its triggers: it may go over to what is so now.
      section = colon + 1 >= end ? heading.payload : undefined;
      return undefined;
    }
    const isBlankBefore = (tokens[first]?.lines ?? 0) > 1 && !isHeadingBefore(headings, passage, first);
    if (isBlankBefore || tellsOfNow(passage, { first, last: end - 1 })) section = undefined;
    return section === 'now' ? undefined : section;
  });
  return { of, headings };
}

/** A heading at the token, which begins a sentence: before a colon, or alone on its line. */
function headingAt(
  { tokens }: Passage,
  at: number,
  beginsLine: boolean,
): { first: number; last: number; payload: Section } | null {
  const first = /^[-*•]$/.test(tokens[at]?.word ?? '') ? at + 1 : at;
  const hit = HEADINGS.at(tokens, first);
  if (hit === null) return null;
  const next = tokens[hit.last + 1];
  if (next?.word === ':') return hit;
  const isWord = hit.last > hit.first || (tokens[hit.first]?.word.length ?? 0) > LONGEST_ABBREVIATION;
  return isWord && beginsLine && next !== undefined && next.lines > 0 ? hit : null;
}

const isHeadingBefore = (headings: ReadonlySet<number>, { tokens }: Passage, at: number): boolean =>
  headings.has(tokens[at - 1]?.word === ':' ? at - 2 : at - 1);

const tellsOfNow = ({ tokens }: Passage, { first, last }: Extent): boolean =>
  tokens.slice(first, last + 1).some(({ word }) => OF_NOW.test(word));

/** What the extent is told as, by the heading above it. */
export const sectionOf = (passage: Passage, { of }: Sections, { first }: Extent): Section | undefined =>
  of[passage.segmentOf(first).sentence];
