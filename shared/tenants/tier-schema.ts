import { z } from 'zod';
import { TIER_NAMES, TIERS, type TierName } from '../../domain/tenant/tiers.ts';
import type { Sql } from '../postgres/pool.ts';

export const tierName = z.enum(TIER_NAMES).meta({ id: 'TierName' });

/** A tenant's tier, with what the price list says of it. */
export const tierSchema = z
  .object({
    tier: tierName,
    price: z.int32().meta({ description: 'US dollars a month.' }),
    tokens_included: z.int32().meta({ description: 'What the tier grants.' }),
    concurrency: z.int32().meta({ description: 'Active sessions at a time.' }),
    max_keys: z.int32().meta({ description: 'API keys at a time.' }),
    rpm: z.int32().meta({ description: 'Requests a minute that a new key gets unless told otherwise.' }),
    sla: z.string().nullable(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: 'Tier' });

/** The tenant's tier as the read model has it; a command has written it through by the time it answers. */
export async function readTier(sql: Sql, tenantId: string): Promise<z.output<typeof tierSchema>> {
  const { rows } = await sql.query<{ tier: TierName; tier_changed_at: Date }>({
    name: 'read-tier',
    text: 'SELECT tier, tier_changed_at FROM read.tenants WHERE tenant_id = $1',
    values: [tenantId],
  });
  const row = rows[0];
  if (!row) throw new Error('an admitted caller has no tenant');
  return { tier: row.tier, ...TIERS[row.tier], changed_at: row.tier_changed_at.toISOString() };
}
