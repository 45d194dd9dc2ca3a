import {
  addLeaf,
  emptyTree,
  rootOf,
  subtreesOf,
  type LeafRange,
  type Subtree,
} from '../../shared/audit/merkle.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { STORED_LEVELS } from '../../shared/read-models/audit-trails.ts';

/**
 * Hashes of parts of a tenant's tree, from the stored nodes and, below them, from rows. A proof takes two statements and
 * reads about 500 rows and 500 nodes at most for each eight levels of the tree.
 */

/** Neighbours of one level that are read: from the `first`-th of the level on. */
type Stretch = { level: number; first: number; count: number };

/** What is stored of a subtree: itself, or what it consists of at the stored level below. */
function stretchOf({ level, index }: Subtree): Stretch {
  const below = level % STORED_LEVELS;
  return { level: level - below, first: index * 2 ** below, count: 2 ** below };
}

const keyOf = (level: number, index: number): string => `${level}|${index}`;
type Hashes = ReadonlyMap<string, Buffer>;

async function readStretches(
  sql: Sql,
  tenantId: string,
  stretches: readonly Stretch[],
): Promise<Map<string, Buffer>> {
  const rows = stretches.filter(({ level }) => level === 0);
  const nodes = stretches.filter(({ level }) => level > 0);
  // Rows and nodes are named by the last row that they are over, which counts from 1.
  const firstSeq = ({ level, first }: Stretch): number => (first + 1) * 2 ** level;
  const lastSeq = ({ level, first, count }: Stretch): number => (first + count) * 2 ** level;
  const leaves = await sql.query<{ seq: number; hash: Buffer }>({
    name: 'proof-leaves',
    text: `SELECT r.seq, sha256('\\x00'::bytea || convert_to(r.canonical, 'UTF8')) AS hash
           FROM unnest($2::bigint[], $3::bigint[]) AS s (first, last)
           JOIN read.audit_rows r ON r.tenant_id = $1 AND r.seq BETWEEN s.first AND s.last`,
    values: [tenantId, rows.map(firstSeq), rows.map(lastSeq)],
  });
  const stored = await sql.query<{ level: number; seq: number; hash: Buffer }>({
    name: 'proof-nodes',
    text: `SELECT n.level, n.seq, n.hash
           FROM unnest($2::int[], $3::bigint[], $4::bigint[]) AS s (level, first, last)
           JOIN read.audit_nodes n ON n.tenant_id = $1 AND n.level = s.level AND n.seq BETWEEN s.first AND s.last`,
    values: [tenantId, nodes.map(({ level }) => level), nodes.map(firstSeq), nodes.map(lastSeq)],
  });
  const found = [...leaves.rows.map((row) => ({ level: 0, ...row })), ...stored.rows];
  return new Map(found.map(({ level, seq, hash }) => [keyOf(level, seq / 2 ** level - 1), hash]));
}

function hashOf(subtree: Subtree, known: Hashes): Buffer {
  const { level, first, count } = stretchOf(subtree);
  const tree = emptyTree();
  for (let index = first; index < first + count; index += 1) {
    const hash = known.get(keyOf(level, index));
    if (!hash) throw new Error('a node of the audit tree is missing');
    addLeaf(tree, hash);
  }
  return rootOf(tree.peaks);
}

/** The hash of each part, in hex. Throws where rows or nodes of it are missing. */
export async function hashParts(sql: Sql, tenantId: string, parts: readonly LeafRange[]): Promise<string[]> {
  const subtrees = parts.map(subtreesOf);
  const known = await readStretches(sql, tenantId, subtrees.flat().map(stretchOf));
  return subtrees.map((of) => rootOf(of.map((subtree) => hashOf(subtree, known))).toString('hex'));
}
