import { ACCESS_ACTIONS, COUNTED_READS } from '../../domain/access/events.ts';
import { endUserOf, type RowOpening, type StoredRow } from '../../query-api/audit/rows.ts';
import { LISTS, WHOLE_TENANT_READS } from '../../shared/audit/disclosure-actions.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { findPatientSubjects, type PatientSubjects } from './patient-subjects.ts';

/** So many places of the chain a statement looks at. */
const STRETCH_ROWS = 50_000;

const LOOKS: readonly string[] = [...ACCESS_ACTIONS, ...COUNTED_READS];

export type AccessOfPatient = {
  at: string;
  kind: 'looked' | 'changed';
  action: string;
  actor: { type: string; id: string };
  subject: { type: string; id: string };
  /** The look was at the whole tenant's data, this patient's among them. */
  whole_tenant: boolean;
  changed_fields: string[];
  count: number | null;
  request_id: string;
  ip: string | null;
  /** The end user of the tenant's software that the call was made for. */
  on_behalf_of: string | null;
  event_id: string;
};
export type WhoAccessed = { subjects: PatientSubjects; accesses: AccessOfPatient[] };

type Row = Omit<StoredRow, 'seq' | 'hash' | 'previous_hash'>;

/** Who looked at what of one patient, or changed it, oldest first: ids and actions, nothing clinical. */
export async function whoAccessed(
  { pool, dataKeys }: { pool: Pool; dataKeys: DataKeys },
  question: { tenantId: string; patientId: string },
  onProgress: (rows: number, total: number) => void = () => undefined,
): Promise<WhoAccessed> {
  const { tenantId, patientId } = question;
  const subjects = await findPatientSubjects({ pool, dataKeys }, tenantId, patientId);
  const ids = [subjects.hash, ...subjects.profileIds, ...subjects.sessionIds];
  const head = await pool.query<{ seq: number }>('SELECT seq FROM audit_heads WHERE tenant_id = $1', [
    tenantId,
  ]);
  const last = head.rows[0]?.seq ?? 0;
  const { seal: key } = await dataKeys.tenantKeys(pool, tenantId);
  const accesses: AccessOfPatient[] = [];
  for (let after = 0; after < last; after += STRETCH_ROWS) {
    const { rows } = await pool.query<Row>({
      name: 'who-accessed',
      text: `SELECT event_id, at, action, actor_type, actor_id, subject_type, subject_id, changed_fields, count,
               request_id, ip, on_behalf_of_sealed
             FROM audit_rows WHERE tenant_id = $1 AND seq > $2 AND seq <= $3
               AND (subject_id = ANY ($4) OR (subject_type = 'tenant' AND action = ANY ($5))) ORDER BY seq`,
      values: [tenantId, after, Math.min(after + STRETCH_ROWS, last), ids, [...WHOLE_TENANT_READS, ...LISTS]],
    });
    accesses.push(...rows.map((row) => present(row, { tenantId, key })));
    onProgress(Math.min(after + STRETCH_ROWS, last), last);
  }
  return { subjects, accesses };
}

const present = (row: Row, opening: RowOpening): AccessOfPatient => ({
  at: row.at.toISOString(),
  kind: LOOKS.includes(row.action) ? 'looked' : 'changed',
  action: row.action,
  actor: { type: row.actor_type, id: row.actor_id },
  subject: { type: row.subject_type, id: row.subject_id },
  whole_tenant: row.subject_type === 'tenant',
  changed_fields: row.changed_fields,
  count: row.count,
  request_id: row.request_id,
  ip: row.ip,
  on_behalf_of: endUserOf(row, opening),
  event_id: row.event_id,
});
