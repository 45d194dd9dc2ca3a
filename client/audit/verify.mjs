#!/usr/bin/env node
// Verifies an audit trail with Node alone: no packages, no database, no network. A copy stands in each export.
//
//   node verify.mjs [folder] [--key <fingerprint>]... [--earlier <folder>]...
//   node verify.mjs --proof <file> [--earlier-proof <file>] [--key <fingerprint>]...
//
// folder           what was exported; default the folder of this file
// --proof          an answer of GET /v1/admin/audit-log/proof instead of a folder
// --earlier-proof  an answer that you kept: the tree that it had signed must be the beginning of this one. Ask for the
//                  later answer with from_size=<tree_size of the earlier one>
// --key            SHA-256 (hex) of a public key that you got from the operator by another way. Without it the keys in
//                  the file are believed, and whoever changed the file may have changed them, too.
// --earlier        an export of the same trail from before: all that it had signed must stand in this one.
//
// Exit code 0: intact; 1: something is broken, named on stdout; 2: wrong usage or files that cannot be read.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const FIRST = '0'.repeat(64);
const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const bytes = (hex) => Buffer.from(hex, 'hex');
const ZERO = Buffer.of(0);
const ONE = Buffer.of(1);

/** A leaf of the tree: a row (RFC 6962, 2.1). */
export const leafHash = (text) => sha256(ZERO, text);
const nodeHash = (left, right) => sha256(ONE, bytes(left), bytes(right));
const half = (number) => Math.floor(number / 2);
const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
/** Whether numbers and path of a proof can be of a tree at all: hashes have one length, places and sizes are whole. */
const isOfTree = (numbers, path) => numbers.every(Number.isSafeInteger) && path.every(isHash);

/** Whether a leaf is in the tree of this root: RFC 9162, 2.1.3.2. Hashes are hex. */
export function isIncluded(leaf, { leaf_index: index, tree_size: size, path }, root) {
  if (!isOfTree([index, size], path) || !(index >= 0 && index < size)) return false;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const beside of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(beside, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, beside);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && hash === root;
}

/** Whether the tree of one root is the beginning of the tree of another: RFC 9162, 2.1.4.2. */
export function isConsistent({ from_size: from, tree_size: size, path }, fromRoot, root) {
  if (!isOfTree([from, size], path) || !(from >= 1 && from <= size)) return false;
  if (from === size) return path.length === 0 && fromRoot === root;
  const nodes = Number.isInteger(Math.log2(from)) ? [fromRoot, ...path] : [...path];
  if (nodes.length === 0) return false;
  let [node, last] = [from - 1, size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [first, second] = [nodes[0], nodes[0]];
  for (const beside of nodes.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      first = nodeHash(beside, first);
      second = nodeHash(beside, second);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      second = nodeHash(second, beside);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && first === fromRoot && second === root;
}

/** The tree over leaves that are added one after the other. */
function growingTree() {
  const peaks = [];
  let size = 0;
  return {
    add(text) {
      let hash = leafHash(text);
      for (let left = size; left % 2 === 1; left = half(left)) hash = nodeHash(peaks.pop(), hash);
      peaks.push(hash);
      size += 1;
    },
    root: () => peaks.reduceRight((right, left) => (right === null ? left : nodeHash(left, right)), null),
  };
}

/** JSON with sorted keys and without blanks: the bytes that are hashed and signed. */
function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

class Broken extends Error {}
const broken = (what) => {
  throw new Broken(what);
};

const parsed = (text, what) => {
  try {
    return JSON.parse(text);
  } catch {
    return broken(`${what} is not JSON`);
  }
};

async function read(folder, name) {
  try {
    return await readFile(path.join(folder, name), 'utf8');
  } catch {
    return broken(`${name} is missing`);
  }
}

async function* linesOf(folder, name) {
  const input = createReadStream(path.join(folder, name));
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    yield parsed(line, `line ${number} of ${name}`);
  }
}

async function digestOf(folder, name) {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path.join(folder, name))) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch {
    broken(`${name} is missing`);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The keys that are believed, by id. */
function trusted(listed, wanted) {
  const keys = new Map();
  for (const { signing_key_id: id, public_key: text } of listed) {
    const der = Buffer.from(text, 'base64');
    if (wanted.length > 0 && !wanted.includes(sha256(der))) continue;
    keys.set(id, {
      fingerprint: sha256(der),
      key: createPublicKey({ key: der, format: 'der', type: 'spki' }),
    });
  }
  if (keys.size === 0) broken('none of the keys is one that you trust');
  return keys;
}

function requireSigned({ statement, signature }, keys, what) {
  const known = keys.get(signature?.signing_key_id);
  if (!known) broken(`${what} names a key that is not trusted`);
  const value = Buffer.from(String(signature.value), 'base64');
  if (!verify(null, Buffer.from(canonical(statement)), known.key, value)) {
    broken(`${what} is not signed by the key that it names`);
  }
}

async function readCheckpoints(folder, keys, tenantId) {
  const checkpoints = [];
  let previous = FIRST;
  let seq = 0;
  for await (const checkpoint of linesOf(folder, 'checkpoints.ndjson')) {
    const { statement } = checkpoint;
    const number = checkpoints.length + 1;
    const what = `checkpoint ${number}`;
    if (statement?.number !== number) broken(`${what} is missing`);
    requireSigned(checkpoint, keys, what);
    if (statement.tenant_id !== tenantId) broken(`${what} is of another tenant`);
    if (statement.previous !== previous || statement.seq <= seq)
      broken(`${what} does not follow on the one before it`);
    previous = sha256(canonical(statement));
    seq = statement.seq;
    checkpoints.push(statement);
  }
  return checkpoints;
}

/** Whether a checkpoint signs this end of the chain, and the tree over it; the first ones had no tree. */
const isSignedPlace = (checkpoint, { hash, eventId, tree, seq }) =>
  checkpoint.hash === hash &&
  checkpoint.event_id === eventId &&
  (checkpoint.v === 1 || (checkpoint.tree_size === seq && checkpoint.root === tree.root()));

/** Walks the chain and grows the tree; returns where they end. */
async function walkRows(folder, checkpoints, tenantId) {
  const signed = new Map(checkpoints.map((statement) => [statement.seq, statement]));
  const tree = growingTree();
  let hash = FIRST;
  let seq = 0;
  for await (const row of linesOf(folder, 'rows.ndjson')) {
    // The first exports had the entry as JSON in place of its text.
    const text = row.canonical ?? canonical(row.entry);
    const entry = row.entry ?? parsed(text, `the text of row ${seq + 1}`);
    const what = `row ${seq + 1}${entry?.event_id ? ` (event ${entry.event_id})` : ''}`;
    if (row.seq !== seq + 1) broken(`row ${seq + 1} is missing, or stands elsewhere`);
    if (entry?.tenant_id !== tenantId) broken(`${what} is of another tenant`);
    hash = sha256(Buffer.from(hash, 'hex'), text);
    seq += 1;
    if (row.hash !== hash) broken(`${what} was changed, or does not follow on the row before it`);
    tree.add(text);
    const checkpoint = signed.get(seq);
    if (checkpoint && !isSignedPlace(checkpoint, { hash, eventId: entry.event_id, tree, seq })) {
      broken(`${what} differs from its signed checkpoint`);
    }
  }
  const last = checkpoints.at(-1)?.seq ?? 0;
  if (last > seq) broken(`the trail ends at row ${seq}, before its last checkpoint at row ${last}`);
  return { seq, hash };
}

async function requireEarlier(folder, checkpoints, tenantId) {
  const known = new Set(checkpoints.map((statement) => sha256(canonical(statement))));
  for await (const { statement } of linesOf(folder, 'checkpoints.ndjson')) {
    if (statement.tenant_id !== tenantId) broken('the earlier export is of another tenant');
    if (!known.has(sha256(canonical(statement)))) {
      broken(`what was signed earlier of row ${statement.seq} does not stand in this export`);
    }
  }
}

async function verifyExport(folder, { wanted, earlier }) {
  const keys = trusted(parsed(await read(folder, 'public-keys.json'), 'public-keys.json'), wanted);
  const manifest = parsed(await read(folder, 'manifest.json'), 'manifest.json');
  requireSigned(manifest, keys, 'the manifest');
  const { tenant_id: tenantId, head, files, verified } = manifest.statement;
  const checkpoints = await readCheckpoints(folder, keys, tenantId);
  const end = await walkRows(folder, checkpoints, tenantId);
  if (end.seq !== head.seq || end.hash !== head.hash) {
    broken(`the trail ends at row ${end.seq}, the manifest says row ${head.seq} with another hash`);
  }
  if (checkpoints.length !== manifest.statement.checkpoints) broken('checkpoints were added or cut off');
  for (const [name, expected] of Object.entries(files)) {
    const found = await digestOf(folder, name);
    if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) broken(`${name} was changed`);
  }
  if (verified.intact !== true)
    broken(`the trail was broken when it was exported: ${canonical(verified.broken)}`);
  for (const before of earlier) await requireEarlier(before, checkpoints, tenantId);
  return { tenantId, rows: end.seq, head: end.hash, checkpoints: checkpoints.length, keys, manifest };
}

async function readProof(file) {
  let text;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    broken(`${file} is missing`);
  }
  return parsed(text, file);
}

/** The signed tree head of an answer. */
function signedHead({ tenant_id: tenantId, checkpoint }, keys, what) {
  if (!checkpoint) broken(`${what} has no checkpoint`);
  requireSigned(checkpoint, keys, `the checkpoint of ${what}`);
  const { statement } = checkpoint;
  if (statement.tenant_id !== tenantId) broken(`${what} has a checkpoint of another tenant`);
  if (statement.v === 1) broken(`the checkpoint of ${what} was signed before there was a tree`);
  // The same key signs the manifests of exports and certificates of erasures.
  const isHead = statement.v === 2 && Number.isSafeInteger(statement.tree_size) && isHash(statement.root);
  if (!isHead) broken(`what is signed in ${what} is no checkpoint`);
  return statement;
}

function requireIncluded({ row, inclusion, tenant_id: tenantId }, head) {
  if (!inclusion) broken('the row is not in the tree of the checkpoint yet');
  const isAtHead = inclusion.tree_size === head.tree_size;
  if (!isAtHead || !isIncluded(leafHash(row.canonical), inclusion, head.root)) {
    broken('the row is not in the tree that was signed');
  }
  if (row.seq !== inclusion.leaf_index + 1) broken('the row stands at another place than the proof says');
  if (parsed(row.canonical, 'the text of the row').tenant_id !== tenantId)
    broken('the row is of another tenant');
}

async function verifyProof(file, { wanted, earlierFile }) {
  const proof = await readProof(file);
  const keys = trusted(proof.public_keys ?? [], wanted);
  const head = signedHead(proof, keys, 'the proof');
  if (proof.row) requireIncluded(proof, head);
  if (earlierFile !== undefined) {
    const earlier = signedHead(await readProof(earlierFile), keys, 'the earlier proof');
    if (earlier.tenant_id !== head.tenant_id) broken('the earlier proof is of another tenant');
    const { consistency } = proof;
    const isAsked = consistency?.from_size === earlier.tree_size && consistency.tree_size === head.tree_size;
    if (!isAsked) broken(`the proof says nothing of a tree of ${earlier.tree_size} rows: ask with from_size`);
    if (!isConsistent(consistency, earlier.root, head.root)) {
      broken(`what was signed of the first ${earlier.tree_size} rows was changed since`);
    }
  }
  return { head, row: proof.row, keys };
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        earlier: { type: 'string', multiple: true },
        proof: { type: 'string' },
        'earlier-proof': { type: 'string' },
      },
    });
  } catch (error) {
    console.error(error.message);
    return process.exit(2);
  }
}

async function tellExport(folder, { wanted, earlier }) {
  const result = await verifyExport(folder, { wanted, earlier });
  const { exported_at: exportedAt } = result.manifest.statement;
  console.log(
    `intact: ${result.rows} rows and ${result.checkpoints} checkpoints of tenant ${result.tenantId}`,
  );
  console.log(`exported at ${exportedAt}, hash of the last row ${result.head}`);
  return result.keys;
}

async function tellProof(file, { wanted, earlierFile }) {
  const { head, row, keys } = await verifyProof(file, { wanted, earlierFile });
  const what = row ? `row ${row.seq} is one of` : 'signed are';
  console.log(`intact: ${what} ${head.tree_size} rows of tenant ${head.tenant_id}`);
  console.log(`signed at ${head.at}, root of the tree ${head.root}`);
  return keys;
}

async function main() {
  const { values, positionals } = options();
  const wanted = (values.key ?? []).map((text) => text.toLowerCase());
  try {
    const keys =
      values.proof === undefined
        ? await tellExport(positionals[0] ?? path.dirname(fileURLToPath(import.meta.url)), {
            wanted,
            earlier: values.earlier ?? [],
          })
        : await tellProof(values.proof, { wanted, earlierFile: values['earlier-proof'] });
    for (const [id, { fingerprint }] of keys) console.log(`key ${id}: ${fingerprint}`);
    if (wanted.length === 0)
      console.log('compare the fingerprints of the keys with what the operator tells you by another way');
  } catch (error) {
    if (!(error instanceof Broken)) {
      console.error(`cannot be verified: ${error.message}`);
      process.exit(2);
    }
    console.log(`BROKEN: ${error.message}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await main();
