import { randomUUID } from 'node:crypto';
import test from 'ava';
import { claimDeliveries, type ClaimRequest } from '../../webhook-dispatcher/claiming.ts';
import { bringForward, dueSubscriptions } from '../../webhook-dispatcher/sweep-queries.ts';
import { startDatabase } from '../support/database.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const NOW = new Date('2026-01-05T08:00:00.000Z');
const dueAt = (second: number): Date => new Date(NOW.getTime() - 3_600_000 + second * 1_000);

/** A subscription with deliveries that became due one a second, as the letters say: `t` of test mode, `l` live. */
async function newSubscription(deliveries: string, ofTestKey = false): Promise<string> {
  const [subscriptionId, tenantId, keyId] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO ops.webhook_endpoints (subscription_id, tenant_id, revision, events, test, endpoint_sealed, is_active)
     VALUES ($1, $2, 0, '{}', $3, '', true)`,
    [subscriptionId, tenantId, ofTestKey],
  );
  for (const [index, mode] of deliveries.split('').entries()) {
    const eventId = randomUUID();
    await pool.query(
      `INSERT INTO ops.webhook_messages (event_id, tenant_id, key_id, body_sealed, created_at) VALUES ($1, $2, $3, '', $4)`,
      [eventId, tenantId, keyId, NOW],
    );
    await pool.query(
      `INSERT INTO ops.webhook_deliveries
         (delivery_id, event_id, subscription_id, tenant_id, event_type, test, created_at, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [randomUUID(), eventId, subscriptionId, tenantId, `${mode}${index}`, mode === 't', NOW, dueAt(index)],
    );
  }
  return subscriptionId;
}

/** What a claim brings, in the order in which it became due. */
async function claim(
  subscriptionId: string,
  request: Partial<Omit<ClaimRequest, 'subscriptionId'>>,
  now = NOW,
): Promise<string[]> {
  const { window = 8, room = 8, testRoom = 8 } = request;
  const lease = { leaseId: randomUUID(), now, leaseMs: 60_000 };
  const rows = await claimDeliveries(pool, [{ subscriptionId, window, room, testRoom }], lease);
  const inOrder = rows.toSorted((a, b) => Number(a.event_type.slice(1)) - Number(b.event_type.slice(1)));
  return inOrder.map((row) => row.event_type);
}

test('live deliveries come first, those of test mode as far as they have slots', async (t) => {
  const id = await newSubscription('ttttllt');
  t.deepEqual(await claim(id, { testRoom: 1 }), ['t0', 'l4', 'l5']);
  t.deepEqual(await claim(id, { testRoom: 0 }), []);
  t.deepEqual(await claim(id, { testRoom: 2 }), ['t1', 't2']);
  t.deepEqual(await claim(id, {}), ['t3', 't6']);
  t.deepEqual(await claim(id, {}), []);
});

test('a flood of test mode holds up no live delivery behind it', async (t) => {
  const id = await newSubscription(`${'t'.repeat(40)}ll`);
  t.deepEqual(await claim(id, { window: 4, room: 4, testRoom: 0 }), ['l40', 'l41']);
  t.deepEqual(await claim(id, { window: 4, room: 2, testRoom: 2 }), ['t0', 't1']);
});

test('no more than the window is in flight of one mode', async (t) => {
  const live = await newSubscription('llllll');
  t.deepEqual(await claim(live, { window: 4, room: 3 }), ['l0', 'l1', 'l2']);
  t.deepEqual(await claim(live, { window: 4 }), ['l3']);
  t.deepEqual(await claim(live, { window: 4 }), []);
  const ofTest = await newSubscription('tttttt', true);
  t.deepEqual(await claim(ofTest, { window: 4, room: 3 }), ['t0', 't1', 't2']);
  t.deepEqual(await claim(ofTest, { window: 4 }), ['t3']);
  t.deepEqual(await claim(ofTest, { window: 4 }), []);
});

// One at a time: what one brings forward may be the other's.
test.serial('what a process claimed whose clock was ahead is free again', async (t) => {
  const id = await newSubscription('ll');
  // Later than the database's own clock, which is no test's.
  const now = new Date('2126-01-05T08:00:00.000Z');
  const anHourOn = new Date(now.getTime() + 3_600_000);
  t.deepEqual(await claim(id, { room: 1 }, now), ['l0']);
  t.deepEqual(await claim(id, {}, anHourOn), ['l0', 'l1'], 'by that clock the first lease is over');
  t.deepEqual(await claim(id, {}, now), []);
  await bringForward(pool, now);
  t.deepEqual(await claim(id, {}, now), ['l0', 'l1']);
  await bringForward(pool, now);
  t.deepEqual(await claim(id, {}, now), [], 'leases of this clock stay');
});

test.serial('a process whose clock is behind brings nothing forward', async (t) => {
  const id = await newSubscription('l');
  await pool.query(
    "UPDATE ops.webhook_deliveries SET due_at = now() + interval '30 s', round_attempts = 1 WHERE subscription_id = $1",
    [id],
  );
  await bringForward(pool, new Date(Date.now() - 3_600_000));
  t.deepEqual(await claim(id, {}, new Date()), []);
});

test.serial(
  'subscriptions that have waited longest are woken first, as many as the limit says',
  async (t) => {
    await pool.query('UPDATE ops.webhook_endpoints SET is_active = false');
    const ids = [await newSubscription('l'), await newSubscription('l'), await newSubscription('l')];
    // Due the other way round than they were made.
    for (const [index, id] of ids.entries()) {
      await pool.query('UPDATE ops.webhook_deliveries SET due_at = $2 WHERE subscription_id = $1', [
        id,
        dueAt(9 - index),
      ]);
    }
    const woken = async (): Promise<string[]> =>
      (await dueSubscriptions(pool, NOW, 2)).map(({ subscriptionId }) => subscriptionId);
    t.deepEqual(await woken(), [ids[2], ids[1]]);
    t.deepEqual(await claim(ids[2] ?? '', {}), ['l0'], 'one of them is sent');
    t.deepEqual(await woken(), [ids[1], ids[0]], 'now the last one has its turn');
  },
);
