import { z } from 'zod';
import { dateTime, repeatable } from '../../shared/http/schemas.ts';
import { actorSchema } from '../../shared/audit/actor-schema.ts';
import { id, instant, text, texts } from '../../domain/kernel/fields.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import { openEndUser } from '../../shared/event-log/on-behalf-of.ts';
import { AUDITED_ACTIONS } from '../../shared/read-models/audit-actions.ts';

/** The closed list of what a row can say was done. */
export const auditAction = z.enum(AUDITED_ACTIONS).meta({
  id: 'AuditAction',
  description: 'What was done: one of these today; later versions may add actions.',
  examples: ['session.finalized'],
});

/** Which rows a list or an export is about. */
export const auditWindow = {
  from: dateTime()
    .optional()
    .meta({ description: 'Rows of this instant or later. ISO 8601 with an offset or Z.' }),
  to: dateTime().optional().meta({ description: 'Rows before this instant. ISO 8601 with an offset or Z.' }),
  action: repeatable(auditAction)
    .optional()
    .meta({ description: 'Only rows of these actions; the parameter is repeated for several.' }),
};

/** A SHA-256 in lower-case hex. */
export const hashHex = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: `${description} SHA-256 in hex.`, examples: ['b'.repeat(64)] });

export const auditSubject = z
  .object({
    type: text('What kind of thing it was done to.', 'session'),
    id: text(
      'Its id; of a patient without a profile the keyed hash of the patient id.',
      '0198c0de-0000-7000-8000-000000000030',
    ),
  })
  .meta({ id: 'AuditSubject', description: 'Something that an action was done to.' });

export const auditRow = z
  .object({
    event_id: id('The event that the row is about; GET /v1/admin/audit-log/proof takes it.'),
    at: instant('When it happened.'),
    action: auditAction.meta({ description: 'What was done.' }),
    actor: actorSchema.meta({ description: 'Who did it.' }),
    subject: auditSubject.describe('What it was done to.'),
    changed_fields: texts('Names of the fields that were changed, never values.', 'age'),
    count: z
      .int32()
      .min(1)
      .nullable()
      .meta({
        description:
          'How many reads of one minute the row stands for; null for a row that stands for one event.',
        examples: [3],
      }),
    request_id: text('The X-Request-ID of the call.', '0198c0de-0000-7000-8000-000000000070'),
    ip: text('IP address of the caller; null where nobody called.', '198.51.100.24').nullable(),
    on_behalf_of: text(
      'The X-Svc-On-Behalf-Of of the call: the end user of your own software that it was made for. Null where it named ' +
        'nobody, and for counted reads.',
      'nurse-17',
    ).nullable(),
    hash: hashHex('Of this row, over its canonical JSON and the hash before it.'),
    previous_hash: hashHex('Of the row before it in the chain of the tenant.'),
  })
  .meta({ id: 'AuditRow', description: 'Who did what, and when, in the chain of the tenant.' });
export type PresentedRow = z.output<typeof auditRow>;

/** What is read of a row of read.audit_rows. */
export const AUDIT_COLUMNS = [
  'seq', 'event_id', 'at', 'action', 'actor_type', 'actor_id', 'subject_type', 'subject_id', 'changed_fields',
  'count', 'request_id', 'ip', 'on_behalf_of_sealed', 'hash', 'previous_hash',
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
  on_behalf_of_sealed: Buffer | string | null;
  /** Bytes, or their hex. */
  hash: Buffer | string;
  previous_hash: Buffer | string;
};

const hexOf = (hash: Buffer | string): string => (typeof hash === 'string' ? hash : hash.toString('hex'));

const bytesOf = (stored: Buffer | string): Buffer =>
  typeof stored === 'string' ? Buffer.from(stored, 'hex') : stored;

/** For whom the call of a row was made. Throws TamperedError. */
export function endUserOf(
  { event_id: eventId, on_behalf_of_sealed: sealed }: Pick<StoredRow, 'event_id' | 'on_behalf_of_sealed'>,
  { tenantId, key }: RowOpening,
): string | null {
  return sealed === null ? null : openEndUser(key, { tenantId, eventId }, bytesOf(sealed));
}

/** Whose rows they are, and the key of that tenant. */
export type RowOpening = { tenantId: string; key: DataKey };

/** A row as it is exported: with the exact text that its hash is of. */
export type ExportedRow = PresentedRow & { canonical: string };

/** Throws TamperedError. */
export const presentRow = (row: StoredRow, opening: RowOpening): PresentedRow => ({
  event_id: row.event_id,
  at: row.at.toISOString(),
  action: row.action,
  actor: { type: row.actor_type, id: row.actor_id },
  subject: { type: row.subject_type, id: row.subject_id },
  changed_fields: row.changed_fields,
  count: row.count,
  request_id: row.request_id,
  ip: row.ip,
  on_behalf_of: endUserOf(row, opening),
  hash: hexOf(row.hash),
  previous_hash: hexOf(row.previous_hash),
});
