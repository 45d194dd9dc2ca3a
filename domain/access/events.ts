import { z } from 'zod';
import { defineEvent, type NewEventOf } from '../kernel/event-definition.ts';

/** Everything that is audited and changes no aggregate. Closed: these names are actions of the audit trail. */
export const ACCESS_ACTIONS = [
  'auth.login',
  'auth.failed',
  'auth.logout',
  'auth.code_failed',
  'auth.key_exchanged',
  'patient.list_accessed',
  'patient.viewed',
  'patient.sessions_viewed',
  'patient.summary_viewed',
  'session.exported',
  'session.history_viewed',
  'session.explained',
  'webhook.delivery_replayed',
  'webhook.delivery_resolved',
  'webhook.dead_letters_replayed',
  'export.bulk',
  'export.audit',
] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];

export const ACCESS_SUBJECTS = [
  'tenant',
  'session',
  'patient',
  'member',
  'api_key',
  'webhook_delivery',
] as const;

/**
 * Somebody looked at something, or signed in. The subject is an id or, for a patient without a profile, the keyed hash
 * (hex) of the partner's patient id.
 */
export const accessRecorded = defineEvent({
  type: 'access-recorded',
  version: 1,
  clear: z.object({
    action: z.enum(ACCESS_ACTIONS),
    subject: z.object({ type: z.enum(ACCESS_SUBJECTS), id: z.string().max(100) }),
  }),
  sealed: {},
});

export const accessEvents = [accessRecorded] as const;
export type NewAccessEvent = NewEventOf<(typeof accessEvents)[number]>;
