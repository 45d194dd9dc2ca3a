import { ApiError } from '../../shared/http/errors.ts';
import type { Sql } from '../../shared/postgres/pool.ts';

/** The refusal of a call that the balance does not cover, with what it costs and what is there for it. */
export async function withBalance(sql: Sql, tenantId: string, cost: number): Promise<ApiError> {
  const { rows } = await sql.query<{ balance: number }>({
    name: 'balance-of-refused-call',
    text: `SELECT coalesce((SELECT granted - charged FROM read.balances WHERE tenant_id = $1), 0)
             - coalesce((SELECT sum(cost) FROM ops.intents WHERE tenant_id = $1), 0) AS balance`,
    values: [tenantId],
  });
  const balance = rows[0]?.balance ?? 0;
  return new ApiError(
    'payment_required',
    `This call costs ${cost} ${cost === 1 ? 'token' : 'tokens'}; the balance, less what calls under way hold, is ${balance}.`,
    { detail: { cost, balance } },
  );
}
