import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { Command } from 'commander';
import type { SessionEvent } from '../../domain/session/events.ts';
import { erasureCommands } from '../../infra/cli/erasure.ts';
import type { Installation } from '../../infra/cli/connection.ts';
import type { Run } from '../../infra/cli/run.ts';
import { readLedger } from '../../infra/erasure/read-ledger.ts';
import { reapply } from '../../infra/erasure/reapply.ts';
import { allProjections } from '../../projectors/all.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import type { LedgerLine } from '../../shared/erasure/ledger.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { EncodedEvent, StoredEvent } from '../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { startApi } from '../support/api.ts';
import { collect } from '../support/collect.ts';
import { isSigned, openSession } from '../support/patients.ts';
import { startProjections } from '../support/running-projections.ts';

/** What a clearing leaves, what the ledger brings about after a restore, and the operator's commands. */
const api = await startApi();
const projections = await startProjections(api.runtime, allProjections);
const tenantId = await api.newTenant();
const client = await api.newClient(tenantId);
await projections.caughtUp();
const { runtime, stack } = api;
const { pool } = runtime;
const ledgerDir = path.join(stack.dataDir, 'erasures');
test.after.always(async () => {
  await projections.stop();
  await api.stop();
});

const installation = (log: EventLog = runtime.log): Installation =>
  ({ ...runtime, log }) as unknown as Installation;
const at = (sessionId: string, tail: string): string => `/v1/sessions/${sessionId}/${tail}`;
const must = async (method: string, url: string, body?: unknown): Promise<unknown> => {
  const answer = await client(method, url, body);
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Without what is another one's in every session: ids, times and how long it took. */
const alike = (value: unknown): string =>
  JSON.stringify(value, (name, part: unknown) => (/_ms$/.test(name) ? 0 : part))
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/[0-9a-f]{64}/g, '<hash>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '<time>');

type Hashes = { complaint_hash: Buffer; patient_hash: Buffer };

/** All that can be read of a session: over HTTP, in its row, and in its rows of the trail and of the books. */
async function readable(sessionId: string): Promise<Record<string, string>> {
  await projections.caughtUp();
  const seen: Record<string, unknown> = {};
  for (const view of ['state', 'results', 'export', 'history', 'explain', 'export?format=fhir']) {
    seen[view] = (await client('GET', at(sessionId, view))).body;
  }
  const { events } = seen['history'] as { events: { revision: number }[] };
  for (const { revision } of events) {
    seen[`at ${revision}`] = (await client('GET', at(sessionId, `history?at=${revision}`))).body;
  }
  const { data } = (await must('GET', '/v1/sessions?limit=100')) as { data: { session_id: string }[] };
  seen['list'] = data.find((item) => item.session_id === sessionId);
  const rows = await pool.query<{ state_sealed: Buffer; brief_sealed: Buffer } & Hashes>(
    'SELECT * FROM read.sessions WHERE session_id = $1',
    [sessionId],
  );
  seen['row'] = rows.rows.map(({ state_sealed, brief_sealed, complaint_hash, patient_hash, ...clear }) => ({
    ...clear,
    sealed: [state_sealed.length, brief_sealed.length],
    complaint_hash: complaint_hash.toString('hex'),
    patient_hash: patient_hash.toString('hex'),
  }));
  const usage = 'SELECT action, tokens FROM read.usage_records WHERE session_id = $1 ORDER BY created_at';
  seen['usage'] = (await pool.query(usage, [sessionId])).rows;
  const trail = await pool.query(
    `SELECT type, action, changed_fields, canonical::jsonb - 'data_digest' AS said
     FROM (SELECT *, canonical::jsonb ->> 'type' AS type FROM read.audit_rows) AS rows
     WHERE subject_id = $1 AND actor_type = 'api_key' AND action NOT LIKE '%viewed' AND action <> 'session.exported'
     ORDER BY seq`,
    [sessionId],
  );
  seen['trail'] = trail.rows;
  const log: unknown[] = [];
  for await (const { type, data: stored } of runtime.log.readStream(sessionStream(sessionId), 0)) {
    const { sealed, ...clear } = stored as { sealed: object };
    log.push([type, clear, Object.keys(sealed)]);
  }
  seen['log'] = log;
  return Object.fromEntries(Object.entries(seen).map(([view, value]) => [view, alike(value)]));
}

async function twin(answer: string): Promise<string> {
  const body = { age: 44, sex: 'female', free_text: 'Since this morning, on both sides.' };
  const sessionId = await openSession(client, `twin-${randomUUID()}`, body);
  await must('POST', at(sessionId, 'answer'), { question_id: 'additional', raw_text: answer });
  return sessionId;
}

test.serial(
  'of a cleared answer nothing is left that another answer would have left otherwise',
  async (t) => {
    const pairs = [
      ['I also have a runny nose.', 'I slept badly, and there is no runny nose at all.'],
      ['I am 80 years old and male, with a cough.', 'I take ibuprofen.'],
    ] as const;
    for (const answers of pairs) {
      const sessions = [await twin(answers[0]), await twin(answers[1])] as const;
      const [first, second] = [await readable(sessions[0]), await readable(sessions[1])];
      for (const view of ['export', 'history', 'explain']) t.not(first[view], second[view], view);
      t.deepEqual(
        first['log'],
        second['log'],
        'neither raised a flag or the level, which events of their own tell',
      );
      for (const sessionId of sessions) {
        await must('POST', at(sessionId, 'rectify'), { clear_answers: ['additional'], reason: 'by mistake' });
      }
      t.deepEqual(await readable(sessions[0]), await readable(sessions[1]));
      for (const sessionId of sessions) await must('POST', at(sessionId, 'finalize'));
      t.deepEqual(await readable(sessions[0]), await readable(sessions[1]));
    }
  },
);

type KeyRow = { key_id: string; master_id: string; wrapped: Buffer };

/** What a backup holds of a session: its keys and its row. */
async function backUp(sessionId: string) {
  const keys = await pool.query<KeyRow>(
    'SELECT key_id, master_id, wrapped FROM ops.data_keys WHERE subject_id = $1 AND wrapped IS NOT NULL',
    [sessionId],
  );
  return { keys: keys.rows, restore: () => restoreKeys(keys.rows) };
}

async function restoreKeys(rows: KeyRow[]): Promise<void> {
  for (const { key_id, master_id, wrapped } of rows) {
    await pool.query(
      `UPDATE ops.data_keys SET master_id = $2, wrapped = $3, destroyed_at = NULL, erasure_id = NULL WHERE key_id = $1`,
      [key_id, master_id, wrapped],
    );
  }
}

const living = async (keyIds: readonly string[]): Promise<number> =>
  (
    await pool.query('SELECT 1 FROM ops.data_keys WHERE key_id = ANY ($1::uuid[]) AND wrapped IS NOT NULL', [
      keyIds,
    ])
  ).rowCount ?? 0;

/** The log as an older backup has it: without the last events of a stream, and with what is appended to it since. */
function olderLog(
  stream: string,
  until: number,
): EventLog & { appended: (EncodedEvent & { stream: string })[] } {
  const appended: (EncodedEvent & { stream: string })[] = [];
  const own = async (from: number): Promise<StoredEvent[]> => {
    const events: StoredEvent[] = [];
    for await (const event of runtime.log.readStream(stream, 0))
      if (event.revision < until) events.push(event);
    for (const event of appended) {
      events.push({ ...event, revision: events.length, position: 0n });
    }
    return events.slice(from);
  };
  return {
    ...runtime.log,
    appended,
    append: (name, _expected, events) => {
      for (const event of events) appended.push({ ...event, stream: name });
      return Promise.resolve({ revision: until + appended.length - 1, position: 0n });
    },
    readStream: async function* (name, from) {
      if (name === stream) yield* await own(from);
      else yield* runtime.log.readStream(name, from);
    },
    readTail: async function* (name, count) {
      if (name === stream) yield* (await own(0)).toReversed().slice(0, count);
      else yield* runtime.log.readTail(name, count);
    },
  };
}

const lengthOf = async (stream: string): Promise<number> => {
  for await (const { revision } of runtime.log.readTail(stream, 1)) return revision + 1;
  return 0;
};
const linesOf = async (subjectId: string): Promise<LedgerLine[]> =>
  (await readLedger(ledgerDir)).lines.filter((line) => line.subject_id === subjectId);
const quietly = { acceptedKeys: [], onProgress: () => undefined };

test.serial(
  'a session that an older backup brings back is erased once more by the ledger, once',
  async (t) => {
    const sessionId = await openSession(client, 'restored');
    const stream = sessionStream(sessionId);
    const backup = await backUp(sessionId);
    const until = await lengthOf(stream);
    await must('DELETE', `/v1/sessions/${sessionId}`);
    const lines = await linesOf(sessionId);
    t.like(lines, { 0: { subject_type: 'session', cause: 'requested', tenant_id: tenantId }, length: 1 });

    // Nothing to do where nothing was restored.
    t.like(await reapply(installation(), lines, quietly), { entries: 1, applied: 0, unknown: 0, foreign: 0 });
    await backup.restore();
    const log = olderLog(stream, until);
    t.is(await living(backup.keys.map((key) => key.key_id)), 2);
    t.like(await reapply(installation(log), lines, quietly), { applied: 1, foreign: 0 });
    t.is(await living(backup.keys.map((key) => key.key_id)), 0);
    const [event, ...more] = log.appended;
    t.is(more.length, 0);
    t.like(event, {
      type: 'session-erased',
      stream,
      metadata: { actor: { type: 'system', id: 'erasure-ledger' } },
    });
    t.like(await reapply(installation(log), lines, quietly), { applied: 0, unknown: 0 });
    t.is(log.appended.length, 1);
    // A backup from before the session was opened does not know it.
    const stranger = { ...lines[0]!, subject_id: randomUUID() };
    t.like(await reapply(installation(), [stranger], quietly), { applied: 0, unknown: 1 });
  },
);

test.serial('so is an answer, and what remains is concluded as it was', async (t) => {
  const sessionId = await twin('I also have a runny nose.');
  const stream = sessionStream(sessionId);
  const backup = await backUp(sessionId);
  const until = await lengthOf(stream);
  await must('POST', at(sessionId, 'rectify'), { clear_answers: ['additional'] });
  const lines = await linesOf(sessionId);
  t.like(lines, { 0: { subject_type: 'answers', cause: 'cleared' }, length: 1 });
  const cleared = lines[0]!.key_ids!;
  t.is(cleared.length, 2, 'the answer, and what was concluded with it');
  await restoreKeys(backup.keys.filter(({ key_id }) => cleared.includes(key_id)));
  t.is(await living(cleared), 2);

  const log = olderLog(stream, until);
  t.like(await reapply(installation(log), lines, quietly), { applied: 1 });
  t.is(await living(cleared), 0);
  const decoded = [...(await eventsOf(log, stream)), ...(await eventsOf(runtime.log, stream))];
  const [again, original] = decoded.filter(({ type }) => type === 'session-rectified');
  t.deepEqual({ ...again, rectification: null }, { ...original!, rectification: null });
  t.like(await reapply(installation(log), lines, quietly), { applied: 0 });
  t.is(log.appended.length, 1);
});

async function eventsOf(log: EventLog, stream: string) {
  const events = [];
  for (const stored of await collect(log.readStream(stream, 0))) {
    const keys = await runtime.dataKeys.load(pool, runtime.codec.keyIdsOf(stored));
    const { type, data } = runtime.codec.decode(stored, keys).event as SessionEvent;
    events.push({ type, ...data });
  }
  return events;
}

test.serial('a line that was changed, cut short or signed by somebody else erases nothing', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'triage-ledger-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const sessionId = await openSession(client, 'tampered');
  const [line] = (await readLedger(ledgerDir)).lines;
  const aimed = {
    ...line!,
    subject_type: 'session',
    subject_id: sessionId,
    cause: 'requested',
    key_ids: null,
  } as const;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { signature: _, ...entry } = { ...aimed, erasure_id: randomUUID() };
  const signature = {
    algorithm: 'Ed25519',
    signing_key_id: randomUUID(),
    public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    value: sign(null, Buffer.from(canonicalJson(entry)), privateKey).toString('base64'),
  } as const;
  const texts = [
    JSON.stringify(aimed),
    JSON.stringify(line).slice(0, -9),
    JSON.stringify({ ...entry, signature }),
  ];
  await writeFile(path.join(folder, 'erasures-2026-01.ndjson'), texts.join('\n'));
  const { lines, broken } = await readLedger(folder);
  t.deepEqual(
    broken.map((one) => one.line),
    [1, 2],
  );
  const result = await reapply(installation(), lines, quietly);
  t.like(result, { applied: 0, foreign: 1, foreign_keys: [signature.signing_key_id] });
  t.is((await client('GET', at(sessionId, 'state'))).status, 200);
  const trusting = { ...quietly, acceptedKeys: [signature.signing_key_id] };
  t.like(await reapply(installation(), lines, trusting), { applied: 1, foreign: 0 });
  t.is((await client('GET', at(sessionId, 'state'))).status, 404);
});

test.serial('what a killed process has left half written costs that line and no other', async (t) => {
  const [file] = (await readdir(ledgerDir)).map((name) => path.join(ledgerDir, name));
  const before = await readLedger(ledgerDir);
  await appendFile(file!, '{"v":1,"erasure_id":"0191');
  const sessionId = await openSession(client, 'after-the-crash');
  await must('DELETE', `/v1/sessions/${sessionId}`);
  t.is((await linesOf(sessionId)).length, 1);
  const after = await readLedger(ledgerDir);
  t.is(after.lines.length, before.lines.length + 1);
  t.is(after.broken.length, 1);
});

/** Runs an operator's command here; its JSON, and its exit code. */
async function ops(...args: string[]): Promise<{ result: unknown; code: unknown }> {
  let result: unknown;
  const run: Run = async (work) => void (result = await work(installation()));
  const program = new Command().exitOverride();
  erasureCommands(program, run);
  await program.parseAsync(args, { from: 'user' });
  const { exitCode } = process;
  process.exitCode = undefined;
  return { result, code: exitCode };
}

test.serial(
  'the operator verifies and reapplies a copy of the ledger, and signs a certificate anew',
  async (t) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'triage-ledger-'));
    t.teardown(() => rm(folder, { recursive: true }));
    const patientId = `ops-${randomUUID()}`;
    await must('PUT', `/v1/patients/${patientId}`, { allergies: ['latex'] });
    const sessionId = await openSession(client, patientId);
    const erased = (await must('DELETE', `/v1/patients/${patientId}`)) as {
      subject: { id: string };
      certificate: { certificate_id: string; destroyed: { key_ids: string[] } };
    };
    // Also what an operator has applied by hand, as the reactor does.
    await runtime.ledger.record(pool, 'all');
    await cp(ledgerDir, folder, { recursive: true });
    const verified = await ops('erasure', 'verify', folder);
    t.is(verified.code, 1, 'for the line that was cut short');
    t.like(verified.result, { missing: [], broken: { length: 1 } });
    const reapplied = await ops('erasure', 'reapply', folder);
    t.like(reapplied.result, { applied: 0, unknown: 0, foreign: 0 });
    const lost = await openSession(client, 'not-in-the-copy');
    await must('DELETE', `/v1/sessions/${lost}`);
    t.like((await ops('erasure', 'verify', folder)).result, { missing: { length: 1 } });

    const both = { session: sessionId, patient: erased.subject.id };
    for (const [type, id] of Object.entries(both)) {
      const { result, code } = await ops('erasure', 'certificate', id);
      t.is(code, undefined);
      t.like(result, { subject: { type, id } });
      t.true(isSigned(result as Parameters<typeof isSigned>[0]));
    }
    const { certificate } = erased;
    t.true(certificate.destroyed.key_ids.length > 2, 'of the profile and of the session');
    t.deepEqual((await ops('erasure', 'certificate', certificate.certificate_id)).result, certificate);
    const byPatient = ['erasure', 'certificate', '--tenant', tenantId, '--patient'];
    t.deepEqual((await ops(...byPatient, patientId)).result, [certificate]);
    await t.throwsAsync(ops(...byPatient, 'nobody'), { message: /nothing of this id/ });
    await t.throwsAsync(ops('erasure', 'certificate', randomUUID()), { message: /nothing of this id/ });
    await t.throwsAsync(ops('erasure', 'verify', path.join(folder, 'none')), { message: /cannot be read/ });
  },
);

test.serial('retention by hand: told first, then done', async (t) => {
  const sessionId = await openSession(client, 'old');
  await projections.caughtUp();
  await pool.query(
    `UPDATE read.sessions SET last_activity_at = now() - interval '31 days' WHERE session_id = $1`,
    [sessionId],
  );
  const told = await ops('retention', 'run', '--dry-run');
  t.like(told.result, { due: 1, tenants: [{ tenantId, finalized: 0, unfinished: 1 }] });
  t.is((await client('GET', at(sessionId, 'state'))).status, 200);
  t.deepEqual((await ops('retention', 'run')).result, { due: 1, pruned: 1 });
  t.is((await client('GET', at(sessionId, 'state'))).status, 404);
  t.deepEqual((await ops('retention', 'run')).result, { due: 0, pruned: 0 });
});
