import { z } from 'zod';
import { AUDITED_ACTIONS } from '../../shared/read-models/audit-actions.ts';

/** The closed list of what a row can say was done. */
export const auditAction = z.enum(AUDITED_ACTIONS).meta({
  id: 'AuditAction',
  description: 'What was done: one of these today; later versions may add actions.',
});

export const HASH_HEX = z.string().regex(/^[0-9a-f]{64}$/);

export const auditRow = z
  .object({
    event_id: z.uuid(),
    at: z.iso.datetime(),
    action: auditAction,
    actor: z.object({ type: z.string(), id: z.string() }),
    subject: z
      .object({ type: z.string(), id: z.string() })
      .meta({ description: 'An id; of a patient without a profile the keyed hash of the patient id.' }),
    changed_fields: z.array(z.string()).meta({ description: 'Names, never values.' }),
    count: z.int32().min(1).nullable().meta({
      description:
        'How many reads of one minute the row stands for; null for a row that stands for one event.',
    }),
    request_id: z.string(),
    ip: z.string().nullable().meta({ description: 'Null where nobody called.' }),
    hash: HASH_HEX,
    previous_hash: HASH_HEX.meta({ description: 'Hash of the row before it in the chain of the tenant.' }),
  })
  .meta({ id: 'AuditRow' });
export type PresentedRow = z.output<typeof auditRow>;

/** What is read of a row of read.audit_rows. */
export const AUDIT_COLUMNS = [
  'seq', 'event_id', 'at', 'action', 'actor_type', 'actor_id', 'subject_type', 'subject_id', 'changed_fields',
  'count', 'request_id', 'ip', 'hash', 'previous_hash',
] as const; // oxfmt-ignore

export type StoredRow = {
  seq: number;
  event_id: string;
  at: Date;
  action: string;
  actor_type: string;
  actor_id: string;
  subject_type: string;
  subject_id: string;
  changed_fields: string[];
  count: number | null;
  request_id: string;
  ip: string | null;
  /** Bytes, or their hex. */
  hash: Buffer | string;
  previous_hash: Buffer | string;
};

const hexOf = (hash: Buffer | string): string => (typeof hash === 'string' ? hash : hash.toString('hex'));

export const presentRow = (row: StoredRow): PresentedRow => ({
  event_id: row.event_id,
  at: row.at.toISOString(),
  action: row.action,
  actor: { type: row.actor_type, id: row.actor_id },
  subject: { type: row.subject_type, id: row.subject_id },
  changed_fields: row.changed_fields,
  count: row.count,
  request_id: row.request_id,
  ip: row.ip,
  hash: hexOf(row.hash),
  previous_hash: hexOf(row.previous_hash),
});
