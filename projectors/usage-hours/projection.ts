import type { Projection } from '../../shared/projection/projection.ts';
import { NO_KEY } from '../../shared/requests/counts.ts';
import { USAGE_ACTIONS, usageRecords, usageRecordsOf } from '../usage/records.ts';

const ADD_HOURS = `
  INSERT INTO usage_hours AS h (tenant_id, hour, key_id, action, tokens, calls)
  SELECT u.tenant_id, date_trunc('hour', u.created_at, 'UTC'), coalesce(u.key_id, '${NO_KEY}'), u.action, sum(u.tokens), count(*)
  FROM ${usageRecords.given()} GROUP BY 1, 2, 3, 4
  ON CONFLICT (tenant_id, hour, key_id, action)
  DO UPDATE SET tokens = h.tokens + excluded.tokens, calls = h.calls + excluded.calls`;

/**
 * Counts and tokens of the calls of the price list, an hour and key. Beside `usage` rather than part of it: the version
 * before knows that one, and goes on with it.
 */
export const usageHoursProjection: Projection = {
  name: 'usage-hours',
  version: 1,
  handles: Object.keys(USAGE_ACTIONS),
  writtenThrough: false,
  tables: [{ name: 'usage_hours' }],
  project: async (events, tx) => {
    const records = events.flatMap(usageRecordsOf);
    if (records.length === 0) return;
    await tx.query({ name: 'add-usage-hours', text: ADD_HOURS, values: usageRecords.values(records) });
  },
};
