import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createAdmit, withdraw, type AdmitCall } from '../../../shared/admission/admit.ts';
import { KeyMissingError } from '../../../shared/crypto/data-keys.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { Demand } from '../../../shared/http/route-types.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { startDatabase } from '../../support/database.ts';
import { overlapping } from '../../support/locks.ts';
import {
  access,
  after,
  callOf,
  createOf,
  createAdmitting,
  freshKey,
  idempotencyOf,
  newKey,
  newSession,
  newTenant,
  T0,
  told,
} from './admitting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);
const world = createAdmitting(pool);
const ANY_READER: Demand = { scope: 'sessions:read', session: false, roles: null, feature: null };

/** Two admissions, the second of which meets the first before that is committed. */
const atOnce = (first: AdmitCall, second: AdmitCall): Promise<string[]> =>
  overlapping(
    pool,
    async (tx) => told(await createAdmit(tx as Pool, access)(first)),
    () => world.told(second),
  );

test.serial('a balance of 8 pays for one of two answers at once', async (t) => {
  const tenantId = await newTenant(pool, { balance: 8 });
  const [one, two] = [await newKey(pool, tenantId), await newKey(pool, tenantId)];
  t.deepEqual(await atOnce(callOf(one), callOf(two)), ['admitted', 'payment_required']);
  t.deepEqual(
    (await world.intentsOf(tenantId)).map((intent) => intent.cost),
    [8],
  );
});

test.serial('a tier with one free session takes one of two creates at once', async (t) => {
  const tenantId = await newTenant(pool, { concurrency: 2 });
  const [one, two] = [await newKey(pool, tenantId), await newKey(pool, tenantId)];
  await newSession(pool, tenantId);
  t.deepEqual(await atOnce(createOf(one), createOf(two)), ['admitted', 'rate_limited']);
  t.is((await world.intentsOf(tenantId)).length, 1);
});

test.serial('two calls at once with one Idempotency-Key: one runs, the other is told so', async (t) => {
  const tenantId = await newTenant(pool);
  const [one, two] = [await newKey(pool, tenantId), await newKey(pool, tenantId)];
  for (const cost of [8, 0]) {
    const call = { cost, commandId: randomUUID(), idempotency: idempotencyOf(`at once ${cost}`) };
    t.deepEqual(await atOnce(callOf(one, call), callOf(two, call)), ['admitted', 'conflict']);
  }
});

test('many at once never take more than there is, and none waits for ever', async (t) => {
  const tenantId = await newTenant(pool, { balance: 50, concurrency: 3 });
  const keys = [await newKey(pool, tenantId), await newKey(pool, tenantId), await newKey(pool, tenantId)];
  const results = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const key = keys[n % 3];
      if (!key) throw new Error('no key');
      const idempotency = n % 4 === 0 ? idempotencyOf(`many ${n % 8}`) : null;
      return world.told(n % 2 === 0 ? callOf(key, { idempotency }) : createOf(key));
    }),
  );
  const intents = await world.intentsOf(tenantId);
  t.is(results.filter((result) => result === 'admitted').length, intents.length);
  t.true(intents.reduce((sum, intent) => sum + intent.cost, 0) <= 50);
  t.true(intents.filter((intent) => intent.creates !== null).length <= 3);
});

test('what is available is the balance less what others hold', async (t) => {
  const tenantId = await newTenant(pool, { balance: 17 });
  const key = await newKey(pool, tenantId);
  t.is(await world.told(callOf(key)), 'admitted');
  t.is(await world.told(callOf(key, { cost: 10 })), 'payment_required');
  t.is(await world.told(callOf(key, { cost: 9 })), 'admitted');
  t.is(await world.told(callOf(key, { cost: 1 })), 'payment_required');
  t.is(await world.told(callOf(key, { cost: 0 })), 'admitted', 'what is free is never refused for money');
  t.is(
    await world.told(callOf(await newKey(pool, await newTenant(pool, { balance: null })))),
    'payment_required',
  );
});

test('overage lets the balance go below zero', async (t) => {
  const tenantId = await newTenant(pool, { balance: -3, overage: true });
  const key = await newKey(pool, tenantId);
  t.is(await world.told(callOf(key)), 'admitted');
  t.deepEqual(
    (await world.intentsOf(tenantId)).map((intent) => intent.cost),
    [8],
    'what it costs is held all the same',
  );
});

test('a test key pays nothing, and holds a place only where it creates', async (t) => {
  const tenantId = await newTenant(pool, { balance: 0 });
  const key = await newKey(pool, tenantId, { test: true });
  const answer = await world.admit(callOf(key));
  t.like(answer, { kind: 'admitted', cost: 0, caller: { test: true } });
  t.deepEqual(await world.intentsOf(tenantId), []);
  const create = createOf(key);
  t.like(await world.admit(create), { kind: 'admitted', cost: 0 });
  t.deepEqual(await world.intentsOf(tenantId), [
    { command_id: create.commandId, cost: 0, creates: create.sessionId },
  ]);
});

test('an admitted call knows its caller, its window and the session as it stands', async (t) => {
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId, { rpm: 9 });
  const { sessionId, stateKeyId } = await newSession(pool, tenantId, { revision: 4 });
  const call = callOf(key, { sessionId, now: after(0.5) });
  t.deepEqual(await world.admit(call), {
    kind: 'admitted',
    caller: {
      tenantId,
      keyId: key.keyId,
      keyPrefix: key.rawKey.slice(0, 13),
      sessionId: null,
      role: null,
      actor: { type: 'api_key', id: key.keyId },
      scopes: ['sessions:write'],
      expiresAt: null,
      test: false,
    },
    rate: { limit: 9, remaining: 8, resetAtUnixS: T0.getTime() / 1_000 + 61 },
    test: false,
    commandId: call.commandId,
    isTakeover: false,
    cost: 8,
    session: {
      revision: 4,
      sealed: Buffer.from([2]),
      key: { key_id: stateKeyId, master_id: 'm', wrapped: Buffer.from([1]) },
    },
  });
  t.like(await world.admit(createOf(key)), { session: null });
});

test("another tenant's session, one of the other mode and one that is gone do not exist", async (t) => {
  const tenantId = await newTenant(pool);
  const live = await newKey(pool, tenantId);
  const trial = await newKey(pool, tenantId, { test: true });
  const stranger = await newKey(pool, await newTenant(pool));
  const { sessionId } = await newSession(pool, tenantId);
  const { sessionId: testSession } = await newSession(pool, tenantId, { test: true });
  t.is(await world.told(callOf(live, { sessionId })), 'admitted');
  t.is(await world.told(callOf(trial, { sessionId: testSession })), 'admitted');
  const kept = await world.intentsOf(tenantId);
  const fresh = freshKey();
  for (const [key, id] of [
    [stranger, sessionId],
    [trial, sessionId],
    [live, testSession],
    [live, randomUUID()],
  ] as const) {
    const idempotency = idempotencyOf(`to ${key.keyId} ${id}`);
    const keys = { subjectId: id, fresh: [fresh] };
    t.is(await world.told(callOf(key, { sessionId: id, idempotency, keys })), 'not_found');
  }
  t.deepEqual(await world.intentsOf(tenantId), kept);
  t.is((await world.marksOf(tenantId)) + (await world.marksOf(stranger.tenantId)), 0);
  t.is(await world.wrappedOf(fresh.keyId), null);
});

test('a destroyed key comes as such, a lost one is a fault', async (t) => {
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId);
  const erased = await newSession(pool, tenantId);
  await pool.query(
    'UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = $2 WHERE key_id = $1',
    [erased.stateKeyId, T0],
  );
  t.like(await world.admit(callOf(key, { sessionId: erased.sessionId })), {
    session: { key: { key_id: erased.stateKeyId, master_id: null, wrapped: null } },
  });
  const lost = await newSession(pool, tenantId, { withKey: false });
  const error = await t.throwsAsync(world.admit(callOf(key, { sessionId: lost.sessionId })), {
    instanceOf: KeyMissingError,
  });
  t.is(error.keyId, lost.stateKeyId);
});

test('no more sessions at once than the tier allows, idle and finalized ones left out', async (t) => {
  const tenantId = await newTenant(pool, { concurrency: 2 });
  const key = await newKey(pool, tenantId);
  await newSession(pool, tenantId, { lastActivity: after(-1_800) });
  await newSession(pool, tenantId, { status: 'finalized' });
  await newSession(pool, await newTenant(pool));
  await newSession(pool, tenantId, { lastActivity: after(-1_000) });
  t.is(await world.told(createOf(key)), 'admitted');

  const full = await world.admit(createOf(key, { now: after(0.5) }));
  if (full.kind !== 'refused') return t.fail();
  t.is(full.error.code, 'rate_limited');
  t.deepEqual(
    full.error.detail,
    { retry_after: 30, limit: 2, slot_free_at: after(800.5).toISOString() },
    'a finalize frees a place at any time, else the next session that goes idle',
  );
  t.is(full.error.headers['Retry-After'], '30');
  t.like(full, { rate: { limit: 10_000 } });
  t.is(await world.told(createOf(key, { now: after(799.9) })), 'rate_limited');
  t.is(await world.told(createOf(key, { now: after(800) })), 'admitted');
});

test('test sessions and live ones each have the places of the tier for themselves, in flight as well', async (t) => {
  const tenantId = await newTenant(pool, { concurrency: 2 });
  const [live, trial] = [await newKey(pool, tenantId), await newKey(pool, tenantId, { test: true })];
  await newSession(pool, tenantId, { lastActivity: after(-1_000) });
  await newSession(pool, tenantId, { lastActivity: after(-1_700), test: true });
  t.is(await world.told(createOf(live)), 'admitted');
  t.is(await world.told(createOf(trial)), 'admitted');
  for (const [key, wait] of [
    [live, 800],
    [trial, 100],
  ] as const) {
    const full = await world.admit(createOf(key));
    t.is(full.kind === 'refused' && full.error.detail?.['slot_free_at'], after(wait).toISOString());
  }
});

test('a create in flight and its session count once', async (t) => {
  const tenantId = await newTenant(pool, { concurrency: 2 });
  const key = await newKey(pool, tenantId);
  const create = createOf(key);
  t.is(await world.told(create), 'admitted');
  // Written through, but its charge is not projected yet.
  await newSession(pool, tenantId, { sessionId: create.sessionId ?? '' });
  t.is(await world.told(createOf(key)), 'admitted');
  const full = await world.admit(createOf(key));
  t.is(full.kind === 'refused' && full.error.detail?.['slot_free_at'], after(1_800).toISOString());

  const inFlight = await newTenant(pool, { concurrency: 1 });
  const other = await newKey(pool, inFlight);
  t.is(await world.told(createOf(other)), 'admitted');
  const refused = await world.admit(createOf(other));
  t.is(refused.kind === 'refused' && refused.error.detail?.['retry_after'], 1, 'it may yet be taken back');
});

test('a refusal leaves nothing behind', async (t) => {
  const tenantId = await newTenant(pool, { balance: 1, concurrency: 0 });
  const key = await newKey(pool, tenantId);
  const keys = { subjectId: randomUUID(), fresh: [freshKey()] };
  t.is(await world.told(callOf(key, { idempotency: idempotencyOf('poor'), keys })), 'payment_required');
  t.is(await world.told(createOf(key, { idempotency: idempotencyOf('full'), keys })), 'rate_limited');
  t.deepEqual(await world.intentsOf(tenantId), []);
  t.is(await world.marksOf(tenantId), 0);
  t.is(await world.wrappedOf(keys.fresh[0]?.keyId ?? ''), null);
});

test('a caller who may not is told before anything else', async (t) => {
  const tenantId = await newTenant(pool, { balance: 0 });
  const key = await newKey(pool, tenantId, { scopes: ['sessions:read'], rpm: 1 });
  const code = async (changes: Parameters<typeof callOf>[1]): Promise<string> => {
    const error = await t.throwsAsync(world.admit(callOf(key, changes)), { instanceOf: ApiError });
    return error.code;
  };
  t.is(await code({ credential: { kind: 'key', keyHash: Buffer.alloc(32), test: false } }), 'unauthorized');
  t.is(await code({ sessionId: randomUUID() }), 'forbidden');
  t.is(await code({ demand: { ...ANY_READER } }), 'rate_limited');
});

test('what is switched off for the tenant is refused before anything is held, and nothing else of it is', async (t) => {
  const tenantId = await newTenant(pool, { flags: { webhooks: false, explain: true } });
  const key = await newKey(pool, tenantId, { scopes: ['sessions:read'] });
  const asking = (changes: Partial<Demand>): AdmitCall =>
    createOf(key, { demand: { ...ANY_READER, ...changes }, idempotency: idempotencyOf('off') });
  const code = async (changes: Partial<Demand>): Promise<ApiError> =>
    t.throwsAsync<ApiError>(world.admit(asking(changes)), { instanceOf: ApiError });
  t.is((await code({ feature: 'webhooks', scope: 'sessions:write' })).status, 403, 'the scope comes first');
  const off = await code({ feature: 'webhooks' });
  t.is(off.code, 'not_implemented');
  t.is(off.headers['X-RateLimit-Limit'], '10000');
  t.deepEqual([await world.intentsOf(tenantId), await world.marksOf(tenantId)], [[], 0]);
  t.is(await world.told(asking({ feature: 'explain' })), 'admitted');
  const other = await newKey(pool, await newTenant(pool));
  t.is(
    await world.told(createOf(other, { demand: { ...ANY_READER, scope: null, feature: 'webhooks' } })),
    'admitted',
  );
});

test('withdrawing takes back intent, mark and keys of that command alone', async (t) => {
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId);
  const call = (name: string) =>
    callOf(key, {
      idempotency: idempotencyOf(name),
      keys: { subjectId: randomUUID(), fresh: [freshKey(), freshKey()] },
    });
  const [refused, other] = [call('refused'), call('other')];
  t.is(await world.told(refused), 'admitted');
  t.is(await world.told(other), 'admitted');
  const withdrawal = {
    tenantId,
    commandId: refused.commandId,
    idempotencyHash: refused.idempotency?.keyHash ?? null,
    keyIds: refused.keys.fresh.map((fresh) => fresh.keyId),
  };
  await withdraw(pool, { ...withdrawal, tenantId: await newTenant(pool) });
  t.is((await world.intentsOf(tenantId)).length, 2, "another tenant's name takes nothing back");
  await withdraw(pool, withdrawal);
  t.deepEqual(
    (await world.intentsOf(tenantId)).map((intent) => intent.command_id),
    [other.commandId],
  );
  t.is(await world.marksOf(tenantId), 1);
  for (const { keyId } of refused.keys.fresh) t.is(await world.wrappedOf(keyId), null);
  for (const { keyId } of other.keys.fresh) t.deepEqual(await world.wrappedOf(keyId), [1, 2, 3]);
  t.is(await world.told(refused), 'admitted', 'the Idempotency-Key is free again');

  await withdraw(pool, { ...withdrawal, idempotencyHash: null, keyIds: [] });
  t.is(await world.marksOf(tenantId), 2);
});
