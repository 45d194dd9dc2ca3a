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
// Exit code 0: intact; 1: something is broken, or not of the form that it has to be, and named on stdout; 2: wrong usage or
// files that cannot be read.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Broken, canonical, createVerifier, FIRST_HASH, isText, membersOf } from './proof.mjs';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** Null where the bytes are no Ed25519 key. */
function ed25519Key(der) {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

const proofs = createVerifier({
  sha256,
  isSigned: ({ publicKey, bytes, value }) => {
    const key = ed25519Key(Buffer.from(publicKey));
    return key !== null && verify(null, bytes, key, value);
  },
});

/** An id or a time as it is told: what holds anything else could write to the terminal of whoever reads it. */
const told = (value) => (isText(value) && /^[\w:.+-]{1,64}$/.test(value) ? value : '(no id)');
const printable = (text) => text.replace(/[^\x20-\x7e]/g, '?');

export { Broken };
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

async function* chunksOf(folder, name, encoding) {
  try {
    yield* createReadStream(path.join(folder, name), { encoding });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    broken(`${name} is missing`);
  }
}

/** No line that the service writes is so long. */
const MAX_LINE = 16_777_216;

async function* linesOf(folder, name) {
  let number = 0;
  let begun = '';
  const valueOf = (line) => {
    number += 1;
    return parsed(line, `line ${number} of ${name}`);
  };
  for await (const chunk of chunksOf(folder, name, 'utf8')) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop();
    for (const line of lines) yield valueOf(line);
    if (begun.length > MAX_LINE) broken(`line ${number + 1} of ${name} is too long`);
  }
  if (begun !== '') yield valueOf(begun);
}

async function digestOf(folder, name) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(folder, name)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The keys that are believed, by id. */
function trusted(listed, wanted) {
  if (!Array.isArray(listed)) broken('there is no list of public keys');
  const keys = new Map();
  for (const entry of listed) {
    const { signing_key_id: id, public_key: text } = membersOf(entry);
    if (!isText(id) || !isText(text)) broken('a public key lacks its id or its bytes');
    const fingerprint = proofs.fingerprintOf(text);
    if (wanted.length > 0 && !wanted.includes(fingerprint)) continue;
    if (ed25519Key(Buffer.from(text, 'base64')) === null) broken(`the key ${told(id)} is no Ed25519 key`);
    keys.set(id, { fingerprint, publicKey: text });
  }
  if (keys.size === 0) broken('none of the keys is one that you trust');
  return keys;
}

const UNSIGNED = {
  unknown_key: 'names a key that is not trusted',
  not_signed: 'is not signed by the key that it names',
};

/** The members of what one of the keys has signed. */
async function requireSigned(signed, keys, what) {
  const fault = await proofs.signatureFault(signed, keys);
  if (fault !== null) broken(`${what} ${UNSIGNED[fault]}`);
  return membersOf(signed.statement);
}

async function readCheckpoints(folder, keys, tenantId) {
  const checkpoints = [];
  let previous = FIRST_HASH;
  let seq = 0;
  for await (const checkpoint of linesOf(folder, 'checkpoints.ndjson')) {
    const number = checkpoints.length + 1;
    const what = `checkpoint ${number}`;
    if (membersOf(membersOf(checkpoint).statement).number !== number) broken(`${what} is missing`);
    const statement = await requireSigned(checkpoint, keys, what);
    if (statement.tenant_id !== tenantId) broken(`${what} is of another tenant`);
    const isBehind = Number.isSafeInteger(statement.seq) && statement.seq > seq;
    if (statement.previous !== previous || !isBehind) broken(`${what} does not follow on the one before it`);
    previous = sha256(canonical(statement));
    seq = statement.seq;
    checkpoints.push(statement);
  }
  return checkpoints;
}

/** Whether a checkpoint signs this end of the chain, and the tree over it; the first ones had no tree. */
const isSignedPlace = async (checkpoint, { hash, eventId, tree, seq }) =>
  checkpoint.hash === hash &&
  checkpoint.event_id === eventId &&
  (checkpoint.v === 1 || (checkpoint.tree_size === seq && checkpoint.root === (await tree.root())));

/** Walks the chain and grows the tree; returns where they end. */
async function walkRows(folder, checkpoints, tenantId) {
  const signed = new Map(checkpoints.map((statement) => [statement.seq, statement]));
  const tree = proofs.growingTree();
  let hash = FIRST_HASH;
  let seq = 0;
  for await (const line of linesOf(folder, 'rows.ndjson')) {
    const row = membersOf(line);
    // The first exports had the entry as JSON in place of its text.
    const text = row.canonical ?? canonical(membersOf(row.entry));
    if (!isText(text)) broken(`row ${seq + 1} has no text`);
    const entry = membersOf(parsed(text, `the text of row ${seq + 1}`));
    const what = `row ${seq + 1}${isText(entry.event_id) ? ` (event ${told(entry.event_id)})` : ''}`;
    if (row.seq !== seq + 1) broken(`row ${seq + 1} is missing, or stands elsewhere`);
    if (entry.tenant_id !== tenantId) broken(`${what} is of another tenant`);
    hash = proofs.chainHash(hash, text);
    seq += 1;
    if (row.hash !== hash) broken(`${what} was changed, or does not follow on the row before it`);
    await tree.add(proofs.leafHash(text));
    const checkpoint = signed.get(seq);
    if (checkpoint && !(await isSignedPlace(checkpoint, { hash, eventId: entry.event_id, tree, seq }))) {
      broken(`${what} differs from its signed checkpoint`);
    }
  }
  const last = checkpoints.at(-1)?.seq ?? 0;
  if (last > seq) broken(`the trail ends at row ${seq}, before its last checkpoint at row ${last}`);
  return { seq, hash };
}

async function requireEarlier(folder, checkpoints, tenantId) {
  const known = new Set(checkpoints.map((statement) => sha256(canonical(statement))));
  for await (const checkpoint of linesOf(folder, 'checkpoints.ndjson')) {
    const statement = membersOf(membersOf(checkpoint).statement);
    if (statement.tenant_id !== tenantId) broken('the earlier export is of another tenant');
    if (!known.has(sha256(canonical(statement)))) {
      const row = Number.isSafeInteger(statement.seq) ? statement.seq : '(no place)';
      broken(`what was signed earlier of row ${row} does not stand in this export`);
    }
  }
}

/**
 * Verifies what was exported into a folder. Throws Broken.
 * @param {string} folder
 * @param {{ wanted: string[], earlier: string[] }} options fingerprints of trusted keys, folders of earlier exports
 */
export async function verifyExport(folder, { wanted, earlier }) {
  const keys = trusted(parsed(await read(folder, 'public-keys.json'), 'public-keys.json'), wanted);
  const manifest = parsed(await read(folder, 'manifest.json'), 'manifest.json');
  const statement = await requireSigned(manifest, keys, 'the manifest');
  const { tenant_id: tenantId } = statement;
  const [head, files, verified] = [statement.head, statement.files, statement.verified].map(membersOf);
  const checkpoints = await readCheckpoints(folder, keys, tenantId);
  const end = await walkRows(folder, checkpoints, tenantId);
  if (end.seq !== head.seq || end.hash !== head.hash) {
    const place = Number.isSafeInteger(head.seq) ? `row ${head.seq} with another hash` : 'no row';
    broken(`the trail ends at row ${end.seq}, the manifest says ${place}`);
  }
  if (checkpoints.length !== statement.checkpoints) broken('checkpoints were added or cut off');
  for (const [name, value] of Object.entries(files)) {
    // A name that leads out of the folder could be of a file without an end.
    if (!/^[\w-][\w.-]*$/.test(name)) broken('the manifest names what is no file of the export');
    const [expected, found] = [membersOf(value), await digestOf(folder, name)];
    if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) broken(`${name} was changed`);
  }
  if (verified.intact !== true)
    broken(`the trail was broken when it was exported: ${printable(canonical(verified.broken ?? null))}`);
  for (const before of earlier) await requireEarlier(before, checkpoints, tenantId);
  const { exported_at: exportedAt } = statement;
  return { tenantId, rows: end.seq, head: end.hash, checkpoints: checkpoints.length, keys, exportedAt };
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

const NO_HEAD = {
  no_checkpoint: (what) => `${what} has no checkpoint`,
  unknown_key: (what) => `the checkpoint of ${what} ${UNSIGNED.unknown_key}`,
  not_signed: (what) => `the checkpoint of ${what} ${UNSIGNED.not_signed}`,
  other_tenant: (what) => `${what} has a checkpoint of another tenant`,
  no_tree: (what) => `the checkpoint of ${what} was signed before there was a tree`,
  no_head: (what) => `what is signed in ${what} is no checkpoint`,
};

/** The signed tree head of an answer. */
async function signedHead(answer, keys, what) {
  const fault = await proofs.headFault(answer, keys);
  if (fault !== null) broken(NO_HEAD[fault](what));
  return answer.checkpoint.statement;
}

const NOT_INCLUDED = {
  not_covered: 'the row is not in the tree of the checkpoint yet',
  not_included: 'the row is not in the tree that was signed',
  other_place: 'the row stands at another place than the proof says',
  no_text: 'the row has no text',
  not_json: 'the text of the row is not JSON',
  other_tenant: 'the row is of another tenant',
};

const NOT_CONSISTENT = {
  other_tenant: () => 'the earlier proof is of another tenant',
  other_size: (size) => `the proof says nothing of a tree of ${size} rows: ask with from_size`,
  changed: (size) => `what was signed of the first ${size} rows was changed since`,
};

/**
 * Verifies an answer of GET /v1/admin/audit-log/proof, as JSON, whatever it holds. Throws Broken.
 * @param {unknown} answer
 * @param {{ wanted: string[], earlier?: unknown }} options fingerprints of trusted keys; an answer that was kept, if any
 */
export async function verifyProof(answer, { wanted, earlier: kept }) {
  const proof = membersOf(answer);
  const keys = trusted(proof.public_keys, wanted);
  const head = await signedHead(proof, keys, 'the proof');
  const fault = proof.row ? await proofs.inclusionFault(proof, head) : null;
  if (fault !== null) broken(NOT_INCLUDED[fault]);
  if (kept !== undefined) {
    const earlier = await signedHead(kept, keys, 'the earlier proof');
    const problem = await proofs.consistencyFault(proof, head, earlier);
    if (problem !== null) broken(NOT_CONSISTENT[problem](earlier.tree_size));
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
  console.log(
    `intact: ${result.rows} rows and ${result.checkpoints} checkpoints of tenant ${told(result.tenantId)}`,
  );
  console.log(`exported at ${told(result.exportedAt)}, hash of the last row ${result.head}`);
  return result.keys;
}

async function tellProof(file, { wanted, earlierFile }) {
  const earlier = earlierFile === undefined ? undefined : await readProof(earlierFile);
  const { head, row, keys } = await verifyProof(await readProof(file), { wanted, earlier });
  const what = row ? `row ${row.seq} is one of` : 'signed are';
  console.log(`intact: ${what} ${head.tree_size} rows of tenant ${told(head.tenant_id)}`);
  console.log(`signed at ${told(head.at)}, root of the tree ${head.root}`);
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
    for (const [id, { fingerprint }] of keys) console.log(`key ${told(id)}: ${fingerprint}`);
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
