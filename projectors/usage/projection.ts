import type { Projection } from '../../shared/projection/projection.ts';
import { usageRecords, usageRecordsOf } from './records.ts';

const ADD_RECORDS = `
  WITH added AS (
    ${usageRecords.insertInto('usage_records')}
    RETURNING tenant_id, created_at, action, tokens)
  INSERT INTO usage_days AS d (tenant_id, day, action, tokens, calls)
  SELECT tenant_id, (created_at AT TIME ZONE 'UTC')::date, action, sum(tokens), count(*)
  FROM added GROUP BY 1, 2, 3
  ON CONFLICT (tenant_id, day, action)
  DO UPDATE SET tokens = d.tokens + excluded.tokens, calls = d.calls + excluded.calls`;

/** One record for each call of the price list, and their counts and tokens a day. */
export const usageProjection: Projection = {
  name: 'usage',
  version: 1,
  handles: 'all',
  writtenThrough: false,
  tables: [{ name: 'usage_records' }, { name: 'usage_days' }],
  project: async (events, tx) => {
    const records = events.flatMap(usageRecordsOf);
    if (records.length === 0) return;
    await tx.query({
      name: 'add-usage-records',
      text: ADD_RECORDS,
      values: usageRecords.values(records),
    });
  },
};
