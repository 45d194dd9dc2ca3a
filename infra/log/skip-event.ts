import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '../../domain/kernel/errors.ts';
import { eventSkipped, type NewEventLogEvent } from '../../domain/event-log/events.ts';
import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import { WrongRevisionError, type ExpectedRevision } from '../../shared/event-log/event-log.ts';
import { digestOf } from '../../shared/event-log/stand-ins.ts';
import { metadataSchema, type EventMetadata, type StoredEvent } from '../../shared/event-log/stored-event.ts';
import { isOwnStream, SKIPPED_STREAM, streamKind } from '../../shared/event-log/streams.ts';
import { parsedEntry, type ClaimedEntry } from '../../shared/read-models/audit-rows.ts';
import type { Installation } from '../cli/connection.ts';
import { readabilityOf, type Readability } from './readability.ts';

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
  /** Whose event it is, or in whose audit trail it is shown where it is nobody's. */
  tenantId: string;
  reason: string;
};

type Parts = Pick<Installation, 'pool' | 'log' | 'codec' | 'dataKeys' | 'serviceKeys' | 'now'>;

async function find({ log }: Parts, { eventId, position }: Skip): Promise<StoredEvent> {
  const found = await log.eventAt(position);
  if (found?.eventId !== eventId) throw new SkipRefusal('the log holds no such event at this position');
  if (!isOwnStream(found.stream)) {
    throw new SkipRefusal('the event stands in a stream of another application and is passed over already');
  }
  return found;
}

/**
 * Only the bytes of an event itself may be given up, and what is not ours. Of the four cases that a reader tells apart, a destroyed key reads as
 * erased, a key store out of reach comes back, and a key that is lost or damaged is in a backup of the database.
 */
const REFUSALS: Readonly<Record<Exclude<Readability, 'broken'>, string>> = {
  readable: 'the service can read this event: it cannot be skipped',
  later_version: 'a later version of the service wrote this event: run that version',
  key_missing: 'a data key of the event is gone: restore ops.data_keys from a backup',
  key_changed: 'a data key of the event was changed: restore ops.data_keys from a backup',
};

const ownMetadata = ({ metadata }: StoredEvent): EventMetadata | undefined =>
  metadataSchema.safeParse(metadata).data;

/** What can be skipped. Nothing that an event says of itself is believed where its MAC does not verify. */
type Found = {
  stored: StoredEvent;
  metadata: EventMetadata | undefined;
  auditRow: string | null;
  isOurs: boolean;
};

/** Refuses another tenant than the event's, and the first event of rows that nothing can be made of without it. */
async function requirePlace(
  { log }: Parts,
  { stored: found, metadata }: Found,
  tenantId: string,
): Promise<void> {
  const owners = new Set([metadata?.tenant_id]);
  for await (const other of found.stream === SKIPPED_STREAM ? [] : log.readStream(found.stream, 0)) {
    if (other.standIn === undefined) owners.add(ownMetadata(other)?.tenant_id);
  }
  owners.delete(undefined);
  if (owners.size > 0 && !owners.has(tenantId)) throw new SkipRefusal('the event is of another tenant');
  if (owners.size > 0 && found.revision === 0 && STARTED_BY_FIRST.has(streamKind(found.stream)))
    throw new SkipRefusal('without the first event of its stream nothing can be made of the others');
}

const STARTED_BY_FIRST = new Set(['tenant', 'apikey', 'subscription', 'member', 'patient']);

/**
 * The row that the event had in the audit trail before it broke: that of its place, since anybody may copy an id. Refuses
 * where a row with its id does not tell its place any more: the event could have had that one, and would be discarded.
 */
async function auditRowOf({ pool }: Parts, stored: StoredEvent, tenantId: string): Promise<string | null> {
  const { rows } = await pool.query<{ canonical: string }>(
    `SELECT canonical FROM read.audit_rows WHERE tenant_id = $1 AND event_id = $2`,
    [tenantId, stored.eventId],
  );
  const entries = rows.map(({ canonical }) => ({ canonical, entry: parsedEntry(canonical) }));
  const { stream, revision } = stored;
  const own = entries.find(({ entry }) => entry.stream === stream && entry.revision === revision);
  if (own !== undefined) return own.canonical;
  if (entries.every(({ entry }) => tellsPlace(entry))) return null;
  throw new SkipRefusal(
    'the row of the event in the audit trail was changed and does not tell its place any more: ' +
      'restore it from a backup, a rebuild would lose it',
  );
}

const tellsPlace = ({ stream, revision }: ClaimedEntry): boolean =>
  typeof stream === 'string' && typeof revision === 'number';

/** The tenant's, or the installation's where the tenant was closed. Throws KeyMissingError where there never was one. */
async function sealingKeys({ dataKeys, pool, serviceKeys }: Parts, { tenantId }: Skip): Promise<TenantKeys> {
  try {
    return await dataKeys.tenantKeys(pool, tenantId);
  } catch (error) {
    if (error instanceof DomainError) return serviceKeys();
    throw error;
  }
}

const MAX_TRIES = 5;

/** Appends the record unless it stands already. */
async function record(parts: Parts, found: Found, skip: Skip): Promise<void> {
  const { log, codec, now } = parts;
  const { eventId, tenantId, reason } = skip;
  const { keyId, seal } = await sealingKeys(parts, skip);
  const { stored, auditRow, isOurs } = found;
  const { stream, revision, position } = stored;
  const skipped = { event_id: eventId, stream, revision, position: String(position) };
  // What never had a row in the trail never was an event of the service.
  const isDiscarded = !isOurs && auditRow === null;
  const event: NewEventLogEvent = {
    type: eventSkipped.type,
    data: {
      ...skipped,
      digest: digestOf(stored),
      audit_row: auditRow,
      ...(isDiscarded && { discarded: true }),
      note: { reason },
    },
  };
  const commandId = uuidV5(`skip|${position}`, eventId);
  const encoded = codec.encode([event], {
    stream: SKIPPED_STREAM,
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
      test: found.metadata?.test ?? false,
    },
  });
  for (let tries = 1; ; tries++) {
    let end: ExpectedRevision = 'no_stream';
    for await (const { revision: last } of log.readTail(SKIPPED_STREAM, 1)) end = last;
    if (await isRecorded(parts, position)) return;
    try {
      await log.append(SKIPPED_STREAM, end, encoded);
      return;
    } catch (error) {
      // Another command had something skipped meanwhile.
      if (!(error instanceof WrongRevisionError) || tries === MAX_TRIES) throw error;
    }
  }
}

async function isRecorded({ log }: Parts, position: bigint): Promise<boolean> {
  for await (const { type, data } of log.readStream(SKIPPED_STREAM, 0)) {
    if (type === eventSkipped.type && data.position === String(position)) return true;
  }
  return false;
}

/**
 * Has an event passed over for good that nobody can read, or that is not ours. The record stands in the log, so that every reader, rebuild and
 * check gets the same stand-in, and has a row in the audit trail of the tenant. Repeating it does nothing. `audited`: the
 * trail held the event before, so other rows may show what a rebuild no longer finds. Throws SkipRefusal, KeyMissingError (no
 * such tenant), LogUnavailableError.
 */
export async function skipEvent(
  parts: Parts,
  skip: Skip,
): Promise<{ event_id: string; stream: string; position: string; audited: boolean }> {
  await sealingKeys(parts, skip);
  const stored = await find(parts, skip);
  const auditRow = await auditRowOf(parts, stored, skip.tenantId);
  const done = {
    event_id: skip.eventId,
    stream: stored.stream,
    position: String(skip.position),
    audited: auditRow !== null,
  };
  if (await isRecorded(parts, skip.position)) return done;
  const isOurs = (await parts.log.macProblemOf(stored)) === null;
  const readability = isOurs ? await readabilityOf(parts, stored) : 'broken';
  if (readability !== 'broken') throw new SkipRefusal(REFUSALS[readability]);
  const found: Found = { stored, auditRow, isOurs, metadata: isOurs ? ownMetadata(stored) : undefined };
  await requirePlace(parts, found, skip.tenantId);
  await record(parts, found, skip);
  return done;
}
