import type { CodeableConcept, Identifier, Reference } from 'fhir/r4.js';
import { v5 as uuidV5 } from 'uuid';

/** Names of our own code lists and ids in FHIR: URNs, since no web page stands behind them. */
const NAMES = 'urn:clinical-triage-service';
export const SYSTEMS = {
  session: `${NAMES}:session`,
  patient: `${NAMES}:partner-patient-id`,
  complaint: `${NAMES}:complaint`,
  triageLevel: `${NAMES}:triage-level`,
  redFlag: `${NAMES}:red-flag`,
  engine: `${NAMES}:engine`,
  questionnaire: `${NAMES}:interview`,
  icd10: 'http://hl7.org/fhir/sid/icd-10',
  conditionVerification: 'http://terminology.hl7.org/CodeSystem/condition-ver-status',
  flagCategory: 'http://terminology.hl7.org/CodeSystem/flag-category',
  participantType: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
  dataAbsent: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
} as const;

/** The `fullUrl` of a part of a session's bundle: the same in each export, so that imports can be repeated. */
export const urlOf = (sessionId: string, part: string): string => `urn:uuid:${uuidV5(part, sessionId)}`;

/** The parts that others refer to. */
const REFERRED = { patient: 'Patient', interview: 'QuestionnaireResponse', risk: 'RiskAssessment' } as const;

export const referTo = (sessionId: string, part: keyof typeof REFERRED): Reference => ({
  reference: urlOf(sessionId, part),
  type: REFERRED[part],
});

/** FHIR knows no control characters in a string but tab and line ends; a replacement character stands for each. */
export const plain = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd');

/** True where a FHIR string can hold it: that has at least one character to see. */
export const isTold = (text: string | null): text is string => text !== null && text.trim() !== '';

export const identifier = (system: string, value: string): Identifier => ({ system, value: plain(value) });

export const coded = (system: string, code: string, text?: string): CodeableConcept => ({
  coding: [{ system, code, ...(text === undefined ? {} : { display: plain(text) }) }],
  ...(text === undefined ? {} : { text: plain(text) }),
});
