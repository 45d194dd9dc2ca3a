import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { registerTenant } from '../../command-api/tenants/operations.ts';
import { allProjections } from '../../projectors/all.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { open, TamperedError, type DataKey } from '../../shared/crypto/seal.ts';
import type { StoredEvent } from '../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { openState } from '../../shared/read-models/session-rows.ts';
import { openBody } from '../../shared/webhooks/sealed-parts.ts';
import { recordDeliveries } from '../faults/support.ts';
import { clientOf, type Answer, type Client } from '../support/api.ts';
import { processesOf, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { furnish, liveThrough, resolveDeadLetter, startRefuser } from './canary-life.ts';
import { LEAKS, scan, text, word } from './canary-scan.ts';

/**
 * What callers write freely is found in no file under DATA_DIR, before an erasure and after it; and what is erased comes
 * back from nowhere. `npm run drill` plays more lives (DRILL=full).
 */
const LIVES = process.env['DRILL'] === 'full' ? 25 : 1;
// The mailbox of development holds mails as they are; a mail server takes its place wherever data are real.
Object.assign(process.env, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'clinic@clinic.example' });
const service = await startService({ durable: true });
const { runtime, stack } = service;
const tenantId = await registerTenant(runtime, { name: text('tenant'), tier: 'enterprise' });
const rawKey = await service.newKey(tenantId);
const known = clientOf(service.baseUrl, rawKey);
/** Every call is made for somebody, whom only the trail may show. */
const client: Client = (method, path, body, headers) =>
  known(method, path, body, { 'x-svc-on-behalf-of': word('nurse'), ...headers });
const deliveries = await recordDeliveries();
const refuser = await startRefuser();
test.after.always(async () => {
  deliveries.stop();
  refuser.stop();
  await service.stop();
});

const sql = async <Row extends pg.QueryResultRow>(query: string, values: unknown[] = []): Promise<Row[]> =>
  (await runtime.pool.query<Row>(query, values)).rows;
const settled = (): Promise<void> => service.settled(allProjections.map(({ name }) => name));
async function toDisk(): Promise<void> {
  const admin = new pg.Client({ connectionString: stack.adminUrl });
  await admin.connect();
  await admin.query('CHECKPOINT');
  await admin.query('ANALYZE');
  await admin.end();
}

/** What must be the same whatever is erased: money, and what of the trail was there. */
async function books() {
  return {
    balance: await sql('SELECT granted, charged FROM read.balances WHERE tenant_id = $1', [tenantId]),
    usage: await sql('SELECT * FROM read.usage_records WHERE tenant_id = $1 ORDER BY record_id', [tenantId]),
    days: await sql('SELECT * FROM read.usage_days WHERE tenant_id = $1 ORDER BY day, action', [tenantId]),
    trail: await sql('SELECT seq, canonical, hash FROM read.audit_rows WHERE tenant_id = $1 ORDER BY seq', [
      tenantId,
    ]),
  };
}

/** A copy of all that is sealed about a session: the log's bytes, and every column of Postgres that holds any. */
async function copyOf(sessionId: string) {
  const events: StoredEvent[] = [];
  for await (const event of runtime.log.readStream(sessionStream(sessionId), 0)) events.push(event);
  const rows = await sql<{
    tenant_id: string;
    session_id: string;
    state_sealed: Buffer;
    brief_sealed: Buffer;
  }>('SELECT tenant_id, session_id, state_sealed, brief_sealed FROM read.sessions WHERE session_id = $1', [
    sessionId,
  ]);
  const bodies = await sql<{ event_id: string; body_sealed: Buffer }>(
    "SELECT event_id, body_sealed FROM ops.webhook_messages WHERE session_id = $1 AND body_sealed <> ''",
    [sessionId],
  );
  return { events, rows, bodies };
}

/** Every key that is left, tried on every sealed part of the copy, at its own place: how many opened. */
async function openedOf({ events, rows, bodies }: Awaited<ReturnType<typeof copyOf>>) {
  const ids = await sql<{ key_id: string }>('SELECT key_id FROM ops.data_keys WHERE wrapped IS NOT NULL');
  const loaded = await runtime.dataKeys.load(
    runtime.pool,
    ids.map((row) => row.key_id),
  );
  const keys = [...loaded.values()].filter((key): key is DataKey => key !== 'destroyed');
  let parts = 0;
  let opened = 0;
  const attempt = (openPart: (key: DataKey) => unknown): void => {
    parts += 1;
    for (const key of keys) {
      try {
        openPart(key);
        opened += 1;
      } catch (error) {
        if (!(error instanceof TamperedError)) throw error;
      }
    }
  };
  for (const { stream, eventId, data } of events) {
    for (const [field, { d }] of Object.entries(data.sealed as Record<string, { d: string }>)) {
      const place = `event|${tenantId}|${stream}|${eventId}|${field}`;
      attempt((key) => open(key, place, Buffer.from(d, 'base64')));
    }
  }
  for (const row of rows) attempt((key) => openState(row, key));
  for (const row of bodies) {
    attempt((key) => openBody(key, { tenantId, eventId: row.event_id }, row.body_sealed));
  }
  return { parts, opened };
}

/** Everything that can be read of a session over HTTP. */
const views = (sessionId: string): Promise<Answer[]> =>
  Promise.all(
    ['state', 'results', 'export', 'history', 'explain', 'export?format=fhir', 'history?at=0'].map((view) =>
      client('GET', `/v1/sessions/${sessionId}/${view}`),
    ),
  );
const bodiesOf = (answers: Answer[]): unknown[] =>
  answers.map(({ body }): unknown =>
    JSON.parse(JSON.stringify(body, (name, value: unknown) => (/_ms$|^timestamp$/.test(name) ? 0 : value))),
  );

test('no canary reaches a disk; what is erased is gone, and everything else stays as it was', async (t) => {
  t.timeout(LIVES * 300_000);
  const expect = (what: string, actual: number, expected: number): void => {
    if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
  };
  await service.settled(['balances']);
  const urls = { good: deliveries.url, refuser: refuser.url, baseUrl: service.baseUrl };
  const furnished = await furnish(client, urls, expect);
  deliveries.secret = furnished.secret;
  const lives = [];
  for (let life = 0; life < LIVES; life += 1) lives.push(await liveThrough(client, 'a', expect));
  const first = lives[0]!;
  const kin = await liveThrough(client, 'b', expect);
  const neighbour = await liveThrough(client, 'c', expect);
  const resolved = await resolveDeadLetter(client, first.sessionId, expect);
  await settled();
  const told = (LIVES + 2) * 5;
  await until('the deliveries', 60_000, () => deliveries.byEvent.size >= told);
  await toDisk();
  const before = await scan(stack.dataDir);
  t.deepEqual(before.found, []);
  t.true(before.files > 500 && before.bytes > 20_000_000, 'there was something to search in');

  const copies = await copyOf(first.sessionId);
  t.true(copies.rows.length === 1 && copies.bodies.length > 3);
  const openable = await openedOf(copies);
  t.true(
    openable.opened > 10 && openable.opened < openable.parts,
    'with its keys it opens, but for what was cleared',
  );
  const neighbourBefore = bodiesOf(await views(neighbour.sessionId));
  await settled();
  const booksBefore = await books();

  // One session, then a patient with the other.
  const erased: Answer[] = [];
  for (const life of lives) {
    const answer = await client('DELETE', `/v1/sessions/${life.sessionId}`);
    expect('erase', answer.status, 200);
    erased.push(answer);
  }
  const patient = await client('DELETE', `/v1/patients/${word('patientb')}`);
  expect('erase the patient', patient.status, 200);
  const { certificate } = erased[0]!.body as {
    certificate: { destroyed: { key_ids: string[]; copies: object } };
  };
  t.like(certificate.destroyed.copies, { stored_answers: 1, webhook_bodies: copies.bodies.length });
  t.is(certificate.destroyed.key_ids.length, 7, 'of eleven, four went with the answer that was cleared');
  const certificateFile = path.join(stack.dataDir, 'certificate.json');
  await writeFile(certificateFile, JSON.stringify(patient.body));
  const verified = spawnSync(process.execPath, ['infra/erasure/verify-certificate.mjs', certificateFile]);
  t.is(verified.status, 0, verified.stderr.toString());
  await writeFile(certificateFile, JSON.stringify(patient.body).replace('"sessions":1', '"sessions":2'));
  t.is(spawnSync(process.execPath, ['infra/erasure/verify-certificate.mjs', certificateFile]).status, 1);

  for (const sessionId of [first.sessionId, kin.sessionId]) {
    t.deepEqual([...new Set((await views(sessionId)).map(({ status }) => status))], [404]);
  }
  t.is((await first.repeat()).status, 404, 'nor is the answer kept');
  const { body: delivery } = await client('GET', `/v1/admin/webhooks/deliveries/${resolved}`);
  t.like(delivery, { payload: null, resolution_reason: 'subject erased' });
  t.false(JSON.stringify(delivery).includes(word('')));
  t.is((await openedOf(copies)).opened, 0, 'no key that is left opens any part of the copy');
  t.deepEqual(bodiesOf(await views(neighbour.sessionId)), neighbourBefore);

  await settled();
  const after = await books();
  t.deepEqual({ ...after, trail: after.trail.slice(0, booksBefore.trail.length) }, booksBefore);
  await rebuild({ ...runtime, databaseUrl: stack.databaseUrl, projections: allProjections, check: false });
  await settled();
  const rebuilt = await books();
  t.deepEqual({ ...rebuilt, trail: rebuilt.trail.slice(0, after.trail.length) }, after);
  for (const sessionId of [first.sessionId, kin.sessionId]) {
    t.deepEqual(await sql('SELECT 1 FROM read.sessions WHERE session_id = $1', [sessionId]), []);
    t.deepEqual(await sql('SELECT 1 FROM read.patient_sessions WHERE session_id = $1', [sessionId]), []);
    t.deepEqual([...new Set((await views(sessionId)).map(({ status }) => status))], [404]);
  }
  t.deepEqual(bodiesOf(await views(neighbour.sessionId)), neighbourBefore);

  // Stopped in order, so that statistics and what was held back are on the disk as well.
  await toDisk();
  await service.apps.stop();
  for (const one of Object.values(processesOf(service))) await one.stop();
  t.deepEqual((await scan(stack.dataDir)).found, []);
  const leak = (index: number): string => path.join('postgres', `leak-${index}`);
  for (const [index, [, content]] of LEAKS.entries()) {
    await writeFile(path.join(stack.dataDir, leak(index)), content);
  }
  const { found } = await scan(stack.dataDir);
  for (const [index, [form]] of LEAKS.entries()) t.true(found.includes(`${form} in ${leak(index)}`), form);
});
