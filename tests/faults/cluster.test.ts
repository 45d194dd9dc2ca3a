import { randomUUID } from 'node:crypto';
import test from 'ava';
import { allProjections } from '../../projectors/all.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { compose as composeProjectors } from '../../projectors/compose.ts';
import { settings as projectorsSettings } from '../../projectors/config.ts';
import { sessionsProjection } from '../../projectors/sessions/projection.ts';
import { createEventLog, LogUnavailableError } from '../../shared/event-log/event-log.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { clientOf, startApi, type Answer, type Client } from '../support/api.ts';
import { startCluster } from '../support/cluster.ts';
import { collect } from '../support/collect.ts';
import { newDispatcher } from '../support/dispatcher.ts';
import { allApplied, startProjections } from '../support/running-projections.ts';
import { serverSettings } from '../support/servers.ts';
import { until } from '../support/until.ts';

/**
 * An API over a cluster of event stores that loses all its nodes: 503 and not ready meanwhile, then it writes again by
 * itself. DRILL=full leaves them away for longer than the driver looks for them where nothing is set.
 */
const OUTAGE =
  process.env.DRILL === 'full'
    ? { ms: 12_000, options: 'nodePreference=leader' }
    : { ms: 500, options: 'maxDiscoverAttempts=2&discoveryInterval=20&gossipTimeout=1' };
const RECOVERY_LIMIT_MS = 10_000;
const ALL = [0, 1, 2];
const LEASES = ['projections', 'webhook-dispatcher'];

const direct = await startApi();
const cluster = await startCluster(direct.stack.eventStoreUrl);
const url = cluster.connectionString(OUTAGE.options);
const startOver = (name: string) => direct.beside(name, { env: { EVENTSTORE_URL: url } });
const api = await startOver('over-cluster');
const log = createEventLog(url);
const projections = await startProjections({ ...direct.runtime, log }, [
  balancesProjection,
  sessionsProjection,
]);
const rawKey = await direct.newKey(await direct.newTenant());
await projections.caughtUp();
const client = clientOf(`http://127.0.0.1:${api.port()}`, rawKey);
test.after.always(async () => {
  await projections.stop();
  await log.close();
  await api.stop();
  await cluster.stop();
  await direct.stop();
});

const open = (by: Client, headers: Record<string, string> = {}): Promise<Answer> =>
  by('POST', '/v1/sessions', { chief_complaint: 'cough' }, headers);
const readiness = async (by: Client): Promise<number> => (await by('GET', '/v1/health/ready')).status;
const recovered = async (by: Client): Promise<void> => {
  await until('a session is opened', RECOVERY_LIMIT_MS, async () => (await open(by)).status === 201);
  await until('the probe says ready', RECOVERY_LIMIT_MS, async () => (await readiness(by)) === 200);
};

test.serial('all nodes away: 503 and not ready, then writes and projections go on', async (t) => {
  t.timeout(120_000);
  t.is((await open(client)).status, 201);
  t.is(await readiness(client), 200);
  await cluster.lose(ALL);
  t.is((await open(client)).status, 503);
  await until('the probe says not ready', RECOVERY_LIMIT_MS, async () => (await readiness(client)) === 503);
  await sleep(OUTAGE.ms);
  t.is((await open(client)).status, 503);
  await cluster.giveBack(ALL);
  await recovered(client);
  await projections.caughtUp();
});

test.serial('an API that is started while all nodes are away writes once they are back', async (t) => {
  t.timeout(120_000);
  await cluster.lose(ALL);
  const late = await startOver('late');
  try {
    const caller = clientOf(`http://127.0.0.1:${late.port()}`, rawKey);
    t.is((await open(caller)).status, 503);
    t.is(await readiness(caller), 503);
    await cluster.giveBack(ALL);
    await recovered(caller);
  } finally {
    await cluster.giveBack(ALL);
    await late.stop();
  }
});

test.serial('followers that are started while all nodes are away catch up once they are back', async (t) => {
  t.timeout(120_000);
  await projections.stop();
  await cluster.lose(ALL);
  const env = { EVENTSTORE_URL: url, METRICS_PORT: '0' };
  const followers = {
    projectors: composeProjectors(
      projectorsSettings.parse({ ...serverSettings(direct.stack), ...env }),
      createLogger({ name: 'projectors', level: 'silent' }),
    ),
    dispatcher: newDispatcher(direct.stack, { env }),
  };
  try {
    for (const [name, follower] of Object.entries(followers)) {
      await follower.start();
      t.regex(follower.waitsFor?.() ?? '', /the event store cannot be used/, name);
    }
    const rawClient = clientOf(direct.baseUrl, rawKey);
    for (let opened = 0; opened < 3; opened += 1) t.is((await open(rawClient)).status, 201);
    t.is(
      (await direct.runtime.pool.query('SELECT 1 FROM ops.leases WHERE name = ANY ($1)', [LEASES])).rowCount,
      0,
    );

    await cluster.giveBack(ALL);
    for (const [name, follower] of Object.entries(followers)) {
      await until(`${name} waits no more`, RECOVERY_LIMIT_MS, () => follower.waitsFor?.() === null);
    }
    const names = [...allProjections.map(({ name }) => name), 'webhook-fan-out'];
    await allApplied(direct.runtime, names, RECOVERY_LIMIT_MS);
  } finally {
    await cluster.giveBack(ALL);
    for (const follower of Object.values(followers)) await follower.stop();
  }
});

/** Ids of the events of a stream, read past the cluster. */
async function eventsOf(stream: string): Promise<string[]> {
  return (await collect(direct.runtime.log.readStream(stream, 0))).map(({ eventId }) => eventId);
}

test.serial('an append whose answer does not come is found in the log, as is its repetition', async (t) => {
  const stream = `session-${randomUUID()}`;
  const metadata = {} as Parameters<typeof log.append>[2][number]['metadata'];
  const event = { eventId: randomUUID(), type: 'noted', data: {}, metadata };
  cluster.withholdAnswers(true);
  const unanswered = [1, 2].map(() =>
    t.throwsAsync(log.append(stream, 'no_stream', [event]), { instanceOf: LogUnavailableError }),
  );
  const opened = await open(client, { 'idempotency-key': randomUUID() });
  t.is(opened.status, 201);
  await Promise.all(unanswered);
  t.deepEqual(await eventsOf(stream), [event.eventId]);
  t.is((await eventsOf(`session-${(opened.body as { session_id: string }).session_id}`)).length, 1);
  cluster.withholdAnswers(false);
  t.is((await open(client)).status, 201);
});
