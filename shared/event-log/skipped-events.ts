import { z } from 'zod';
import { EVENT_UNREADABLE, eventSkipped } from '../../domain/event-log/events.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { sha256 } from '../crypto/seal.ts';
import { metadataSchema, type EventMetadata, type StoredEvent } from './stored-event.ts';
import { SKIPPED_STREAM } from './streams.ts';

/** What an audit row tells of the metadata of its event. */
const auditedSchema = z.object({
  type: z.string(),
  at: z.iso.datetime(),
  actor: metadataSchema.shape.actor,
  request_id: z.string(),
  ip: z.string().nullable(),
  tokens_charged: z.int().min(0),
});

/** That an event was skipped: what the operator's command recorded, and who, when and for which tenant. */
type SkipRecord = z.output<typeof eventSkipped.clear> & {
  metadata: EventMetadata;
  audited: z.output<typeof auditedSchema> | null;
};

/** The record in a stored event; null for any other event. */
function recordIn({ stream, type, data, metadata }: StoredEvent): SkipRecord | null {
  if (stream !== SKIPPED_STREAM || type !== eventSkipped.type) return null;
  const record = eventSkipped.clear.safeParse(data);
  const by = metadataSchema.safeParse(metadata);
  if (!record.success || !by.success) return null;
  const audited = auditedSchema.nullable().safeParse(parsedJson(record.data.audit_row));
  return audited.success ? { ...record.data, metadata: by.data, audited: audited.data } : null;
}

function parsedJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bytes that are no JSON come as they are. */
const plain = (part: unknown): unknown =>
  part instanceof Uint8Array ? { base64: Buffer.from(part).toString('base64') } : (part ?? null);

/** SHA-256 (hex) of what is stored of an event, whatever it is. */
export const digestOf = ({ type, data, metadata }: StoredEvent): string =>
  sha256(canonicalJson({ type, data: plain(data), metadata: plain(metadata) })).toString('hex');

/** What the event's audit row tells of its metadata; else those of the skip, which charge nothing. */
function foundMetadata({ eventId }: StoredEvent, { metadata, audited }: SkipRecord): EventMetadata {
  const { actor, request_id, ip } = audited ?? metadata;
  return {
    ...metadata,
    actor,
    request_id,
    ip,
    tokens_charged: audited?.tokens_charged ?? 0,
    occurred_at: audited?.at ?? metadata.occurred_at,
    command_id: eventId,
    causation_id: null,
  };
}

/**
 * What readers get in the place of a skipped event: a pure function of its stored bytes and of the record. Type and clear
 * fields stay where its metadata are valid, because what needs no more than these has used them; nothing is left of what
 * is sealed.
 */
function standInOf(stored: StoredEvent, record: SkipRecord): StoredEvent {
  const own = metadataSchema.safeParse(stored.metadata);
  const data: unknown = stored.data;
  const isReadable =
    own.success && typeof data === 'object' && !Array.isArray(data) && !ArrayBuffer.isView(data);
  return {
    ...stored,
    type: own.success ? stored.type : (record.audited?.type ?? EVENT_UNREADABLE.type),
    data: { ...(isReadable && data), sealed: {} },
    metadata: own.success ? own.data : foundMetadata(stored, record),
    skipped: { digest: record.digest, auditRow: record.audit_row, original: stored },
  };
}

/**
 * The stand-in of the event that this one records as skipped, at the place of this one; null for any other event. For
 * those that passed the skipped event before it was skipped, because it was none that they handle.
 */
export function standInAtSkip(stored: StoredEvent): StoredEvent | null {
  const record = recordIn(stored);
  if (record === null) return null;
  const { event_id: eventId, stream, revision, digest, audit_row: auditRow, metadata } = record;
  return {
    eventId,
    type: EVENT_UNREADABLE.type,
    stream,
    revision,
    position: stored.position,
    data: { sealed: {} },
    metadata,
    skipped: { digest, auditRow, original: null },
  };
}

export type SkippedEvents = {
  /** Reads which events were skipped since; nothing where that was done less than `maxAgeMs` ago. */
  refresh(maxAgeMs?: number): Promise<void>;
  /** The event, or its stand-in where it was skipped as it is stored here. */
  show(stored: StoredEvent): StoredEvent;
};

/** The events that operators had skipped. `readRecords` reads `SKIPPED_STREAM` from a revision on, as it is stored. */
export function createSkippedEvents(
  readRecords: (fromRevision: number) => AsyncIterable<StoredEvent>,
): SkippedEvents {
  const records = new Map<string, SkipRecord>();
  let next = 0;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const note = (stored: StoredEvent): void => {
    const record = recordIn(stored);
    // The first one counts: what readers get never changes again.
    if (record !== null && !records.has(record.event_id)) records.set(record.event_id, record);
  };

  async function read(): Promise<void> {
    const startedMs = performance.now();
    for await (const stored of readRecords(next)) {
      note(stored);
      next = stored.revision + 1;
    }
    readAtMs = startedMs;
  }

  return {
    refresh: async (maxAgeMs = 0) => {
      if (performance.now() - readAtMs < maxAgeMs) return;
      reading ??= read().finally(() => (reading = null));
      await reading;
    },
    show: (stored) => {
      note(stored);
      const record = records.get(stored.eventId);
      const isIt =
        record?.stream === stored.stream &&
        record.position === String(stored.position) &&
        record.digest === digestOf(stored);
      return isIt ? standInOf(stored, record) : stored;
    },
  };
}
