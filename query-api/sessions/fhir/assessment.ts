import type { ClinicalImpression, CodeableConcept, Condition, Flag, RiskAssessment } from 'fhir/r4.js';
import type { SessionRecord } from '../session-record.ts';
import { coded, isTold, plain, referTo, SYSTEMS } from './identity.ts';

/** What the engine concluded: the level, the differentials with their codes, and the narrative once there is one. */
export function toImpression(record: SessionRecord): ClinicalImpression {
  const { session_id, state, results, summary, complaint_code, chief_complaint } = record;
  const level: CodeableConcept = coded(SYSTEMS.triageLevel, results.triage_level);
  return {
    resourceType: 'ClinicalImpression',
    status: state.status === 'finalized' ? 'completed' : 'in-progress',
    ...(complaint_code === null
      ? isTold(chief_complaint) && { description: plain(chief_complaint) }
      : { code: coded(SYSTEMS.complaint, complaint_code, chief_complaint) }),
    subject: referTo(session_id, 'patient'),
    date: record.finalized_at ?? state.created_at,
    ...(summary === null ? {} : { summary: plain(summary.narrative) }),
    finding: [
      { itemCodeableConcept: level, basis: 'Triage level' },
      ...results.differentials.map(({ icd, diagnosis, rank }) => ({
        itemCodeableConcept: coded(SYSTEMS.icd10, icd, diagnosis),
        basis: `Differential diagnosis, rank ${rank}`,
      })),
    ],
    prognosisReference: [referTo(session_id, 'risk')],
    supportingInfo: [referTo(session_id, 'interview')],
  };
}

/** How likely each differential is. The engine and its knowledge base are the method. */
export function toRisk({ session_id, state, results, engine_version }: SessionRecord): RiskAssessment {
  return {
    resourceType: 'RiskAssessment',
    status: state.status === 'finalized' ? 'final' : 'preliminary',
    method: coded(SYSTEMS.engine, engine_version),
    subject: referTo(session_id, 'patient'),
    basis: [referTo(session_id, 'interview')],
    prediction: results.differentials.map(({ icd, diagnosis, probability }) => ({
      outcome: coded(SYSTEMS.icd10, icd, diagnosis),
      probabilityDecimal: probability,
    })),
  };
}

export const toFlags = ({ session_id, state, results }: SessionRecord): { part: string; flag: Flag }[] =>
  results.red_flags.map(({ flag, description }) => ({
    part: `flag.${flag}`,
    flag: {
      resourceType: 'Flag',
      status: 'active',
      category: [coded(SYSTEMS.flagCategory, 'clinical', 'Clinical')],
      code: coded(SYSTEMS.redFlag, flag, description),
      subject: referTo(session_id, 'patient'),
      period: { start: state.created_at },
    },
  }));

/** The diagnosis that the partner's clinician gave as feedback; null where there is none. */
export function toCondition({ session_id, feedback }: SessionRecord): Condition | null {
  if (feedback === null) return null;
  const code = diagnosisOf(feedback.actual_icd10, feedback.actual_diagnosis);
  if (code === null) return null;
  return {
    resourceType: 'Condition',
    verificationStatus: coded(SYSTEMS.conditionVerification, 'confirmed', 'Confirmed'),
    code,
    subject: referTo(session_id, 'patient'),
  };
}

/** As ICD-10 prints a code, with what national editions add after the dot. */
const ICD10 = /^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$/i;

/** What came as a code but is none is told as text: both fields are free for the caller to write. */
function diagnosisOf(icd: string | null, diagnosis: string | null): CodeableConcept | null {
  const text = isTold(diagnosis) ? diagnosis.trim() : undefined;
  const code = isTold(icd) ? icd.trim() : null;
  if (code !== null && ICD10.test(code)) return coded(SYSTEMS.icd10, code.toUpperCase(), text);
  const told = [text, code].filter((part) => typeof part === 'string').join(', ');
  return told === '' ? null : { text: plain(told) };
}
