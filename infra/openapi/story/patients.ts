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
        { diagnosis: results.primary_diagnosis, icd: results.primary_diagnosis_icd, ...seen },
      ],
    },
  },
  placePatientHold: { 200: { partner_patient_id: PATIENT_ID, profile_id: ids.profile, hold } },
  liftPatientHold: { 200: { partner_patient_id: PATIENT_ID, profile_id: ids.profile, hold: null } },
  erasePatient: {
    200: erasureOf({ type: 'patient', id: ids.profile }, { sessions: 1, patient_profiles: 1 }),
  },
};
