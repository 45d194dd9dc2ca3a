import { z } from 'zod';
import { texts } from '../kernel/fields.ts';
import { holdNote } from '../hold/types.ts';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';
import { ALCOHOL_STATUSES, PROFILE_FIELDS, SMOKING_STATUSES } from './types.ts';

const entries = (what: string, example: string) => texts(`${what}, in the partner's own words.`, example);

/** What each list of a profile holds, in the words of the interface description. */
export const profileLists = {
  chronic_conditions: entries('Chronic conditions', 'hypertension'),
  current_medications: entries('Medicines that the patient takes now', 'ramipril 5 mg'),
  allergies: entries('Allergies and intolerances', 'penicillin'),
  risk_factors: entries('Risk factors', 'sedentary work'),
  family_history: entries('Diseases of relatives', 'father: heart attack at 52'),
};
const lists = z.object(profileLists);

export const smokingStatus = z.enum(SMOKING_STATUSES).meta({
  id: 'SmokingStatus',
  description: 'Whether the patient smokes or has smoked.',
  examples: ['current'],
});
export const alcoholStatus = z.enum(ALCOHOL_STATUSES).meta({
  id: 'AlcoholStatus',
  description: 'How much alcohol the patient drinks.',
  examples: ['occasional'],
});

export const habits = {
  smoking_status: smokingStatus
    .nullable()
    .meta({ description: `${smokingStatus.description} Null: never told.` }),
  alcohol_status: alcoholStatus
    .nullable()
    .meta({ description: `${alcoholStatus.description} Null: never told.` }),
};

export const backgroundSchema = lists.extend(habits);

export const patientProfileCreated = defineEvent({
  type: 'patient-profile-created',
  version: 1,
  clear: z.object({ profile_id: z.uuid(), test: z.boolean() }),
  sealed: {
    profile: { key: 'subject', schema: backgroundSchema.extend({ partner_patient_id: z.string() }) },
  },
});

export const patientProfileUpdated = defineEvent({
  type: 'patient-profile-updated',
  version: 1,
  /** Names only. */
  clear: z.object({ changed_fields: z.array(z.enum(PROFILE_FIELDS)) }),
  sealed: {
    change: {
      key: 'subject',
      /** Entries exactly as they are stored: first `removed` leave, then `added` are appended. */
      schema: z.object({
        added: lists.partial(),
        removed: lists.partial(),
        smoking_status: smokingStatus.optional(),
        alcohol_status: alcoholStatus.optional(),
      }),
    },
  },
});

/** Protects the profile and every session of the patient. */
export const patientHoldPlaced = defineEvent({
  type: 'patient-hold-placed',
  version: 1,
  clear: z.object({}),
  sealed: { note: { key: 'subject', schema: holdNote } },
});

export const patientHoldLifted = defineEvent({
  type: 'patient-hold-lifted',
  version: 1,
  clear: z.object({}),
  sealed: {},
});

/** Whoever applies this destroys the profile's key. The patient's sessions are erased each by an event of its own. */
export const patientErased = defineEvent({
  type: 'patient-erased',
  version: 1,
  clear: z.object({ cause: z.enum(['requested', 'retention']) }),
  sealed: {},
});

export const patientEvents = [
  patientProfileCreated,
  patientProfileUpdated,
  patientHoldPlaced,
  patientHoldLifted,
  patientErased,
] as const;
export type PatientEvent = EventOf<(typeof patientEvents)[number]>;
export type NewPatientEvent = NewEventOf<(typeof patientEvents)[number]>;
export type ProfileChange = z.output<typeof patientProfileUpdated.sealed.change.schema>;
