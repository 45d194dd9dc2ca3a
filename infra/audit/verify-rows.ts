import type { Checkpoint } from '../../domain/audit/events.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import {
  chainHash,
  CHAIN_START,
  parsedEntry,
  type AuditHead,
  type ClaimedEntry,
} from '../../shared/read-models/audit-rows.ts';
import { namesText, ROWS_AS_TEXT, timeText } from '../../shared/audit/column-text.ts';
import { readNodes, walkTree, type StoredNode, type TreeWalk } from './verify-tree.ts';

/** What is wrong at the first broken row. */
export type RowProblem =
  | 'a row is missing'
  | 'does not follow on the row before it'
  | 'hash does not fit the content'
  | 'columns differ from the canonical content'
  | 'differs from its signed checkpoint'
  | 'the trail ends before its head'
  | 'the trail ends before its last checkpoint'
  | 'rows stand behind the head'
  | 'the tree differs from its rows'
  | 'the head is missing'
  | 'the APIs are shown other rows than the tables hold';

export type BrokenRow = {
  intact: false;
  rows: number;
  seq: number;
  event_id: string | null;
  problem: RowProblem;
};
export type RowsVerdict =
  | {
      intact: true;
      rows: number;
      head: string;
      /** How many of the rows, from the first one on, the checkpoints given cover. */
      covered: number;
    }
  | BrokenRow;

/** Columns as the database sends them: making dates, arrays and bytes of them would cost more than verifying them. */
type StoredRow = {
  seq: number;
  event_id: string;
  at: string;
  action: string;
  actor_type: string;
  actor_id: string;
  subject_type: string;
  subject_id: string;
  changed_fields: string;
  count: number | null;
  request_id: string;
  ip: string | null;
  on_behalf_of_sealed: string | null;
  canonical: string;
  hash: string;
  previous_hash: string;
};

const READ_ROWS = `
  SELECT seq, event_id, at AT TIME ZONE 'UTC' AS at, action, actor_type, actor_id, subject_type, subject_id, changed_fields, count, request_id,
    ip, on_behalf_of_sealed, canonical, hash, previous_hash
  FROM audit_rows WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq`;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Each as its column holds it; undefined, which no column holds, for what the service never wrote. */
const atOf = (at: unknown): string | undefined => (isText(at) ? timeText(at) : undefined);
const namesOf = (names: unknown): string | undefined =>
  Array.isArray(names) && names.every(isText) ? namesText(names) : undefined;
const hexOf = (base64: unknown): string | null | undefined => {
  if (base64 === undefined) return null;
  return isText(base64) ? Buffer.from(base64, 'base64').toString('hex') : undefined;
};
/** Type and id of whoever or whatever a row names. */
const partyOf = (party: unknown): { type?: unknown; id?: unknown } => party ?? {};

function fitsColumns(row: StoredRow, entry: ClaimedEntry, tenantId: string): boolean {
  const [actor, subject] = [partyOf(entry.actor), partyOf(entry.subject)];
  return (
    entry.tenant_id === tenantId &&
    entry.event_id === row.event_id &&
    row.at === atOf(entry.at) &&
    entry.action === row.action &&
    actor.type === row.actor_type &&
    actor.id === row.actor_id &&
    subject.type === row.subject_type &&
    subject.id === row.subject_id &&
    row.changed_fields === namesOf(entry.changed_fields) &&
    (entry.count ?? null) === row.count &&
    entry.request_id === row.request_id &&
    entry.ip === row.ip &&
    hexOf(entry.on_behalf_of) === row.on_behalf_of_sealed
  );
}

/** A place in the chain; its hash also as the columns hold it, so that each is written as hex once. */
type Place = AuditHead & { hex: string };

const placeOf = (head: AuditHead): Place => ({ ...head, hex: head.hash.toString('hex') });

/** Null where the row, which should make the place `next`, is as it must be after `head`. */
function problemOf(row: StoredRow, head: Place, next: Place, tenantId: string): RowProblem | null {
  if (row.seq !== next.seq) return 'a row is missing';
  if (row.previous_hash !== head.hex) return 'does not follow on the row before it';
  if (row.hash !== next.hex) return 'hash does not fit the content';
  const fits = fitsColumns(row, parsedEntry(row.canonical), tenantId);
  return fits ? null : 'columns differ from the canonical content';
}

const PAGE_ROWS = 5_000;

/** Rows, and the nodes of the tree that they complete. */
type Page = { rows: StoredRow[]; nodes: StoredNode[] };

/** Rows page by page: while one is verified, the database reads the next. */
async function* pagesOf(sql: Sql, tenantId: string, last: number): AsyncIterable<Page> {
  const read = async (after: number): Promise<Page> => {
    const upTo = Math.min(after + PAGE_ROWS, last);
    const { rows } = await sql.query<StoredRow>({
      name: 'verify-audit-rows',
      text: READ_ROWS,
      values: [tenantId, after, upTo],
      types: ROWS_AS_TEXT,
    });
    return { rows, nodes: await readNodes(sql, tenantId, { after, upTo }) };
  };
  let next = read(0);
  for (let after = 0; after < last; after += PAGE_ROWS) {
    const page = await next;
    if (after + PAGE_ROWS < last) {
      next = read(after + PAGE_ROWS);
      next.catch(() => undefined); // told to whoever asks for that page
    }
    yield page;
  }
}

/** `last` is the last row, `lastNode` the last that a node of the tree is over. */
type Ends = { head: (AuditHead & { peaks: string }) | null; last: number; lastNode: number };

async function endsOf(sql: Sql, tenantId: string): Promise<Ends> {
  const { rows } = await sql.query<{
    seq: number | null;
    hash: Buffer | null;
    peaks: string | null;
    last: number;
    last_node: number;
  }>(
    `SELECT h.seq, h.hash, encode(h.peaks, 'hex') AS peaks,
       (SELECT coalesce(max(r.seq), 0) FROM audit_rows r WHERE r.tenant_id = $1) AS last,
       (SELECT coalesce(max(n.seq), 0) FROM audit_nodes n WHERE n.tenant_id = $1) AS last_node
     FROM (SELECT 1) one LEFT JOIN audit_heads h ON h.tenant_id = $1`,
    [tenantId],
  );
  const { seq = null, hash = null, peaks = null, last = 0, last_node: lastNode = 0 } = rows[0] ?? {};
  const isThere = seq !== null && hash !== null && peaks !== null;
  return { head: isThere ? { seq, hash, peaks } : null, last, lastNode };
}

/** The checkpoints by the place that they sign. */
const bySeq = (checkpoints: readonly Checkpoint[]): ReadonlyMap<number, Checkpoint['statement']> =>
  new Map(checkpoints.map(({ statement }) => [statement.seq, statement]));

type Walk = {
  head: Place;
  /** The first row that is broken, where one is. */
  broken: { seq: number; problem: RowProblem; eventId: string | null } | null;
};

/** Follows the chain through one page of rows, and the tree over them. */
function walkPage(
  { rows, nodes }: Page,
  from: Place,
  { tenantId, signed, tree }: { tenantId: string; signed: ReturnType<typeof bySeq>; tree: TreeWalk },
): Walk {
  let head = from;
  for (const row of rows) {
    const next = placeOf({ seq: head.seq + 1, hash: chainHash(head.hash, row.canonical) });
    tree.add(row);
    const problem = problemOf(row, head, next, tenantId) ?? differenceFrom(signed.get(row.seq), row, tree);
    if (problem) {
      const isMissing = problem === 'a row is missing';
      return { head, broken: { seq: head.seq + 1, problem, eventId: isMissing ? null : row.event_id } };
    }
    head = next;
  }
  const seq = tree.differingNode(nodes);
  return {
    head,
    broken: seq === null ? null : { seq, problem: 'the tree differs from its rows', eventId: null },
  };
}

function differenceFrom(
  checkpoint: Checkpoint['statement'] | undefined,
  row: StoredRow,
  tree: TreeWalk,
): RowProblem | null {
  if (!checkpoint) return null;
  const isSame =
    checkpoint.hash === row.hash && checkpoint.event_id === row.event_id && tree.isSigned(checkpoint);
  return isSame ? null : 'differs from its signed checkpoint';
}

/** What is wrong behind the last row that is as it must be. */
function problemOfEnd(
  head: AuditHead,
  { head: stored, last, lastNode }: Ends,
  { covered, tree }: { covered: number; tree: TreeWalk },
): RowProblem | null {
  if (stored && (head.seq !== stored.seq || !head.hash.equals(stored.hash))) {
    return 'the trail ends before its head';
  }
  // Rows and head move in one transaction, and both were read in one statement.
  if (last > head.seq) return 'rows stand behind the head';
  if (covered > head.seq) return 'the trail ends before its last checkpoint';
  const isTree = lastNode <= head.seq && tree.hasPeaks(stored?.peaks ?? '');
  return isTree ? null : 'the tree differs from its rows';
}

const brokenAt = (seq: number, problem: RowProblem, eventId: string | null = null): BrokenRow => ({
  intact: false,
  rows: seq - 1,
  seq,
  event_id: eventId,
  problem,
});

/**
 * Recomputes a tenant's chain from its first row, and the tree over the rows, compares it with each checkpoint given (whose signatures are verified
 * elsewhere), and names the first row that is broken. Holds a few thousand rows at a time; `onProgress` gets the number
 * of rows verified so far.
 */
export async function verifyAuditTrail(
  sql: Sql,
  tenantId: string,
  options: { checkpoints?: readonly Checkpoint[]; onProgress?: (rows: number) => void } = {},
): Promise<RowsVerdict> {
  const { checkpoints = [], onProgress } = options;
  const signed = bySeq(checkpoints);
  const covered = checkpoints.at(-1)?.statement.seq ?? 0;
  const ends = await endsOf(sql, tenantId);
  if (ends.head === null && ends.last > 0) return brokenAt(1, 'the head is missing');
  let head = placeOf(CHAIN_START);
  const tree = walkTree();
  for await (const page of pagesOf(sql, tenantId, ends.head?.seq ?? 0)) {
    const walk = walkPage(page, head, { tenantId, signed, tree });
    if (walk.broken) return brokenAt(walk.broken.seq, walk.broken.problem, walk.broken.eventId);
    head = walk.head;
    onProgress?.(head.seq);
  }
  const problem = problemOfEnd(head, ends, { covered, tree });
  if (problem) return brokenAt(head.seq + 1, problem);
  return { intact: true, rows: head.seq, head: head.hex, covered };
}
