import type { Pool } from '../../shared/postgres/pool.ts';

export type Place = {
  tenantId: string;
  kind: 'api_key' | 'webhook_subscription';
  memberId: string;
  limit: number;
  now: Date;
};

/**
 * Claims a place in a limited set, runs `append`, and releases the claim: by then the read model shows the member.
 * Returns null where the set is full.
 */
export async function withPlace<T>(pool: Pool, place: Place, append: () => Promise<T>): Promise<T | null> {
  const { rows } = await pool.query<{ claimed: boolean }>(
    'SELECT ops.claim_place($1, $2, $3, $4, $5) AS claimed',
    [place.tenantId, place.kind, place.memberId, place.limit, place.now],
  );
  if (rows[0]?.claimed !== true) return null;
  try {
    return await append();
  } finally {
    await pool.query('DELETE FROM ops.set_claims WHERE member_id = $1', [place.memberId]);
  }
}
