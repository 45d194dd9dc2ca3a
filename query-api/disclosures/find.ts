import { PATIENT_READS } from '../../shared/audit/disclosure-actions.ts';
import type { Patient } from '../../shared/patients/find.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { DeliveryRow } from '../../shared/webhooks/delivery-record.ts';
import type { StoredRow } from '../audit/rows.ts';

/** Everything that the trail and the deliveries know a patient by. */
export type DisclosedOf = {
  tenantId: string;
  /** Of the patient and of its sessions, as rows of the trail name them. */
  subjectIds: string[];
  sessionIds: string[];
  /** When the first of what there is was made, ISO 8601: before that nothing can have been disclosed. */
  since: string;
};

/** A stretch of the accounting, newest first: from `from` on, and before a place. `at` is ISO 8601. */
export type Stretch = { from: string; before: { at: string; id: string }; limit: number };

export type ReadRow = Omit<StoredRow, 'seq' | 'hash' | 'previous_hash' | 'changed_fields'>;
export type SentRow = Pick<
  DeliveryRow,
  'delivery_id' | 'subscription_id' | 'event_type' | 'status' | 'attempts' | 'created_at' | 'delivered_at'
> & {
  tenant_id: string;
  session_id: string;
  /** Null where the subscription is deleted. */
  url_sealed: Buffer | null;
};

/** The sessions of a patient that are left, and what the trail calls the patient itself. */
export async function findDisclosedOf(
  sql: Sql,
  { tenantId, hash, test, profile }: Pick<Patient, 'tenantId' | 'hash' | 'test' | 'profile'>,
): Promise<DisclosedOf> {
  const { rows } = await sql.query<{ session_id: string; created_at: Date }>({
    name: 'disclosed-sessions',
    text: `SELECT session_id, created_at FROM read.sessions WHERE tenant_id = $1 AND patient_hash = $2 AND test = $3
           ORDER BY created_at`,
    values: [tenantId, hash, test],
  });
  const sessionIds = rows.map(({ session_id }) => session_id);
  const begun = [profile?.created_at, rows[0]?.created_at.toISOString()].filter((at) => at !== undefined);
  return {
    tenantId,
    subjectIds: [hash.toString('hex'), ...(profile ? [profile.profile_id] : []), ...sessionIds],
    sessionIds,
    since: begun.sort()[0] ?? '9999-12-31T00:00:00.000Z',
  };
}

const COLUMNS = `a.event_id, a.at, a.action, a.actor_type, a.actor_id, a.subject_type, a.subject_id, a.count,
  a.request_id, a.ip, a.on_behalf_of_sealed`;
const WITHIN = `a.at >= $3::timestamptz AND a.at <= $4::timestamptz AND (a.at, a.event_id) < ($4::timestamptz, $5::uuid)`;
const NEWEST = 'ORDER BY a.at DESC, a.event_id DESC LIMIT $6';

/** Looks at the patient, or at one session. The list stands as literals: only then the partial index is used. */
export const READS = `
  SELECT a.* FROM unnest($2::text[]) AS subject (id) CROSS JOIN LATERAL (
    SELECT ${COLUMNS} FROM read.audit_rows a
    WHERE a.tenant_id = $1 AND a.subject_id = subject.id AND a.action IN (${PATIENT_READS.map((one) => `'${one}'`).join(', ')})
      AND ${WITHIN} ${NEWEST}
  ) AS a ${NEWEST}`;

/** Looks at the whole tenant's data. */
export const WHOLE_TENANT = `
  SELECT a.* FROM unnest($2::text[]) AS one (action) CROSS JOIN LATERAL (
    SELECT ${COLUMNS} FROM read.audit_rows a
    WHERE a.tenant_id = $1 AND a.action = one.action AND a.subject_type = 'tenant' AND ${WITHIN} ${NEWEST}
  ) AS a ${NEWEST}`;

/** Webhooks about the sessions of which at least one attempt was made: their bytes may have left. */
export const SENT = `
  SELECT a.*, s.url_sealed
  FROM unnest($2::uuid[]) AS session (id) CROSS JOIN LATERAL (
    SELECT d.tenant_id, d.delivery_id, d.subscription_id, d.event_type, d.status, d.attempts, d.created_at,
      d.delivered_at, m.session_id
    FROM ops.webhook_messages m JOIN ops.webhook_deliveries d
      ON d.tenant_id = m.tenant_id AND d.created_at = m.created_at AND d.event_id = m.event_id
    WHERE m.session_id = session.id AND m.tenant_id = $1 AND d.attempts > 0
      AND m.created_at >= $3::timestamptz AND m.created_at <= $4::timestamptz
      AND (d.created_at, d.delivery_id) < ($4::timestamptz, $5::uuid)
    ORDER BY d.created_at DESC, d.delivery_id DESC LIMIT $6
  ) AS a
  LEFT JOIN read.webhook_subscriptions s ON s.subscription_id = a.subscription_id AND s.tenant_id = a.tenant_id
  ORDER BY a.created_at DESC, a.delivery_id DESC LIMIT $6`;

const values = (tenantId: string, ids: readonly string[], { from, before, limit }: Stretch): unknown[] => [
  tenantId,
  ids,
  from,
  before.at,
  before.id,
  limit,
];

/** Each kind has the newest of the stretch, at most `limit` of them. */
export async function findDisclosures(
  sql: Sql,
  { tenantId, subjectIds, sessionIds, since }: DisclosedOf,
  { wholeTenant, ...stretch }: Stretch & { wholeTenant: readonly string[] },
): Promise<{ reads: ReadRow[]; sent: SentRow[] }> {
  // Nobody can have seen the patient in what was shown before there was anything of it.
  const known = { ...stretch, from: stretch.from > since ? stretch.from : since };
  const [reads, whole, sent] = await Promise.all([
    sql.query<ReadRow>({
      name: 'disclosed-reads',
      text: READS,
      values: values(tenantId, subjectIds, stretch),
    }),
    sql.query<ReadRow>({
      name: 'disclosed-whole-tenant',
      text: WHOLE_TENANT,
      values: values(tenantId, wholeTenant, known),
    }),
    sql.query<SentRow>({
      name: 'disclosed-webhooks',
      text: SENT,
      values: values(tenantId, sessionIds, stretch),
    }),
  ]);
  return { reads: [...reads.rows, ...whole.rows], sent: sent.rows };
}
