#!/usr/bin/env node
// Verifies an exported audit trail with Node alone: no packages, no database, no network. A copy stands in each export.
//
//   node verify.mjs [folder] [--key <fingerprint>]... [--earlier <folder>]...
//
// folder       what was exported; default the folder of this file
// --key        SHA-256 (hex) of a public key that you got from the operator by another way. Without it the keys in the
//              folder are believed, and whoever changed the folder may have changed them, too.
// --earlier    an export of the same trail from before: all that it had signed must stand in this one.
//
// Exit code 0: intact; 1: something is broken, named on stdout; 2: wrong usage or files that cannot be read.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
async function readKeys(folder, wanted) {
  const keys = new Map();
  for (const { signing_key_id: id, public_key: text } of parsed(
    await read(folder, 'public-keys.json'),
    'public-keys.json',
  )) {
    const der = Buffer.from(text, 'base64');
    if (wanted.length > 0 && !wanted.includes(sha256(der))) continue;
    keys.set(id, {
      fingerprint: sha256(der),
      key: createPublicKey({ key: der, format: 'der', type: 'spki' }),
    });
  }
  if (keys.size === 0) broken('none of the keys in public-keys.json is one that you trust');
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

/** Walks the chain; returns where it ends. */
async function walkRows(folder, checkpoints, tenantId) {
  const signed = new Map(checkpoints.map((statement) => [statement.seq, statement]));
  let hash = FIRST;
  let seq = 0;
  for await (const row of linesOf(folder, 'rows.ndjson')) {
    const what = `row ${seq + 1}${row.entry?.event_id ? ` (event ${row.entry.event_id})` : ''}`;
    if (row.seq !== seq + 1) broken(`row ${seq + 1} is missing, or stands elsewhere`);
    if (row.entry?.tenant_id !== tenantId) broken(`${what} is of another tenant`);
    hash = sha256(Buffer.from(hash, 'hex'), canonical(row.entry));
    seq += 1;
    if (row.hash !== hash) broken(`${what} was changed, or does not follow on the row before it`);
    const checkpoint = signed.get(seq);
    if (checkpoint && (checkpoint.hash !== hash || checkpoint.event_id !== row.entry.event_id)) {
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
  const keys = await readKeys(folder, wanted);
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

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true }, earlier: { type: 'string', multiple: true } },
    });
  } catch (error) {
    console.error(error.message);
    return process.exit(2);
  }
}

const { values, positionals } = options();
const folder = positionals[0] ?? path.dirname(fileURLToPath(import.meta.url));
try {
  const wanted = (values.key ?? []).map((text) => text.toLowerCase());
  const result = await verifyExport(folder, { wanted, earlier: values.earlier ?? [] });
  const { exported_at: exportedAt } = result.manifest.statement;
  console.log(
    `intact: ${result.rows} rows and ${result.checkpoints} checkpoints of tenant ${result.tenantId}`,
  );
  console.log(`exported at ${exportedAt}, hash of the last row ${result.head}`);
  for (const [id, { fingerprint }] of result.keys) console.log(`key ${id}: ${fingerprint}`);
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
