import type { Evidence } from './steps.ts';

/** A piece of a text, and what was read in it: the most certain first. */
export type Piece = { text: string; read: readonly Evidence[] };

type Read = Evidence & { span: NonNullable<Evidence['span']> };

/** Whether a finding was read at its place of this text; several texts may have been sent with it. */
const isOf = (text: string, evidence: Evidence): evidence is Read =>
  evidence.span !== undefined && text.slice(evidence.span.start, evidence.span.end) === evidence.span.text;

/** Cuts a text where a finding begins or ends; places may overlap. */
export function highlight(text: string, evidence: readonly Evidence[]): Piece[] {
  const read = evidence.filter((each) => isOf(text, each));
  const cuts = [...new Set([0, text.length, ...read.flatMap(({ span }) => [span.start, span.end])])].sort(
    (one, other) => one - other,
  );
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    return {
      text: text.slice(start, end),
      read: read
        .filter(({ span }) => span.start <= start && span.end >= end)
        .sort((one, other) => other.confidence - one.confidence),
    };
  });
}
