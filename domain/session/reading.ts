import type {
  Engine,
  Evidence,
  Extraction,
  FieldValue,
  Question,
  RoutedComplaint,
} from '../clinical/types.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Reading, SuppliedFields, UpstreamFinding } from './types.ts';
import { withUpstream } from './upstream.ts';

/** What a caller sends of one report of the patient: texts, coded fields and flags. */
export type PatientInput = {
  texts: string[];
  fields: SuppliedFields;
  flags: string[];
  confidences: Record<string, number> | null;
  pending: Question | null;
  /** What an upstream extractor said of the texts; undefined where none was heard. */
  upstream: UpstreamFinding[] | undefined;
  /** Name of the body field that holds `fields`, for error paths. */
  fieldName: 'initial_fields' | 'extracted_fields';
};

/**
 * Reads one report of the patient: what the text says, then what the caller's own fields say. For a finding that the caller
 * sends, whatever the text seemed to say about it is dropped, whoever read it. `routed` is where the first text leads that
 * names a complaint.
 * Throws DomainError `invalid_command` naming every catalogued field whose value cannot be right.
 */
export function read(engine: Engine, input: PatientInput): { reading: Reading; routed: RoutedComplaint } {
  const supplied = engine.interpret(input.fields, input.flags, input.confidences);
  if (supplied.issues.length > 0) {
    const issues = supplied.issues.map((issue) => ({ ...issue, field: `${input.fieldName}.${issue.field}` }));
    throw new DomainError(
      'invalid_command',
      'Some fields hold values that the catalogue does not allow.',
      issues,
    );
  }
  const extractions = input.texts.map((text) => engine.extract(text, input.pending));
  const owned = new Set(supplied.evidence.map((evidence) => evidence.finding));
  const fromText = readTexts(engine, extractions, {
    upstream: input.upstream ?? [],
    targets: input.pending?.targets ?? [],
  });
  const kept = fromText.evidence.filter((evidence) => !owned.has(evidence.finding));
  const unread = extractions.flatMap((extraction) => extraction.unread);
  const evidence: Evidence[] = [...kept, ...supplied.evidence];
  const informant = extractions.flatMap((extraction) => extraction.informant ?? [])[0];
  const reading: Reading = {
    evidence,
    extracted_fields: toRecord(engine.toFields(evidence)),
    extracted_flags: [...new Set(fromText.flags.concat(input.flags))],
    field_confidences: Object.fromEntries(evidence.map((item) => [item.finding, item.confidence])),
    unrecognised: supplied.unrecognised,
    age_months: supplied.age_months ?? lastKnown(extractions.map((extraction) => extraction.age_months)),
    sex: lastKnown(extractions.map((extraction) => extraction.sex)),
    ...(informant === undefined ? {} : { informant }),
    ...(unread.length === 0 ? {} : { unread }),
    ...(input.upstream === undefined ? {} : { upstream: input.upstream }),
  };
  return { reading, routed: routeOf(extractions) };
}

const NOWHERE: RoutedComplaint = { chief_complaint: null, confidence: 0, secondary: null };

/** Told in several texts, the complaint is what the first of them names. */
function routeOf(extractions: readonly Extraction[]): RoutedComplaint {
  const routes = extractions.map(({ routed }) => routed);
  return routes.find((routed) => routed.chief_complaint !== null) ?? routes.at(-1) ?? NOWHERE;
}

/** What the texts alone say, and the red flags that follow from that. */
function readTexts(
  engine: Engine,
  extractions: readonly Extraction[],
  heard: Parameters<typeof withUpstream>[2],
): { evidence: Evidence[]; flags: string[] } {
  const read = extractions.flatMap((extraction) => extraction.evidence);
  if (heard.upstream.length === 0) {
    return { evidence: read, flags: extractions.flatMap((extraction) => extraction.flags) };
  }
  const evidence = withUpstream(engine, read, heard);
  const { red_flags } = engine.assess({
    complaints: [...new Set(extractions.flatMap(({ complaints }) => complaints.map(({ code }) => code)))],
    age_months: lastKnown(extractions.map((extraction) => extraction.age_months)),
    sex: lastKnown(extractions.map((extraction) => extraction.sex)),
    evidence,
    asked: [],
  });
  return { evidence, flags: red_flags.map(({ flag }) => flag) };
}

const toRecord = (fields: Record<string, FieldValue>): Record<string, FieldValue> => ({ ...fields });

const lastKnown = <T>(values: (T | null)[]): T | null => values.findLast((value) => value !== null) ?? null;
