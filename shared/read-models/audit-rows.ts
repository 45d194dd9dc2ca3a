import { createHash } from 'node:crypto';
import { sha256 } from '../crypto/seal.ts';
import type { EventMetadata, StoredEvent } from '../event-log/stored-event.ts';
import type { Sql } from '../postgres/pool.ts';
import { AUDIT_VERSION, auditActionOf, auditSubjectOf, changedFieldsOf } from './audit-actions.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { column } from './follow-rows.ts';

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
  request_id: string;
  ip: string | null;
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

const chainHash = (previous: Buffer, canonical: string): Buffer =>
  createHash('sha256').update(previous).update(canonical).digest();

/** The audit entry of an event: a pure function of its stored bytes. Throws UnmappedEventError. */
export function auditEntryOf(stored: StoredEvent, metadata: EventMetadata): AuditEntry {
  const action = auditActionOf(stored.type, stored.data);
  const subject = auditSubjectOf(stored.stream, stored.data);
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
    request_id: metadata.request_id,
    ip: metadata.ip,
    tokens_charged: metadata.tokens_charged,
    data_digest: sha256(canonicalJson(stored.data)).toString('hex'),
  };
}

/** The row that follows on `head`: hash = SHA-256(previous hash, canonical JSON of the entry). */
export function chainRow(entry: AuditEntry, head: AuditHead): AuditRow {
  const canonical = canonicalJson(entry);
  return {
    entry,
    seq: head.seq + 1,
    canonical,
    hash: chainHash(head.hash, canonical),
    previous_hash: head.hash,
  };
}

/** The heads of these tenants' chains; a tenant without rows is not in the map. */
export async function loadAuditHeads(sql: Sql, tenantIds: string[]): Promise<Map<string, AuditHead>> {
  const { rows } = await sql.query<{ tenant_id: string; seq: number; hash: Buffer }>({
    name: 'load-audit-heads',
    text: 'SELECT tenant_id, seq, hash FROM audit_heads WHERE tenant_id = ANY ($1::uuid[])',
    values: [tenantIds],
  });
  return new Map(rows.map(({ tenant_id, seq, hash }) => [tenant_id, { seq, hash }]));
}

/** Appends rows, and moves the heads to where they lead. */
export async function writeAuditRows(
  sql: Sql,
  rows: readonly AuditRow[],
  heads: ReadonlyMap<string, AuditHead>,
): Promise<void> {
  if (rows.length === 0) return;
  await sql.query({
    name: 'write-audit-rows',
    text: 'INSERT INTO audit_rows SELECT * FROM json_populate_recordset(NULL::audit_rows, $1)',
    values: [JSON.stringify(rows.map(toColumns))],
  });
  await sql.query({
    name: 'move-audit-heads',
    text: `INSERT INTO audit_heads (tenant_id, seq, hash)
      SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bytea[])
      ON CONFLICT (tenant_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`,
    values: [[...heads.keys()], column([...heads.values()], 'seq'), column([...heads.values()], 'hash')],
  });
}

const byteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** The columns of a row, under their names. */
const toColumns = ({ entry, seq, canonical, hash, previous_hash }: AuditRow): Record<string, unknown> => ({
  tenant_id: entry.tenant_id,
  seq,
  event_id: entry.event_id,
  at: entry.at,
  action: entry.action,
  actor_type: entry.actor.type,
  actor_id: entry.actor.id,
  subject_type: entry.subject.type,
  subject_id: entry.subject.id,
  changed_fields: entry.changed_fields,
  request_id: entry.request_id,
  ip: entry.ip,
  canonical,
  hash: byteaText(hash),
  previous_hash: byteaText(previous_hash),
});

export type AuditVerdict =
  | { intact: true; rows: number; head: string }
  | { intact: false; rows: number; seq: number; event_id: string | null; problem: AuditProblem };

/** What is wrong at the first broken row. */
export type AuditProblem =
  | 'a row is missing'
  | 'does not follow on the row before it'
  | 'hash does not fit the content'
  | 'columns differ from the canonical content'
  | 'the trail ends before its head'
  | 'the head is missing';

type StoredAuditRow = {
  seq: number;
  event_id: string;
  at: Date;
  action: string;
  actor_type: string;
  actor_id: string;
  subject_type: string;
  subject_id: string;
  changed_fields: string[];
  request_id: string;
  ip: string | null;
  canonical: string;
  hash: Buffer;
  previous_hash: Buffer;
};

/** Whoever rewrote a row may have left no JSON; then nothing of it fits the columns. */
function parsedEntry(canonical: string): Partial<AuditEntry> {
  try {
    return JSON.parse(canonical) as AuditEntry;
  } catch {
    return {};
  }
}

/** Null where the row is as it must be after `head`. */
function problemOf(row: StoredAuditRow, head: AuditHead, tenantId: string): AuditProblem | null {
  if (row.seq !== head.seq + 1) return 'a row is missing';
  if (!row.previous_hash.equals(head.hash)) return 'does not follow on the row before it';
  if (!chainHash(head.hash, row.canonical).equals(row.hash)) return 'hash does not fit the content';
  const shown = {
    ...parsedEntry(row.canonical),
    tenant_id: tenantId,
    event_id: row.event_id,
    at: row.at.toISOString(),
    action: row.action,
    actor: { type: row.actor_type, id: row.actor_id },
    subject: { type: row.subject_type, id: row.subject_id },
    changed_fields: row.changed_fields,
    request_id: row.request_id,
    ip: row.ip,
  };
  return canonicalJson(shown) === row.canonical ? null : 'columns differ from the canonical content';
}

const PAGE_ROWS = 1_000;

/**
 * Recomputes a tenant's chain from its first row and names the first one that is broken. Reads a page of rows at a
 * time; `onProgress` gets the number of rows verified so far.
 */
export async function verifyAuditTrail(
  sql: Sql,
  tenantId: string,
  onProgress: (rows: number) => void = () => undefined,
): Promise<AuditVerdict> {
  const { rows: any } = await sql.query('SELECT 1 FROM audit_rows WHERE tenant_id = $1 LIMIT 1', [tenantId]);
  const stored = (await loadAuditHeads(sql, [tenantId])).get(tenantId);
  if (!stored) {
    const problem = 'the head is missing';
    return any.length === 0
      ? { intact: true, rows: 0, head: CHAIN_START.hash.toString('hex') }
      : { intact: false, rows: 0, seq: 1, event_id: null, problem };
  }
  let head = CHAIN_START;
  for (;;) {
    // Rows beyond the head that was read first are of batches committed since; the next call verifies them.
    const { rows } = await sql.query<StoredAuditRow>(
      `SELECT seq, event_id, at, action, actor_type, actor_id, subject_type, subject_id, changed_fields, request_id,
         ip, canonical, hash, previous_hash
       FROM audit_rows WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`,
      [tenantId, head.seq, stored.seq, PAGE_ROWS],
    );
    for (const row of rows) {
      const problem = problemOf(row, head, tenantId);
      if (problem) {
        const event_id = problem === 'a row is missing' ? null : row.event_id;
        return { intact: false, rows: head.seq, seq: head.seq + 1, event_id, problem };
      }
      head = { seq: row.seq, hash: row.hash };
    }
    onProgress(head.seq);
    if (rows.length < PAGE_ROWS) break;
  }
  if (head.seq !== stored.seq || !head.hash.equals(stored.hash)) {
    const problem = 'the trail ends before its head';
    return { intact: false, rows: head.seq, seq: head.seq + 1, event_id: null, problem };
  }
  return { intact: true, rows: head.seq, head: head.hash.toString('hex') };
}
