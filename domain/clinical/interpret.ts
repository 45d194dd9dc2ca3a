import type { CompiledFinding, CompiledKnowledge } from './compiled.ts';
import { latestEvidence } from './facts.ts';
import type { Evidence, FieldValue, Interpretation } from './types.ts';

const AGE_FIELD = 'age_months';
const MAX_AGE_MONTHS = 1560;

type FieldIssue = Interpretation['issues'][number];
type Reading = { evidence: Evidence } | { issue: FieldIssue };

/** Strings that a caller may send for a tri-state finding. */
const TRI_STATE_WORDS = new Map<string, Evidence['status']>([
  ['yes', 'present'],
  ['no', 'absent'],
  ['unknown', 'unknown'],
]);

/**
 * Reads the caller's fields and flags against the catalogue. A complaint's code is read as the finding that it is.
 * Every issue is reported, and none carries a value. Keys are only ever looked up in maps, so that names like
 * `__proto__` are unknown codes and nothing else.
 */
export function interpretFields(
  knowledge: CompiledKnowledge,
  fields: Record<string, unknown>,
  flags: string[],
  confidences: Record<string, number> | null,
): Interpretation {
  const result: Interpretation = { evidence: [], unrecognised: [], issues: [], age_months: null };
  for (const [code, value] of Object.entries(fields)) {
    if (code === AGE_FIELD) {
      readAge(result, value);
      continue;
    }
    const finding = findingFor(knowledge, code);
    if (finding === undefined) {
      result.unrecognised.push(code);
      continue;
    }
    const reading = readField(finding, code, value, confidenceOf(confidences, code));
    if ('issue' in reading) result.issues.push(reading.issue);
    else result.evidence.push(reading.evidence);
  }
  for (const code of flags) {
    const name = findingFor(knowledge, code)?.code ?? (knowledge.ruleByCode.has(code) ? code : null);
    if (name === null || knowledge.findingByCode.get(name)?.entry.value !== undefined)
      result.unrecognised.push(code);
    else result.evidence.push(client(name, 'present', confidenceOf(confidences, code)));
  }
  return result;
}

function findingFor(knowledge: CompiledKnowledge, code: string): CompiledFinding | undefined {
  const complaint = knowledge.complaintByCode.get(code);
  if (complaint !== undefined) return knowledge.findings[complaint.finding];
  return knowledge.findingByCode.get(code);
}

function confidenceOf(confidences: Record<string, number> | null, code: string): number {
  if (confidences === null || !Object.hasOwn(confidences, code)) return 1;
  const value = confidences[code];
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : 1;
}

function client(finding: string, status: Evidence['status'], confidence: number): Evidence {
  return { finding, status, confidence, source: 'client' };
}

function readAge(result: Interpretation, value: unknown): void {
  if (value === null) return;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    result.issues.push({ field: AGE_FIELD, code: 'wrong_type', message: 'must be a whole number of months' });
  } else if (value < 0 || value > MAX_AGE_MONTHS) {
    const message = `must be between 0 and ${MAX_AGE_MONTHS}`;
    result.issues.push({ field: AGE_FIELD, code: 'out_of_bounds', message });
  } else {
    result.age_months = value;
  }
}

function readField(finding: CompiledFinding, code: string, value: unknown, confidence: number): Reading {
  if (value === null) return { evidence: client(finding.code, 'unknown', confidence) };
  const rule = finding.entry.value;
  if (rule === undefined) return readTriState(finding, code, value, confidence);
  if (value === 'unknown') return { evidence: client(finding.code, 'unknown', confidence) };
  if (rule.type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value))
      return wrong(code, 'wrong_type', 'must be a number');
    if (value < rule.minimum || value > rule.maximum) {
      return wrong(code, 'out_of_bounds', `must be between ${rule.minimum} and ${rule.maximum} ${rule.unit}`);
    }
    return { evidence: { ...client(finding.code, 'present', confidence), value } };
  }
  if (typeof value !== 'string') return wrong(code, 'wrong_type', 'must be one of the allowed values');
  if (!finding.choiceSets.has(value)) {
    return wrong(
      code,
      'not_allowed',
      `must be one of ${rule.choices.map((choice) => choice.value).join(', ')}`,
    );
  }
  return { evidence: { ...client(finding.code, 'present', confidence), value } };
}

function readTriState(finding: CompiledFinding, code: string, value: unknown, confidence: number): Reading {
  if (typeof value === 'boolean') {
    return { evidence: client(finding.code, value ? 'present' : 'absent', confidence) };
  }
  const status = typeof value === 'string' ? TRI_STATE_WORDS.get(value.toLowerCase()) : undefined;
  if (status !== undefined) return { evidence: client(finding.code, status, confidence) };
  const problem = typeof value === 'string' ? 'not_allowed' : 'wrong_type';
  return wrong(code, problem, 'must be true, false, null, "yes", "no" or "unknown"');
}

function wrong(field: string, code: string, message: string): Reading {
  return { issue: { field, code, message } };
}

/** The field values that stand for this evidence: true, false, null, or the value itself. */
export function evidenceToFields(evidence: readonly Evidence[]): Record<string, FieldValue> {
  const entries = [...latestEvidence(evidence)].map(([code, entry]): [string, FieldValue] => {
    if (entry.status === 'unknown') return [code, null];
    if (entry.status === 'absent') return [code, false];
    return [code, entry.value ?? true];
  });
  return Object.fromEntries(entries);
}
