import test from 'ava';
import { createBalanceCrossings } from '../../../command-api/reactors/balance-crossings.ts';
import { createSessionTimeout, IDLE_MS } from '../../../command-api/reactors/session-timeout.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { sessionStream, tenantStream } from '../../../shared/event-log/streams.ts';
import { inTransaction } from '../../../shared/postgres/pool.ts';
import { createBatchContext, toLogEvent } from '../../../shared/projection/batch-context.ts';
import { startReacting } from './reacting.ts';

/** Reactors that append facts, against a real log. They look at all that is there, so one test runs at a time. */
const reactors = await startReacting();
test.after.always(reactors.stop);
const { world, parts, settled, read, charge, setNow } = reactors;
const { pool } = parts;
const sessionTimeout = createSessionTimeout(parts);
await reactors.sessions.start();
await reactors.crossings.start();

type Row = { revision: number; last_activity_at: Date; timed_out_since: Date | null; state_key_id: string };

async function rowOf(sessionId: string): Promise<Row> {
  await settled('sessions');
  const columns = 'revision, last_activity_at, timed_out_since, state_key_id';
  const { rows } = await pool.query<Row>(`SELECT ${columns} FROM read.sessions WHERE session_id = $1`, [
    sessionId,
  ]);
  return rows[0]!;
}
const idleUntil = (row: Row, idleMs: number): void =>
  setNow(new Date(row.last_activity_at.getTime() + idleMs));
const timeoutsOf = async (sessionId: string) =>
  (await read(sessionStream(sessionId))).filter(({ type }) => type === 'session-timed-out');

test.serial('a session times out after 30 idle minutes, not before, and once', async (t) => {
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId, { test: true });
  const before = await rowOf(sessionId);
  idleUntil(before, IDLE_MS - 1);
  await sessionTimeout.runOnce();
  t.is((await timeoutsOf(sessionId)).length, 0);
  idleUntil(before, IDLE_MS);
  await sessionTimeout.runOnce();
  const [timedOut, ...more] = await timeoutsOf(sessionId);
  t.is(more.length, 0);
  t.is(reactors.told.at(-1), timedOut?.eventId);
  t.is(timedOut?.data.idle_since, before.last_activity_at.toISOString());
  t.like(timedOut?.metadata, {
    tenant_id: tenantId,
    actor: { type: 'system', id: 'session-timeout' },
    request_id: timedOut?.metadata.command_id,
    tokens_charged: 0,
    test: true,
  });
  const after = await rowOf(sessionId);
  t.deepEqual(after.timed_out_since, before.last_activity_at);
  t.deepEqual(after.last_activity_at, before.last_activity_at);
  t.is(after.state_key_id, before.state_key_id);
  idleUntil(before, 10 * IDLE_MS);
  t.is(await sessionTimeout.runOnce(), 0);
  t.is((await timeoutsOf(sessionId)).length, 1);
});

test.serial('activity after a time-out begins a new idle period; a finalized session has none', async (t) => {
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId);
  const ended = await world.open(tenantId);
  await world.session(ended, { kind: 'finalize' });
  idleUntil(await rowOf(ended), IDLE_MS);
  await sessionTimeout.runOnce();
  await world.answer(sessionId);
  const answered = await rowOf(sessionId);
  idleUntil(answered, IDLE_MS - 1);
  await sessionTimeout.runOnce();
  t.is((await timeoutsOf(sessionId)).length, 1);
  idleUntil(answered, IDLE_MS);
  await sessionTimeout.runOnce();
  t.deepEqual(
    (await timeoutsOf(sessionId)).map(({ data }) => data.idle_since).at(-1),
    answered.last_activity_at.toISOString(),
  );
  t.is((await timeoutsOf(sessionId)).length, 2);
  t.is((await timeoutsOf(ended)).length, 0);
});

test.serial('rows that lag neither time out an active session nor repeat a time-out', async (t) => {
  const tenantId = await world.registerTenant();
  const active = await world.open(tenantId);
  const idle = await world.open(tenantId);
  const row = await rowOf(idle);
  await reactors.sessions.stop();
  await world.answer(active);
  idleUntil(row, IDLE_MS);
  await sessionTimeout.runOnce();
  await sessionTimeout.runOnce();
  await reactors.sessions.start();
  t.is((await timeoutsOf(active)).length, 0);
  t.is((await timeoutsOf(idle)).length, 1);
  t.is((await rowOf(idle)).revision, (await timeoutsOf(idle))[0]!.revision);
});

const crossingsOf = async (tenantId: string) =>
  (await read(tenantStream(tenantId))).filter(({ type }) => type === 'balance-threshold-crossed');

/** What the last charges crossed, as names in order. */
async function crossedAfter(tenantId: string, ...charges: number[]): Promise<unknown[]> {
  const before = (await crossingsOf(tenantId)).length;
  for (const tokens of charges) await charge(tenantId, tokens);
  await settled('balance-crossings');
  return (await crossingsOf(tenantId)).slice(before).map(({ data }) => data.threshold);
}

test.serial('each threshold is crossed once on the way down, and again after a top-up', async (t) => {
  const tenantId = await world.registerTenant('free_trial');
  t.deepEqual(await crossedAfter(tenantId, 799), []);
  t.deepEqual(await crossedAfter(tenantId, 1), ['low_20']);
  t.deepEqual(await crossedAfter(tenantId, 99), []);
  t.deepEqual(await crossedAfter(tenantId, 1, 50), ['low_10']);
  t.deepEqual(await crossedAfter(tenantId, 49), []);
  t.deepEqual(await crossedAfter(tenantId, 1), ['depleted']);
  t.deepEqual(await crossedAfter(tenantId, 500), []);

  await world.tenant(tenantId, { kind: 'top_up', tokens: 1_500 });
  t.deepEqual(await crossedAfter(tenantId, 995), ['low_20', 'low_10']);
  t.deepEqual(await crossedAfter(tenantId, 8), ['depleted']);
  const last = (await crossingsOf(tenantId)).at(-1);
  const cause = (await read(tenantStream(tenantId))).findLast(({ metadata }) => metadata.tokens_charged > 0);
  t.is(reactors.told.at(-1), last?.eventId);
  t.like(last?.data, { threshold: 'depleted', balance: -3, initial_balance: 1_000 });
  t.like(last?.metadata, {
    actor: { type: 'system', id: 'balance-crossings' },
    causation_id: cause?.eventId,
    tokens_charged: 0,
  });
});

test.serial('one charge may cross all thresholds; a top-up that ends below zero arms none', async (t) => {
  const tenantId = await world.registerTenant('free_trial');
  t.deepEqual(await crossedAfter(tenantId, 1_100), ['low_20', 'low_10', 'depleted']);
  await world.tenant(tenantId, { kind: 'top_up', tokens: 50 });
  t.deepEqual(await crossedAfter(tenantId, 1), []);
  await world.tenant(tenantId, { kind: 'top_up', tokens: 151 });
  t.deepEqual(await crossedAfter(tenantId, 85), ['low_20']);
});

test.serial('a crash between append and checkpoint leaves one event', async (t) => {
  await settled('balance-crossings');
  await reactors.crossings.stop();
  const tenantId = await world.registerTenant('free_trial');
  await charge(tenantId, 900);
  const unseen: StoredEvent[] = await read(tenantStream(tenantId));
  const { project } = createBalanceCrossings(parts);
  const crash = inTransaction(pool, async (tx) => {
    const context = createBatchContext(
      { ...parts, dataKeys: reactors.dataKeys, random: systemRandom },
      tx,
      true,
    );
    await project(unseen.map(toLogEvent), tx, context);
    throw new Error('crashed');
  });
  await t.throwsAsync(crash, { message: 'crashed' });
  const thresholds = async () => (await crossingsOf(tenantId)).map(({ data }) => data.threshold);
  t.deepEqual(await thresholds(), ['low_20', 'low_10']);
  await world.tenant(tenantId, { kind: 'change_settings', overage_allowed: true });
  await reactors.crossings.start();
  await settled('balance-crossings');
  t.deepEqual(await thresholds(), ['low_20', 'low_10']);
  t.deepEqual(await crossedAfter(tenantId, 100), ['depleted']);
});
