import type { NewAccessEvent } from '../../domain/access/events.ts';
import type { NewAuditEvent } from '../../domain/audit/events.ts';
import type { NewEventLogEvent } from '../../domain/event-log/events.ts';

/** Samples of what stands in the log for the audit trail alone. */

const SUBJECT_ID = '0191d3a0-0000-7000-8000-000000000001';

export const accessSamples: NewAccessEvent[] = [
  {
    type: 'access-recorded',
    data: { action: 'session.exported', subject: { type: 'session', id: SUBJECT_ID } },
  },
  {
    type: 'reads-counted',
    data: { action: 'session.state_viewed', subject: { type: 'session', id: SUBJECT_ID }, count: 17 },
  },
];

export const auditSamples: NewAuditEvent[] = [
  {
    type: 'audit-checkpoint-signed',
    data: {
      statement: {
        v: 2,
        tenant_id: SUBJECT_ID,
        number: 2,
        seq: 2_000,
        hash: 'ab'.repeat(32),
        event_id: SUBJECT_ID,
        position: '48213',
        tree_size: 2_000,
        root: '12'.repeat(32),
        at: '2026-01-05T08:00:00.000Z',
        previous: 'cd'.repeat(32),
      },
      peaks: ['34'.repeat(32), '56'.repeat(32)],
      signature: {
        algorithm: 'Ed25519',
        signing_key_id: SUBJECT_ID,
        public_key: `${'A'.repeat(59)}=`,
        value: `${'B'.repeat(86)}==`,
      },
    },
  },
];

export const eventLogSamples: NewEventLogEvent[] = [
  {
    type: 'event-skipped',
    data: {
      event_id: SUBJECT_ID,
      stream: `session-${SUBJECT_ID}`,
      revision: 0,
      position: '48213',
      digest: 'ef'.repeat(32),
      audit_row: null,
      note: { reason: 'An order system writes into this event store.' },
    },
  },
];
