import { addLeaf, emptyTree, leafHash, treeFrom, type Tree } from '../audit/merkle.ts';
import { col, rowSet } from '../postgres/columns.ts';
import { copyRows } from '../postgres/copy.ts';
import type { Sql } from '../postgres/pool.ts';
import {
  AUDIT_COLUMNS,
  auditValues,
  CHAIN_START,
  chainRow,
  type AuditEntry,
  type AuditHead,
  type AuditRow,
} from './audit-rows.ts';

/** Where a tenant's trail ends: the last row of its chain, and the tree over all rows. */
export type TrailHead = AuditHead & { tree: Tree };

/** A perfect subtree of a trail, as it is stored: of 2^level rows, the last of which is `seq`. */
export type AuditNode = { tenant_id: string; level: number; seq: number; hash: Buffer };

/**
 * Every how many levels a node is stored: of 256 rows one, of 65,536 rows one more. Whatever lies between is computed from
 * at most 256 rows or nodes when a proof asks for it. So a row costs the trail 0.004 stored hashes; with all nodes it would
 * be 2.
 */
export const STORED_LEVELS = 8;

export const newTrail = (): TrailHead => ({ ...CHAIN_START, tree: emptyTree() });

/** Adds an entry to a trail: gives its row, and tells `onNode` of the nodes to be stored that it completes. */
export function extendTrail(head: TrailHead, entry: AuditEntry, onNode: (node: AuditNode) => void): AuditRow {
  const row = chainRow(entry, head);
  const { tenant_id } = entry;
  addLeaf(head.tree, leafHash(row.canonical), (level, hash) => {
    if (level % STORED_LEVELS === 0) onNode({ tenant_id, level, seq: row.seq, hash });
  });
  head.seq = row.seq;
  head.hash = row.hash;
  return row;
}

/** The stored trail is not what was signed, or not what its own head says: it was changed behind our back. */
export class AuditMismatchError extends Error {
  constructor(tenantId: string, seq: number, than: 'the head' | 'the checkpoint') {
    super(`the audit trail of tenant ${tenantId} has another row ${seq} than ${than} says`);
    this.name = 'AuditMismatchError';
  }
}

/**
 * The heads of these tenants' trails; a tenant without rows is not in the map. Throws AuditMismatchError where the row
 * at the head, or at the newest checkpoint, has another hash, or the head's tree is no tree over so many rows: nothing is
 * chained to a trail that was rewritten.
 */
export async function loadAuditHeads(sql: Sql, tenantIds: string[]): Promise<Map<string, TrailHead>> {
  const { rows } = await sql.query<{
    tenant_id: string;
    seq: number;
    hash: Buffer;
    peaks: Buffer;
    is_last: boolean;
    signed_seq: number | null;
    is_signed: boolean;
  }>({
    name: 'load-audit-heads',
    text: `SELECT h.tenant_id, h.seq, h.hash, h.peaks, l.hash IS NOT DISTINCT FROM h.hash AS is_last, c.seq AS signed_seq,
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
  const heads = new Map<string, TrailHead>();
  for (const { tenant_id, seq, hash, peaks, is_last, signed_seq, is_signed } of rows) {
    const tree = treeFrom(seq, peaks);
    if (!is_last || !tree) throw new AuditMismatchError(tenant_id, seq, 'the head');
    if (!is_signed) throw new AuditMismatchError(tenant_id, signed_seq ?? 0, 'the checkpoint');
    heads.set(tenant_id, { seq, hash, tree });
  }
  return heads;
}

/** What a batch of events adds to trails. */
export type TrailChange = {
  rows: readonly AuditRow[];
  nodes: readonly AuditNode[];
  /** Where the trails end then, by tenant. */
  heads: ReadonlyMap<string, TrailHead>;
};

const auditHeads = rowSet({ tenant_id: col.uuid, seq: col.bigint, hash: col.bytea, peaks: col.bytea });
const MOVE_HEADS = `
  ${auditHeads.insertInto('audit_heads')}
  ON CONFLICT (tenant_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, peaks = excluded.peaks`;

const auditNodes = rowSet({ tenant_id: col.uuid, level: col.int, seq: col.bigint, hash: col.bytea });
const ADD_NODES = auditNodes.insertInto('audit_nodes');

/** Appends rows and nodes of the tree, and moves the heads to where they lead. */
export async function writeAuditRows(sql: Sql, { rows, nodes, heads }: TrailChange): Promise<void> {
  if (rows.length === 0) return;
  await copyRows(sql, 'audit_rows', AUDIT_COLUMNS, rows.map(auditValues));
  await sql.query({
    name: 'move-audit-heads',
    text: MOVE_HEADS,
    values: auditHeads.values(
      [...heads].map(([tenant_id, { seq, hash, tree }]) => ({
        tenant_id,
        seq,
        hash,
        peaks: Buffer.concat(tree.peaks),
      })),
    ),
  });
  if (nodes.length === 0) return;
  await sql.query({ name: 'add-audit-nodes', text: ADD_NODES, values: auditNodes.values(nodes) });
}
