import { z } from 'zod';
import { tierName } from '../../shared/tenants/tier-schema.ts';
import { scopeSchema } from '../../shared/api-keys/api-key-schema.ts';
import { FEATURE_NAMES, FEATURES, type Feature } from '../../domain/tenant/types.ts';
import { id, text, truth } from '../../domain/kernel/fields.ts';
import { tokensLeft } from '../tenant/token-fields.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { openTenantName } from '../../shared/read-models/tenant-rows.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { loadTeam, teamMemberSchema, type TeamMember } from '../../shared/members/team-member.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { TOKENS_LEFT } from '../tenant/read-balance.ts';

const account = z
  .object({
    tenant_id: id('The tenant of the caller.'),
    name: text('Name of the tenant.', 'Clinic Example'),
    tier: tierName.meta({ description: 'The tier that the tenant has now.' }),
    balance: tokensLeft,
    scopes: z.array(scopeSchema).meta({ description: 'What the credential of this call may do.' }),
    key_id: id("The key of this call; null for a member's session.").nullable(),
    key_prefix: text("How the key begins; null for a member's session.", 'svc_live_Exam').nullable(),
    test: z
      .boolean()
      .nullable()
      .meta({
        description: "Whether the key is a test key; null for a member's session, which sees both modes.",
        examples: [false],
      }),
    member: teamMemberSchema
      .nullable()
      .describe('Who is signed in; null for a key, and for the session of a key.'),
    features: z
      .object(
        Object.fromEntries(
          FEATURE_NAMES.map((name) => [name, truth(`On for the tenant: ${FEATURES[name]}.`, true)]),
        ) as Record<Feature, z.ZodBoolean>,
      )
      .meta({
        id: 'Features',
        description: 'What an operator can switch off for a tenant: calls of it are a 501 then.',
      })
      .describe('Which features are on for the tenant.'),
    rate_limit_rpm: z.int32().meta({
      description: 'Requests a minute that this caller may send.',
      examples: [60],
    }),
  })
  .meta({ id: 'Account', description: 'Who the caller is, and what it may do.' });

type Row = {
  tenant_id: string;
  name_sealed: Buffer;
  tier: TierName;
  balance: number;
  rate_limit_rpm: number;
  feature_flags: Partial<Record<Feature, boolean>>;
};

export const getAccount = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/account',
    operationId: 'getAccount',
    summary: 'Who the caller is, and what it may',
    description:
      'The tenant, the key or the member that is signed in, what it may do, and which features are on.',
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
        text: `SELECT t.tenant_id, t.name_sealed, t.tier, t.feature_flags, ${TOKENS_LEFT} AS balance,
                      CASE WHEN k.key_id IS NULL THEN ops.member_limit(coalesce(t.rate_limit_override, t.tier_rpm))
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
          member: await memberOf(deps, caller),
          features: featuresOf(row.feature_flags),
          rate_limit_rpm: row.rate_limit_rpm,
        },
      };
    },
  });

/** A feature is on unless its flag says otherwise. */
const featuresOf = (flags: Row['feature_flags']): z.output<typeof account>['features'] =>
  Object.fromEntries(FEATURE_NAMES.map((name) => [name, flags[name] !== false])) as Record<Feature, boolean>;

async function memberOf(deps: QueryDeps, { tenantId, actor }: Caller): Promise<TeamMember | null> {
  if (actor.type !== 'member') return null;
  const parts = { sql: deps.poolOf(tenantId), dataKeys: deps.dataKeys };
  const [found] = await loadTeam(parts, tenantId, actor.id);
  return found?.member ?? null;
}
