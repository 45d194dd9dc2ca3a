import { certify, SESSION_REMAINS } from '../../command-api/kernel/erasure.ts';
import { destroyedBy, type ErasedType } from '../../shared/erasure/records.ts';
import type { Installation } from '../cli/connection.ts';

type Row = { erasure_id: string; tenant_id: string; subject_type: ErasedType; erased_at: Date };

/**
 * A certificate of what was erased under an id, made from the records of it; null where nothing was. Of a patient it names
 * the profile: each session has one of its own.
 */
export async function certificateOf(
  installation: Installation,
  subjectId: string,
): Promise<Awaited<ReturnType<typeof certify>> | null> {
  const { pool } = installation;
  const { rows } = await pool.query<Row>(
    `SELECT erasure_id, tenant_id, subject_type, erased_at FROM ops.erasures
     WHERE subject_id = $1 AND subject_type <> 'answers' ORDER BY erased_at LIMIT 1`,
    [subjectId],
  );
  const [row] = rows;
  if (!row) return null;
  const { keyIds, sessions, ...rest } = await destroyedBy(pool, row.tenant_id, [row.erasure_id]);
  const { stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries } = rest;
  return certify(installation, {
    certificateId: row.erasure_id,
    subject: { type: row.subject_type, id: subjectId },
    at: row.erased_at,
    keyIds,
    rows: { sessions },
    copies: { stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries },
    remains: SESSION_REMAINS,
  });
}
