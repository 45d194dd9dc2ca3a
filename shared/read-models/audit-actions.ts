import { ACCESS_ACTIONS, COUNTED_READS, FACTS_READ } from '../../domain/access/events.ts';
import type { StoredEvent } from '../event-log/stored-event.ts';
import { streamSubject } from '../event-log/streams.ts';

/**
 * Version 1 of the mapping from events to audited actions. Rows name the version that made them; what stands here
 * never changes for events that are in a log. A new event type is added; another action for an old one is version 2.
 */
export const AUDIT_VERSION = 1;

const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'session-opened': 'session.created',
  'session-answered': 'session.answered',
  'session-routed': 'session.routed',
  'red-flag-detected': 'session.red_flag_detected',
  'triage-escalated': 'session.triage_escalated',
  'demographics-updated': 'session.demographics_updated',
  'session-rectified': 'session.rectified',
  'session-finalized': 'session.finalized',
  'assessment-completed': 'session.assessment_completed',
  'feedback-given': 'session.feedback_given',
  'session-timed-out': 'session.timed_out',
  'session-hold-placed': 'session.hold_placed',
  'session-hold-lifted': 'session.hold_lifted',
  'session-erased': 'session.erased',
  'tenant-registered': 'tenant.registered',
  'tokens-granted': 'tenant.tokens_granted',
  'tenant-settings-changed': 'tenant.settings_changed',
  'tier-changed': 'tenant.tier_changed',
  'rate-limit-override-set': 'rate_limit.override_set',
  'retention-changed': 'retention.changed',
  'balance-threshold-crossed': 'balance.threshold_crossed',
  'tenant-closed': 'tenant.closed',
  'api-key-created': 'key.created',
  'api-key-updated': 'key.updated',
  'api-key-revoked': 'key.revoked',
  'webhook-subscription-created': 'webhook.created',
  'webhook-subscription-changed': 'webhook.changed',
  'webhook-subscription-deleted': 'webhook.deleted',
  'webhook-subscription-disabled': 'webhook.disabled',
  'webhook-subscription-enabled': 'webhook.enabled',
  'webhook-secret-rotated': 'webhook.secret_rotated',
  'member-registered': 'member.registered',
  'member-invited': 'member.invited',
  'member-invitation-accepted': 'member.accepted',
  'member-email-verified': 'member.email_verified',
  'member-password-set': 'member.password_set',
  'member-role-changed': 'member.role_changed',
  'member-deactivated': 'member.deactivated',
  'member-erased': 'member.erased',
  'patient-profile-created': 'patient.created',
  'patient-profile-updated': 'patient.updated',
  'patient-hold-placed': 'patient.hold_placed',
  'patient-hold-lifted': 'patient.hold_lifted',
  'patient-erased': 'patient.erased',
  'sessions-counted': 'tenant.sessions_counted',
  'event-skipped': 'log.event_skipped',
  'event-unreadable': 'log.event_unreadable',
};

/** Every action that a row of the trail can have, in alphabetical order. */
export const AUDITED_ACTIONS: readonly string[] = [
  ...new Set([...Object.values(AUDIT_ACTIONS), ...ACCESS_ACTIONS, ...COUNTED_READS, FACTS_READ]),
].sort();

const LOOKS: ReadonlySet<string> = new Set(['access-recorded', 'reads-counted']);

/** What an event did, in the trail's words: a look or a sign-in says so itself. Undefined where it has no place yet. */
export const auditActionOf = (type: string, data: Record<string, unknown>): string | undefined =>
  LOOKS.has(type) ? String(data.action) : AUDIT_ACTIONS[type];

/** Checkpoints prove the rows, and stand beside them: one that had a row would call for the next one. */
export const isAudited = (type: string): boolean => type !== 'audit-checkpoint-signed';

/** Which kind of thing a stream is about, by the first part of its name. */
const AUDIT_SUBJECTS: Readonly<Record<string, string>> = {
  session: 'session',
  tenant: 'tenant',
  apikey: 'api_key',
  subscription: 'webhook_subscription',
  member: 'member',
  patient: 'patient',
  counted: 'tenant',
};

type AuditSubject = { type: string; id: string };

/** Types that tell of another event, which `event_id` names. */
const ABOUT_EVENTS: ReadonlySet<string> = new Set(['event-skipped', 'event-unreadable']);

/** What an event is about. Undefined for a stream that has no place in the mapping. */
export function auditSubjectOf({
  type: eventType,
  stream,
  data,
}: Pick<StoredEvent, 'type' | 'stream' | 'data'>): AuditSubject | undefined {
  if (ABOUT_EVENTS.has(eventType)) return { type: 'event', id: String(data.event_id) };
  if (stream.startsWith('access-')) return data.subject as AuditSubject;
  const type = AUDIT_SUBJECTS[stream.slice(0, stream.indexOf('-'))];
  if (type === undefined) return undefined;
  // A rotation puts another key into the stream of the first one; which key is meant, the event says.
  const keyId = type === 'api_key' ? data.key_id : undefined;
  return { type, id: typeof keyId === 'string' ? keyId : streamSubject(stream) };
}

const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

/** Names of the fields that an event changed, from its clear part; never a value. */
export function changedFieldsOf(type: string, data: Record<string, unknown>): string[] {
  switch (type) {
    case 'session-rectified':
    case 'demographics-updated':
    case 'patient-profile-updated':
    case 'api-key-updated':
    case 'webhook-subscription-changed':
      return namesOf(data.changed_fields);
    case 'tenant-settings-changed':
      return Object.keys(data)
        .filter((name) => name !== 'sealed')
        .sort();
    case 'member-role-changed':
      return ['role'];
    case 'tier-changed':
      return ['tier'];
    case 'rate-limit-override-set':
      return ['rate_limit_rpm'];
    case 'retention-changed':
      return ['retention_days'];
    default:
      return [];
  }
}
