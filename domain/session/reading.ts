import type { Engine, Evidence, FieldValue, Question } from '../clinical/types.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Reading, SuppliedFields } from './events.ts';

export type Told = {
  texts: string[];
  fields: SuppliedFields;
  flags: string[];
  confidences: Record<string, number> | null;
  pending: Question | null;
  /** Name of the body field that holds `fields`, for error paths. */
  fieldName: 'initial_fields' | 'extracted_fields';
};

/**
 * Reads one telling: what the text says, then what the caller's own fields say. For a finding that the caller
 * sends, whatever the text seemed to say about it is dropped.
 * Throws DomainError `invalid_command` naming every catalogued field whose value cannot be right.
 */
export function read(engine: Engine, told: Told): Reading {
  const supplied = engine.interpret(told.fields, told.flags, told.confidences);
  if (supplied.issues.length > 0) {
    const issues = supplied.issues.map((issue) => ({ ...issue, field: `${told.fieldName}.${issue.field}` }));
    throw new DomainError(
      'invalid_command',
      'Some fields hold values that the catalogue does not allow.',
      issues,
    );
  }
  const extractions = told.texts.map((text) => engine.extract(text, told.pending));
  const owned = new Set(supplied.evidence.map((evidence) => evidence.finding));
  const fromText = extractions.flatMap((extraction) => extraction.evidence);
  const kept = fromText.filter((evidence) => !owned.has(evidence.finding));
  const evidence: Evidence[] = [...kept, ...supplied.evidence];
  return {
    evidence,
    extracted_fields: toRecord(engine.toFields(evidence)),
    extracted_flags: [...new Set(extractions.flatMap((extraction) => extraction.flags).concat(told.flags))],
    field_confidences: Object.fromEntries(evidence.map((item) => [item.finding, item.confidence])),
    unrecognised: supplied.unrecognised,
    age_months: supplied.age_months ?? lastKnown(extractions.map((extraction) => extraction.age_months)),
    sex: lastKnown(extractions.map((extraction) => extraction.sex)),
  };
}

const toRecord = (fields: Record<string, FieldValue>): Record<string, FieldValue> => ({ ...fields });

const lastKnown = <T>(values: (T | null)[]): T | null => values.findLast((value) => value !== null) ?? null;
