import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { projectRoot } from '../../infra/embedded/program.ts';
import {
  addLeaf,
  consistencyParts,
  emptyTree,
  inclusionParts,
  leafHash,
  rootOf,
  type LeafRange,
} from '../../shared/audit/merkle.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';

/** Whatever stands in a proof or an export: the verifier says that it is intact, or in plain words why not. */
const VERIFIER = path.join(projectRoot, 'client/audit/verify.mjs');
type Keys = { wanted: string[] };
const { Broken, verifyProof, verifyExport } = (await import(VERIFIER)) as {
  Broken: new () => Error;
  verifyProof: (answer: unknown, options: Keys & { earlier?: unknown }) => unknown;
  verifyExport: (folder: string, options: Keys & { earlier: string[] }) => Promise<unknown>;
};

const SEED = 20_261_129;
const RUNS = 500;
const TENANT = '0198c0de-0000-7000-8000-000000000001';
const KEY = '0198c0de-0000-7000-8000-000000000002';
const folder = mkdtempSync(path.join(os.tmpdir(), 'audit-verifier-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const publicKeys = (bytes = publicKey.export({ format: 'der', type: 'spki' })): Json => [
  { signing_key_id: KEY, public_key: bytes.toString('base64'), created_at: '2026-01-05T08:00:00.000Z' },
];
const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};
const signed = (statement: Json): Json => ({
  statement,
  signature: {
    signing_key_id: KEY,
    value: sign(null, Buffer.from(canonicalJson(statement)), privateKey).toString('base64'),
  },
});

const ROWS = 5;
const texts = Array.from({ length: ROWS }, (_row, index) =>
  canonicalJson({ event_id: `event-${index + 1}`, tenant_id: TENANT, note: 'a\u2028b' }),
);
const rootHex = ({ start, end }: LeafRange): string => {
  const tree = emptyTree();
  for (const text of texts.slice(start, end)) addLeaf(tree, leafHash(text));
  return rootOf(tree.peaks).toString('hex');
};
const hashes = texts.reduce<string[]>(
  (found, text) => [...found, sha256(Buffer.from(found.at(-1) ?? '0'.repeat(64), 'hex'), text)],
  [],
);
const headAt = (size: number, before: { number: number; previous: string }): Json => ({
  v: 2,
  tenant_id: TENANT,
  ...before,
  seq: size,
  hash: hashes[size - 1] ?? '',
  event_id: `event-${size}`,
  position: '7',
  tree_size: size,
  root: rootHex({ start: 0, end: size }),
  at: '2026-01-05T08:00:00.000Z',
});
const FIRST = headAt(3, { number: 1, previous: '0'.repeat(64) });
const SECOND = headAt(ROWS, { number: 2, previous: sha256(canonicalJson(FIRST)) });

const proof: Json = {
  tenant_id: TENANT,
  head: { seq: ROWS, hash: hashes[ROWS - 1] ?? '' },
  covers_head: true,
  checkpoint: signed(SECOND),
  row: { seq: 2, canonical: texts[1] ?? '', hash: hashes[1] ?? '' },
  inclusion: {
    leaf_index: 1,
    tree_size: ROWS,
    path: inclusionParts(1, { start: 0, end: ROWS }).map(rootHex),
  },
  consistency: {
    from_size: 3,
    tree_size: ROWS,
    path: consistencyParts(3, { start: 0, end: ROWS }).map(rootHex),
  },
  public_keys: publicKeys(),
};
const earlier: Json = { tenant_id: TENANT, checkpoint: signed(FIRST), public_keys: publicKeys() };

const deep = (levels: number): Json => {
  let value: Json = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};
const ODD: readonly Json[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 53, 1e300, '', 'x', '\u009b2J', [], {}, [null], [[]], { length: 1 }],
  ...[{ toString: 1, valueOf: 1 }, { then: 1 }, ['x'], deep(200), deep(1_000)],
];

/** Every place of a value: the way to it. */
function placesOf(value: Json, way: string[] = []): string[][] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [way, ...parts.flatMap(([name, part]) => placesOf(part, [...way, name]))];
}

/** The value with another one at a place; undefined takes it out. */
function changedAt(value: Json, [name, ...rest]: string[], part: Json | undefined): Json {
  if (name === undefined) return part ?? null;
  if (Array.isArray(value) && rest.length === 0 && part === undefined)
    return value.toSpliced(Number(name), 1);
  const whole = value as Record<string, Json>;
  if (rest.length === 0 && part === undefined) {
    return Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name));
  }
  const changed = changedAt(whole[name] ?? null, rest, part);
  return Array.isArray(value) ? value.with(Number(name), changed) : { ...whole, [name]: changed };
}
const variantsOf = (value: Json): Json[] =>
  placesOf(value).flatMap((way) => [undefined, ...ODD].map((part) => changedAt(value, way, part)));

/** Whether it is said to be intact. Fails where the verifier says neither that nor why not, in one printable line. */
async function isIntact(t: ExecutionContext, verifying: () => unknown, what: () => string): Promise<boolean> {
  try {
    await verifying();
    return true;
  } catch (error) {
    if (!(error instanceof Broken)) t.fail(`${String(error)}: ${what().slice(0, 300)}`);
    else if (!/^[\x20-\x7e]+$/.test(error.message) || /undefined|\[object|NaN/.test(error.message)) {
      t.fail(`${JSON.stringify(error.message)}: ${what().slice(0, 300)}`);
    }
    return false;
  }
}
const isProven = (t: ExecutionContext, answer: Json, kept?: Json): Promise<boolean> =>
  isIntact(
    t,
    () => verifyProof(answer, { wanted: [], ...(kept !== undefined && { earlier: kept }) }),
    () => JSON.stringify([answer, kept]),
  );

test('a proof with anything at any place is intact or broken, and never both or none', async (t) => {
  t.true(await isProven(t, proof, earlier));
  let broken = 0;
  for (const variant of variantsOf(proof)) broken += (await isProven(t, variant, earlier)) ? 0 : 1;
  for (const variant of variantsOf(earlier)) broken += (await isProven(t, proof, variant)) ? 0 : 1;
  t.true(broken > 500, String(broken));
  for (const odd of ODD) t.false(await isProven(t, odd, odd));
});

test('so is one that its own key has signed, whatever it says', async (t) => {
  let intact = 0;
  for (const statement of variantsOf(SECOND).filter((value) => JSON.stringify(value).length < 5_000)) {
    const answer = changedAt(proof, ['checkpoint'], signed(statement));
    intact += (await isProven(t, answer, earlier)) ? 1 : 0;
  }
  // What is signed and not looked at for a proof: number, place in the chain, event, position, time.
  t.true(intact > 0 && intact < 200, String(intact));
});

test('so is any JSON, and a key of any kind', async (t) => {
  const json = fc.jsonValue({ maxDepth: 6 });
  const property = fc.asyncProperty(json, json, async (one, other) => {
    t.false(await isProven(t, one as Json, other as Json));
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  for (const pair of [
    generateKeyPairSync('rsa', { modulusLength: 1024 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]) {
    const keys = publicKeys(pair.publicKey.export({ format: 'der', type: 'spki' }));
    t.false(await isProven(t, changedAt(proof, ['public_keys'], keys)));
  }
});

type Files = Record<'rows.ndjson' | 'checkpoints.ndjson' | 'public-keys.json', string>;
const ndjson = (values: readonly Json[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const rows: Json[] = texts.map((canonical, index) => ({
  seq: index + 1,
  hash: hashes[index] ?? '',
  canonical,
}));
const files: Files = {
  'rows.ndjson': ndjson(rows),
  'checkpoints.ndjson': ndjson([signed(FIRST), signed(SECOND)]),
  'public-keys.json': JSON.stringify(publicKeys()),
};
const manifestOf = (of: Files): Json => ({
  v: 1,
  kind: 'audit-export',
  tenant_id: TENANT,
  exported_at: '2026-01-05T08:00:00.000Z',
  head: { seq: ROWS, hash: hashes[ROWS - 1] ?? '' },
  checkpoints: 2,
  verified: { intact: true, broken: null },
  files: Object.fromEntries(
    Object.entries(of).map(([name, text]) => [
      name,
      { bytes: Buffer.byteLength(text), sha256: sha256(text) },
    ]),
  ),
});
let exports = 0;
async function isExportIntact(
  t: ExecutionContext,
  changed: Partial<Files>,
  manifest?: Json,
): Promise<boolean> {
  const all = { ...files, ...changed };
  const own = path.join(folder, `export-${(exports += 1) % 2}`);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  for (const [name, text] of Object.entries(all)) writeFileSync(path.join(own, name), text);
  writeFileSync(
    path.join(own, 'manifest.json'),
    JSON.stringify(manifest === undefined ? signed(manifestOf(all)) : manifest),
  );
  return isIntact(
    t,
    () => verifyExport(own, { wanted: [], earlier: [] }),
    () => JSON.stringify([changed, manifest]),
  );
}
const isShort = (value: Json): boolean => JSON.stringify(value).length < 5_000;

test('an export with anything at any place of a line is intact or broken', async (t) => {
  t.true(await isExportIntact(t, {}));
  for (const row of variantsOf(rows[1] ?? null)) {
    await isExportIntact(t, { 'rows.ndjson': ndjson(rows.with(1, row)) });
  }
  for (const statement of variantsOf(SECOND).filter(isShort)) {
    await isExportIntact(t, { 'checkpoints.ndjson': ndjson([signed(FIRST), signed(statement)]) });
  }
  for (const keys of variantsOf(publicKeys()).filter(isShort)) {
    await isExportIntact(t, { 'public-keys.json': JSON.stringify(keys) });
  }
  for (const statement of variantsOf(manifestOf(files)).filter(isShort))
    await isExportIntact(t, {}, signed(statement));
  for (const odd of ODD) t.false(await isExportIntact(t, {}, odd));
  for (const name of ['../../dev/zero', '/dev/zero', '..', '.']) {
    t.false(
      await isExportIntact(t, {}, signed(changedAt(manifestOf(files), ['files', name], { bytes: 0 }))),
      name,
    );
  }
});

/** The command, on what somebody sent. */
const run = (args: string[]): Promise<{ code: number; out: string; error: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [VERIFIER, ...args], { env: {} }, (error, out, text) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, error: text });
    });
  });

test('the command says so in one line, with exit code 1', async (t) => {
  const given: Record<string, string> = {
    'no JSON': '{',
    'no object': 'null',
    'a list': '[]',
    'a path that is no list': JSON.stringify(changedAt(proof, ['inclusion', 'path'], 'x')),
    'a path that is missing': JSON.stringify(changedAt(proof, ['inclusion', 'path'], undefined)),
    'keys that are no list': JSON.stringify(changedAt(proof, ['public_keys'], { length: 1 })),
    'a key that is none': JSON.stringify(changedAt(proof, ['public_keys', '0', 'public_key'], 'AAAA')),
    'no signature': JSON.stringify(changedAt(proof, ['checkpoint', 'signature'], null)),
    'no text of the row': JSON.stringify(changedAt(proof, ['row', 'canonical'], 7)),
    'nested without an end': '['.repeat(200_000),
  };
  for (const [what, text] of Object.entries(given)) {
    const file = path.join(folder, 'given.json');
    writeFileSync(file, text);
    const { code, out, error } = await run(['--proof', file]);
    t.is(code, 1, what);
    t.regex(out, /^BROKEN: [^\n]+\n$/, what);
    t.is(error, '', what);
  }
  writeFileSync(path.join(folder, 'given.json'), JSON.stringify(proof));
  t.is((await run(['--proof', path.join(folder, 'given.json')])).code, 0);
});
