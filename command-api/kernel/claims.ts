import type { Pool } from '../../shared/postgres/pool.ts';
import { isRefusal } from './refusal.ts';

export type Place = {
  tenantId: string;
  kind: 'api_key' | 'webhook_subscription';
  memberId: string;
  limit: number;
  now: Date;
};

/**
 * Claims a place in a limited set, runs `append`, and releases the claim: by then the read model shows the member.
 * Where it is not known whether the append took place, the claim is left to lapse: a projector may still show it.
 * Returns null where the set is full.
 */
export async function withPlace<T>(pool: Pool, place: Place, append: () => Promise<T>): Promise<T | null> {
  const { rows } = await pool.query<{ claimed: boolean }>(
    'SELECT ops.claim_place($1, $2, $3, $4, $5) AS claimed',
    [place.tenantId, place.kind, place.memberId, place.limit, place.now],
  );
  if (rows[0]?.claimed !== true) return null;
  return releasing(append, () =>
    pool.query('DELETE FROM ops.set_claims WHERE member_id = $1', [place.memberId]),
  );
}

/** Runs what was claimed for, and releases the claim afterwards unless the outcome is not known. */
export async function releasing<T>(work: () => Promise<T>, release: () => Promise<unknown>): Promise<T> {
  try {
    const result = await work();
    await release();
    return result;
  } catch (error) {
    if (isRefusal(error)) await release();
    throw error;
  }
}
