import { hash } from 'node:crypto';

/**
 * The Merkle tree over a tenant's audit rows, as in RFC 6962 (section 2.1): a leaf is SHA-256(0x00 || canonical text of the
 * row), a node SHA-256(0x01 || left || right). Leaf 0 is the first row. Nothing here reads or stores anything. Sizes stay
 * below 2^48, up to where Math.log2 is exact.
 */

const HASH_BYTES = 32;

/** A tree of `size` leaves as its perfect subtrees, the largest first: all that is needed to add leaves. */
export type Tree = { size: number; peaks: Buffer[] };

/** A part of the leaves: from `start` up to, not including, `end`. */
export type LeafRange = { start: number; end: number };

/** A perfect subtree: of 2^level leaves, the `index`-th of its level. */
export type Subtree = { level: number; index: number };

export const emptyTree = (): Tree => ({ size: 0, peaks: [] });

export const leafHash = (canonical: string): Buffer => hash('sha256', `\0${canonical}`, 'buffer');

const joined = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  joined.set(left, 1);
  joined.set(right, 1 + HASH_BYTES);
  return hash('sha256', joined, 'buffer');
}

/** Adds a leaf. `onNode` is told of each perfect subtree that it completes, from level 1 up. */
export function addLeaf(tree: Tree, leaf: Buffer, onNode?: (level: number, node: Buffer) => void): void {
  const { peaks } = tree;
  let node = leaf;
  let level = 0;
  for (let left = tree.size; left % 2 === 1; left = (left - 1) / 2) {
    node = nodeHash(peaks.pop() as Buffer, node);
    level += 1;
    onNode?.(level, node);
  }
  peaks.push(node);
  tree.size += 1;
}

/** The root over perfect subtrees, the largest first. That of no leaf is SHA-256 of nothing. */
export function rootOf(peaks: readonly Buffer[]): Buffer {
  const last = peaks.at(-1);
  if (last === undefined) return hash('sha256', '', 'buffer');
  return peaks.slice(0, -1).reduceRight<Buffer>((right, left) => nodeHash(left, right), last);
}

/** The perfect subtrees that part of a tree consists of, the largest first. `start` is where such a part can begin. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let from = start; from < end;) {
    const level = Math.floor(Math.log2(end - from));
    subtrees.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return subtrees;
}

/** The tree of so many leaves from its peaks one after the other; null where their number does not fit. */
export function treeFrom(size: number, peaks: Buffer): Tree | null {
  const count = subtreesOf({ start: 0, end: size }).length;
  if (peaks.length !== count * HASH_BYTES) return null;
  const at = (index: number): Buffer => peaks.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  return { size, peaks: Array.from({ length: count }, (_peak, index) => at(index)) };
}

/** Where the left subtree of a node over more than one leaf ends: the largest power of two below its size. */
const split = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);

/** The parts whose hashes prove that leaf `index` is in the tree, from the leaf up (RFC 6962, 2.1.1). */
export function inclusionParts(index: number, { start, end }: LeafRange): LeafRange[] {
  if (end - start <= 1) return [];
  const middle = start + split(end - start);
  return index < middle
    ? [...inclusionParts(index, { start, end: middle }), { start: middle, end }]
    : [...inclusionParts(index, { start: middle, end }), { start, end: middle }];
}

/** The parts whose hashes prove that the tree of the first `size` leaves is the beginning of this one (2.1.2). */
export function consistencyParts(size: number, { start, end }: LeafRange, isWhole = true): LeafRange[] {
  if (start + size === end) return isWhole ? [] : [{ start, end }];
  const middle = start + split(end - start);
  return start + size <= middle
    ? [...consistencyParts(size, { start, end: middle }, isWhole), { start: middle, end }]
    : [...consistencyParts(size - (middle - start), { start: middle, end }, false), { start, end: middle }];
}
