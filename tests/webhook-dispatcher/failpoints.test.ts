import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { programOf } from '../../infra/embedded/program.ts';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import { deliveryIdOf } from '../../shared/webhooks/delivery-id.ts';
import type { Failpoint } from '../../webhook-dispatcher/failpoints.ts';
import { dispatcherSettings } from '../support/dispatcher.ts';
import { until } from '../support/until.ts';
import { startReceiver } from './support/receiver.ts';
import { startDispatching, LIMIT_MS, type Dispatching } from './support/dispatching.ts';

/** kill -9 at each failpoint: every event arrives under its one delivery id, and nothing stays in flight. */
let world: Dispatching;
/** Runs before and after each dispatcher that dies. */
let survivor: Runnable;
test.before(async () => {
  world = await startDispatching();
  survivor = await startSurvivor();
});
test.after.always(() => world.stop());

/** All failpoints: the compiler finds one that is left out. */
const FAILPOINTS = Object.keys({
  rows_written: true,
  committed: true,
  woken: true,
  acknowledged: true,
  claimed: true,
  sent: true,
  recorded: true,
} satisfies Record<Failpoint, true>) as Failpoint[];

const LEASE_MS = 500;
const SESSIONS = 12;
const DEATH_LIMIT_MS = 20_000;
/** So that the dispatcher dies while other attempts are under way. */
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
async function dieAt(failpoint: Failpoint): Promise<NodeJS.Signals | null> {
  const program = programOf('tests/webhook-dispatcher/fixtures/dying-dispatcher.ts');
  const child = spawn(process.execPath, [program, failpoint, String(LEASE_MS)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...dispatcherSettings(world.stack) },
  });
  const tooLong = setTimeout(() => child.kill('SIGTERM'), DEATH_LIMIT_MS);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(tooLong);
  return signal;
}

for (const failpoint of FAILPOINTS) {
  test.serial(`killed at: ${failpoint}`, async (t) => {
    const receiver = await startReceiver();
    t.teardown(() => receiver.stop());
    receiver.answerWith((response) => setTimeout(() => response.writeHead(204).end(), SLOW_MS));
    const { tenantId, subscriptionId, secret } = await world.subscribe({ url: receiver.url });
    await until('the subscription is known', LIMIT_MS, () => isKnown(subscriptionId));
    await survivor.stop();
    const sessions = await world.openSessions(tenantId, SESSIONS);
    t.is(await dieAt(failpoint), 'SIGKILL');
    // The lease of the fan-out is ended here; those of deliveries expire during the test.
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
