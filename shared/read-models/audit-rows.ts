import { createHash } from 'node:crypto';
import { EVENT_UNREADABLE } from '../../domain/event-log/events.ts';
import { sha256 } from '../crypto/seal.ts';
import { metadataOf, type StoredEvent } from '../event-log/stored-event.ts';
import type { CopyValue } from '../postgres/copy.ts';
import { AUDIT_VERSION, auditActionOf, auditSubjectOf, changedFieldsOf } from './audit-actions.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';

/** What an audit row says. Its canonical JSON is what the chain is made of. */
export type AuditEntry = {
  /** Version of the mapping that made it. */
  v: number;
  tenant_id: string;
  event_id: string;
  stream: string;
  revision: number;
  type: string;
  at: string;
  actor: { type: string; id: string };
  action: string;
  subject: { type: string; id: string };
  changed_fields: string[];
  /** How many reads the event stands for, where it counts them. */
  count?: number;
  request_id: string;
  ip: string | null;
  /** For whom the caller made the call, sealed (base64); left out where the call named nobody. */
  on_behalf_of?: string;
  tokens_charged: number;
  /** SHA-256 (hex) over the canonical JSON of the event's data as it is stored, sealed groups unopened. */
  data_digest: string;
};

export type AuditHead = { seq: number; hash: Buffer };
/** A row of read.audit_rows. */
export type AuditRow = {
  entry: AuditEntry;
  seq: number;
  canonical: string;
  hash: Buffer;
  previous_hash: Buffer;
};

/** What the first row of a tenant's chain follows on. */
export const CHAIN_START: AuditHead = { seq: 0, hash: Buffer.alloc(32) };

/** The event type or stream has no place in the mapping: it has to be added before the trail can go on. */
export class UnmappedEventError extends Error {
  constructor(type: string) {
    super(`no audit action for ${type}`);
    this.name = 'UnmappedEventError';
  }
}

/** SHA-256 over the hash before and the canonical JSON. */
export const chainHash = (previous: Buffer, canonical: string): Buffer =>
  createHash('sha256').update(previous).update(canonical).digest();

const entriesOfEvents = new WeakMap<StoredEvent, AuditEntry>();

/**
 * The audit entry of an event: a pure function of its stored bytes, and of the record that it was skipped, if it was. Made
 * once for all who ask. There is none of a stranger. Throws UnmappedEventError, CorruptEventError.
 */
export function auditEntryOf(stored: StoredEvent): AuditEntry {
  const known = entriesOfEvents.get(stored);
  if (known !== undefined) return known;
  const entry = makeEntry(stored);
  entriesOfEvents.set(stored, entry);
  return entry;
}

function makeEntry(stored: StoredEvent): AuditEntry {
  const { standIn } = stored;
  if (standIn === undefined) return readEntry(stored);
  if (standIn.auditRow !== null) return JSON.parse(standIn.auditRow) as AuditEntry;
  const unreadable = { ...stored, type: EVENT_UNREADABLE.type, data: { event_id: stored.eventId } };
  try {
    // An event of which only the sealed part is broken has its row already.
    return readEntry(standIn.original ?? unreadable);
  } catch {
    return { ...readEntry(unreadable), data_digest: standIn.digest };
  }
}

function readEntry(stored: StoredEvent): AuditEntry {
  const metadata = metadataOf(stored);
  const action = auditActionOf(stored.type, stored.data);
  const subject = auditSubjectOf(stored);
  if (action === undefined || subject === undefined) throw new UnmappedEventError(stored.type);
  return {
    v: AUDIT_VERSION,
    tenant_id: metadata.tenant_id,
    event_id: stored.eventId,
    stream: stored.stream,
    revision: stored.revision,
    type: stored.type,
    at: metadata.occurred_at,
    actor: metadata.actor,
    action,
    subject,
    changed_fields: changedFieldsOf(stored.type, stored.data),
    ...(stored.type === 'reads-counted' && { count: Number(stored.data.count) }),
    request_id: metadata.request_id,
    ip: metadata.ip,
    ...(metadata.on_behalf_of !== undefined && { on_behalf_of: metadata.on_behalf_of }),
    tokens_charged: metadata.tokens_charged,
    data_digest: sha256(canonicalJson(stored.data)).toString('hex'),
  };
}

/** What a stored row says of itself. Whoever rewrote the row has put into each field what they liked. */
export type ClaimedEntry = { readonly [Name in keyof AuditEntry]?: unknown };

/** What the canonical JSON of a stored row says: nothing where whoever rewrote the row has left no JSON object. */
export function parsedEntry(canonical: string): ClaimedEntry {
  try {
    return (JSON.parse(canonical) as ClaimedEntry | null) ?? {};
  } catch {
    return {};
  }
}

const canonicalEntries = new WeakMap<AuditEntry, string>();

function canonicalEntry(entry: AuditEntry): string {
  const known = canonicalEntries.get(entry);
  if (known !== undefined) return known;
  const canonical = canonicalJson(entry);
  canonicalEntries.set(entry, canonical);
  return canonical;
}

/** The row that follows on `head`: hash = SHA-256(previous hash, canonical JSON of the entry). */
export function chainRow(entry: AuditEntry, head: AuditHead): AuditRow {
  const canonical = canonicalEntry(entry);
  return {
    entry,
    seq: head.seq + 1,
    canonical,
    hash: chainHash(head.hash, canonical),
    previous_hash: head.hash,
  };
}

/** The columns of read.audit_rows, each with what a row has in it. */
const COLUMNS: Readonly<Record<string, (row: AuditRow) => CopyValue>> = {
  tenant_id: ({ entry }) => entry.tenant_id,
  seq: ({ seq }) => seq,
  event_id: ({ entry }) => entry.event_id,
  at: ({ entry }) => entry.at,
  action: ({ entry }) => entry.action,
  actor_type: ({ entry }) => entry.actor.type,
  actor_id: ({ entry }) => entry.actor.id,
  subject_type: ({ entry }) => entry.subject.type,
  subject_id: ({ entry }) => entry.subject.id,
  changed_fields: ({ entry }) => entry.changed_fields,
  count: ({ entry }) => entry.count ?? null,
  request_id: ({ entry }) => entry.request_id,
  ip: ({ entry }) => entry.ip,
  on_behalf_of_sealed: ({ entry }) =>
    entry.on_behalf_of === undefined ? null : Buffer.from(entry.on_behalf_of, 'base64'),
  canonical: ({ canonical }) => canonical,
  hash: ({ hash }) => hash,
  previous_hash: ({ previous_hash }) => previous_hash,
};
const valuesOf = Object.values(COLUMNS);

export const AUDIT_COLUMNS = Object.keys(COLUMNS);
/** The values of a row, in the order of `AUDIT_COLUMNS`. */
export const auditValues = (row: AuditRow): CopyValue[] => valuesOf.map((valueOf) => valueOf(row));
