import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { createEventLog, LogUnavailableError, type EventLog } from '../../../shared/event-log/event-log.ts';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import { atMost } from '../../../shared/lifecycle/timing.ts';
import { startStoreProcess } from '../../infra/event-store/support/store-process.ts';

const directory = await mkdtemp(path.join(os.tmpdir(), 'event-log-'));
const store = await startStoreProcess(directory);
test.after.always(async () => {
  await store.end('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

const STREAM = 'session-of-many-events';
const note = 'x'.repeat(10_000);
const events = (count: number): EncodedEvent[] =>
  Array.from({ length: count }, () => ({
    eventId: randomUUID(),
    type: 'noted',
    data: { note },
    metadata: {} as EncodedEvent['metadata'],
  }));

/** Reads of far more than is on the way at once, each of which its reader leaves after the first event. */
const leave = async (log: EventLog): Promise<void> => {
  const reads = [log.readStream(STREAM, 0), log.readTail(STREAM, 300), log.readAll(null)];
  for (const read of reads) {
    for await (const { type } of read) {
      if (type !== 'noted') throw new Error('another event was read');
      break;
    }
  }
};

test.serial('a reader who leaves before the end gives the call up, and nothing waits for it', async (t) => {
  const log = createEventLog(store.connectionString);
  for (let appended = 0; appended < 400; appended += 80) await log.append(STREAM, 'any', events(80));
  await leave(log);
  const closing = log.close().then(() => 'closed');
  t.is(await atMost(300, closing), 'closed');
});

test.serial('a log that is closed takes nothing away from another one of its process', async (t) => {
  const log = createEventLog(store.connectionString);
  for (let round = 0; round < 10; round += 1) {
    const other = createEventLog(store.connectionString);
    await other.append(`session-${randomUUID()}`, 'no_stream', events(1));
    const stream = `session-${randomUUID()}`;
    const appending = Promise.all([
      log.append(stream, 'no_stream', events(40)),
      log.append(`${stream}-2`, 'no_stream', events(40)),
    ]);
    await other.close();
    t.is((await appending)[0].revision, 39);
  }
  await log.close();
});

test.serial(
  'an observer gets each event that a subscription receives, with no gap between two',
  async (t) => {
    const log = createEventLog(store.connectionString);
    const other = createEventLog(store.connectionString);
    const told: { position: bigint; previous: bigint | null }[] = [];
    other.observe(({ position }, previous) => told.push({ position, previous }));
    const all: bigint[] = [];
    for await (const { position } of log.readAll(null)) all.push(position);
    const [, second = null] = all;
    for (const [after, expected] of [
      [null, all],
      [second, all.slice(2)],
    ] as const) {
      const stopping = new AbortController();
      told.length = 0;
      for await (const message of log.subscribe(after, stopping.signal)) {
        if (message.kind === 'event' && message.event.position === all.at(-1)) stopping.abort();
      }
      t.deepEqual(
        told,
        expected.map((position, index) => ({ position, previous: expected[index - 1] ?? after })),
      );
    }
    await other.close();
    told.length = 0;
    await log.subscribe(null, new AbortController().signal)[Symbol.asyncIterator]().next();
    t.deepEqual(told, []);
    await log.close();
  },
);

test.serial('a subscription whose reader has gone already ends at once', async (t) => {
  const log = createEventLog(store.connectionString);
  const subscribed = log.subscribe(null, AbortSignal.abort())[Symbol.asyncIterator]();
  const ended = (async () => {
    while ((await subscribed.next()).done !== true);
    return 'ended';
  })();
  t.is(await atMost(2_000, ended), 'ended');
  await log.close();
});

test.serial('a subscription ends with its signal, also while the server does not answer', async (t) => {
  const log = createEventLog(store.connectionString);
  const stopping = new AbortController();
  const subscribed = log.subscribe(null, stopping.signal)[Symbol.asyncIterator]();
  t.is((await subscribed.next()).done, false);
  store.child.kill('SIGSTOP');
  try {
    const ended = (async () => {
      while ((await subscribed.next()).done !== true);
      return 'ended';
    })();
    stopping.abort();
    t.is(await atMost(2_000, ended), 'ended');
  } finally {
    store.child.kill('SIGCONT');
  }
  await log.close();
});

test.serial('what becomes of a read that its reader left is nobody’s error', async (t) => {
  const log = createEventLog(store.connectionString);
  const subscribed = log.subscribe(null, new AbortController().signal)[Symbol.asyncIterator]();
  t.is((await subscribed.next()).done, false);
  await leave(log);
  // An error that nobody listens for would end this process.
  await store.end('SIGKILL');
  await t.throwsAsync(
    async () => {
      while ((await subscribed.next()).done !== true);
    },
    { instanceOf: LogUnavailableError },
  );
  await t.throwsAsync(() => leave(log), { instanceOf: LogUnavailableError });
  await log.close();
});
