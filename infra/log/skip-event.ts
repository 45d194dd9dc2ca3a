import { v5 as uuidV5 } from 'uuid';
import { eventSkipped, type NewEventLogEvent } from '../../domain/event-log/events.ts';
import { WrongRevisionError, type EventLog } from '../../shared/event-log/event-log.ts';
import { lacksOurMetadata } from '../../shared/event-log/skipped-events.ts';
import type { StoredEvent } from '../../shared/event-log/stored-event.ts';
import { isOwnStream, skippedStream, streamSubject } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { Installation } from '../cli/connection.ts';

/** The event may not be skipped. The message says why. */
export class SkipRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SkipRefusal';
  }
}

export type Skip = {
  eventId: string;
  position: bigint;
  /** In whose audit trail it is shown. */
  tenantId: string;
  reason: string;
};

async function find(log: EventLog, { eventId, position }: Skip): Promise<StoredEvent> {
  const found = await log.eventAt(position);
  if (found?.eventId !== eventId) throw new SkipRefusal('the log holds no such event at this position');
  if (!isOwnStream(found.stream)) {
    throw new SkipRefusal('the event stands in a stream of another application and is passed over already');
  }
  return found;
}

/** Whether the service has, or had, a tenant, session, patient or member of this id. */
async function isKnown(pool: Sql, subjectId: string): Promise<boolean> {
  const { rows } = await pool.query(
    'SELECT 1 FROM ops.data_keys WHERE tenant_id = $1 OR subject_id = $1 LIMIT 1',
    [subjectId],
  );
  return rows.length > 0;
}

/** Rows, folds and expected revisions count the events of a stream of ours: none may be left out of it. */
async function requireForeign(
  { pool, log }: { pool: Sql; log: EventLog },
  found: StoredEvent,
): Promise<void> {
  if (!lacksOurMetadata(found)) throw new SkipRefusal('the service wrote this event: it cannot be skipped');
  for await (const event of log.readStream(found.stream, 0)) {
    if (lacksOurMetadata(event)) continue;
    throw new SkipRefusal('its stream holds events that the service wrote: none of it can be skipped');
  }
  if (await isKnown(pool, streamSubject(found.stream)))
    throw new SkipRefusal('its stream is one that the service writes: none of it can be skipped');
}

/**
 * Has an event passed over for good that another application put into a stream of a name like ours. The record stands in
 * the log, so that every reader, rebuild and check treats the event alike, and has a row in the audit trail of the tenant.
 * Repeating it does nothing. Throws SkipRefusal, KeyMissingError (no such tenant), LogUnavailableError.
 */
export async function skipEvent(
  { pool, log, codec, dataKeys, now }: Pick<Installation, 'pool' | 'log' | 'codec' | 'dataKeys' | 'now'>,
  skip: Skip,
): Promise<{ event_id: string; stream: string; position: string }> {
  const { eventId, position, tenantId, reason } = skip;
  const { keyId, seal } = await dataKeys.tenantKeys(pool, tenantId);
  const found = await find(log, skip);
  await requireForeign({ pool, log }, found);
  const { stream, revision } = found;
  const skipped = { event_id: eventId, stream, revision, position: String(position) };
  const event: NewEventLogEvent = { type: eventSkipped.type, data: { ...skipped, note: { reason } } };
  const commandId = uuidV5('skip', eventId);
  const encoded = codec.encode([event], {
    stream: skippedStream(eventId),
    commandId,
    keys: { tenant: { keyId, key: seal } },
    tokensCharged: 0,
    metadata: {
      tenant_id: tenantId,
      actor: { type: 'operator', id: 'cli' },
      request_id: commandId,
      causation_id: null,
      engine_version: null,
      occurred_at: now().toISOString(),
      test: false,
    },
  });
  try {
    await log.append(skippedStream(eventId), 'no_stream', encoded);
  } catch (error) {
    // Somebody had it skipped before.
    if (!(error instanceof WrongRevisionError)) throw error;
  }
  return { event_id: eventId, stream, position: String(position) };
}
