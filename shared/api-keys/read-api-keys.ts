import type { Scope } from '../../domain/api-key/events.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import type { Caller } from '../http/route-types.ts';
import type { Sql } from '../postgres/pool.ts';
import { openApiKeyName } from '../read-models/api-key-rows.ts';
import type { ApiKeyView } from './api-key-schema.ts';

type Row = {
  key_id: string;
  tenant_id: string;
  key_prefix: string;
  key_suffix: string;
  name_sealed: Buffer;
  scopes: Scope[];
  rate_limit_rpm: number;
  is_active: boolean;
  last_used_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  created_by_type: string | null;
  created_by_id: string | null;
};

/** No tier holds more; a tenant that came down from a larger tier keeps the keys that it has. */
const MAX_KEYS = 200;

/**
 * The tenant's active keys, or one of them, oldest first; with `unexpiredAt` without those that have expired by then. A test
 * credential sees test keys only; a live one and a member see both, since they may make both.
 */
export async function readApiKeys(
  sql: Sql,
  filter: Pick<Caller, 'tenantId' | 'test'> & { keyId?: string; unexpiredAt?: Date },
  tenant: TenantKeys,
): Promise<ApiKeyView[]> {
  const { rows } = await sql.query<Row>({
    name: 'read-api-keys',
    text: `SELECT k.key_id, k.tenant_id, k.key_prefix, k.key_suffix, k.name_sealed, k.scopes, k.rate_limit_rpm,
                  k.is_active, u.last_used_at, k.expires_at, k.created_at, k.created_by_type, k.created_by_id
           FROM read.api_keys k LEFT JOIN ops.api_key_usage u ON u.key_id = k.key_id
           WHERE k.tenant_id = $1 AND k.is_active AND ($2::uuid IS NULL OR k.key_id = $2) AND (k.is_test OR NOT $3)
             AND ($4::timestamptz IS NULL OR k.expires_at IS NULL OR k.expires_at > $4)
           ORDER BY k.created_at, k.key_id LIMIT ${MAX_KEYS}`,
    values: [filter.tenantId, filter.keyId ?? null, filter.test === true, filter.unexpiredAt ?? null],
  });
  return rows.map((row) => ({
    key_id: row.key_id,
    key_prefix: row.key_prefix,
    key_suffix: row.key_suffix,
    name: openApiKeyName(row, tenant) ?? '',
    scopes: row.scopes,
    rate_limit_rpm: row.rate_limit_rpm,
    is_active: row.is_active,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    created_by:
      row.created_by_type === null || row.created_by_id === null
        ? null
        : { type: row.created_by_type, id: row.created_by_id },
  }));
}
