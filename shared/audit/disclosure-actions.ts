import type { AccessAction, CountedRead } from '../../domain/access/events.ts';

/** Actions whose row names the patient, or one of the patient's sessions, and says that somebody saw its data. */
export const PATIENT_READS = [
  'patient.viewed',
  'patient.sessions_viewed',
  'patient.summary_viewed',
  'patient.disclosures_viewed',
  'session.list_accessed',
  'session.viewed',
  'session.state_viewed',
  'session.results_viewed',
  'session.events_read',
  'session.exported',
  'session.history_viewed',
  'session.explained',
  'replay.opened',
] as const satisfies readonly (AccessAction | CountedRead)[];

/** Looks at a whole tenant's clinical data, which show each patient's. */
export const WHOLE_TENANT_READS = [
  'export.bulk',
  'facts.extracted',
  'replay.opened',
] as const satisfies readonly AccessAction[];

/** Pages of many patients, this one perhaps among them. */
export const LISTS = [
  'patient.list_accessed',
  'session.list_accessed',
] as const satisfies readonly AccessAction[];
