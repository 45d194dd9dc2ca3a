import { NIL } from 'uuid';
import { z } from 'zod';
import { EVENT_UNREADABLE, eventSkipped } from '../../domain/event-log/events.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { sha256 } from '../crypto/seal.ts';
import {
  metadataSchema,
  type EventMetadata,
  type MacProblem,
  type StandIn,
  type StoredEvent,
} from './stored-event.ts';
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
export type SkipRecord = z.output<typeof eventSkipped.clear> & {
  metadata: EventMetadata;
  audited: z.output<typeof auditedSchema> | null;
};

/** The record in an event of ours; null for any other event. */
export function recordIn({ stream, type, data, metadata }: StoredEvent): SkipRecord | null {
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

/** Nothing that a stranger says of itself is believed: it is of nobody, of no time, and charges nothing. */
const STRANGER: EventMetadata = {
  tenant_id: NIL,
  actor: { type: 'system', id: 'unknown' },
  request_id: 'unknown',
  ip: null,
  command_id: NIL,
  causation_id: null,
  schema_version: 1,
  engine_version: null,
  tokens_charged: 0,
  occurred_at: '1970-01-01T00:00:00.000Z',
  test: false,
};

const strangerOf = (stored: StoredEvent, standIn: StandIn): StoredEvent => ({
  ...stored,
  type: EVENT_UNREADABLE.type,
  data: { sealed: {} },
  metadata: STRANGER,
  standIn,
});

/** What readers get in the place of an event that does not count as ours, until an operator decides. */
export const parkedStandIn = (stored: StoredEvent, problem: MacProblem): StoredEvent =>
  strangerOf(stored, { why: 'parked', problem, digest: digestOf(stored), auditRow: null, original: stored });

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
 * is sealed. Where the MAC does not verify, only the audit row that the event had is believed.
 */
export function skippedStandIn(
  stored: StoredEvent,
  record: SkipRecord,
  problem: MacProblem | null,
): StoredEvent {
  const { digest, audit_row: auditRow, discarded } = record;
  const standIn: StandIn = { why: 'skipped', problem, digest, auditRow, original: stored };
  if (discarded === true) return strangerOf(stored, { ...standIn, why: 'discarded' });
  const own = problem === null ? metadataSchema.safeParse(stored.metadata).data : undefined;
  const data: unknown = stored.data;
  const isReadable =
    own !== undefined && typeof data === 'object' && !Array.isArray(data) && !ArrayBuffer.isView(data);
  return {
    ...stored,
    type: own ? stored.type : (record.audited?.type ?? EVENT_UNREADABLE.type),
    data: { ...(isReadable && data), sealed: {} },
    metadata: own ?? foundMetadata(stored, record),
    standIn,
  };
}

/**
 * The stand-in of the event that this one records as skipped, at the place of this one; null for any other event. For
 * those that passed the event before: as none that they handle, or parked.
 */
export function standInAtSkip(stored: StoredEvent): StoredEvent | null {
  const record = recordIn(stored);
  if (record === null) return null;
  const { event_id: eventId, stream, revision, digest, audit_row: auditRow, metadata, discarded } = record;
  return {
    eventId,
    type: EVENT_UNREADABLE.type,
    stream,
    revision,
    position: stored.position,
    data: { sealed: {} },
    metadata,
    standIn: {
      why: discarded === true ? 'discarded' : 'skipped',
      problem: null,
      digest,
      auditRow,
      original: null,
    },
  };
}
