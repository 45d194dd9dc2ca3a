import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { createEventLog, LogUnavailableError, type EventLog } from '../../../shared/event-log/event-log.ts';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { startStoreProcess } from '../../infra/event-store/support/store-process.ts';
import { startCluster } from '../../support/cluster.ts';
import { until } from '../../support/until.ts';

const directory = await mkdtemp(path.join(os.tmpdir(), 'cluster-'));
const store = await startStoreProcess(directory);
const cluster = await startCluster(store.connectionString);
test.after.always(async () => {
  await cluster.stop();
  await store.end('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/** The driver's search for a leader gives up at once, as it does after a second where nothing is set. */
const QUICK = 'maxDiscoverAttempts=2&discoveryInterval=20&gossipTimeout=1';
const RECOVERY_LIMIT_MS = 10_000;
const ALL = [0, 1, 2];
/** How often the load test loses and finds the nodes; DRILL=full makes it a long one. */
const ROUNDS = process.env['DRILL'] === 'full' ? 30 : 1;

const event = (): EncodedEvent => ({
  eventId: randomUUID(),
  type: 'noted',
  data: {},
  metadata: {} as EncodedEvent['metadata'],
});
const append = (log: EventLog) => log.append(`session-${randomUUID()}`, 'no_stream', [event()]);
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
const appendsAgain = (log: EventLog): Promise<void> =>
  until('an append', RECOVERY_LIMIT_MS, () => succeeds(append(log)));

for (const [name, connectionString] of [
  ['esdb://', cluster.connectionString(QUICK)],
  ['esdb+discover://', cluster.discoverString(QUICK)],
] as const) {
  test.serial(`${name}: after the loss of all nodes the log appends again, and its ping tells`, async (t) => {
    const log = createEventLog(connectionString);
    await append(log);
    await log.ping();
    await cluster.lose(ALL);
    for (let tries = 0; tries < 3; tries += 1) {
      await t.throwsAsync(append(log), { instanceOf: LogUnavailableError });
      await t.throwsAsync(log.ping(), { instanceOf: LogUnavailableError });
    }
    await cluster.giveBack(ALL);
    await appendsAgain(log);
    await log.ping();
    await log.close();
  });

  test.serial(
    `${name}: a log that is opened while all nodes are away appends once they are back`,
    async (t) => {
      await cluster.lose(ALL);
      const log = createEventLog(connectionString);
      await t.throwsAsync(append(log), { instanceOf: LogUnavailableError });
      await t.throwsAsync(log.ping(), { instanceOf: LogUnavailableError });
      await cluster.giveBack(ALL);
      await appendsAgain(log);
      await log.ping();
      await log.close();
    },
  );
}

test.serial('a log goes on with another leader', async (t) => {
  const log = createEventLog(cluster.connectionString(QUICK));
  await append(log);
  for (const leader of [1, 2, 0]) {
    await cluster.lead(leader);
    await appendsAgain(log);
  }
  t.pass();
  await log.close();
});

test.serial('without a majority of nodes reads go on where they are, and the ping tells', async (t) => {
  await cluster.lose([2]);
  const log = createEventLog(cluster.connectionString(`nodePreference=follower&${QUICK}`)); // the one of node 1
  const stream = `session-${randomUUID()}`;
  await log.append(stream, 'no_stream', [event()]);
  await cluster.lose([0]);
  const read = await log.readTail(stream, 1)[Symbol.asyncIterator]().next();
  t.is(read.done, false);
  await t.throwsAsync(log.ping(), { instanceOf: LogUnavailableError });
  await t.throwsAsync(append(log), { instanceOf: LogUnavailableError });
  await cluster.giveBack([2]);
  await appendsAgain(log);
  await log.ping();
  await cluster.giveBack([0]);
  await log.close();
});

test.serial('a leader that is cut off from the others is left for the one that they elect', async (t) => {
  await cluster.lead(0);
  const log = createEventLog(cluster.connectionString(QUICK));
  await append(log);
  await cluster.cutOff([0]);
  await t.throwsAsync(append(log), { instanceOf: LogUnavailableError });
  await appendsAgain(log);
  await log.ping();
  await cluster.cutOff([]);
  await log.close();
});

/** A subscription that is running; resolves what its end is. */
async function subscribed(log: EventLog): Promise<{ ended: Promise<unknown> }> {
  const messages = log.subscribe(null, new AbortController().signal)[Symbol.asyncIterator]();
  await messages.next();
  const drain = async (): Promise<void> => {
    while ((await messages.next()).done !== true);
  };
  return { ended: drain().catch((error: unknown) => error) };
}

// In the next two an error that nobody catches would fail this file, as it would end a process of the service.

test.serial('an answer that comes after its append was given up is nobody’s error', async (t) => {
  const log = createEventLog(cluster.connectionString(QUICK));
  await cluster.lead(0);
  await append(log);
  const { ended } = await subscribed(log);
  let appending: Promise<unknown> = Promise.resolve();
  await cluster.lead(1, async () => {
    t.true((await ended) instanceof LogUnavailableError);
    cluster.withholdAnswers(true);
    appending = append(log).catch((error: unknown) => error); // over node 1, while node 0 still holds its call
    await until('the append', RECOVERY_LIMIT_MS, () => cluster.withheld() > 0);
  });
  t.true((await appending) instanceof LogUnavailableError);
  cluster.withholdAnswers(false);
  await append(log);
  await log.close();
});

test.serial('a node that is missed while no other can be found is nobody’s error', async (t) => {
  const log = createEventLog(cluster.connectionString(QUICK));
  await append(log);
  const { ended } = await subscribed(log);
  let appending: Promise<unknown> = Promise.resolve();
  await cluster.lose(ALL, async () => {
    t.true((await ended) instanceof LogUnavailableError);
    appending = append(log).catch((error: unknown) => error); // looks for a leader
  });
  t.true((await appending) instanceof LogUnavailableError);
  await cluster.giveBack(ALL);
  await appendsAgain(log);
  await log.close();
});

/** Everything that a cluster can do to its callers, one after the other. */
async function shake(): Promise<void> {
  const moment = (): Promise<void> => sleep(150);
  const steps = [
    () => cluster.lead(1),
    () => cluster.lead(2, moment),
    () => cluster.cutOff([2]),
    () => cluster.cutOff([]),
    () => cluster.lose(ALL),
    () => cluster.giveBack(ALL),
    () => cluster.lose(ALL, moment),
    () => cluster.giveBack(ALL),
  ];
  for (const step of steps) {
    await step();
    await moment();
  }
}

test.serial(
  'under load every acknowledged append stands in the log once, whatever the nodes do',
  async (t) => {
    t.timeout(120_000);
    const log = createEventLog(cluster.connectionString(QUICK));
    const acknowledged: string[] = [];
    let isOver = false;
    const caller = async (): Promise<void> => {
      while (!isOver) {
        const stream = `session-${randomUUID()}`;
        if (await succeeds(log.append(stream, 'no_stream', [event(), event()]))) acknowledged.push(stream);
        else await sleep(5);
      }
    };
    const callers = Array.from({ length: 10 }, caller);
    for (let round = 0; round < ROUNDS; round += 1) {
      await shake();
      const before = acknowledged.length;
      await until('an append', RECOVERY_LIMIT_MS, () => acknowledged.length > before);
    }
    isOver = true;
    await Promise.all(callers);
    for (const stream of acknowledged) {
      const revisions: number[] = [];
      for await (const { revision } of log.readStream(stream, 0)) revisions.push(revision);
      t.deepEqual(revisions, [0, 1]);
    }
    await log.close();
  },
);
