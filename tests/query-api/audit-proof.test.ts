import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createCheckpointSigner } from '../../command-api/reactors/checkpoint-signer.ts';
import { appendLooks } from '../../infra/bench/load/audit-trail.ts';
import { verifyAuditTrail } from '../../infra/audit/verify-rows.ts';
import { projectRoot } from '../../infra/embedded/program.ts';
import { auditProjection } from '../../projectors/audit/projection.ts';
import {
  BEFORE_THE_FIRST,
  lastOf,
  readCheckpoints,
  signPlaces,
  treePlace,
} from '../../shared/audit/checkpoints.ts';
import { addLeaf, emptyTree, leafHash, rootOf } from '../../shared/audit/merkle.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import { type AuditEntry, type AuditRow } from '../../shared/read-models/audit-rows.ts';
import {
  extendTrail,
  loadAuditHeads,
  writeAuditRows,
  type AuditNode,
} from '../../shared/read-models/audit-trails.ts';
import { readPage } from '../docs/pages.ts';
import { errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { startProjections } from '../support/running-projections.ts';
import { until } from '../support/until.ts';
import { digestOf, newMember, withoutTrailer } from './support.ts';

/** What a partner can prove about the trail. */
/** The middle of a minute, so that all reads of a test are of one. */
const NOW = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30_000);
const api = await startApi({ now: () => NOW });
const { runtime } = api;
const { pool, log, codec } = runtime;
const projections = await startProjections(runtime, [auditProjection]);
const reacting = { ...runtime, reportFact: () => undefined };
const checkpointSigner = createCheckpointSigner(reacting);
test.after.always(async () => {
  await projections.stop();
  await api.stop();
});

const PROOF = '/v1/admin/audit-log/proof';
type Signed = {
  statement: {
    v: number;
    number: number;
    seq: number;
    hash: string;
    tenant_id: string;
    previous: string;
    tree_size: number;
    root: string;
  };
  digest: string;
  signature: { signing_key_id: string; value: string };
};
type Proof = {
  tenant_id: string;
  head: { seq: number; hash: string };
  covers_head: boolean;
  checkpoint: Signed | null;
  row: { seq: number; canonical: string; hash: string } | null;
  inclusion: { leaf_index: number; tree_size: number; path: string[] } | null;
  consistency: { from_size: number; tree_size: number; path: string[] } | null;
  public_keys: { signing_key_id: string; public_key: string }[];
};

async function newCaller(): Promise<{ tenantId: string; rawKey: string; client: Client }> {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId);
  await projections.caughtUp();
  return { tenantId, rawKey, client: clientOf(api.baseUrl, rawKey) };
}
const proofOf = async (client: Client, query = ''): Promise<Proof> =>
  (await client('GET', `${PROOF}${query}`)).body as Proof;

/** Asks for a proof that signs what stands now, while the checkpoint signer runs. */
async function freshProof(client: Client, query = ''): Promise<Proof> {
  const asked = { isAnswered: false };
  const answer = proofOf(client, `?checkpoint=now${query}`).finally(() => (asked.isAnswered = true));
  await until('the answer', 8_000, async () => {
    await checkpointSigner.runOnce();
    return asked.isAnswered;
  });
  return answer;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'audit-proof-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

/** The page that shows how to check a proof in Python; null where there is no Python or no OpenSSL to run it with. */
const [, program = ''] = /```python\n([^]*?)```/.exec(readPage('docs/compliance/audit-proofs.md')) ?? [];
const python = path.join(folder, 'check.py');
writeFileSync(python, program);

/** Runs a program beside the API of this process, which has to go on. */
const run = (name: string, args: string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    execFile(name, args, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
const hasPython = Promise.all([run('python3', ['--version']), run('openssl', ['version'])]).then((found) =>
  found.every(({ code }) => code === 0),
);

/** How the stand-alone verifier and the page's program end, which know nothing but the answers: both the same. */
async function isProven(t: ExecutionContext, proof: Proof, earlier?: Proof): Promise<boolean> {
  const [file, earlierFile] = ['proof', 'earlier'].map((name) =>
    path.join(folder, `${name}-${randomUUID()}`),
  );
  if (file === undefined || earlierFile === undefined) return false;
  writeFileSync(file, JSON.stringify(proof));
  writeFileSync(earlierFile, JSON.stringify(earlier ?? null));
  const verifier = path.join(projectRoot, 'client/audit/verify.mjs');
  const args = ['--proof', file, ...(earlier ? ['--earlier-proof', earlierFile] : [])];
  const { code, text } = await run(process.execPath, [verifier, ...args]);
  t.regex(text, code === 0 ? /^intact: / : /^BROKEN: /);
  if (await hasPython) {
    const checked = await run('python3', [python, file, ...(earlier ? [earlierFile] : [])]);
    t.is(checked.code, code, checked.text);
  } else {
    t.log('no Python or no OpenSSL here: the program of the page was not run');
  }
  return code === 0;
}

const firstEventOf = async (client: Client): Promise<string> => {
  const { body } = await client('GET', '/v1/admin/audit-log?limit=200');
  return (body as { data: { event_id: string }[] }).data.at(-1)?.event_id ?? '';
};

test('the page that shows how to check a proof is about 50 lines long', (t) => {
  t.true(program.includes('def is_consistent'), 'it is there');
  t.true(program.split('\n').length < 70);
});

test('a row is proven with what was signed, the public key and SHA-256', async (t) => {
  const { tenantId, client } = await newCaller();
  const eventId = await firstEventOf(client);
  const before = await proofOf(client, `?event_id=${eventId}`);
  t.like(before, { covers_head: false, checkpoint: null, inclusion: null, consistency: null });
  t.is(before.row?.seq, 1);

  const proof = await freshProof(client, `&event_id=${eventId}`);
  t.true(proof.covers_head);
  t.like(proof.checkpoint?.statement, {
    v: 2,
    tenant_id: tenantId,
    number: 1,
    seq: proof.head.seq,
    hash: proof.head.hash,
    tree_size: proof.head.seq,
  });
  t.is(proof.checkpoint?.digest, digestOf(canonicalJson(proof.checkpoint?.statement)));
  t.is((JSON.parse(proof.row?.canonical ?? '{}') as { event_id?: string }).event_id, eventId);
  t.true(await isProven(t, proof));
  const changed = structuredClone(proof);
  if (!changed.row || !changed.inclusion || !changed.checkpoint) return t.fail();
  changed.row.canonical = changed.row.canonical.replace('registered', 'changed');
  t.false(await isProven(t, changed), 'another row');
  const elsewhere = structuredClone(proof);
  elsewhere.inclusion = { ...changed.inclusion, leaf_index: 1 };
  t.false(await isProven(t, elsewhere), 'another place');
  const resigned = structuredClone(proof);
  resigned.checkpoint = {
    ...changed.checkpoint,
    statement: { ...changed.checkpoint.statement, root: 'ab'.repeat(32) },
  };
  t.false(await isProven(t, resigned), 'another root than the one that was signed');

  // What is covered is not signed again, and the next one follows on it.
  await freshProof(client);
  t.is((await proofOf(client)).checkpoint?.statement.number, 1);
  await api.newKey(tenantId);
  await projections.caughtUp();
  const later = await freshProof(client, `&event_id=${eventId}&from_size=${proof.head.seq}`);
  t.like(later.checkpoint?.statement, { number: 2, previous: proof.checkpoint?.digest });
  t.true(await isProven(t, later, proof), 'the kept tree is the beginning of this one');
  t.false(await isProven(t, proof, later), 'and not the other way round');
  t.false(await isProven(t, later, resigned));
  const rewritten = structuredClone(later);
  if (!rewritten.consistency) return t.fail();
  rewritten.consistency.path = rewritten.consistency.path.with(0, 'cd'.repeat(32));
  t.false(await isProven(t, rewritten, proof));
});

test('a signed head proves nothing but what it says: place, tenant and kind', async (t) => {
  const { tenantId, client } = await newCaller();
  const eventId = await firstEventOf(client);
  const proof = await freshProof(client, `&event_id=${eventId}`);
  const { row, inclusion, checkpoint } = proof;
  if (!row || !inclusion || !checkpoint) return t.fail();
  t.true(await isProven(t, proof));

  t.false(await isProven(t, { ...proof, row: { ...row, seq: 2 } }), 'told to stand elsewhere');
  // Half a place leads the same way as the whole one below it.
  const half = { ...proof, row: { ...row, seq: 1.5 }, inclusion: { ...inclusion, leaf_index: 0.5 } };
  t.false(await isProven(t, half), 'no place');
  const other = (await newCaller()).tenantId;
  t.false(await isProven(t, { ...proof, tenant_id: other }), 'told to be of another tenant');

  // The key signs more than tree heads: manifests of exports, certificates of erasures.
  const statement = { tenant_id: tenantId, files: {} };
  const { value, signing_key_id } = await runtime.signer.sign(statement);
  const signed = { statement, signature: { value, signing_key_id }, digest: '' } as unknown as Signed;
  t.false(await isProven(t, { ...proof, row: null, inclusion: null, checkpoint: signed }), 'no tree head');
});

test('each row of a long trail is proven, and each size of it, over stored nodes and rows alike', async (t) => {
  const { tenantId, client } = await newCaller();
  const [first, second] = [300, 66_000];
  await appendLooks(
    { log, codec, now: () => NOW },
    {
      tenantId,
      memberId: randomUUID(),
      count: first,
      lookOf: () => ({ action: 'session.exported', subject: { type: 'session', id: randomUUID() } }),
    },
  );
  await projections.caughtUp();
  const kept = await freshProof(client);
  // Rows and nodes of many more, past the log: what is signed of them stands in the same stream.
  await lengthen(tenantId, second);
  const eventAt = async (seq: number): Promise<string> => {
    const query = 'SELECT event_id FROM read.audit_rows WHERE tenant_id = $1 AND seq = $2';
    return (await pool.query<{ event_id: string }>(query, [tenantId, seq])).rows[0]?.event_id ?? '';
  };
  const from = kept.head.seq;
  for (const seq of [1, 256, 257, from, from + 1, 65_536, 65_537, second]) {
    const proof = await proofOf(client, `?event_id=${await eventAt(seq)}&from_size=${from}`);
    t.true(await isProven(t, proof, kept), String(seq));
    t.is(proof.inclusion?.tree_size, second);
    t.true((proof.inclusion?.path.length ?? 99) <= 17);
    t.true(Buffer.byteLength(JSON.stringify(proof.inclusion)) < 2_000);
  }
  const { status } = await client('GET', `${PROOF}?from_size=${second + 1}`);
  t.is(status, 404);

  t.like(await verifyAuditTrail(pool, tenantId), { intact: true, rows: second });
  for (const [change, seq] of CHANGED_NODES) {
    const problem = 'the tree differs from its rows';
    t.like(await verdictAfter(tenantId, change), { intact: false, seq, problem }, change);
  }
});

/** What somebody does to the stored nodes of a trail of 66,000 rows, and the row at which it shows. */
const CHANGED_NODES: readonly [change: string, seq: number][] = [
  [`UPDATE read.audit_nodes SET hash = sha256('x') WHERE tenant_id = $1 AND level = 8 AND seq = 512`, 512],
  [`UPDATE read.audit_nodes SET hash = sha256('x') WHERE tenant_id = $1 AND level = 16`, 65_536],
  ['DELETE FROM read.audit_nodes WHERE tenant_id = $1 AND level = 8 AND seq = 256', 256],
  [`INSERT INTO read.audit_nodes (tenant_id, level, seq, hash) VALUES ($1, 8, 700, sha256('x'))`, 700],
];

/** What is said of a trail whose stored nodes somebody has changed, each time one of them; then it is undone. */
async function verdictAfter(tenantId: string, change: string): ReturnType<typeof verifyAuditTrail> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const { rowCount } = await connection.query(change, [tenantId]);
    if (rowCount !== 1) throw new Error(`${rowCount} nodes: ${change}`);
    return await verifyAuditTrail(connection, tenantId);
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
}

/** Adds rows to a trail until it is so long, and a checkpoint of it, as projection and signer would. */
async function lengthen(tenantId: string, to: number): Promise<void> {
  const heads = await loadAuditHeads(pool, [tenantId]);
  const head = heads.get(tenantId);
  const { rows: lastRows } = await pool.query<{ canonical: string }>(
    'SELECT canonical FROM read.audit_rows WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1',
    [tenantId],
  );
  const entry = JSON.parse(lastRows[0]?.canonical ?? '{}') as AuditEntry;
  if (!head) throw new Error('the tenant has no trail');
  let eventId = '';
  while (head.seq < to) {
    // A part at a time: others in this process have to go on.
    const nodes: AuditNode[] = [];
    const rows: AuditRow[] = [];
    while (head.seq < to && rows.length < 2_000) {
      eventId = randomUUID();
      rows.push(extendTrail(head, { ...entry, event_id: eventId }, (node) => nodes.push(node)));
    }
    await writeAuditRows(pool, { rows, nodes, heads });
  }
  const [before] = (await readCheckpoints(log, tenantId)).flatMap((checkpoint) => checkpoint ?? []).slice(-1);
  const place = {
    seq: head.seq,
    hash: head.hash.toString('hex'),
    event_id: eventId,
    position: '1',
  };
  await signPlaces({ ...reacting, now: () => NOW }, tenantId, {
    last: before ? lastOf(before) : BEFORE_THE_FIRST,
    places: [treePlace(place, head.tree)],
  });
  await projections.caughtUp();
}

test('whoever has an export as CSV or NDJSON recomputes chain and tree from it alone', async (t) => {
  const { client, rawKey } = await newCaller();
  const { head, checkpoint } = await freshProof(client);
  const exportOf = async (format: string): Promise<string> => {
    const url = `${api.baseUrl}/v1/admin/audit-log/export?format=${format}`;
    return (await fetchDescribed(url, { headers: { authorization: `Bearer ${rawKey}` } })).text();
  };
  const ndjson = withoutTrailer(await exportOf('ndjson'), '\n')
    .content.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { canonical: string; hash: string; previous_hash: string });
  const csv = [...(await exportOf('csv')).matchAll(/"(\{.*\})"\r\n/g)].map(([, cell = '']) =>
    cell.replaceAll('""', '"'),
  );
  const texts = ndjson.map(({ canonical }) => canonical);
  t.deepEqual(csv, texts);
  t.is(texts.length, head.seq);
  const tree = emptyTree();
  let hash: Buffer = Buffer.alloc(32);
  for (const row of ndjson) {
    t.is(row.previous_hash, hash.toString('hex'));
    hash = createHash('sha256').update(hash).update(row.canonical).digest();
    t.is(row.hash, hash.toString('hex'));
    addLeaf(tree, leafHash(row.canonical));
  }
  t.is(checkpoint?.statement.root, rootOf(tree.peaks).toString('hex'));
});

test('a proof is of the own trail, with the scope', async (t) => {
  const { tenantId, client } = await newCaller();
  const other = await newCaller();
  const foreign = await firstEventOf(other.client);
  t.deepEqual(errorOf(await client('GET', `${PROOF}?event_id=${foreign}`)), [404, 'not_found']);
  t.deepEqual(errorOf(await client('GET', `${PROOF}?event_id=x`)), [422, 'validation_error', 'event_id']);
  t.deepEqual(errorOf(await client('GET', `${PROOF}?checkpoint=x`)), [422, 'validation_error', 'checkpoint']);
  t.deepEqual(errorOf(await client('GET', `${PROOF}?from_size=0`)), [422, 'validation_error', 'from_size']);
  t.deepEqual(errorOf(await client('GET', `${PROOF}?from_size=1`)), [404, 'not_found']);
  const narrow = await api.newClient(tenantId, { scopes: ['admin:write', 'sessions:read'] });
  t.deepEqual(errorOf(await narrow('GET', PROOF)), [403, 'forbidden']);
  const billing = await newMember(api, tenantId, 'billing');
  t.is((await billing.client('GET', PROOF)).status, 200);
  const asked = await pool.query('SELECT tenant_id FROM ops.audit_checkpoint_requests WHERE tenant_id = $1', [
    tenantId,
  ]);
  t.is(asked.rowCount, 0, 'only a call that asks for a checkpoint leaves a request');
});
