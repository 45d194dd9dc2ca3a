import { z } from 'zod';
import { holdSchema } from '../../domain/hold/types.ts';
import { count, id, instant, text } from '../../domain/kernel/fields.ts';
import { habits, profileLists } from '../../domain/patient/events.ts';
import { MAX_ENTRIES, toBackground } from '../../domain/patient/types.ts';
import type { PatientProfile } from '../../domain/patient/state.ts';
import { ageSchema, sexSchema } from '../sessions/schemas.ts';
import type { PatientActivity } from './find.ts';
import { patientId } from './patient-id.ts';

/** Shapes that more than one patient route answers with. Times are ISO 8601 UTC with milliseconds. */

export const patientParams = z.object({ patient_id: patientId() });

const lastSession = 'As in the latest session; null where that tells none, or where there is no session.';

export const profileFields = {
  profile_id: id('Id of the profile, which the service gave; paths take the patient id.'),
  partner_patient_id: text("The partner's own id of the patient; in the paths of its calls.", 'CARDIO-2041'),
  age: ageSchema.nullable().meta({ description: `Age in whole years. ${lastSession}` }),
  sex: sexSchema.nullable().meta({ description: lastSession }),
  chronic_conditions: profileLists.chronic_conditions.max(MAX_ENTRIES),
  current_medications: profileLists.current_medications.max(MAX_ENTRIES),
  allergies: profileLists.allergies.max(MAX_ENTRIES),
  risk_factors: profileLists.risk_factors.max(MAX_ENTRIES),
  family_history: profileLists.family_history.max(MAX_ENTRIES),
  ...habits,
  sessions_count: count('Sessions of the patient that still exist, active and finalized.', 1),
  last_session_at: instant('When the latest session was opened; null where there is none.').nullable(),
  created_at: instant('When the profile was made.'),
  hold: holdSchema
    .nullable()
    .meta({ description: 'The legal hold that stands on the patient; null where none does.' }),
};
export const profileSchema = z
  .object(profileFields)
  .meta({ id: 'PatientProfile', description: 'What a partner keeps about a patient beside the sessions.' });

const { profile_id, partner_patient_id, created_at, ...protectedFields } = profileFields;
/** What a put answers: to who may read patients the whole profile, to others what they know. */
export const putProfileSchema = z
  .object({ profile_id, partner_patient_id, ...z.object(protectedFields).partial().shape, created_at })
  .meta({
    id: 'PutPatientProfile',
    description:
      'With the scope patients:read the profile as it stands now, whole. Without it the ids, created_at and what the ' +
      'call itself sent; nothing that others stored.',
  });

/** A profile as every route shows it; age, sex and counts are the sessions'. */
export const presentProfile = (
  profile: PatientProfile,
  activity: Pick<PatientActivity, 'total' | 'lastSessionAt' | 'age' | 'sex'>,
): z.output<typeof profileSchema> => ({
  profile_id: profile.profile_id,
  partner_patient_id: profile.partner_patient_id,
  age: activity.age,
  sex: activity.sex,
  ...toBackground(profile),
  sessions_count: activity.total,
  last_session_at: activity.lastSessionAt,
  created_at: profile.created_at,
  hold: profile.hold ?? null,
});
