import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import test from 'ava';
import { connect } from 'nats';
import { programOf } from '../../infra/embedded/program.ts';
import { natsServer } from '../../shared/config/nats-url.ts';
import { dispatcherSettings } from '../support/dispatcher.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';
import { startDispatching, LIMIT_MS, type Subscription, type Dispatching } from './support/dispatching.ts';

/** NATS, Postgres or the dispatcher itself fails; nothing may be lost. The tests run one after the other. */
let world: Dispatching;
test.before(async () => {
  world = await startDispatching();
});
test.after.always(() => world.stop());

async function listen(t: {
  teardown: (stop: () => void) => void;
}): Promise<Subscription & { receiver: Receiver }> {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  return { ...(await world.subscribe({ url: receiver.url })), receiver };
}

const allDelivered = (subscriptionId: string, count: number): Promise<void> =>
  until(`${count} are delivered`, LIMIT_MS, async () => {
    const deliveries = await world.deliveriesOf(subscriptionId);
    return deliveries.length === count && deliveries.every((one) => one.status === 'delivered');
  });

test.serial(
  'NATS stopped, then back with an empty store: deliveries go on, and the stream of wake-ups is created again',
  async (t) => {
    const { nats } = world.stack.processes;
    const dispatcher = await world.startDispatcher();
    const { receiver, tenantId, subscriptionId } = await listen(t);
    await world.openSessions(tenantId);
    await allDelivered(subscriptionId, 1);
    await nats.kill();
    await world.openSessions(tenantId, 5);
    await allDelivered(subscriptionId, 6);
    rmSync(world.stack.dir.nats, { recursive: true, force: true });
    await nats.start();
    const hasStream = async (): Promise<boolean> => {
      const connection = await connect({ ...natsServer(world.stack.natsUrl), timeout: 1_000 });
      try {
        const manager = await connection.jetstreamManager();
        return (await manager.consumers.info('webhook-wake-ups', 'dispatchers')).name === 'dispatchers';
      } catch {
        return false;
      } finally {
        await connection.close();
      }
    };
    await world.openSessions(tenantId, 5);
    await allDelivered(subscriptionId, 11);
    await until('the stream of wake-ups', LIMIT_MS, hasStream);
    t.is(new Set(receiver.eventIds()).size, 11);
    await dispatcher.stop();
  },
);

test.serial('a wake-up is enough for a delivery, without a sweep', async (t) => {
  const dispatcher = await world.startDispatcher({ env: { WEBHOOK_SWEEP_MS: '20000' } });
  const { receiver, tenantId } = await listen(t);
  await world.openSessions(tenantId);
  await until('arrival 1', LIMIT_MS, () => receiver.arrivals.length === 1);
  for (let count = 2; count <= 6; count++) {
    await world.openSessions(tenantId);
    await until(`arrival ${count}`, 3_000, () => receiver.arrivals.length === count);
  }
  t.is(new Set(receiver.eventIds()).size, 6);
  await dispatcher.stop();
});

test.serial(
  'Postgres away while an answer comes in: the outcome is kept, the delivery not sent twice',
  async (t) => {
    const { postgres } = world.stack.processes;
    const dispatcher = await world.startDispatcher();
    const { receiver, tenantId, subscriptionId } = await listen(t);
    let answer: () => void = () => undefined;
    receiver.answerWith((response) => {
      answer = () => response.writeHead(204).end();
    });
    const [session] = await world.openSessions(tenantId);
    await until('arrival 1', LIMIT_MS, () => receiver.arrivals.length === 1);
    await postgres.stop();
    answer();
    await postgres.start();
    await allDelivered(subscriptionId, 1);
    t.deepEqual(receiver.eventIds(), [session?.eventId]);
    // A kill of Postgres may lose the claim and the outcome of an attempt, but not its delivery.
    const [second] = await world.openSessions(tenantId);
    await until('arrival 2', LIMIT_MS, () => receiver.arrivals.length === 2);
    await postgres.kill();
    receiver.answerWith((response) => response.writeHead(204).end());
    answer();
    await postgres.start();
    await allDelivered(subscriptionId, 2);
    t.deepEqual([...new Set(receiver.eventIds())], [session?.eventId, second?.eventId]);
    await dispatcher.stop();
  },
);

test.serial(
  'an ordered stop gives back what is being sent: no attempt is counted, and the next process sends it',
  async (t) => {
    const first = await world.startDispatcher();
    const { receiver, tenantId, subscriptionId } = await listen(t);
    receiver.answerWith(() => undefined);
    await world.openSessions(tenantId, 3);
    await until('arrival 3', LIMIT_MS, () => receiver.arrivals.length === 3);
    const startedAt = performance.now();
    await first.stop();
    t.true(performance.now() - startedAt < 1_500);
    for (const one of await world.deliveriesOf(subscriptionId))
      t.like(one, { status: 'pending', attempts: 0, lease_id: null });
    receiver.answerWith((response) => response.writeHead(204).end());
    const second = await world.startDispatcher();
    await allDelivered(subscriptionId, 3);
    t.is(new Set(receiver.eventIds()).size, 3);
    await second.stop();
  },
);

/** Ends the leases of a killed process, on deliveries and on the fan-out. */
async function expireLeases(): Promise<void> {
  await world.pool.query(
    'UPDATE ops.webhook_deliveries SET leased_until = now() WHERE leased_until IS NOT NULL',
  );
  await world.pool.query('UPDATE ops.leases SET expires_at = clock_timestamp()');
}

test.serial('a claim whose process is gone comes back under the same id, up to ten times', async (t) => {
  const { receiver, tenantId, subscriptionId } = await listen(t);
  const preparing = await world.startDispatcher();
  receiver.answerWith((response) => response.writeHead(500).end());
  await world.openSessions(tenantId, 2);
  const failed = async () =>
    (await world.deliveriesOf(subscriptionId)).filter(
      (one) => one.status === 'failed' && one.lease_id === null,
    );
  await until('two failures', LIMIT_MS, async () => (await failed()).length === 2);
  await preparing.stop();
  const [dropped, doomed] = await world.deliveriesOf(subscriptionId);
  const leave = (deliveryId: string | undefined, claims: number) =>
    world.pool.query(
      `UPDATE ops.webhook_deliveries SET due_at = now(), lease_id = $2, leased_until = now() + interval '1 second',
         claims = $3 WHERE delivery_id = $1`,
      [deliveryId, randomUUID(), claims],
    );
  await leave(dropped?.delivery_id, 1);
  await leave(doomed?.delivery_id, 10);
  receiver.arrivals.length = 0;
  receiver.answerWith((response) => response.writeHead(204).end());
  const dispatcher = await world.startDispatcher();
  await until('nothing is due or claimed', LIMIT_MS, async () =>
    (await world.deliveriesOf(subscriptionId)).every((one) => one.due_at === null && one.lease_id === null),
  );
  t.deepEqual(
    receiver.arrivals.map(({ headers }) => [headers['x-svc-delivery-id'], headers['x-svc-attempt']]),
    [[dropped?.delivery_id, '2']],
  );
  const after = await world.deliveriesOf(subscriptionId);
  t.like(
    after.find((one) => one.delivery_id === doomed?.delivery_id),
    {
      status: 'dead-lettered',
      last_error: 'abandoned',
    },
  );
  await dispatcher.stop();
});

/** The dispatcher as a process of its own, to be killed. */
async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [programOf('webhook-dispatcher/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      ...dispatcherSettings(world.stack),
      LOG_LEVEL: 'silent',
    },
  });
  await once(child, 'message');
  return child;
}

test.serial(
  'kill -9 in the middle of sending: everything arrives, each event under one delivery id',
  async (t) => {
    const child = await startProcess();
    t.teardown(() => void child.kill('SIGKILL'));
    const { receiver, tenantId, subscriptionId, secret } = await listen(t);
    receiver.answerWith((response) => setTimeout(() => response.writeHead(204).end(), 50));
    const sessions = await world.openSessions(tenantId, 60);
    await until('20 arrivals', LIMIT_MS, () => receiver.arrivals.length >= 20);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expireLeases();
    const dispatcher = await world.startDispatcher();
    await allDelivered(subscriptionId, 60);
    t.deepEqual([...new Set(receiver.eventIds())].sort(), sessions.map((one) => one.eventId).sort());
    t.is(new Set(receiver.arrivals.map(({ headers }) => headers['x-svc-delivery-id'])).size, 60);
    t.is(receiver.verified(secret).length, receiver.arrivals.length);
    await dispatcher.stop();
  },
);

test.serial('wake-ups that no dispatcher receives hold nothing up', async (t) => {
  const connection = await connect(natsServer(world.stack.natsUrl));
  const manager = await connection.jetstreamManager();
  await manager.streams.delete('webhook-wake-ups').catch(() => undefined);
  // Takes every wake-up, and the dispatcher cannot make its own in its place.
  await manager.streams.add({ name: 'another', subjects: ['wake.*'] });
  await connection.close();
  const dispatcher = await world.startDispatcher();
  const { tenantId, subscriptionId } = await listen(t);
  await world.openSessions(tenantId, 3);
  await allDelivered(subscriptionId, 3);
  t.pass();
  await dispatcher.stop();
});
