import { at, background, ENGINE_VERSION, ids, PATIENT_ID } from './ids.ts';
import { erasureOf } from './erasure.ts';
import { explained } from './explanation.ts';
import { history } from './history.ts';
import {
  exportedAnswers,
  feedback,
  lastAnswer,
  results,
  routed,
  stateAtFirst,
  stateAtLast,
} from './interview.ts';
import { summary } from './summary.ts';

const finalState = { ...stateAtLast, status: 'finalized' };

/** Somebody claims damages, and what was said has to be kept. */
export const hold = { reason: 'claim 2026-114', placed_at: at.nextMorning };

export const listedSession = {
  session_id: ids.session,
  status: 'finalized',
  chief_complaint: 'chest pain since this morning',
  patient_id: PATIENT_ID,
  triage_level: results.triage_level,
  primary_diagnosis: results.primary_diagnosis,
  primary_diagnosis_cs: 'Stabilní angina pectoris',
  primary_diagnosis_icd: results.primary_diagnosis_icd,
  questions_asked: results.questions_asked,
  test: false,
  created_at: at.opened,
  completed_at: at.finalized,
};

export const exportedSession = {
  session_id: ids.session,
  test: false,
  patient_id: PATIENT_ID,
  chief_complaint: 'chest pain since this morning',
  complaint_code: 'chest_pain',
  demographics: { age: 55, sex: 'male' },
  free_text: null,
  background: {
    ...background,
    evidence: [{ finding: 'smoker', status: 'present', confidence: 1, source: 'profile' }],
  },
  initial_fields: {},
  unrecognised: [],
  answers: exportedAnswers,
  state: finalState,
  results,
  summary,
  feedback,
  finalized_at: at.finalized,
  timeline: [
    { revision: 0, event_id: ids.opened, type: 'session-opened', at: at.opened },
    { revision: 1, event_id: ids.routed, type: 'session-routed', at: at.routed },
    { revision: 7, event_id: ids.answered, type: 'session-answered', at: at.lastAnswer },
    { revision: 11, event_id: ids.finalized, type: 'session-finalized', at: at.finalized },
    { revision: 12, event_id: ids.assessed, type: 'assessment-completed', at: at.finalized },
  ],
  unreadable: [],
  engine_version: ENGINE_VERSION,
};

const { meta: _meta, ...concluded } = results;
const session = {
  ...stateAtLast,
  ...concluded,
  status: 'finalized',
  stop_reason: lastAnswer.stop_reason,
  chief_complaint: exportedSession.chief_complaint,
  complaint_code: exportedSession.complaint_code,
  patient_id: PATIENT_ID,
  test: false,
  demographics: exportedSession.demographics,
  revision: 13,
  last_activity_at: at.finalized,
  finalized_at: at.finalized,
  held: false,
  summary,
  feedback,
};

const concept = {
  code: 'radiates_left_arm',
  type: 'finding',
  name: 'Pain radiating to the left arm or shoulder',
  name_cs: 'Vystřelování do levé paže nebo ramene',
  synonyms: ['pain spreading to the left arm or shoulder', 'goes down my left arm'],
  synonyms_cs: ['bolest se šíří do levé ruky', 'vystřeluje do levé ruky'],
  value_type: 'boolean',
  allowed_values: null,
  answer_type: 'boolean',
  choices: [],
  unit: null,
  minimum: null,
  maximum: null,
  icd: null,
};

/** One session from its opening to its erasure. */
const MANIFEST = 'manifest.json';
const extractFile = (path: string, bytes: number, digit: string) => ({
  path,
  bytes,
  sha256: digit.repeat(64),
  url: 'https://triage.example.org/v1/data/files?token=Zm9v',
});
const extract = {
  extract_id: ids.extract,
  status: 'done',
  recipient: 'team',
  datasets: ['sessions', 'session_steps'],
  format: 'parquet',
  since: null,
  until: 'MTIzNDU2',
  rows: 5,
  problem: null,
  created_at: at.nextMorning,
  finished_at: at.extracted,
  expires_at: at.extractExpires,
  links_expire_at: at.linksExpire,
  files: [
    extractFile(MANIFEST, 2_048, 'a'),
    extractFile('dataset=sessions/day=2026-03-02/part-0.parquet', 4_096, 'b'),
    extractFile('dataset=session_steps/day=2026-03-02/part-0.parquet', 6_144, 'c'),
  ],
};

export const sessionAnswers = {
  createSession: {
    201: {
      ...stateAtFirst,
      chief_complaint: 'chest pain since this morning',
      patient_id: PATIENT_ID,
      test: false,
      unrecognised: [],
      meta: { tokens_charged: 1, processing_time_ms: 31 },
    },
  },
  routeText: { 200: routed },
  answerQuestion: { 200: { ...stateAtLast, ...lastAnswer } },
  getSession: { 200: session },
  getSessionState: { 200: stateAtLast },
  getSessionResults: { 200: results },
  updateDemographics: { 200: stateAtLast },
  rectifySession: { 200: { ...stateAtLast, changed_fields: ['age'] } },
  finalizeSession: { 200: { ...results, status: 'finalized', finalized_at: at.finalized, summary } },
  giveFeedback: { 201: { session_id: ids.session, ...feedback, created_at: at.nextMorning } },
  listSessions: {
    200: {
      total: 1,
      limit: 50,
      offset: 0,
      data: [{ ...listedSession, red_flags: stateAtLast.red_flags, held: false }],
    },
  },
  exportSession: { 200: exportedSession },
  explainSession: { 200: explained },
  getSessionHistory: { 200: history },
  getPastSessionState: {
    200: { session_id: ids.session, revision: 1, erased: false, unreadable: false, state: stateAtLast },
  },
  listConcepts: { 200: { total: 1, limit: 50, offset: 0, data: [concept] } },
  placeSessionHold: { 200: { session_id: ids.session, hold } },
  liftSessionHold: { 200: { session_id: ids.session, hold: null } },
  getConcept: { 200: concept },
  eraseSession: { 200: erasureOf({ type: 'session', id: ids.session }, { sessions: 1 }) },
  requestDataExtract: { 202: extract },
  listDataExtracts: { 200: { data: [extract], next_cursor: '' } },
  getDataExtract: { 200: extract },
  listErasures: {
    200: {
      data: [erasureOf({ type: 'session', id: ids.session }, { sessions: 1 }).certificate],
      next_cursor: '',
    },
  },
};
