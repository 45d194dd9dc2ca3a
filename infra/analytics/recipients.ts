import type { RandomBytes } from '../../shared/crypto/seal.ts';
import { newPseudonymKey } from '../../shared/datasets/recipient.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { countedDatasets } from './fact-views.ts';

type Recipient = { login: string; tenantId: string | null; grantedAt: Date; exactTimes: boolean };

/**
 * Makes a login a recipient of facts: with a key of its own, and with what counts its uses. False where the tenant has a
 * recipient of this name.
 */
export async function makeRecipient(
  tx: Sql,
  { login, tenantId, grantedAt, exactTimes }: Recipient,
  random: RandomBytes,
): Promise<boolean> {
  const { inner, outer } = newPseudonymKey(random);
  const { rowCount } = await tx.query(
    `INSERT INTO facts_source.recipients (recipient_id, tenant_id, name, login, exact_times, inner_key, outer_key, granted_at)
     VALUES (gen_random_uuid(), $1, $2::text, $2::text, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, name) WHERE revoked_at IS NULL DO NOTHING`,
    [tenantId, login, exactTimes, inner, outer, grantedAt],
  );
  if (rowCount === 0) return false;
  await tx.query('SELECT facts_source.make_counters($1, $2)', [login, countedDatasets]);
  return true;
}

/** The row stays, without the login: it says who was given facts. Counts start anew with the next login of the name. */
export async function endRecipient(tx: Sql, login: string, now: Date): Promise<void> {
  await tx.query(
    'UPDATE facts_source.recipients SET login = NULL, revoked_at = coalesce(revoked_at, $2) WHERE login = $1',
    [login, now],
  );
  await tx.query('SELECT facts_source.drop_counters($1)', [login]);
  await tx.query('DELETE FROM facts_source.noted_uses WHERE login = $1', [login]);
}
