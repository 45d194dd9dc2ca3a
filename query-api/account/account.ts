import { z } from 'zod';
import { SCOPES } from '../../domain/api-key/events.ts';
import { TIER_NAMES, type TierName } from '../../domain/tenant/tiers.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { openTenantName } from '../../shared/read-models/tenant-rows.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { TOKENS_LEFT } from '../tenant/read-balance.ts';

const account = z
  .object({
    tenant_id: z.uuid(),
    name: z.string(),
    tier: z.enum(TIER_NAMES),
    balance: z.int().meta({ description: 'Tokens left.' }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: 'What the credential of this call may do.' }),
    key_id: z.uuid().nullable().meta({ description: "Null for a member's session." }),
    key_prefix: z.string().nullable().meta({ description: "Null for a member's session." }),
    test: z.boolean().nullable().meta({
      description: "Whether the key is a test key; null for a member's session, which sees both modes.",
    }),
    rate_limit_rpm: z.int32().meta({ description: 'Requests that the rolling minute allows this caller.' }),
  })
  .meta({ id: 'Account' });

type Row = {
  tenant_id: string;
  name_sealed: Buffer;
  tier: TierName;
  balance: number;
  rate_limit_rpm: number;
};

export const getAccount = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/account',
    operationId: 'getAccount',
    summary: 'Who the calling key belongs to, and what it may',
    tag: 'Account',
    access: { kind: 'caller', scope: null },
    admission: 'gate',
    responses: { 200: { description: 'The account snapshot.', schema: account } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const pool = deps.poolOf(caller.tenantId);
      const { rows } = await pool.query<Row>({
        name: 'account',
        text: `SELECT t.tenant_id, t.name_sealed, t.tier, ${TOKENS_LEFT} AS balance,
                      CASE WHEN k.key_id IS NULL THEN coalesce(t.rate_limit_override, t.tier_rpm)
                           ELSE ops.effective_limit(k.rate_limit_rpm, k.tier_rpm, t.rate_limit_override)
                      END AS rate_limit_rpm
               FROM read.tenants t
               LEFT JOIN read.balances b ON b.tenant_id = t.tenant_id
               LEFT JOIN read.api_keys k ON k.tenant_id = t.tenant_id AND k.key_id = $2
               WHERE t.tenant_id = $1`,
        values: [caller.tenantId, caller.keyId],
      });
      const row = rows[0];
      if (!row) throw new Error('an admitted key has no tenant');
      const tenant = await deps.dataKeys.tenantKeys(pool, caller.tenantId);
      return {
        status: 200,
        body: {
          tenant_id: row.tenant_id,
          name: openTenantName(row, tenant) ?? '',
          tier: row.tier,
          balance: row.balance,
          scopes: caller.scopes,
          key_id: caller.keyId,
          key_prefix: caller.keyPrefix,
          test: caller.test,
          rate_limit_rpm: row.rate_limit_rpm,
        },
      };
    },
  });
