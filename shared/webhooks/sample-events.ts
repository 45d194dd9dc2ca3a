import type { WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import { webhookEventSchemas, type WebhookEventBody } from './event-schemas.ts';

/** What a synthetic event is about: ids that are made for it and belong to nothing. */
export type SampleSubject = { eventId: string; sessionId: string; tenantId: string; at: Date };

/** A flag of the knowledge base, so that a receiver that looks it up finds it. */
const FLAG = 'rf_new_confusion';

/** A plausible event of the type with `test: true`, for trying a receiver. */
export function sampleEvent(type: WebhookEventName, subject: SampleSubject): WebhookEventBody {
  const { eventId, tenantId, at } = subject;
  const time = at.toISOString();
  return webhookEventSchemas[type].parse({
    id: eventId,
    type,
    created_at: time,
    occurred_at: time,
    sequence: 0,
    api_version: 'v1',
    tenant_id: tenantId,
    test: true,
    data: sampleData(type, subject),
  });
}

function sampleData(type: WebhookEventName, { sessionId, at }: SampleSubject): Record<string, unknown> {
  const outcome = { session_id: sessionId, triage_level: 'routine', red_flags: [] };
  switch (type) {
    case 'session.created':
      return outcome;
    case 'session.answered':
      return {
        ...outcome,
        triage_level: 'emergency',
        red_flags: [FLAG],
        new_red_flags: [FLAG],
        is_complete: false,
        skipped: false,
      };
    case 'session.finalized':
      return { ...outcome, primary_diagnosis_icd: 'J00' };
    case 'assessment.completed':
      return { ...outcome, primary_diagnosis_icd: 'J00', questions_asked: 8 };
    case 'red_flag.detected':
      return { session_id: sessionId, flag: FLAG };
    case 'triage.escalated':
      return { session_id: sessionId, previous_triage_level: 'routine', triage_level: 'urgent' };
    case 'session.timeout':
      return { session_id: sessionId, idle_since: at.toISOString() };
    case 'balance.low_20':
      return { balance: 190, initial_balance: 1_000 };
    case 'balance.low_10':
      return { balance: 90, initial_balance: 1_000 };
    case 'balance.depleted':
      return { balance: 0, initial_balance: 1_000 };
  }
}
