import { streamSubject } from '../../shared/event-log/streams.ts';
import type { EventMetadata } from '../../shared/event-log/stored-event.ts';
import { col, orNull, rowSet, type RowOf } from '../../shared/postgres/columns.ts';
import type { LogEvent, Projection } from '../../shared/projection/projection.ts';
import { NO_KEY } from '../../shared/requests/counts.ts';

/**
 * Which call an event of the price list stands for. Closed: these names are the `action` of the usage responses.
 * Calls that cost nothing this time (a skipped answer, a test key) are recorded with 0 tokens.
 */
const USAGE_ACTIONS: Readonly<Record<string, string>> = {
  'session-opened': 'session.create',
  'session-routed': 'session.route',
  'session-answered': 'session.answer',
};

/** Tokens were charged for something that the price list does not know. */
export class UnpricedEventError extends Error {
  constructor(type: string) {
    super(`tokens charged on ${type}, which has no usage action`);
    this.name = 'UnpricedEventError';
  }
}

const usageRecords = rowSet({
  record_id: col.uuid,
  tenant_id: col.uuid,
  key_id: orNull(col.uuid),
  session_id: col.uuid,
  action: col.text,
  tokens: col.int,
  request_id: col.text,
  created_at: col.time,
});

const ADD_RECORDS = `
  WITH added AS (
    ${usageRecords.insertInto('usage_records')}
    RETURNING tenant_id, key_id, created_at, action, tokens),
  hours AS (
    INSERT INTO usage_hours AS h (tenant_id, hour, key_id, action, tokens, calls)
    SELECT tenant_id, date_trunc('hour', created_at, 'UTC'), coalesce(key_id, '${NO_KEY}'), action, sum(tokens), count(*)
    FROM added GROUP BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, hour, key_id, action)
    DO UPDATE SET tokens = h.tokens + excluded.tokens, calls = h.calls + excluded.calls)
  INSERT INTO usage_days AS d (tenant_id, day, action, tokens, calls)
  SELECT tenant_id, (created_at AT TIME ZONE 'UTC')::date, action, sum(tokens), count(*)
  FROM added GROUP BY 1, 2, 3
  ON CONFLICT (tenant_id, day, action)
  DO UPDATE SET tokens = d.tokens + excluded.tokens, calls = d.calls + excluded.calls`;

/** One record for each call of the price list, and their counts and tokens an hour and key, and a day. */
export const usageProjection: Projection = {
  name: 'usage',
  version: 2,
  handles: 'all',
  writtenThrough: false,
  tables: [{ name: 'usage_records' }, { name: 'usage_hours' }, { name: 'usage_days' }],
  project: async (events, tx) => {
    const records = events.flatMap(toRecord);
    if (records.length === 0) return;
    await tx.query({
      name: 'add-usage-records',
      text: ADD_RECORDS,
      values: usageRecords.values(records),
    });
  },
};

type UsageRecord = RowOf<typeof usageRecords.columns>;

const keyIdOf = ({ actor }: EventMetadata): string | null => (actor.type === 'api_key' ? actor.id : null);

function toRecord({ stored, metadata }: LogEvent): UsageRecord[] {
  const action = USAGE_ACTIONS[stored.type];
  if (action === undefined) {
    // What one that was skipped charged stays charged; for what, nobody can read.
    if (metadata.tokens_charged > 0 && stored.standIn === undefined)
      throw new UnpricedEventError(stored.type);
    return [];
  }
  return [
    {
      record_id: stored.eventId,
      tenant_id: metadata.tenant_id,
      key_id: keyIdOf(metadata),
      session_id: streamSubject(stored.stream),
      action,
      tokens: metadata.tokens_charged,
      request_id: metadata.request_id,
      created_at: metadata.occurred_at,
    },
  ];
}
