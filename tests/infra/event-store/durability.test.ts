import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startEventStore } from '../../../infra/event-store/server.ts';
import { collect } from '../../support/collect.ts';
import { until } from '../../support/until.ts';
import { numberOf } from './support/store.ts';
import { startStoreProcess } from './support/store-process.ts';

/** `npm run drill` kills more often. */
const KILLS = process.env['DRILL'] === 'full' ? 60 : 10;
const CALLERS = 12;
/** From a start, or from its appends, to the kill: short and long, so that kills hit every stage. */
const aliveMs = (kill: number): number => 40 + ((kill * 97) % 260);
/** A call to a server that is killed at the wrong moment may get no answer at all. */
const CALL_TIMEOUT_MS = 1_500;
const LIFE_LIMIT_MS = 60_000;

type Caller = { stream: string; acknowledged: string[]; repeated: number };

/** Appends numbered events one after the other; each is repeated, under the same id, until it is acknowledged. */
async function append(client: EventStoreDBClient, caller: Caller, over: AbortSignal): Promise<void> {
  const isOver = (): boolean => over.aborted;
  while (!isOver()) {
    const n = caller.acknowledged.length;
    const event = jsonEvent({ id: randomUUID(), type: 'counted', data: { n } });
    const expectedRevision = n === 0 ? 'no_stream' : n % 2 === 0 ? 'any' : BigInt(n - 1);
    for (let isAcknowledged = false; !isAcknowledged;) {
      const call = client.appendToStream(caller.stream, event, {
        expectedRevision,
        deadline: CALL_TIMEOUT_MS,
      });
      const timeout = sleep(CALL_TIMEOUT_MS, false, { ref: false });
      isAcknowledged = await Promise.race([call.then(({ success }) => success).catch(() => false), timeout]);
      if (isAcknowledged) caller.acknowledged.push(event.id);
      else if (isOver()) return;
      else {
        caller.repeated += 1;
        await sleep(10);
      }
    }
  }
}

test.serial(`what was acknowledged is there after ${KILLS} times kill -9, once and in order`, async (t) => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'event-store-kill-'));
  const over = new AbortController();
  let store = await startStoreProcess(directory);
  t.teardown(async () => {
    over.abort();
    await store.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });
  const client = EventStoreDBClient.connectionString(store.connectionString);
  const callers = Array.from({ length: CALLERS }, (_, at): Caller => ({
    stream: `caller-${at}`,
    acknowledged: [],
    repeated: 0,
  }));
  const running = callers.map((caller) => append(client, caller, over.signal));

  const acknowledged = (): number => callers.reduce((sum, caller) => sum + caller.acknowledged.length, 0);
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Every second life has appends, however slow the machine is; the others may end before their first one.
    if (kill % 2 === 1) {
      const enough = acknowledged() + 2 * CALLERS;
      await until('appends', LIFE_LIMIT_MS, () => acknowledged() > enough);
    }
    await sleep(aliveMs(kill));
    await store.end('SIGKILL');
    store = await startStoreProcess(directory, store.port);
  }
  await sleep(300);
  over.abort();
  await Promise.all(running);

  const total = acknowledged();
  t.log(
    `${total} acknowledged appends, ${callers.reduce((sum, { repeated }) => sum + repeated, 0)} repetitions`,
  );
  t.true(total > KILLS * CALLERS, `${total} appends are too few to say anything`);
  const seen = new Set<string>();
  for (const { stream, acknowledged } of callers) {
    const events = (await collect(client.readStream(stream))).map(({ event }) => event!);
    const ids = events.map(({ id }) => id);
    t.deepEqual(ids.slice(0, acknowledged.length), acknowledged, 'all there, in order');
    t.true(ids.length <= acknowledged.length + 1, 'nothing beside the one that was under way');
    t.deepEqual(
      events.map(numberOf),
      ids.map((_, n) => n),
    );
    for (const id of ids) seen.add(id);
  }
  const log = (await collect(client.readAll())).flatMap(({ event }) =>
    event?.type === 'counted' ? [event.id] : [],
  );
  t.is(log.length, seen.size, 'nothing doubled in $all');
  t.deepEqual(log.toSorted(), [...seen].toSorted());
  await client.dispose();
});

test.serial(
  'a clean stop keeps what it acknowledged, finishes what is under way, and a restart goes on',
  async (t) => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'event-store-stop-'));
    t.teardown(() => rm(directory, { recursive: true, force: true }));
    const options = { directory, host: '127.0.0.1', access: null, port: 0, now: () => new Date() };
    const first = await startEventStore(options);
    const client = EventStoreDBClient.connectionString(first.connectionString);
    await client.appendToStream('before', jsonEvent({ type: 'counted', data: { n: 0 } }));
    await client.setStreamMetadata('before', { maxCount: 5 });
    const underWay = Array.from({ length: 100 }, (_, n) =>
      client.appendToStream(`under-way-${n}`, jsonEvent({ type: 'counted', data: { n } })),
    );
    await underWay[0];
    const startedMs = Date.now();
    await first.stop();
    t.true(Date.now() - startedMs < 5_000);
    const results = await Promise.allSettled(underWay);

    const second = await startEventStore(options);
    t.teardown(() => second.stop());
    const again = EventStoreDBClient.connectionString(second.connectionString);
    for (const [n, { status }] of results.entries()) {
      if (status === 'fulfilled') t.is((await collect(again.readStream(`under-way-${n}`))).length, 1);
    }
    const result = await again.appendToStream('before', jsonEvent({ type: 'counted', data: { n: 1 } }), {
      expectedRevision: 0n,
    });
    t.is(result.nextExpectedRevision, 1n);
    t.is((await again.getStreamMetadata('before')).metadata?.maxCount, 5);
    const positions = (await collect(again.readAll())).map(({ commitPosition }) => commitPosition!);
    t.true(positions.every((one, at) => at === 0 || one > positions[at - 1]!));
    await Promise.all([client.dispose(), again.dispose()]);
  },
);
