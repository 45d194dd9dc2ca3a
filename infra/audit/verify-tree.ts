import type { CheckpointStatement } from '../../domain/audit/events.ts';
import { HASHES_AS_HEX } from '../../shared/audit/column-text.ts';
import { addLeaf, emptyTree, leafHash, rootOf } from '../../shared/audit/merkle.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { STORED_LEVELS } from '../../shared/read-models/audit-trails.ts';

/** A stored node of a trail's tree: of 2^level rows, the last of which is `seq`. */
export type StoredNode = { level: number; seq: number; hash: string };

/** No tree reaches the last of these. */
const LEVELS = [1, 2, 3, 4, 5].map((step) => step * STORED_LEVELS);

/** The stored nodes that are completed by rows after one and up to another. */
export async function readNodes(
  sql: Sql,
  tenantId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<StoredNode[]> {
  const { rows } = await sql.query<StoredNode>({
    name: 'verify-audit-nodes',
    text: `SELECT level, seq, hash FROM audit_nodes
           WHERE tenant_id = $1 AND level = ANY ($2::int[]) AND seq > $3 AND seq <= $4 ORDER BY seq, level`,
    values: [tenantId, LEVELS, after, upTo],
    types: HASHES_AS_HEX,
  });
  return rows;
}

/** The tree that rows make, beside the stored nodes of it. */
export type TreeWalk = {
  add(row: { seq: number; canonical: string }): void;
  /** Whether the tree over the rows so far is the one that a checkpoint signs; one without a tree says nothing of it. */
  isSigned(statement: CheckpointStatement): boolean;
  /** The first row at which these are not the nodes that the rows since the last call have made; null where they are. */
  differingNode(stored: readonly StoredNode[]): number | null;
  /** Whether these are the perfect subtrees of the tree so far, as a head holds them. */
  hasPeaks(peaks: string): boolean;
};

export function walkTree(): TreeWalk {
  const tree = emptyTree();
  let made: StoredNode[] = [];
  return {
    add: ({ seq, canonical }) => {
      addLeaf(tree, leafHash(canonical), (level, node) => {
        if (level % STORED_LEVELS === 0) made.push({ level, seq, hash: node.toString('hex') });
      });
    },
    isSigned: (statement) =>
      statement.v === 1 ||
      (statement.tree_size === tree.size && statement.root === rootOf(tree.peaks).toString('hex')),
    differingNode: (stored) => {
      const expected = made;
      made = [];
      for (let index = 0; index < Math.max(expected.length, stored.length); index += 1) {
        const [node, kept] = [expected[index], stored[index]];
        const isSame = node?.seq === kept?.seq && node?.level === kept?.level && node?.hash === kept?.hash;
        if (!isSame) return Math.min(node?.seq ?? Infinity, kept?.seq ?? Infinity);
      }
      return null;
    },
    hasPeaks: (peaks) => Buffer.concat(tree.peaks).toString('hex') === peaks,
  };
}
