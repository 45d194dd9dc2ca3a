import { at, background, ids, PATIENT_ID } from './ids.ts';
import { erasureOf } from './erasure.ts';
import { results, stateAtLast } from './interview.ts';
import { hold, listedSession } from './sessions.ts';

const newProfile = {
  profile_id: ids.profile,
  partner_patient_id: PATIENT_ID,
  age: null,
  sex: null,
  ...background,
  sessions_count: 0,
  last_session_at: null,
  created_at: at.profileMade,
  hold: null,
};

/** Age and sex come from the latest session. */
const profile = { ...newProfile, age: 55, sex: 'male', sessions_count: 1, last_session_at: at.opened };

const { patient_id: _, test: __, ...patientSession } = listedSession;
const seen = { sessions: 1, last_seen_at: at.opened };

/** The patient of the session. */
export const patientAnswers = {
  putPatient: { 200: profile, 201: newProfile },
  getPatient: { 200: profile },
  listPatients: {
    200: {
      data: [
        { ...profile, test: false, session_count_total: 1, session_count_active: 0, updated_at: at.opened },
      ],
      next_cursor: '',
    },
  },
  listPatientSessions: { 200: [patientSession] },
  getPatientSummary: {
    200: {
      partner_patient_id: PATIENT_ID,
      profile_exists: true,
      profile,
      sessions_finalized: 1,
      sessions_active: 0,
      first_session_at: at.opened,
      last_session_at: at.opened,
      red_flags_ever_seen: stateAtLast.red_flags,
      triage_levels_seen: [{ triage_level: results.triage_level, ...seen }],
      most_urgent_triage_level: results.triage_level,
      complaints: [{ complaint: 'chest_pain', ...seen }],
      primary_diagnoses: [
        {
          diagnosis: results.primary_diagnosis,
          diagnosis_cs: listedSession.primary_diagnosis_cs,
          icd: results.primary_diagnosis_icd,
          ...seen,
        },
      ],
    },
  },
  placePatientHold: { 200: { partner_patient_id: PATIENT_ID, profile_id: ids.profile, hold } },
  liftPatientHold: { 200: { partner_patient_id: PATIENT_ID, profile_id: ids.profile, hold: null } },
  listDisclosures: {
    200: {
      data: [
        {
          id: ids.delivery,
          at: at.finalized,
          kind: 'webhook',
          action: 'webhook.sent',
          actor: { type: 'system', id: 'webhook-dispatcher' },
          on_behalf_of: null,
          subject: { type: 'session', id: ids.session },
          whole_tenant: false,
          count: null,
          request_id: null,
          ip: null,
          recipient: {
            subscription_id: ids.subscription,
            host: 'clinic.example',
            event_type: 'assessment.completed',
            status: 'delivered',
            attempts: 1,
            delivered_at: at.delivered,
          },
        },
        {
          id: ids.viewed,
          at: at.opened,
          kind: 'read',
          action: 'patient.viewed',
          actor: { type: 'api_key', id: ids.liveKey },
          on_behalf_of: 'nurse-17',
          subject: { type: 'patient', id: ids.profile },
          whole_tenant: false,
          count: null,
          request_id: ids.otherRequest,
          ip: '198.51.100.24',
          recipient: null,
        },
      ],
      next_cursor: '',
    },
  },
  erasePatient: {
    200: erasureOf({ type: 'patient', id: ids.profile }, { sessions: 1, patient_profiles: 1 }),
  },
};
