import { z } from 'zod';
import { count } from '../../domain/kernel/fields.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import type { Sql } from '../../shared/postgres/pool.ts';

const tokens = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** What belongs to the tenant whatever the mode. */
export const accountCounts = {
  tokens: z
    .object({
      balance: z.int().meta({
        description: 'Tokens granted less tokens charged; below 0 only where overage is allowed.',
        examples: [954],
      }),
      granted: tokens('Tokens that were ever granted.', 1_000),
      charged: tokens('Tokens that were ever charged.', 46),
    })
    .meta({ description: 'The tokens of the tenant.' }),
  keys: z
    .object({
      active: count('Keys of both modes.', 2),
      live: count('Keys that bill.', 1),
      test: count('Keys that do not.', 1),
    })
    .meta({
      description: 'Keys that are neither revoked nor expired, and how many of them are of which mode.',
    }),
  members: z
    .object({
      active: count('Members who can sign in.', 2),
      invited: count('Members who have not accepted yet.', 0),
      deactivated: count('Members who cannot sign in any more.', 0),
    })
    .meta({ description: 'The team of the tenant.' }),
};

type Row = {
  granted: number;
  charged: number;
  live_keys: number;
  test_keys: number;
  active_members: number;
  invited_members: number;
  deactivated_members: number;
};

/** Tokens, keys and members of the caller's tenant. */
export async function countAccount(sql: Sql, caller: Pick<Caller, 'tenantId'>, now: Date) {
  const { rows } = await sql.query<Row>({
    name: 'count-account',
    text: `SELECT coalesce(b.granted, 0) AS granted, coalesce(b.charged, 0) AS charged, k.*, m.*
           FROM (SELECT count(*) FILTER (WHERE NOT is_test) AS live_keys,
                        count(*) FILTER (WHERE is_test) AS test_keys
                 FROM read.api_keys
                 WHERE tenant_id = $1 AND is_active AND (expires_at IS NULL OR expires_at > $2)) k
           CROSS JOIN (SELECT count(*) FILTER (WHERE status = 'active') AS active_members,
                              count(*) FILTER (WHERE status = 'invited') AS invited_members,
                              count(*) FILTER (WHERE status = 'deactivated') AS deactivated_members
                       FROM read.members WHERE tenant_id = $1) m
           LEFT JOIN read.balances b ON b.tenant_id = $1`,
    values: [caller.tenantId, now],
  });
  const row = rows[0];
  if (!row) throw new Error('an aggregate gave no row');
  return {
    tokens: { balance: row.granted - row.charged, granted: row.granted, charged: row.charged },
    keys: { active: row.live_keys + row.test_keys, live: row.live_keys, test: row.test_keys },
    members: {
      active: row.active_members,
      invited: row.invited_members,
      deactivated: row.deactivated_members,
    },
  };
}
