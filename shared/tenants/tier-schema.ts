import { z } from 'zod';
import { instant, text } from '../../domain/kernel/fields.ts';
import { TIER_NAMES, TIERS, type TierName } from '../../domain/tenant/tiers.ts';
import type { Sql } from '../postgres/pool.ts';

export const tierName = z.enum(TIER_NAMES).meta({
  id: 'TierName',
  description: 'Which tier of the price list a tenant has.',
  examples: ['growth'],
});

/** A tenant's tier, with what the price list says of it. */
export const tierSchema = z
  .object({
    tier: tierName.meta({ description: 'The tier that the tenant has now.' }),
    price: z.int32().meta({ description: 'US dollars a month.', examples: [1_300] }),
    tokens_included: z.int32().meta({ description: 'Tokens that the tier grants.', examples: [50_000] }),
    concurrency: z.int32().meta({ description: 'Active sessions at a time.', examples: [50] }),
    max_keys: z.int32().meta({ description: 'API keys at a time.', examples: [10] }),
    rpm: z
      .int32()
      .meta({ description: 'Requests a minute that a new key gets unless told otherwise.', examples: [60] }),
    sla: text(
      'Availability that is promised, in percent of the time; null where none is.',
      '99.5%',
    ).nullable(),
    changed_at: instant('Since when the tenant has this tier.'),
  })
  .meta({ id: 'Tier', description: "The tenant's tier, with what the price list says of it." });

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
