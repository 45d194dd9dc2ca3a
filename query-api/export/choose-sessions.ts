import { z } from 'zod';
import type { Caller } from '../../shared/http/route-types.ts';
import { isoDate } from '../../shared/http/schemas.ts';
import { patientId } from '../../shared/patients/patient-id.ts';
import { queryBuilder, run } from '../kernel/query-builder.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import { keepWithin, wholeDays } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';

/** Which sessions an export is about; null is no condition. */
export const exportRequest = z
  .object({
    date_from: isoDate().nullable().default(null).meta({ description: 'Opened on this day (UTC) or later.' }),
    date_to: isoDate().nullable().default(null).meta({ description: 'Opened on this day (UTC) or earlier.' }),
    patient_id: patientId().nullable().default(null),
    limit: z
      .int32()
      .min(1)
      .max(10_000)
      .default(1_000)
      .meta({ description: 'How many sessions to export at most, the newest first.', examples: [1_000] }),
  })
  .meta({ id: 'ExportRequest', description: 'Which finalized sessions to export.' });
type ExportRequest = z.output<typeof exportRequest>;

/**
 * The completed sessions that a caller may export: how many there are, and the ids of the newest ones up to the
 * limit. They are chosen once, so that an export that runs for minutes shows the tenant as of one moment.
 */
export async function chooseSessions(
  deps: QueryDeps,
  caller: Caller,
  { date_from, date_to, patient_id, limit }: ExportRequest,
): Promise<{ total: number; sessionIds: string[] }> {
  const pool = deps.poolOf(caller.tenantId);
  const matching = queryBuilder
    .from('read.sessions')
    .where('tenant_id', caller.tenantId)
    .where('status', 'finalized');
  if (caller.test !== null) void matching.where('test', caller.test);
  if (patient_id !== null) {
    const tenant = await deps.dataKeys.tenantKeys(pool, caller.tenantId);
    void matching.where('patient_hash', patientHash(tenant, patient_id));
  }
  keepWithin(matching, 'created_at', wholeDays(date_from, date_to));
  const newest = matching
    .clone()
    .select('session_id')
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'session_id', order: 'desc' },
    ])
    .limit(limit);
  const [rows, counted] = await Promise.all([
    run<{ session_id: string }>(pool, newest),
    run<{ count: number }>(pool, matching.clone().count('* as count')),
  ]);
  return { total: counted[0]?.count ?? 0, sessionIds: rows.map((row) => row.session_id) };
}
