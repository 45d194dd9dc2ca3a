import { createHash } from 'node:crypto';
import { EVENT_UNREADABLE } from '../../domain/event-log/events.ts';
import { sha256 } from '../crypto/seal.ts';
import { metadataOf, type StoredEvent } from '../event-log/stored-event.ts';
import { col, rowSet } from '../postgres/columns.ts';
import { copyRows, type CopyValue } from '../postgres/copy.ts';
import type { Sql } from '../postgres/pool.ts';
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

/** The stored trail is not what was signed, or not what its own head says: it was changed behind our back. */
export class AuditMismatchError extends Error {
  constructor(tenantId: string, seq: number, than: 'the head' | 'the checkpoint') {
    super(`the audit trail of tenant ${tenantId} has another row ${seq} than ${than} says`);
    this.name = 'AuditMismatchError';
  }
}

/**
 * The heads of these tenants' chains; a tenant without rows is not in the map. Throws AuditMismatchError where the row
 * at the head, or at the newest checkpoint, has another hash: nothing is chained to a trail that was rewritten.
 */
export async function loadAuditHeads(sql: Sql, tenantIds: string[]): Promise<Map<string, AuditHead>> {
  const { rows } = await sql.query<{
    tenant_id: string;
    seq: number;
    hash: Buffer;
    is_last: boolean;
    signed_seq: number | null;
    is_signed: boolean;
  }>({
    name: 'load-audit-heads',
    text: `SELECT h.tenant_id, h.seq, h.hash, l.hash IS NOT DISTINCT FROM h.hash AS is_last, c.seq AS signed_seq,
        c.seq IS NULL OR s.hash IS NOT DISTINCT FROM c.hash AS is_signed
      FROM audit_heads h
      LEFT JOIN audit_rows l ON l.tenant_id = h.tenant_id AND l.seq = h.seq
      LEFT JOIN LATERAL (
        SELECT n.seq, n.hash FROM audit_checkpoints n WHERE n.tenant_id = h.tenant_id ORDER BY n.number DESC LIMIT 1
      ) c ON true
      LEFT JOIN audit_rows s ON s.tenant_id = h.tenant_id AND s.seq = c.seq
      WHERE h.tenant_id = ANY ($1::uuid[])`,
    values: [tenantIds],
  });
  for (const { tenant_id, seq, is_last, signed_seq, is_signed } of rows) {
    if (!is_last) throw new AuditMismatchError(tenant_id, seq, 'the head');
    if (!is_signed) throw new AuditMismatchError(tenant_id, signed_seq ?? 0, 'the checkpoint');
  }
  return new Map(rows.map(({ tenant_id, seq, hash }) => [tenant_id, { seq, hash }]));
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

const auditHeads = rowSet({ tenant_id: col.uuid, seq: col.bigint, hash: col.bytea });
const MOVE_HEADS = `
  ${auditHeads.insertInto('audit_heads')}
  ON CONFLICT (tenant_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`;

/** Appends rows, and moves the heads to where they lead. */
export async function writeAuditRows(
  sql: Sql,
  rows: readonly AuditRow[],
  heads: ReadonlyMap<string, AuditHead>,
): Promise<void> {
  if (rows.length === 0) return;
  await copyRows(sql, 'audit_rows', AUDIT_COLUMNS, rows.map(auditValues));
  await sql.query({
    name: 'move-audit-heads',
    text: MOVE_HEADS,
    values: auditHeads.values([...heads].map(([tenant_id, head]) => ({ tenant_id, ...head }))),
  });
}
