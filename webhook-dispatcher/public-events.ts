import type { SessionEvent } from '../domain/session/events.ts';
import type { TenantEvent } from '../domain/tenant/events.ts';
import type { WebhookEventName } from '../domain/webhook-subscription/events.ts';
import type { DecodedEvent } from '../shared/event-log/codec.ts';
import { streamSubject } from '../shared/event-log/streams.ts';
import { webhookEventSchemas, type WebhookEventBody } from '../shared/webhooks/event-schemas.ts';

/** An event as partners receive it. */
export type PublicEvent = {
  body: WebhookEventBody;
  /** The session that it is about; null for balance events. */
  sessionId: string | null;
  /** The data key that its body is sealed under, so that destroying the key destroys the body; null: the tenant's. */
  keyId: string | null;
};

type Content = { type: WebhookEventName; data: Record<string, unknown>; isAboutSession: boolean };

const codesOf = (redFlags: { flag: string }[]): string[] => redFlags.map((one) => one.flag);

/** Picks the public fields one by one. Null where the event is not public, or its content is destroyed. */
function sessionContent(event: SessionEvent): Omit<Content, 'isAboutSession'> | null {
  switch (event.type) {
    case 'session-opened': {
      const { outcome } = event.data;
      if (outcome === null) return null;
      const { triage_level, red_flags } = outcome;
      return { type: 'session.created', data: { triage_level, red_flags: codesOf(red_flags) } };
    }
    case 'session-answered': {
      const { outcome, skipped } = event.data;
      if (outcome === null) return null;
      const { triage_level, red_flags, new_red_flags, is_complete } = outcome;
      const data = { triage_level, red_flags: codesOf(red_flags), new_red_flags, is_complete, skipped };
      return { type: 'session.answered', data };
    }
    case 'session-finalized': {
      const { conclusion } = event.data;
      if (conclusion === null) return null;
      const { triage_level, red_flags, differentials } = conclusion.outcome;
      const primary_diagnosis_icd = differentials[0]?.icd ?? null;
      const data = { triage_level, red_flags: codesOf(red_flags), primary_diagnosis_icd };
      return { type: 'session.finalized', data };
    }
    case 'assessment-completed': {
      const { assessment } = event.data;
      if (assessment === null) return null;
      const { triage_level, red_flags, primary_diagnosis_icd, questions_asked } = assessment;
      const data = { triage_level, red_flags, primary_diagnosis_icd, questions_asked };
      return { type: 'assessment.completed', data };
    }
    case 'red-flag-detected': {
      const { finding } = event.data;
      if (finding === null) return null;
      const { flag, more } = finding;
      return { type: 'red_flag.detected', data: { flag, ...(more && { more }) } };
    }
    case 'triage-escalated': {
      const { change } = event.data;
      if (change === null) return null;
      const data = { previous_triage_level: change.from, triage_level: change.to };
      return { type: 'triage.escalated', data };
    }
    case 'session-timed-out':
      return { type: 'session.timeout', data: { idle_since: event.data.idle_since } };
    default:
      return null;
  }
}

function contentOf(event: SessionEvent | TenantEvent): Content | null {
  if (event.type === 'balance-threshold-crossed') {
    const { threshold, balance, initial_balance } = event.data;
    return { type: `balance.${threshold}`, data: { balance, initial_balance }, isAboutSession: false };
  }
  const content = sessionContent(event as SessionEvent);
  return content && { ...content, isAboutSession: true };
}

/** Types of log events that become public events. */
export const PUBLIC_EVENT_SOURCES = [
  'session-opened',
  'session-answered',
  'session-finalized',
  'assessment-completed',
  'red-flag-detected',
  'triage-escalated',
  'session-timed-out',
  'balance-threshold-crossed',
] as const satisfies (SessionEvent | TenantEvent)['type'][];

/** Their sealed groups that no public event uses. */
export const UNPUBLISHED_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'session-opened': ['intake'],
  'session-answered': ['answer'],
};

/**
 * The public event of a log event, or null. A pure function of the stored event, so a repeat gives the same bytes. Throws
 * where the event holds something that the public schema does not allow.
 */
export function toPublicEvent(decoded: DecodedEvent): PublicEvent | null {
  const content = contentOf(decoded.event as SessionEvent | TenantEvent);
  if (content === null) return null;
  const sessionId = content.isAboutSession ? streamSubject(decoded.stream) : null;
  const body = webhookEventSchemas[content.type].parse({
    id: decoded.eventId,
    type: content.type,
    created_at: decoded.at,
    occurred_at: decoded.at,
    sequence: decoded.revision,
    api_version: 'v1',
    tenant_id: decoded.metadata.tenant_id,
    test: decoded.metadata.test,
    data: sessionId === null ? content.data : { session_id: sessionId, ...content.data },
  });
  return { body, sessionId, keyId: decoded.keys.outcome ?? null };
}
