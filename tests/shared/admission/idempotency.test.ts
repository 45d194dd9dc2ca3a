import { randomUUID } from 'node:crypto';
import test from 'ava';
import { withdraw, type AdmitCall } from '../../../shared/admission/admit.ts';
import { KeyMissingError } from '../../../shared/crypto/data-keys.ts';
import { eventIdOf } from '../../../shared/event-log/codec.ts';
import { startDatabase } from '../../support/database.ts';
import {
  after,
  callOf,
  createOf,
  createAdmitting,
  freshKey,
  HOUR,
  idempotencyOf,
  newKey,
  newSession,
  newTenant,
  T0,
  type TestKey,
} from './admitting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);
const world = createAdmitting(pool);

/** What a handler does with the answer of a call that went well. */
async function finish(call: AdmitCall, tenantId: string, keyId: string): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE ops.idempotency_keys SET is_done = true, response_sealed = '\\x0909', response_key_id = $4
     WHERE tenant_id = $1 AND key_hash = $2 AND command_id = $3`,
    [tenantId, call.idempotency?.keyHash, call.commandId, keyId],
  );
  if (rowCount !== 1) throw new Error('no mark to finish');
}

/** What the projections do once the log holds the command. */
async function project(call: AdmitCall, tenantId: string): Promise<void> {
  await pool.query('UPDATE read.balances SET charged = charged + $2 WHERE tenant_id = $1', [
    tenantId,
    call.cost,
  ]);
  await pool.query(
    `INSERT INTO read.usage_records (record_id, tenant_id, action, tokens, request_id, created_at)
     VALUES ($1, $2, 'session.answer', $3, 'r', $4)`,
    [eventIdOf(call.commandId, 0), tenantId, call.cost, T0],
  );
  await pool.query('DELETE FROM ops.intents WHERE command_id = $1', [call.commandId]);
}

const setUp = async (options: Parameters<typeof newTenant>[1] = {}) => {
  const tenantId = await newTenant(pool, options);
  return { tenantId, key: await newKey(pool, tenantId) };
};
/** The same call again, a number of seconds later. */
const again = (call: AdmitCall, seconds: number, changes: Partial<AdmitCall> = {}): AdmitCall => ({
  ...call,
  now: after(seconds),
  deadline: after(seconds + 10),
  ...changes,
});
const named = (key: TestKey, name: string, changes: Partial<AdmitCall> = {}): AdmitCall =>
  callOf(key, { idempotency: idempotencyOf(name), ...changes });

test('first wins, a second call meanwhile is in progress, and a finished one is replayed', async (t) => {
  const { tenantId, key } = await setUp({ balance: 8 });
  const responseKey = freshKey();
  const call = named(key, 'k', { keys: { subjectId: randomUUID(), fresh: [responseKey] } });
  t.is(await world.told(call), 'admitted');
  const running = await world.admit(again(call, 19.9));
  t.is(running.kind === 'refused' && running.error.status, 409);
  t.is(running.kind === 'refused' && running.error.headers['Retry-After'], '1');

  await finish(call, tenantId, responseKey.keyId);
  const replay = await world.admit(again(call, 5));
  t.like(replay, {
    kind: 'replay',
    sealed: Buffer.from([9, 9]),
    key: { key_id: responseKey.keyId, master_id: 'm', wrapped: Buffer.from([1, 2, 3]) },
    caller: { tenantId },
  });
  t.is(await world.told(again(call, 24 * HOUR - 0.001)), 'replay');
  t.is((await world.intentsOf(tenantId)).length, 1, 'a replay costs nothing more, whatever the balance');
});

test('the same key with another method, path or body executes nothing', async (t) => {
  const { tenantId, key } = await setUp();
  const call = named(key, 'k');
  const other = (seconds: number) =>
    again(call, seconds, { idempotency: idempotencyOf('k', { body: 'other' }) });
  t.is(await world.told(call), 'admitted');
  t.is(await world.told(other(1)), 'validation_error');
  t.is(await world.told(other(30)), 'validation_error', 'also where the first one died');
  await finish(call, tenantId, randomUUID());
  const refused = await world.admit(other(40));
  t.like(refused.kind === 'refused' && refused.error.detail, {
    field_errors: [{ field: 'Idempotency-Key', code: 'idempotency_mismatch' }],
  });
  t.is((await world.intentsOf(tenantId)).length, 1);
});

test('a key is scoped to its tenant', async (t) => {
  const [one, two] = [await setUp(), await setUp()];
  t.is(await world.told(named(one.key, 'shared')), 'admitted');
  t.is(await world.told(named(two.key, 'shared')), 'admitted');
});

test('a replay is authorised like any other call', async (t) => {
  const { tenantId, key } = await setUp();
  const call = named(key, 'k');
  await world.admit(call);
  await finish(call, tenantId, randomUUID());
  const reader = await newKey(pool, tenantId, { scopes: ['sessions:read'] });
  await t.throwsAsync(
    world.admit(again({ ...call, credential: { kind: 'key', keyHash: reader.keyHash, test: false } }, 1)),
    { message: /scope/ },
  );
});

test('the answer of something erased comes with its destroyed key; a lost key is a fault', async (t) => {
  const { tenantId, key } = await setUp();
  const responseKey = freshKey();
  const call = named(key, 'k', { keys: { subjectId: randomUUID(), fresh: [responseKey] } });
  await world.admit(call);
  await finish(call, tenantId, responseKey.keyId);
  await pool.query(
    'UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = $2 WHERE key_id = $1',
    [responseKey.keyId, T0],
  );
  t.like(await world.admit(again(call, 1)), { kind: 'replay', key: { master_id: null, wrapped: null } });
  await pool.query('DELETE FROM ops.data_keys WHERE key_id = $1', [responseKey.keyId]);
  await t.throwsAsync(world.admit(again(call, 1)), { instanceOf: KeyMissingError });
});

test('a call whose process died is taken over after 20 seconds, under its command id and keys', async (t) => {
  const { tenantId, key } = await setUp({ balance: 8 });
  const keyId = randomUUID();
  const withKey = (wrapped: number[]) => ({ subjectId: randomUUID(), fresh: [freshKey(keyId, wrapped)] });
  const call = named(key, 'k', { keys: withKey([1]) });
  t.is(await world.told(call), 'admitted');
  t.is(await world.told(again(call, 19.999, { keys: withKey([2]) })), 'conflict');
  t.deepEqual(await world.wrappedOf(keyId), [1]);

  const takeover = again(call, 20, { keys: withKey([3]) });
  t.like(await world.admit(takeover), {
    kind: 'admitted',
    isTakeover: true,
    commandId: call.commandId,
    cost: 8,
  });
  t.deepEqual(await world.wrappedOf(keyId), [1], 'the stored key may have sealed events');
  t.deepEqual(await world.intentsOf(tenantId), [{ command_id: call.commandId, cost: 8, creates: null }]);
  const { rows } = await pool.query<{ deadline_at: Date }>(
    'SELECT deadline_at FROM ops.intents WHERE command_id = $1',
    [call.commandId],
  );
  t.deepEqual(rows[0]?.deadline_at, takeover.deadline);
  t.is(await world.told(again(call, 39.9)), 'conflict', 'whoever took over is running now');
  t.like(await world.admit(again(call, 40)), { isTakeover: true });
});

test('a takeover whose charge was projected already is neither asked to pay again nor holds money', async (t) => {
  const { tenantId, key } = await setUp({ balance: 8 });
  const call = named(key, 'k');
  await world.admit(call);
  await project(call, tenantId);
  t.is(await world.told(callOf(key)), 'payment_required', 'the balance is used up');
  t.like(await world.admit(again(call, 20)), { kind: 'admitted', isTakeover: true, cost: 8 });
  t.deepEqual(await world.intentsOf(tenantId), []);
});

test('a takeover whose intent was released pays like a new call', async (t) => {
  const { tenantId, key } = await setUp({ balance: 8 });
  const call = named(key, 'k');
  await world.admit(call);
  await pool.query('DELETE FROM ops.intents WHERE command_id = $1', [call.commandId]);
  const other = callOf(key);
  t.is(await world.told(other), 'admitted');
  t.is(await world.told(again(call, 90)), 'payment_required');
  await withdraw(pool, { tenantId, commandId: other.commandId, idempotencyHash: null, keyIds: [] });
  t.like(await world.admit(again(call, 95)), { kind: 'admitted', isTakeover: true });
  t.deepEqual(
    (await world.intentsOf(tenantId)).map((intent) => intent.command_id),
    [call.commandId],
  );
});

test('a taken-over create keeps its place, and a released one needs a free place', async (t) => {
  const { tenantId, key } = await setUp({ concurrency: 1 });
  const create = createOf(key, { idempotency: idempotencyOf('k') });
  await world.admit(create);
  t.like(await world.admit(again(create, 20)), { kind: 'admitted', isTakeover: true });

  await pool.query('DELETE FROM ops.intents WHERE command_id = $1', [create.commandId]);
  const { sessionId } = await newSession(pool, tenantId);
  t.is(await world.told(again(create, 90)), 'rate_limited');
  await pool.query('DELETE FROM read.sessions WHERE session_id = $1', [sessionId]);
  t.like(await world.admit(again(create, 95)), { kind: 'admitted', isTakeover: true });

  // Its own session stands and is charged: that is no second one.
  await newSession(pool, tenantId, { sessionId: create.sessionId ?? '' });
  await project(create, tenantId);
  t.like(await world.admit(again(create, 120)), { kind: 'admitted', isTakeover: true });
  t.deepEqual(await world.intentsOf(tenantId), []);
});

test('after 24 hours a key names a new command: the next generation', async (t) => {
  const { tenantId, key } = await setUp();
  const first = named(key, 'k');
  await world.admit(first);
  await finish(first, tenantId, randomUUID());
  const day = 24 * HOUR;
  const otherBody = { idempotency: idempotencyOf('k', { body: 'other' }) };
  t.like(await world.admit(again(first, day)), { kind: 'reused', generation: 1 });
  t.like(await world.admit(again(first, day, otherBody)), { kind: 'reused', generation: 1 });

  const second = named(key, 'k', {
    commandId: randomUUID(),
    now: after(day),
    idempotency: idempotencyOf('k', { generation: 1 }),
  });
  t.like(await world.admit(second), { kind: 'admitted', isTakeover: false, commandId: second.commandId });
  // Others begin with generation 0 and find the new mark.
  t.is(await world.told(again(first, day + 1)), 'conflict');
  t.is(await world.told(again(first, day + 1, otherBody)), 'validation_error');
  t.like(
    await world.admit(again(first, day + 20)),
    { kind: 'reused', generation: 1 },
    'ids follow from the generation, so its call must be repeated under it',
  );
  t.like(await world.admit(again(second, day + 20)), { isTakeover: true, commandId: second.commandId });
  await finish(second, tenantId, randomUUID());
  t.like(await world.admit(again(first, 2 * day + 60)), { kind: 'reused', generation: 2 });
});

test('an unfinished call is taken over after 24 hours too, unless the key now names something else', async (t) => {
  const { key } = await setUp();
  const call = named(key, 'k');
  await world.admit(call);
  const day = 24 * HOUR;
  const other = (generation: number) =>
    again(call, day, { idempotency: idempotencyOf('k', { body: 'other', generation }) });
  t.like(await world.admit(other(0)), { kind: 'reused', generation: 1 });
  const fresh = { ...other(1), commandId: randomUUID() };
  t.like(await world.admit(fresh), { kind: 'admitted', isTakeover: false, commandId: fresh.commandId });

  const forgotten = named(key, 'forgotten');
  await world.admit(forgotten);
  t.like(await world.admit(again(forgotten, 2 * day)), { isTakeover: true, commandId: forgotten.commandId });
});

test('a repeat whose mark is gone finds its keys and is told to look for its events', async (t) => {
  const { tenantId, key } = await setUp();
  const keyId = randomUUID();
  const withKey = (wrapped: number[]) => ({ subjectId: randomUUID(), fresh: [freshKey(keyId, wrapped)] });
  const call = named(key, 'k', { keys: withKey([1]) });
  await world.admit(call);
  await pool.query('DELETE FROM ops.idempotency_keys WHERE tenant_id = $1', [tenantId]);
  t.like(await world.admit(again(call, 100 * 24 * HOUR, { keys: withKey([2]) })), {
    kind: 'admitted',
    isTakeover: true,
    commandId: call.commandId,
  });
  t.deepEqual(await world.wrappedOf(keyId), [1]);
});
