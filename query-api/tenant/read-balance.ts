import type { TierName } from '../../domain/tenant/tiers.ts';
import type { Sql } from '../../shared/postgres/pool.ts';

export type Balance = {
  tier: TierName;
  /** Tokens that the next priced call can use: charges of calls under way are taken off already. */
  balance: number;
  initialBalance: number;
  lifetimeUsed: number;
  lastTopupAt: Date | null;
};

type Row = {
  tier: TierName;
  granted: number;
  charged: number;
  initial_balance: number;
  last_topup_at: Date | null;
  in_flight: number;
};

/**
 * What the admission of a priced call looks at, in one statement: a charge that is not booked yet stands as its intent,
 * so that a read after a charged answer shows it, however far the projection is.
 */
export async function readBalance(sql: Sql, tenantId: string): Promise<Balance> {
  const { rows } = await sql.query<Row>({
    name: 'read-balance',
    text: `SELECT t.tier, coalesce(b.granted, 0) AS granted, coalesce(b.charged, 0) AS charged,
                  coalesce(b.initial_balance, 0) AS initial_balance, b.last_topup_at,
                  (SELECT coalesce(sum(i.cost), 0) FROM ops.intents i WHERE i.tenant_id = t.tenant_id) AS in_flight
           FROM read.tenants t LEFT JOIN read.balances b ON b.tenant_id = t.tenant_id
           WHERE t.tenant_id = $1`,
    values: [tenantId],
  });
  const row = rows[0];
  if (!row) throw new Error('an admitted caller has no tenant');
  return {
    tier: row.tier,
    balance: row.granted - row.charged - row.in_flight,
    initialBalance: row.initial_balance,
    lifetimeUsed: row.charged + row.in_flight,
    lastTopupAt: row.last_topup_at,
  };
}
