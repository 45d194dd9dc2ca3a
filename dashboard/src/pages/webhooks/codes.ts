import type { components } from '../../../../client/client.ts';
import type { Tone } from '../../components/badge.tsx';

export type EventName = components['schemas']['WebhookEventName'];
export type Status = components['schemas']['DeliveryStatus'];

export const EVENTS = [
  'session.created',
  'session.answered',
  'session.finalized',
  'assessment.completed',
  'red_flag.detected',
  'triage.escalated',
  'session.timeout',
  'balance.low_20',
  'balance.low_10',
  'balance.depleted',
] as const satisfies readonly EventName[];

/** What most receivers want to know. */
export const USUAL_EVENTS: readonly EventName[] = ['session.finalized', 'red_flag.detected'];

export const STATUSES = [
  'pending',
  'failed',
  'dead-lettered',
  'exhausted',
  'delivered',
] as const satisfies readonly Status[];

export const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'info',
  failed: 'warn',
  'dead-lettered': 'bad',
  exhausted: 'bad',
  delivered: 'good',
};

/** Why an attempt failed, as far as there are words for it. */
export const FAILURES = [
  'forbidden_address',
  'unresolved_host',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'connection_closed',
  'malformed_answer',
  'http_redirect',
  'http_gone',
  'http_rate_limited',
  'http_client_error',
  'http_server_error',
  'http_unexpected',
  'unreadable',
  'abandoned',
] as const;

export const REASONS = ['gone', 'failing', 'requested'] as const;
