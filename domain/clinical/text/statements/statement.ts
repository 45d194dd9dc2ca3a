import type { Evidence } from '../../types.ts';
import type { Extent } from '../context/extent.ts';
import type { Mention } from '../mentions.ts';
import type { TextReading } from '../reader-state.ts';

/** One statement about a finding, before statements about the same finding are merged. Offsets into the text. */
export type Statement = {
  finding: string;
  status: Evidence['status'];
  value?: number | string;
  confidence: number;
  start: number;
  end: number;
  /** A bare yes, no or number: what the rest of the answer says of the same finding counts more, wherever it stands. */
  bare?: boolean;
  /** Said with doubt: does not replace a plain statement. */
  uncertain?: boolean;
  /** The tokens of its phrase, where it is one that names a sign. */
  tokens?: readonly number[];
};

/** The span of some tokens as offsets into the text. */
export function offsetsOf(reading: TextReading, extent: Extent): { start: number; end: number } {
  const { tokens } = reading.passage;
  return { start: tokens[extent.first]?.start ?? 0, end: tokens[extent.last]?.end ?? 0 };
}

/** True for what is said of the patient, as a fact, and still holds. */
export function isAsserted(reading: TextReading, mention: Mention): boolean {
  const { assertion, match } = mention;
  if (assertion.hypothetical || assertion.family || assertion.others || reading.patient.isOther(mention))
    return false;
  // A medicine is a lasting fact about a patient, what one must not have is none.
  if (assertion.allergen && match.phrase.entry.lasting === true) return false;
  return !assertion.past || (match.phrase.entry.lasting === true && assertion.polarity === 'present');
}
