import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { createVerifier, type Consistency, type Inclusion } from '../../../client/audit/proof.mjs';
import {
  addLeaf,
  consistencyParts,
  emptyTree,
  inclusionParts,
  leafHash,
  nodeHash,
  rootOf,
  subtreesOf,
  treeFrom,
  type LeafRange,
} from '../../../shared/audit/merkle.ts';

/** The tree and its proofs, by the verifier that shares no code with them. */
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const verifier = createVerifier({ sha256, isSigned: () => false });
const provenLeaf = (index: number): string => verifier.leafHash(texts[index] ?? '') as string;

const MAX_SIZE = 200;
const texts = Array.from({ length: MAX_SIZE }, (_row, index) => `row ${index}`);
const leaves = texts.map(leafHash);

/** As RFC 6962 defines it (2.1): the slow way. */
function hashOf({ start, end }: LeafRange): Buffer {
  if (end - start === 0) return createHash('sha256').digest();
  if (end - start === 1) return leaves[start] as Buffer;
  let half = 1;
  while (half * 2 < end - start) half *= 2;
  return nodeHash(hashOf({ start, end: start + half }), hashOf({ start: start + half, end }));
}
const hex = (range: LeafRange): string => hashOf(range).toString('hex');
const roots = Array.from({ length: MAX_SIZE + 1 }, (_size, end) => hex({ start: 0, end }));
const rootAt = (size: number): string => roots[size] ?? '';

const inclusionOf = (index: number, size: number): Inclusion => ({
  leaf_index: index,
  tree_size: size,
  path: inclusionParts(index, { start: 0, end: size }).map(hex),
});
const consistencyOf = (from: number, size: number): Consistency => ({
  from_size: from,
  tree_size: size,
  path: consistencyParts(from, { start: 0, end: size }).map(hex),
});

test('leaves and nodes are hashed as RFC 6962 says', (t) => {
  const digest = (bytes: string): string => createHash('sha256').update(Buffer.from(bytes, 'latin1')).digest('hex');
  t.is(leafHash('').toString('hex'), digest('\0'));
  // The text of a row is UTF-8.
  t.is(leafHash('č').toString('hex'), digest('\0\xc4\x8d'));
  t.is(nodeHash(Buffer.alloc(32, 2), Buffer.alloc(32, 3)).toString('hex'), digest(`\x01${'\x02'.repeat(32)}${'\x03'.repeat(32)}`));
  t.is(rootAt(0), digest(''));
}); // oxfmt-ignore

test('a tree that grows leaf by leaf has the root of the definition, and is read back from its peaks', (t) => {
  const tree = emptyTree();
  const nodes: [level: number, hash: string][] = [];
  for (const [index, leaf] of leaves.entries()) {
    addLeaf(tree, leaf, (level, node) => nodes.push([level, node.toString('hex')]));
    t.is(rootOf(tree.peaks).toString('hex'), rootAt(index + 1));
    const bytes = Buffer.concat(tree.peaks);
    t.deepEqual(treeFrom(tree.size, bytes), tree);
    t.is(treeFrom(tree.size, bytes.subarray(1)), null);
    t.deepEqual(
      subtreesOf({ start: 0, end: tree.size }).map(({ level, index: at }) =>
        hex({ start: at * 2 ** level, end: (at + 1) * 2 ** level }),
      ),
      tree.peaks.map((peak) => peak.toString('hex')),
    );
  }
  t.is(nodes.length, MAX_SIZE - tree.peaks.length);
  t.deepEqual(nodes.at(-1), [3, hex({ start: 192, end: 200 })]);
});

test('each row of each tree of 1 to 200 rows is proven, by at most a logarithm of hashes', async (t) => {
  for (let size = 1; size <= MAX_SIZE; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const proof = inclusionOf(index, size);
      const isProven = await verifier.isIncluded(provenLeaf(index), proof, rootAt(size));
      if (!isProven || proof.path.length > Math.ceil(Math.log2(size))) t.fail(`${index} of ${size}`);
    }
  }
  t.pass();
});

test('each tree of 1 to 200 rows is proven to be the beginning of each larger one', async (t) => {
  for (let size = 1; size <= MAX_SIZE; size += 1) {
    for (let from = 1; from <= size; from += 1) {
      const proof = consistencyOf(from, size);
      const isProven = await verifier.isConsistent(proof, rootAt(from), rootAt(size));
      if (!isProven || proof.path.length > Math.ceil(Math.log2(size)) + 1) t.fail(`${from} of ${size}`);
    }
  }
  t.pass();
});

const WRONG = 'ef'.repeat(32);
/** Wrong ways of a path. */
const wrongPath = fc.oneof(
  fc.nat().map((at) => (path: readonly string[]) => path.with(at % path.length, WRONG)),
  fc.nat().map((at) => (path: readonly string[]) => path.toSpliced(at % path.length, 1)),
  fc.nat().map((at) => (path: readonly string[]) => path.toSpliced(at % (path.length + 1), 0, WRONG)),
  fc.constant((path: readonly string[]) => [...path, path.at(-1) ?? WRONG]),
);
const size = fc.integer({ min: 2, max: MAX_SIZE });
const numbers = fc.tuple(size, fc.nat(), fc.nat()).map(([of, a, b]) => ({ of, a: a % of, b: b % of }));

test('a proof of another row, place, size or tree is refused, and one with a wrong path', async (t) => {
  await fc.assert(
    fc.asyncProperty(numbers, wrongPath, async ({ of, a, b }, change) => {
      const proof = inclusionOf(a, of);
      const is = (other: Inclusion, root = rootAt(of), hash = provenLeaf(a)) => verifier.isIncluded(hash, other, root);
      if (!(await is(proof))) return false;
      const others = await Promise.all([
        is({ ...proof, path: change(proof.path) }),
        a !== b && is({ ...proof, leaf_index: b }),
        a !== b && is(proof, rootAt(of), provenLeaf(b)),
        is(proof, rootAt(of - 1)),
        is({ ...proof, leaf_index: of }),
        is({ ...proof, leaf_index: -1 }),
      ]);
      return !others.includes(true);
    }),
    { numRuns: 1_000 },
  );
  t.pass();
}); // oxfmt-ignore

test('a consistency proof of another size or of a tree that was changed is refused, and one with a wrong path', async (t) => {
  await fc.assert(
    fc.asyncProperty(numbers, wrongPath, async ({ of, a }, change) => {
      const from = a === 0 ? 1 : a;
      const proof = consistencyOf(from, of);
      const is = (other: Consistency, fromRoot = rootAt(from), root = rootAt(of)) =>
        verifier.isConsistent(other, fromRoot, root);
      if (!(await is(proof))) return false;
      const others = await Promise.all([
        is({ ...proof, path: change(proof.path) }),
        is({ ...proof, path: [] }),
        is(proof, WRONG),
        is(proof, rootAt(from - 1)),
        is(proof, rootAt(from), rootAt(of - 1)),
        is(proof, rootAt(from), WRONG),
        is({ ...proof, from_size: 0 }),
        is({ ...proof, from_size: of + 1 }),
      ]);
      return !others.includes(true);
    }),
    { numRuns: 1_000 },
  );
  t.pass();
});

test('a proof with places, sizes or hashes that no tree has is refused', async (t) => {
  const leaf = provenLeaf(2);
  const proof = inclusionOf(2, 7);
  t.true(await verifier.isIncluded(leaf, proof, rootAt(7)));
  const [first = '', ...rest] = proof.path;
  for (const wrong of [
    { ...proof, leaf_index: 2.5 },
    { ...proof, leaf_index: -1 },
    { ...proof, tree_size: 7.5 },
    { ...proof, tree_size: 0 },
    { ...proof, path: [first.toUpperCase(), ...rest] },
    { ...proof, path: [`${first}zz`, ...rest] },
    { ...proof, path: [...proof.path, ''] },
  ]) {
    t.false(await verifier.isIncluded(leaf, wrong, rootAt(7)), JSON.stringify(wrong));
  }
  const consistency = consistencyOf(3, 7);
  t.true(await verifier.isConsistent(consistency, rootAt(3), rootAt(7)));
  const [start = '', ...others] = consistency.path;
  for (const wrong of [
    { ...consistency, from_size: 3.5 },
    { ...consistency, from_size: 0, path: [] },
    { ...consistency, path: [`${start}zz`, ...others] },
  ]) {
    t.false(await verifier.isConsistent(wrong, rootAt(3), rootAt(7)), JSON.stringify(wrong));
  }
  t.false(await verifier.isConsistent({ from_size: 0, tree_size: 0, path: [] }, rootAt(0), rootAt(0)));
  t.false(
    await verifier.isConsistent({ from_size: 7, tree_size: 7, path: [] }, WRONG, rootAt(7)),
    'one size, two roots',
  );
});

test('the tree that a verifier grows leaf by leaf has the same root', async (t) => {
  const tree = verifier.growingTree();
  t.is(await tree.root(), null);
  for (const index of texts.keys()) {
    await tree.add(provenLeaf(index));
    t.is(await tree.root(), rootAt(index + 1));
  }
});
