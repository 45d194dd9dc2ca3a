import {
  decide,
  noApiKey,
  type ApiKeyCommand,
  type Grantor,
  type Scope,
} from '../../domain/api-key/index.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { TIERS, type Tier, type TierName } from '../../domain/tenant/tiers.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { withPlace } from '../kernel/claims.ts';
import type { OperatorDeps } from '../tenants/operations.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';
import { executeOnApiKey } from './aggregate.ts';
import { expiryAt } from './input.ts';
import { identityOf, issuedKey, rawKeyOf, type IssuedApiKey } from './raw-key.ts';

export type NewApiKey = {
  name: string;
  scopes: Scope[];
  /** Null stores the tenant's limit of this moment: its override, else its tier's default. */
  rateLimitRpm: number | null;
  test: boolean;
  /** ISO 8601 UTC; left out or null for a key that does not expire. */
  expiresAt?: string | null;
};

/**
 * Makes a key, in a place that the tier has left. The raw key leaves this function once and is stored nowhere. Throws
 * DomainError: `not_found` for the tenant, what the decision refuses, and `limit_reached` where the tier holds no
 * further key.
 */
export async function issueApiKey(
  deps: OperatorDeps,
  { name, scopes, rateLimitRpm, test, expiresAt = null }: NewApiKey,
  by: Grantor,
  origin: CommandOrigin,
): Promise<IssuedApiKey> {
  const { tenantId, commandId, now } = origin;
  const pool = deps.poolOf(tenantId);
  const { tier, override } = await limitsOf(pool, tenantId);
  const keys = await deps.dataKeys.tenantKeys(pool, tenantId);
  const rawKey = rawKeyOf(keys.seal, commandId, test);
  const identity = identityOf(rawKey, commandId);
  const command: ApiKeyCommand = {
    kind: 'create',
    by,
    ...identity,
    name,
    scopes,
    rate_limit_rpm: rateLimitRpm ?? override ?? tier.rpm,
    tier_rpm: tier.rpm,
    test,
    expires_at: expiresAt,
    ...expiryAt(now),
  };
  // What the grantor may not hand out is refused before anybody counts.
  decide(noApiKey, command);
  const place = { tenantId, kind: 'api_key', memberId: identity.key_id, limit: tier.max_keys, now } as const;
  const events = await withPlace(pool, place, () =>
    executeOnApiKey(deps, { lineageId: identity.key_id, test }, command, origin),
  );
  if (events === null) {
    const message = `The tier allows ${tier.max_keys} active keys.`;
    throw new DomainError('limit_reached', message, [{ field: 'body', code: 'limit_reached', message }]);
  }
  return issuedKey(events, rawKey);
}

async function limitsOf(sql: Sql, tenantId: string): Promise<{ tier: Tier; override: number | null }> {
  const { rows } = await sql.query<{ tier: TierName; rate_limit_override: number | null }>(
    'SELECT tier, rate_limit_override FROM read.tenants WHERE tenant_id = $1',
    [tenantId],
  );
  const row = rows[0];
  if (!row) throw new DomainError('not_found', 'The tenant does not exist.');
  return { tier: TIERS[row.tier], override: row.rate_limit_override };
}
