import { SESSION_REMAINS } from '../../command-api/kernel/erasure.ts';
import {
  erasedPatientHash,
  signStatement,
  statementOf,
  type ErasureStatement,
} from '../../shared/erasure/certificates.ts';
import { destroyedBy, type ErasedType } from '../../shared/erasure/records.ts';
import { column } from '../../shared/read-models/follow-rows.ts';
import type { Installation } from '../cli/connection.ts';

type Certifying = Pick<Installation, 'pool' | 'dataKeys' | 'signer' | 'backupRetentionDays'>;
type Certificate = Awaited<ReturnType<typeof signStatement>>;
type Kept = { statement: ErasureStatement };
type Row = { erasure_id: string; tenant_id: string; subject_type: ErasedType; erased_at: Date };

/**
 * The certificate of what was erased under an id (of the subject, or of the certificate), signed once more over what was
 * stated then. Where no call has stated anything, as for retention, it is made from the records of the erasure. Null where
 * nothing was erased.
 */
export async function certificateOf(installation: Certifying, id: string): Promise<Certificate | null> {
  const { rows } = await installation.pool.query<Kept>(
    `SELECT statement FROM ops.erasure_certificates WHERE subject_id = $1 OR certificate_id = $2
     ORDER BY erased_at DESC LIMIT 1`,
    [id, id],
  );
  const statement = rows[0]?.statement ?? (await statementFromRecords(installation, id));
  return statement && signStatement(installation, statement);
}

/** The certificates of a patient, by the partner's own id of it; the latest erasure first. */
export async function certificatesOfPatient(
  installation: Certifying,
  { tenantId, patientId }: { tenantId: string; patientId: string },
): Promise<Certificate[]> {
  const { pool, dataKeys } = installation;
  const tenant = await dataKeys.tenantKeys(pool, tenantId);
  const { rows } = await pool.query<Kept>(
    `SELECT statement FROM ops.erasure_certificates WHERE tenant_id = $1 AND patient_hash = $2
     ORDER BY erased_at DESC`,
    [tenantId, erasedPatientHash(tenant, patientId)],
  );
  return Promise.all(rows.map(({ statement }) => signStatement(installation, statement)));
}

/** Of a patient it names the profile alone: the records do not tell which sessions were the patient's. */
async function statementFromRecords(
  installation: Certifying,
  subjectId: string,
): Promise<ErasureStatement | null> {
  const { pool } = installation;
  const { rows } = await pool.query<Row>(
    `SELECT erasure_id, tenant_id, subject_type, erased_at FROM ops.erasures
     WHERE subject_id = $1 AND subject_type <> 'answers' ORDER BY erased_at`,
    [subjectId],
  );
  const [first] = rows;
  if (!first) return null;
  // More than one where a restore has erased it once more.
  const done = await destroyedBy(pool, first.tenant_id, column(rows, 'erasure_id'));
  const { keyIds, sessions, stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries } = done;
  return statementOf(installation, {
    certificateId: first.erasure_id,
    tenantId: first.tenant_id,
    subject: { type: first.subject_type, id: subjectId },
    at: first.erased_at,
    keyIds,
    rows: { sessions },
    copies: { stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries },
    remains: SESSION_REMAINS,
  });
}
