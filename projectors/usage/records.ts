import { streamSubject } from '../../shared/event-log/streams.ts';
import type { EventMetadata } from '../../shared/event-log/stored-event.ts';
import { col, orNull, rowSet, type RowOf } from '../../shared/postgres/columns.ts';
import type { LogEvent } from '../../shared/projection/projection.ts';

/**
 * Which call an event of the price list stands for. Closed: these names are the `action` of the usage responses.
 * Calls that cost nothing this time (a skipped answer, a test key) are recorded with 0 tokens.
 */
export const USAGE_ACTIONS: Readonly<Record<string, string>> = {
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

/** Columns of read.usage_records. */
export const usageRecords = rowSet({
  record_id: col.uuid,
  tenant_id: col.uuid,
  key_id: orNull(col.uuid),
  session_id: col.uuid,
  action: col.text,
  tokens: col.int,
  request_id: col.text,
  created_at: col.time,
});

type UsageRecord = RowOf<typeof usageRecords.columns>;

const keyIdOf = ({ actor }: EventMetadata): string | null => (actor.type === 'api_key' ? actor.id : null);

/** The record of an event of the price list; none of any other. Throws UnpricedEventError. */
export function usageRecordsOf({ stored, metadata }: LogEvent): UsageRecord[] {
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
