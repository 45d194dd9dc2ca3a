import { FIRST_HASH } from '../../../../../client/audit/proof.mjs';
import { checked, checkRow, verifier, type AuditRow, type Check, type Fault, type Head } from './checks.ts';

/** A row of an export: with its exact text. */
export type ExportedRow = AuditRow & { canonical: string };

export type TrailResult = {
  checks: Check[];
  /** How many rows there are, and how many of them the head covers. */
  rows: number;
  covered: number;
  /** The first row at which something is wrong. */
  broken: { seq: number; event_id: string } | null;
};

/** So many rows are hashed side by side. */
const BATCH = 256;

/**
 * Walks a whole trail from its first row: recomputes each hash, follows the chain, grows the tree and compares its root with
 * the signed one. Rows after those of the head are followed, and counted apart. Stops at the first row that is wrong.
 */
export async function checkTrail(
  rows: AsyncIterable<ExportedRow>,
  head: Head,
  onProgress: (rows: number) => void = () => undefined,
): Promise<TrailResult> {
  const tree = verifier.growingTree();
  let [previous, seq] = [FIRST_HASH, 0];
  let root: string | null = null;
  let headHash: string | null = null;
  const broken = (name: 'text' | 'hash', fault: Fault, row: ExportedRow): TrailResult => ({
    checks: [checked(name, fault)],
    rows: seq,
    covered: Math.min(seq, head.tree_size),
    broken: { seq, event_id: row.event_id },
  });
  for await (const batch of batchesOf(rows)) {
    const hashed = await Promise.all(
      batch.map(async (row) => ({
        row,
        faults: await checkRow(row, row.canonical),
        leaf: await verifier.leafHash(row.canonical),
      })),
    );
    for (const { row, faults, leaf } of hashed) {
      seq += 1;
      const [text, hash] = faults;
      if (text !== null) return broken('text', text, row);
      if (hash !== null) return broken('hash', hash, row);
      if (row.previous_hash !== previous) return broken('hash', 'not_next', row);
      previous = row.hash;
      if (seq > head.tree_size) continue;
      await tree.add(leaf);
      if (seq < head.tree_size) continue;
      root = await tree.root();
      headHash = row.hash;
    }
    onProgress(seq);
  }
  const isTree = root === head.root && headHash === head.hash;
  return {
    checks: [
      checked('text', null),
      checked('hash', null),
      checked('tree', seq < head.tree_size ? 'too_few' : isTree ? null : 'other_root'),
    ],
    rows: seq,
    covered: Math.min(seq, head.tree_size),
    broken: null,
  };
}

async function* batchesOf(rows: AsyncIterable<ExportedRow>): AsyncIterable<ExportedRow[]> {
  let batch: ExportedRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
