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
  used: number;
  initial_balance: number;
  last_topup_at: Date | null;
};

/** Tokens of a tenant `t` that are gone from its balance `b`: charged, or about to be by calls under way. */
const USED = `coalesce(b.charged, 0)
  + (SELECT coalesce(sum(i.cost), 0) FROM ops.intents i WHERE i.tenant_id = t.tenant_id)`;

/** Tokens left to a tenant `t` with the balance `b`, for the select list of a query over both. */
export const TOKENS_LEFT = `coalesce(b.granted, 0) - (${USED})`;

/**
 * The balance as the admission of a priced call sees it, in one statement. A charge that the projection has not
 * booked yet is counted as its intent, so a read after a charged answer always shows it.
 */
export async function readBalance(sql: Sql, tenantId: string): Promise<Balance> {
  const { rows } = await sql.query<Row>({
    name: 'read-balance',
    text: `SELECT t.tier, coalesce(b.granted, 0) AS granted, ${USED} AS used,
                  coalesce(b.initial_balance, 0) AS initial_balance, b.last_topup_at
           FROM read.tenants t LEFT JOIN read.balances b ON b.tenant_id = t.tenant_id
           WHERE t.tenant_id = $1`,
    values: [tenantId],
  });
  const row = rows[0];
  if (!row) throw new Error('an admitted caller has no tenant');
  return {
    tier: row.tier,
    balance: row.granted - row.used,
    initialBalance: row.initial_balance,
    lifetimeUsed: row.used,
    lastTopupAt: row.last_topup_at,
  };
}
