import { sha256, type RandomBytes } from '../../shared/crypto/seal.ts';
import { BLOCK_BYTES, newPseudonymKey, type PseudonymKey } from '../../shared/datasets/recipient.ts';
import { inTransaction, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import { DataError } from './data-error.ts';

/** Who takes extracts: a name, unique in its tenant, and a key for pseudonyms of its own. */
export type Recipient = {
  recipientId: string;
  /** Null: every tenant, for the operator's own data team. */
  tenantId: string | null;
  name: string;
  /** Moments to the second rather than to the hour. */
  exactTimes: boolean;
  /** Rises when its key is made anew. */
  generation: number;
  grantedAt: Date;
  key: PseudonymKey;
};

/** Which recipient: names are unique within a tenant. */
export type RecipientName = { tenantId: string | null; name: string };

/** HMAC-SHA-256 of a text under a recipient's key. */
export const macOf = ({ inner, outer }: PseudonymKey, text: string): Buffer =>
  sha256(Buffer.concat([outer, sha256(Buffer.concat([inner, Buffer.from(text)]))]));

type Row = {
  recipient_id: string;
  tenant_id: string | null;
  name: string;
  exact_times: boolean;
  generation: number;
  granted_at: Date;
  inner_key: Buffer;
  outer_key: Buffer;
};

const toRecipient = (row: Row): Recipient => ({
  recipientId: row.recipient_id,
  tenantId: row.tenant_id,
  name: row.name,
  exactTimes: row.exact_times,
  generation: row.generation,
  grantedAt: row.granted_at,
  key: { inner: row.inner_key, outer: row.outer_key },
});

const COLUMNS = 'recipient_id, tenant_id, name, exact_times, generation, granted_at, inner_key, outer_key';
/** Logins of the views are recipients as well, but take no extracts. */
const TAKES_EXTRACTS = 'login IS NULL AND revoked_at IS NULL';

const UNIQUE_VIOLATION = '23505';

/** Makes a recipient. Throws DataError for an unknown tenant or a name that is taken. */
export async function grantRecipient(
  pool: Pool,
  granted: RecipientName & { recipientId: string; exactTimes: boolean; grantedAt: Date },
  random: RandomBytes,
): Promise<Recipient> {
  const { recipientId, tenantId, name, exactTimes, grantedAt } = granted;
  const { inner, outer } = newPseudonymKey(random);
  const { rows } = await pool
    .query<Row>(
      `INSERT INTO facts_source.recipients
         (recipient_id, tenant_id, name, exact_times, inner_key, outer_key, granted_at)
       SELECT $1, $2, $3, $4, $5, $6, $7
       WHERE $2::uuid IS NULL OR EXISTS (SELECT 1 FROM read.tenants WHERE tenant_id = $2)
       RETURNING ${COLUMNS}`,
      [recipientId, tenantId, name, exactTimes, inner, outer, grantedAt],
    )
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      throw new DataError('the tenant has a recipient of this name already');
    });
  const [row] = rows;
  if (row === undefined) throw new DataError('there is no such tenant');
  return toRecipient(row);
}

/** Every recipient that takes extracts, by tenant and name. */
export async function listRecipients(sql: Sql): Promise<Recipient[]> {
  const { rows } = await sql.query<Row>(
    `SELECT ${COLUMNS} FROM facts_source.recipients WHERE ${TAKES_EXTRACTS} ORDER BY tenant_id NULLS FIRST, name`,
  );
  return rows.map(toRecipient);
}

/** Whether there is or was one of this name. */
export async function wasGranted(sql: Sql, { tenantId, name }: RecipientName): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 FROM facts_source.recipients
     WHERE tenant_id IS NOT DISTINCT FROM $1::uuid AND name = $2 AND login IS NULL LIMIT 1`,
    [tenantId, name],
  );
  return rows.length > 0;
}

/** Throws DataError for one that is unknown or revoked. */
export async function findRecipient(sql: Sql, { tenantId, name }: RecipientName): Promise<Recipient> {
  const { rows } = await sql.query<Row & { is_active: boolean }>(
    `SELECT ${COLUMNS}, revoked_at IS NULL AS is_active FROM facts_source.recipients
     WHERE tenant_id IS NOT DISTINCT FROM $1::uuid AND name = $2 AND login IS NULL
     ORDER BY is_active DESC LIMIT 1`,
    [tenantId, name],
  );
  const [row] = rows;
  if (row === undefined) throw new DataError('there is no such recipient: see data recipients');
  if (!row.is_active) throw new DataError('the recipient was revoked');
  return toRecipient(row);
}

/** A new key and the next generation: pseudonyms and cursors of before fit nothing that comes after. */
export async function rotateRecipient(
  pool: Pool,
  which: RecipientName,
  random: RandomBytes,
): Promise<Recipient> {
  return inTransaction(pool, async (tx) => {
    const { recipientId } = await findRecipient(tx, which);
    const { inner, outer } = newPseudonymKey(random);
    const { rows } = await tx.query<Row>(
      `UPDATE facts_source.recipients SET inner_key = $2, outer_key = $3, generation = generation + 1
       WHERE recipient_id = $1 AND ${TAKES_EXTRACTS} RETURNING ${COLUMNS}`,
      [recipientId, inner, outer],
    );
    const [row] = rows;
    if (row === undefined) throw new DataError('the recipient was revoked');
    return toRecipient(row);
  });
}

/** No further extract. Its key goes: nobody can tell any more whom its pseudonyms stand for. */
export async function revokeRecipient(pool: Pool, which: RecipientName, revokedAt: Date): Promise<Recipient> {
  return inTransaction(pool, async (tx) => {
    const recipient = await findRecipient(tx, which);
    await tx.query(
      `UPDATE facts_source.recipients SET revoked_at = $2, inner_key = $3, outer_key = $3 WHERE recipient_id = $1`,
      [recipient.recipientId, revokedAt, Buffer.alloc(BLOCK_BYTES)],
    );
    return recipient;
  });
}
