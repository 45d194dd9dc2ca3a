import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { programOf } from '../../infra/embedded/program.ts';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import { deliveryIdOf } from '../../shared/webhooks/delivery-id.ts';
import type { Step } from '../../webhook-dispatcher/steps.ts';
import { dispatcherSettings } from '../support/dispatcher.ts';
import { until } from '../support/until.ts';
import { startReceiver } from './support/receiver.ts';
import { startDispatching, LIMIT_MS, type Dispatching } from './support/dispatching.ts';

/** kill -9 between each two steps of a delivery: everything arrives under its one id, and nothing stays in flight. */
let world: Dispatching;
/** Lives between two that die. */
let survivor: Runnable;
test.before(async () => {
  world = await startDispatching();
  survivor = await startSurvivor();
});
test.after.always(() => world.stop());

/** Every step that there is: the compiler misses one that is left out. */
const STEPS = Object.keys({
  sent_ahead: true,
  rows_written: true,
  committed: true,
  woken: true,
  acknowledged: true,
  claimed: true,
  sent: true,
  recorded: true,
} satisfies Record<Step, true>) as Step[];

const LEASE_MS = 500;
const SESSIONS = 12;
const DEATH_LIMIT_MS = 20_000;
/** Slower than the fan-out waits, so that deliveries take every step: ahead of their rows, and from them. */
const SLOW_MS = 150;

const startSurvivor = (): Promise<Runnable> => world.startDispatcher({ surroundings: { leaseMs: LEASE_MS } });

async function isKnown(subscriptionId: string): Promise<boolean> {
  const { rowCount } = await world.pool.query(
    'SELECT FROM ops.webhook_endpoints WHERE subscription_id = $1',
    [subscriptionId],
  );
  return rowCount === 1;
}

/** Runs a dispatcher until it has killed itself. */
async function dieAfter(step: Step): Promise<NodeJS.Signals | null> {
  const program = programOf('tests/webhook-dispatcher/fixtures/dying-dispatcher.ts');
  const child = spawn(process.execPath, [program, step, String(LEASE_MS)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...dispatcherSettings(world.stack) },
  });
  const tooLong = setTimeout(() => child.kill('SIGTERM'), DEATH_LIMIT_MS);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(tooLong);
  return signal;
}

for (const step of STEPS) {
  test.serial(`killed after: ${step}`, async (t) => {
    const receiver = await startReceiver();
    t.teardown(() => receiver.stop());
    receiver.answerWith((response) => setTimeout(() => response.writeHead(204).end(), SLOW_MS));
    const { tenantId, subscriptionId, secret } = await world.subscribe({ url: receiver.url });
    await until('the subscription is known', LIMIT_MS, () => isKnown(subscriptionId));
    await survivor.stop();
    const sessions = await world.openSessions(tenantId, SESSIONS);
    t.is(await dieAfter(step), 'SIGKILL');
    // The right to fan out, lapsed; a delivery's lease lapses by itself.
    await world.pool.query('UPDATE ops.leases SET expires_at = clock_timestamp()');

    receiver.answerWith((response) => response.writeHead(204).end());
    survivor = await startSurvivor();
    await until('all are delivered', LIMIT_MS, async () => {
      const rows = await world.deliveriesOf(subscriptionId);
      return rows.length === SESSIONS && rows.every((one) => one.status === 'delivered');
    });
    const arrived = receiver.arrivals.map(({ headers }) => [
      String(headers['x-svc-event-id']),
      String(headers['x-svc-delivery-id']),
    ]);
    t.deepEqual(
      [...new Set(arrived.map((ids) => ids.join(' ')))].sort(),
      sessions.map(({ eventId }) => `${eventId} ${deliveryIdOf(eventId, subscriptionId)}`).sort(),
    );
    t.is(receiver.verified(secret).length, receiver.arrivals.length);
    for (const one of await world.deliveriesOf(subscriptionId))
      t.like(one, { attempts: 1, due_at: null, lease_id: null });
  });
}
