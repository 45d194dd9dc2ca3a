import { z } from 'zod';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';
import { ALCOHOL_STATUSES, PROFILE_FIELDS, SMOKING_STATUSES } from './types.ts';

const entries = z.array(z.string());
const lists = z.object({
  chronic_conditions: entries,
  current_medications: entries,
  allergies: entries,
  risk_factors: entries,
  family_history: entries,
});
const smokingStatus = z.enum(SMOKING_STATUSES);
const alcoholStatus = z.enum(ALCOHOL_STATUSES);

export const backgroundSchema = lists.extend({
  smoking_status: smokingStatus.nullable(),
  alcohol_status: alcoholStatus.nullable(),
});

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

/** Whoever applies this destroys the profile's key. The patient's sessions are erased each by an event of its own. */
export const patientErased = defineEvent({
  type: 'patient-erased',
  version: 1,
  clear: z.object({ cause: z.enum(['requested', 'retention']) }),
  sealed: {},
});

export const patientEvents = [patientProfileCreated, patientProfileUpdated, patientErased] as const;
export type PatientEvent = EventOf<(typeof patientEvents)[number]>;
export type NewPatientEvent = NewEventOf<(typeof patientEvents)[number]>;
export type ProfileChange = z.output<typeof patientProfileUpdated.sealed.change.schema>;
