import { SCOPES } from '../../domain/api-key/events.ts';
import type { Grantor } from '../../domain/api-key/index.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { operatorOrigin, type OperatorDeps } from '../tenants/operations.ts';
import { executeOnApiKey } from './aggregate.ts';
import { issueApiKey, type NewApiKey } from './issue.ts';

/** The raw key is shown once and is stored nowhere. */
export type CreatedApiKey = { keyId: string; rawKey: string };

/** An operator hands out what the tenant has not got yet. */
const OPERATOR: Grantor = { scopes: SCOPES, expiresAt: null, test: null };

/** Throws DomainError `not_found` for the tenant, `limit_reached` where the tier holds no further key. */
export async function createApiKey(
  deps: OperatorDeps,
  { tenantId, ...key }: NewApiKey & { tenantId: string },
): Promise<CreatedApiKey> {
  const issued = await issueApiKey(deps, key, OPERATOR, operatorOrigin(deps, tenantId));
  return { keyId: issued.key_id, rawKey: issued.raw_key };
}

/** The key is refused from the moment this returns. Throws DomainError `not_found`, `already_revoked`. */
export async function revokeApiKey(deps: OperatorDeps, keyId: string): Promise<void> {
  const { rows } = await deps.pool.query<{ tenant_id: string; lineage_id: string; is_test: boolean }>(
    'SELECT tenant_id, lineage_id, is_test FROM read.api_keys WHERE key_id = $1',
    [keyId],
  );
  const key = rows[0];
  if (!key) throw new DomainError('not_found', 'The API key does not exist.');
  await executeOnApiKey(
    deps,
    { lineageId: key.lineage_id, test: key.is_test },
    { kind: 'revoke', key_id: keyId, by: OPERATOR, reason: 'operator' },
    operatorOrigin(deps, key.tenant_id),
  );
}
