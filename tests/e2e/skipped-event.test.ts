import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { open } from 'lmdb';
import { overrideRateLimit, topUp } from '../../command-api/tenants/operations.ts';
import { CommandFailure } from '../../infra/cli/connection.ts';
import type { EventMetadata, StoredEvent } from '../../shared/event-log/stored-event.ts';
import {
  apiKeyStream,
  auditStream,
  patientStream,
  sessionStream,
  subscriptionStream,
  tenantStream,
} from '../../shared/event-log/streams.ts';
import { positionKey } from '../infra/audit/world.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { errorOf } from '../support/answers.ts';
import { appendOwnBroken } from '../support/broken-events.ts';
import { collect } from '../support/collect.ts';
import { appendRaw, type RawEvent } from '../support/foreign-events.ts';
import { agrees, opsOf, skipWith } from '../support/run-ops.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Events of ours that nobody can read stand in the middle of streams that the service writes: skipped, each reader goes on. */
const LIMIT_MS = 30_000;
/** The calls of a tenant are limited. */
const PAUSE_MS = 500;
const REASON = 'A disk lost a block, ticket 4711.';
const service = await startService();
const { stack, runtime } = service;
const tenantId = await service.newTenant({ tier: 'growth' });
const client = await service.newClient(tenantId);
test.after.always(service.stop);
const ops = opsOf(stack);

const skip = ({ eventId, position }: Pick<StoredEvent, 'eventId' | 'position'>, tenant = tenantId) =>
  skipWith(ops, { eventId, position }, { tenantId: tenant, reason: REASON });

const eventsOf = (stream: string): Promise<StoredEvent[]> => collect(runtime.log.readStream(stream, 0));

const skipped: string[] = [];

/** Appends what the service should not have; returns what stands there then. */
async function appendBroken(stream: string, event: RawEvent): Promise<StoredEvent> {
  const eventId = await appendOwnBroken(runtime.log, stream, event);
  const found = (await eventsOf(stream)).find((one) => one.eventId === eventId);
  if (!found) throw new Error('it was not appended');
  return found;
}

async function skipAll(events: readonly StoredEvent[]): Promise<void> {
  for (const event of events) {
    await skip(event);
    skipped.push(event.eventId);
  }
  await service.settled();
}

type Session = { session_id: string; current_question: { question_id: string } };

async function openSession(): Promise<Session> {
  const body = { chief_complaint: 'chest pain', age: 57, sex: 'male', patient_id: 'p-1' };
  return (await client('POST', '/v1/sessions', body)).body as Session;
}

const at = ({ session_id }: Session, tail = ''): string => `/v1/sessions/${session_id}${tail}`;
const say = (session: Session) =>
  client('POST', at(session, '/answer'), {
    question_id: session.current_question.question_id,
    raw_text: 'no',
  });

/** An event of the session once more, under another id: what is sealed is bound to the first. */
function copyOf(event: StoredEvent, changes: Partial<EventMetadata> = {}): RawEvent {
  const own = event.metadata as EventMetadata;
  const metadata = { ...own, mac: undefined, command_id: randomUUID(), ...changes };
  return { type: event.type, data: JSON.stringify(event.data), metadata: JSON.stringify(metadata) };
}

test.serial('in a session: nothing is concluded without it, and the session can be erased', async (t) => {
  const [foreign, tampered, whole] = [await openSession(), await openSession(), await openSession()];
  for (const session of [foreign, tampered, whole]) {
    const said = await say(session);
    t.is(said.status, 200, JSON.stringify(said.body));
  }
  const state = (await client('GET', at(foreign, '/state'))).body;
  const answered = (await eventsOf(sessionStream(tampered.session_id))).find(
    ({ type }) => type === 'session-answered',
  );
  if (!answered) return t.fail();
  await service.settled();
  const before = await client('GET', '/v1/admin/balance');
  const broken = [
    await appendBroken(sessionStream(foreign.session_id), { data: '{}' }),
    await appendBroken(sessionStream(tampered.session_id), copyOf(answered, { tokens_charged: 3 })),
  ];
  for (const session of [foreign, tampered]) {
    t.is((await client('GET', at(session, '/history'))).status, 500);
  }
  await until('balances stand still', LIMIT_MS, async () => {
    const { rows } = await runtime.pool.query(
      `SELECT 1 FROM ops.parked_events WHERE projection = 'balances'`,
    );
    return rows.length === 1;
  });
  t.like(await ops('log', 'check'), {
    code: 1,
    result: { events: broken.map(({ eventId: event_id }) => ({ event_id, problem: 'broken' })) },
  });
  await skipAll(broken);
  t.like(await ops('log', 'check'), {
    code: undefined,
    result: { events: broken.map(({ eventId: event_id }) => ({ event_id, problem: 'skipped' })) },
  });
  t.is((await runtime.pool.query('SELECT 1 FROM ops.parked_events')).rows.length, 0);

  for (const session of [foreign, tampered]) {
    await until('the API knows of the skip', LIMIT_MS, async () => {
      await sleep(PAUSE_MS);
      return (await client('GET', at(session, '/history'))).status === 200;
    });
  }
  for (const [session, event] of [[foreign, broken[0]] as const, [tampered, broken[1]] as const]) {
    const revision = event?.revision ?? 0;
    t.deepEqual(errorOf(await say({ ...session, current_question: { question_id: 'additional' } })), [
      409,
      'conflict',
    ]);
    for (const tail of ['/state', '/results', '/explain', '/export?format=fhir']) {
      const answer = await client('GET', at(session, tail));
      t.deepEqual(errorOf(answer), [503, 'service_unavailable'], tail);
      t.like(answer.body, { error: { detail: { reason: 'session_unreadable' } } });
    }
    const { body } = await client('GET', at(session, '/history'));
    const shown = (body as { events: { revision: number }[] }).events.find(
      (one) => one.revision === revision,
    );
    t.like(shown, { event_id: event?.eventId, type: 'event-unreadable', data: { unreadable: true } });
    t.deepEqual((await client('GET', at(session, `/history?at=${revision}`))).body, {
      session_id: session.session_id,
      unreadable: true,
    });
    t.like((await client('GET', at(session, '/export'))).body, { unreadable: [revision] });
  }
  const earlier = `/history?at=${(broken[0]?.revision ?? 0) - 1}`;
  t.deepEqual((await client('GET', at(foreign, earlier))).body, state, 'before it, as it was');
  const later = await say({ ...whole, current_question: { question_id: 'additional' } });
  t.is(later.status, 200, JSON.stringify(later.body));
  await service.settled();
  const balance = (answer: { body: unknown }) => (answer.body as { balance: number }).balance;
  t.is(balance(await client('GET', '/v1/admin/balance')), balance(before) - 3 - 8, 'charged as metadata say');
  await agrees(t, ops, { tenantId, skipped });
  const deleted = await client('DELETE', at(foreign));
  t.is(deleted.status, 200, JSON.stringify(deleted.body));
  t.is((await client('GET', at(foreign, '/history'))).status, 404);
  await service.settled();
  await agrees(t, ops, { tenantId, skipped });
});

test.serial('in the stream of a tenant: it goes on', async (t) => {
  const stream = tenantStream(tenantId);
  const own = await eventsOf(stream);
  const [registered] = own;
  if (!registered) return t.fail();
  const broken = [
    await appendBroken(stream, { type: 'tokens-granted', data: '{"tokens":7}', metadata: '{}' }),
    await appendBroken(stream, { type: 'tokens-granted', data: '{"tokens":1000}' }),
    await appendBroken(stream, { ...copyOf(registered, { tokens_charged: 2 }), type: 'order-placed' }),
  ];
  await t.throwsAsync(topUp(runtime, tenantId, 500), { message: /sealed groups do not fit/ });
  await skipAll(broken);
  await until('a process that has just read the log knows of the skip', LIMIT_MS, () =>
    topUp(runtime, tenantId, 500).then(
      () => true,
      () => false,
    ),
  );
  await overrideRateLimit(runtime, tenantId, 77);
  await service.settled();
  const { rows } = await runtime.pool.query(
    'SELECT t.rate_limit_override, t.revision FROM read.tenants t WHERE tenant_id = $1',
    [tenantId],
  );
  const last = (await eventsOf(stream)).at(-1);
  t.like(rows[0], { rate_limit_override: 77, revision: last?.revision });
  t.is((await client('POST', '/v1/sessions', { chief_complaint: 'cough' })).status, 201);
  await service.settled();
  await agrees(t, ops, { tenantId, skipped });
});

test.serial('in the stream of an API key, and in that of the checkpoints', async (t) => {
  const other = await service.newClient(tenantId);
  const { rows } = await runtime.pool.query<{ lineage_id: string }>(
    'SELECT lineage_id FROM read.api_keys WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 1',
    [tenantId],
  );
  const [key] = rows;
  t.is((await other('GET', '/v1/admin/balance')).status, 200);
  t.like(await ops('audit', 'checkpoint', tenantId), { code: undefined });
  await skipAll([
    await appendBroken(apiKeyStream(key?.lineage_id ?? ''), { data: '{}' }),
    await appendBroken(auditStream(tenantId), { data: '{}' }),
  ]);
  t.deepEqual(errorOf(await other('GET', '/v1/admin/balance')), [401, 'unauthorized'], 'it may be revoked');
  t.is((await client('GET', '/v1/admin/balance')).status, 200);
  await agrees(t, ops, { tenantId, skipped });
});

test.serial('in the streams of a patient and of a subscription: they go on', async (t) => {
  const profile = await client('PUT', '/v1/patients/p-2', { allergies: ['latex'] });
  const { profile_id } = profile.body as { profile_id: string };
  const webhook = { url: 'http://127.0.0.1:9/', events: ['session.created'] };
  const created = (await client('POST', '/v1/admin/webhooks', webhook)).body as { subscription_id: string };
  const streams = [patientStream(profile_id), subscriptionStream(created.subscription_id)];
  const broken = [];
  for (const stream of streams) broken.push(await appendBroken(stream, { data: '{}', metadata: '{}' }));
  await skipAll(broken);
  await until('the API knows of the skip', LIMIT_MS, async () => {
    await sleep(PAUSE_MS);
    const changed = await client('PUT', '/v1/patients/p-2', { allergies: ['latex', 'penicillin'] });
    return changed.status === 200;
  });
  const { subscription_id } = created;
  t.is((await client('DELETE', `/v1/admin/webhooks/${subscription_id}`)).status, 200);
  await service.settled();
  await agrees(t, ops, { tenantId, skipped });
  t.is((await client('DELETE', '/v1/patients/p-2')).status, 200);
  await service.settled();
  await agrees(t, ops, { tenantId, skipped });
});

test.serial('what broke after it was applied keeps its audit row and its charge', async (t) => {
  const session = await openSession();
  t.is((await say(session)).status, 200);
  const events = await eventsOf(sessionStream(session.session_id));
  const answered = events.find(({ type }) => type === 'session-answered');
  if (!answered) return t.fail();
  await service.settled();
  const { eventStore } = stack.processes;
  await eventStore.stop();
  const encoding = { encoding: 'binary', keyEncoding: 'binary' } as const;
  const root = open({ path: path.join(stack.dataDir, 'event-store', 'data'), maxDbs: 8, ...encoding });
  const records = root.openDB<Buffer, Buffer>({ name: 'log', ...encoding });
  const bytes = Buffer.from(records.get(positionKey(answered.position)) ?? []);
  for (const text of ['"tokens_charged"', '"sealed"']) bytes[bytes.indexOf(text)] = 0;
  await records.put(positionKey(answered.position), bytes);
  await root.close();
  await eventStore.start();
  await until('the log answers', LIMIT_MS, () =>
    runtime.log.ping().then(
      () => true,
      () => false,
    ),
  );
  const found = (await eventsOf(sessionStream(session.session_id))).find(
    ({ eventId }) => eventId === answered.eventId,
  );
  t.true(found?.standIn?.original?.metadata instanceof Uint8Array);
  t.like(await ops('log', 'check'), { code: 1 });
  const verified = await ops('audit', 'verify', tenantId, '--against-log');
  t.like(verified, { code: 1, result: { intact: false, broken: { where: 'log' } } });
  t.like(verified.result, { not_ours: [{ event_id: answered.eventId, problem: 'mac_missing' }] });
  // Whoever reaches the database as well may spoil the row, so that the event seems never to have had one.
  const rewrite = (canonical: string): Promise<unknown> =>
    runtime.pool.query('UPDATE read.audit_rows SET canonical = $1 WHERE event_id = $2', [
      canonical,
      answered.eventId,
    ]);
  const { rows } = await runtime.pool.query<{ canonical: string }>(
    'SELECT canonical FROM read.audit_rows WHERE event_id = $1',
    [answered.eventId],
  );
  for (const spoilt of ['no JSON', 'null', '{}']) {
    await rewrite(spoilt);
    const message = /does not tell its place any more/;
    await t.throwsAsync(skip(answered), { instanceOf: CommandFailure, message }, spoilt);
  }
  await rewrite(rows[0]?.canonical ?? '');
  t.like((await skip(answered)).result, { audited: true });
  skipped.push(answered.eventId);
  await service.settled();
  t.like(await ops('audit', 'verify', tenantId, '--against-log'), {
    code: undefined,
    result: { intact: true, skipped },
  });
  const evidence = mkdtempSync(path.join(os.tmpdir(), 'triage-evidence-'));
  t.teardown(() => rmSync(evidence, { recursive: true }));
  const rebuilt = await ops('rebuild', '--all', '--check');
  t.like(rebuilt, { code: 1, result: { isSame: false } }, 'the session knows what a rebuild cannot');
  const folder = path.join(evidence, 'trail');
  const healed = await ops('rebuild', '--all', '--evidence', folder);
  const kept = readFileSync(path.join(folder, 'evidence.json'));
  const sha256 = createHash('sha256').update(kept).digest('hex');
  t.like(healed, { code: undefined, result: { evidence: { folder, sha256 } } });
  const again = ops('rebuild', 'audit', '--evidence', folder);
  await t.throwsAsync(again, { instanceOf: CommandFailure, message: /is not empty/ });
  await until('the trail says that it was built again', LIMIT_MS, async () => {
    const query = "SELECT 1 FROM read.audit_rows WHERE tenant_id = $1 AND action = 'audit.rebuilt'";
    return (await runtime.pool.query(query, [tenantId])).rowCount === 1;
  });
  await service.settled();
  await agrees(t, ops, { tenantId, skipped });
});

test.serial('a skip is refused for what can be read, now or later', async (t) => {
  const refused = (event: Pick<StoredEvent, 'eventId' | 'position'>, message: RegExp, tenant?: string) =>
    t.throwsAsync(skip(event, tenant), { instanceOf: CommandFailure, message });
  const session = await openSession();
  const stream = sessionStream(session.session_id);
  const [opened] = await eventsOf(stream);
  const [registered] = await eventsOf(tenantStream(tenantId));
  if (!opened || !registered) return t.fail();
  await refused(opened, /can read this event/);
  await refused({ ...opened, position: registered.position }, /no such event/);
  await refused(opened, /no such tenant/, randomUUID());
  const later = await appendBroken(stream, copyOf(opened, { schema_version: 99 }));
  await refused(later, /a later version/);
  const broken = await appendBroken(stream, { data: '{}' });
  await refused(broken, /of another tenant/, await service.newTenant());
  const foreign = await appendRaw(stack.eventStoreUrl, 'order-1', { data: '{}' });
  await refused({ eventId: foreign, position: await runtime.log.lastPosition() }, /passed over already/);
  const lost = `UPDATE ops.data_keys SET key_id = $2 WHERE key_id = $1`;
  const { k } = Object.values(opened.data.sealed as Record<string, { k: string }>)[0] ?? { k: '' };
  const hidden = randomUUID();
  await runtime.pool.query(lost, [k, hidden]);
  await refused(opened, /restore ops.data_keys/);
  const { result } = await ops('log', 'check');
  const problems = (result as { events: { event_id: string; problem: string }[] }).events.filter(
    ({ problem }) => problem !== 'skipped',
  );
  t.deepEqual(
    problems.map(({ event_id, problem }) => [event_id, problem]),
    [
      [opened.eventId, 'key_missing'],
      [later.eventId, 'later_version'],
      [broken.eventId, 'broken'],
    ],
  );
  await runtime.pool.query(lost, [hidden, k]);
});
