import { z } from 'zod';
import { ALCOHOL_STATUSES, MAX_ENTRIES, SMOKING_STATUSES, toBackground } from '../../domain/patient/types.ts';
import type { PatientProfile } from '../../domain/patient/state.ts';
import { ageSchema, sexSchema } from '../sessions/schemas.ts';
import type { PatientActivity } from './find.ts';
import { patientId } from './patient-id.ts';

/** Shapes that more than one patient route answers with. Times are ISO 8601 UTC with milliseconds. */

export const patientParams = z.object({ patient_id: patientId() });

export const smokingSchema = z.enum(SMOKING_STATUSES);
export const alcoholSchema = z.enum(ALCOHOL_STATUSES);

const entries = z.array(z.string()).max(MAX_ENTRIES);

export const profileFields = {
  profile_id: z.uuid(),
  partner_patient_id: z.string(),
  age: ageSchema.nullable().meta({ description: 'As in the latest session.' }),
  sex: sexSchema.nullable().meta({ description: 'As in the latest session.' }),
  chronic_conditions: entries,
  current_medications: entries,
  allergies: entries,
  risk_factors: entries,
  family_history: entries,
  smoking_status: smokingSchema.nullable(),
  alcohol_status: alcoholSchema.nullable(),
  sessions_count: z.int32().min(0),
  last_session_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
};
export const profileSchema = z.object(profileFields).meta({ id: 'PatientProfile' });

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
});
