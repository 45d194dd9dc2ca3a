import { v5 as uuidV5 } from 'uuid';
import type { Caller } from '../../shared/http/route-types.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';
import type { OperatorDeps } from '../tenants/operations.ts';
import { executeOnApiKey } from './aggregate.ts';

type MadeKey = { lineage_id: string; key_id: string; is_test: boolean };

/** Keys of a member that are still good: those that the member made, and those that were made with one of these. */
export async function keysMadeBy(sql: Sql, tenantId: string, memberId: string): Promise<MadeKey[]> {
  const { rows } = await sql.query<MadeKey>({
    name: 'keys-made-by',
    text: `WITH RECURSIVE made AS (
             SELECT k.lineage_id, k.key_id, k.replaced_key_id, k.is_test, k.is_active, k.created_at
             FROM read.api_keys k
             WHERE k.tenant_id = $1 AND k.created_by_type = 'member' AND k.created_by_id = $2::uuid::text
             UNION
             SELECT k.lineage_id, k.key_id, k.replaced_key_id, k.is_test, k.is_active, k.created_at
             FROM read.api_keys k
             JOIN made m ON k.created_by_id IN (m.key_id::text, m.replaced_key_id::text)
             WHERE k.tenant_id = $1 AND k.created_by_type = 'api_key')
           SELECT lineage_id, key_id, is_test FROM made WHERE is_active ORDER BY created_at, key_id`,
    values: [tenantId, memberId],
  });
  return rows;
}

/** Revokes keys, each by an event of its own whose ids follow from the command's. Throws DomainError. */
export async function revokeKeys(
  deps: OperatorDeps,
  keys: readonly MadeKey[],
  { by, origin }: { by: Pick<Caller, 'scopes' | 'expiresAt' | 'test'>; origin: CommandOrigin },
): Promise<void> {
  for (const { lineage_id: lineageId, key_id, is_test: test } of keys) {
    const command = { kind: 'revoke', key_id, by, reason: 'deleted' } as const;
    const commandId = uuidV5(key_id, origin.commandId);
    await executeOnApiKey(deps, { lineageId, test }, command, { ...origin, commandId });
  }
}
