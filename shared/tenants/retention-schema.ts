import { z } from 'zod';
import {
  DEFAULT_RETENTION_DAYS,
  MAX_RETENTION_DAYS,
  MIN_RETENTION_DAYS,
} from '../../domain/retention/types.ts';
import type { Sql } from '../postgres/pool.ts';

export const retentionDays = z
  .int32()
  .min(MIN_RETENTION_DAYS)
  .max(MAX_RETENTION_DAYS)
  .meta({
    description:
      'Days that a session is kept after it was finalized, or if it never was, after its last activity.',
    examples: [90],
  });

export const retentionSchema = z
  .object({
    retention_days: retentionDays,
    default_days: z
      .int32()
      .meta({ description: 'What a tenant has that never set it.', examples: [DEFAULT_RETENTION_DAYS] }),
  })
  .meta({ id: 'Retention', description: 'How long the tenant keeps its sessions.' });

/** The tenant's retention as the read model has it; a command has written it through by the time it answers. */
export async function readRetention(sql: Sql, tenantId: string): Promise<z.output<typeof retentionSchema>> {
  const { rows } = await sql.query<{ retention_days: number }>({
    name: 'read-retention',
    text: 'SELECT retention_days FROM read.tenants WHERE tenant_id = $1',
    values: [tenantId],
  });
  const row = rows[0];
  if (!row) throw new Error('an admitted caller has no tenant');
  return { retention_days: row.retention_days, default_days: DEFAULT_RETENTION_DAYS };
}
