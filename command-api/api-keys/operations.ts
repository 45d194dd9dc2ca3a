import { createHmac } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import {
  decide,
  evolve,
  noApiKey,
  type ApiKeyCommand,
  type ApiKeyEvent,
  type ApiKeyState,
  type Scope,
} from '../../domain/api-key/index.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { TIERS, type TierName } from '../../domain/tenant/tiers.ts';
import { deriveKey, sha256, type DataKey } from '../../shared/crypto/seal.ts';
import { apiKeyStream } from '../../shared/event-log/streams.ts';
import { applyApiKeyEvents } from '../../shared/read-models/api-key-rows.ts';
import { withPlace } from '../kernel/claims.ts';
import { executeOnStream, type Aggregate } from '../kernel/execute-on-stream.ts';
import type { OperatorDeps } from '../tenants/operations.ts';

export const apiKeyAggregate: Aggregate<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  initial: noApiKey,
  decide,
  evolve,
  apply: applyApiKeyEvents,
};

export type NewApiKey = {
  tenantId: string;
  name: string;
  scopes: Scope[];
  /** Null stores the tenant's limit of this moment: its override, else its tier's default. */
  rateLimitRpm: number | null;
  test: boolean;
};

/** The raw key leaves this function once and is stored nowhere. */
export type CreatedApiKey = { keyId: string; rawKey: string };

const OPERATOR = { type: 'operator', id: 'cli' } as const;
const PREFIX_LENGTH = 13;
const SUFFIX_LENGTH = 4;

/**
 * 256 bits that follow from the tenant's key and the command's id: a repeated command gives the same raw key
 * without any place where it is stored.
 */
export function rawKeyOf(tenantKey: DataKey, commandId: string, test: boolean): string {
  const secret = createHmac('sha256', deriveKey(tenantKey, 'api-key')).update(commandId).digest('base64url');
  return `svc_${test ? 'test' : 'live'}_${secret}`;
}

/** Throws DomainError `not_found` for the tenant, `limit_reached` where the tier holds no further key. */
export async function createApiKey(deps: OperatorDeps, request: NewApiKey): Promise<CreatedApiKey> {
  const { tenantId, test } = request;
  const { rows } = await deps
    .poolOf(tenantId)
    .query<{ tier: TierName; rate_limit_override: number | null }>(
      'SELECT tier, rate_limit_override FROM read.tenants WHERE tenant_id = $1',
      [tenantId],
    );
  const tenant = rows[0];
  if (!tenant) throw new DomainError('not_found', 'The tenant does not exist.');
  const tier = TIERS[tenant.tier];
  const commandId = deps.newId();
  const keyId = uuidV5('api-key', commandId);
  const keys = await deps.dataKeys.tenantKeys(deps.poolOf(tenantId), tenantId);
  const rawKey = rawKeyOf(keys.seal, commandId, test);
  const now = deps.now();
  const created = await withPlace(
    deps.poolOf(tenantId),
    { tenantId, kind: 'api_key', memberId: keyId, limit: tier.max_keys, now },
    () =>
      executeOnStream(deps, apiKeyAggregate, {
        stream: apiKeyStream(keyId),
        command: {
          kind: 'create',
          key_id: keyId,
          key_hash: sha256(rawKey).toString('hex'),
          key_prefix: rawKey.slice(0, PREFIX_LENGTH),
          key_suffix: rawKey.slice(-SUFFIX_LENGTH),
          name: request.name,
          scopes: request.scopes,
          rate_limit_rpm: request.rateLimitRpm ?? tenant.rate_limit_override ?? tier.rpm,
          tier_rpm: tier.rpm,
          test,
          expires_at: null,
        },
        commandId,
        tenantId,
        actor: OPERATOR,
        requestId: commandId,
        ip: null,
        now,
        test,
      }),
  );
  if (created === null) throw new DomainError('limit_reached', 'The tier allows no further API key.');
  return { keyId, rawKey };
}

/** The key is refused from the moment this returns. Throws DomainError `not_found`, `already_revoked`. */
export async function revokeApiKey(deps: OperatorDeps, keyId: string): Promise<void> {
  const { rows } = await deps.pool.query<{ tenant_id: string; is_test: boolean }>(
    'SELECT tenant_id, is_test FROM read.api_keys WHERE key_id = $1',
    [keyId],
  );
  const key = rows[0];
  if (!key) throw new DomainError('not_found', 'The API key does not exist.');
  const commandId = deps.newId();
  await executeOnStream(deps, apiKeyAggregate, {
    stream: apiKeyStream(keyId),
    command: { kind: 'revoke', reason: 'operator' },
    commandId,
    tenantId: key.tenant_id,
    actor: OPERATOR,
    requestId: commandId,
    ip: null,
    now: deps.now(),
    test: key.is_test,
  });
}
