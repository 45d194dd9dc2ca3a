import { streamSubject } from '../../shared/event-log/streams.ts';
import type { EventMetadata } from '../../shared/event-log/stored-event.ts';
import type { LogEvent, Projection } from '../../shared/projection/projection.ts';
import { column } from '../../shared/read-models/follow-rows.ts';

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

/** One record for each call of the price list, and their counts and tokens a day. */
export const usageProjection: Projection = {
  name: 'usage',
  version: 1,
  handles: 'all',
  writtenThrough: false,
  tables: [{ name: 'usage_records' }, { name: 'usage_days' }],
  project: async (events, tx) => {
    const records = events.flatMap(toRecord);
    if (records.length === 0) return;
    await tx.query({
      name: 'add-usage-records',
      text: `WITH added AS (
          INSERT INTO usage_records
            (record_id, tenant_id, key_id, session_id, action, tokens, request_id, created_at)
          SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::text[],
            $8::timestamptz[])
          RETURNING tenant_id, created_at, action, tokens)
        INSERT INTO usage_days AS d (tenant_id, day, action, tokens, calls)
        SELECT tenant_id, (created_at AT TIME ZONE 'UTC')::date, action, sum(tokens), count(*)
        FROM added GROUP BY 1, 2, 3
        ON CONFLICT (tenant_id, day, action)
        DO UPDATE SET tokens = d.tokens + excluded.tokens, calls = d.calls + excluded.calls`,
      values: [
        column(records, 'record_id'),
        column(records, 'tenant_id'),
        column(records, 'key_id'),
        column(records, 'session_id'),
        column(records, 'action'),
        column(records, 'tokens'),
        column(records, 'request_id'),
        column(records, 'created_at'),
      ],
    });
  },
};

type UsageRecord = {
  record_id: string;
  tenant_id: string;
  key_id: string | null;
  session_id: string;
  action: string;
  tokens: number;
  request_id: string;
  created_at: string;
};

const keyIdOf = ({ actor }: EventMetadata): string | null => (actor.type === 'api_key' ? actor.id : null);

function toRecord({ stored, metadata }: LogEvent): UsageRecord[] {
  const action = USAGE_ACTIONS[stored.type];
  if (action === undefined) {
    if (metadata.tokens_charged > 0) throw new UnpricedEventError(stored.type);
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
