import { z } from 'zod';
import { defineEvent, type NewEventOf } from '../kernel/event-definition.ts';

/** Everything that is audited and changes no aggregate. Closed: these names are actions of the audit trail. */
export const ACCESS_ACTIONS = [
  'auth.login',
  'auth.failed',
  'auth.logout',
  'auth.code_failed',
  'auth.key_exchanged',
  'auth.credential_refused',
  'patient.list_accessed',
  'patient.viewed',
  'patient.sessions_viewed',
  'patient.summary_viewed',
  'patient.disclosures_viewed',
  'session.list_accessed',
  'session.viewed',
  'session.exported',
  'session.history_viewed',
  'session.explained',
  'webhook.delivery_replayed',
  'webhook.delivery_resolved',
  'webhook.dead_letters_replayed',
  'export.bulk',
  'export.audit',
  'facts.granted',
  'facts.rotated',
  'facts.revoked',
  'facts.extracted',
  'audit.rebuilt',
  'replay.opened',
  'access.reviewed',
  'session.erasure_refused',
  'session.clearing_refused',
  'patient.erasure_refused',
  'patient.removal_refused',
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

/** Looks that happen too often for a row each: they are counted by actor, session and minute. Closed as well. */
export const COUNTED_READS = [
  'session.state_viewed',
  'session.results_viewed',
  'session.events_read',
] as const;
export type CountedRead = (typeof COUNTED_READS)[number];

/** A data team's login read a view of schema `facts`: rows without names, of any number of sessions. */
export const FACTS_READ = 'facts.read';

/**
 * Somebody looked at a session so many times in one minute, which began when the event says that it occurred; or a login read
 * a dataset so many times before that moment.
 */
export const readsCounted = defineEvent({
  type: 'reads-counted',
  version: 1,
  clear: z.object({
    action: z.enum([...COUNTED_READS, FACTS_READ]),
    subject: z.discriminatedUnion('type', [
      z.object({ type: z.literal('session'), id: z.uuid() }),
      z.object({ type: z.literal('dataset'), id: z.string().max(100) }),
    ]),
    count: z.int().min(1),
  }),
  sealed: {},
});

export const accessEvents = [accessRecorded, readsCounted] as const;
export type NewAccessRecorded = NewEventOf<typeof accessRecorded>;
export type NewReadsCounted = NewEventOf<typeof readsCounted>;
export type NewAccessEvent = NewEventOf<(typeof accessEvents)[number]>;
