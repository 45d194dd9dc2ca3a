import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { openRawLog } from '../../../infra/backup/raw-log.ts';
import { createRepeatedRead, repeatReads } from '../../../infra/log/repeat-reads.ts';
import { createEventLog, LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import { startStoreProcess, type StoreProcess } from '../event-store/support/store-process.ts';

const silent = new LogUnavailableError();
const damaged = new LogUnavailableError({ cause: Object.assign(new Error('gone'), { code: 15 }) });

type Fault = { at: number; error: Error };

/** A server that gives the numbers from 1 to 9. Each read meets the next fault, which is thrown in the place of an item. */
function countUpTo9(faults: readonly Fault[] = []) {
  const left = [...faults];
  const reads: number[] = [];
  async function* read(last: number | null): AsyncIterable<number> {
    const from = (last ?? 0) + 1;
    reads.push(from);
    const fault = left.shift();
    for (let item = from; item <= 9; item++) {
      if (item === fault?.at) throw await Promise.resolve(fault.error);
      yield item;
    }
  }
  return { reads, read };
}

const waits: number[] = [];
const repeatedWith = (noted: number[]) =>
  createRepeatedRead({ random: () => 0, wait: (ms) => Promise.resolve(void noted.push(ms)) });

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Has answered once. */
async function answeringRead(noted: number[] = waits) {
  const repeated = repeatedWith(noted);
  await collect(repeated(countUpTo9().read));
  return repeated;
}

test('a read goes on behind its last item, and waits longer from failure to failure', async (t) => {
  const noted: number[] = [];
  const repeated = await answeringRead(noted);
  const server = countUpTo9([4, 4, 4, 7].map((at) => ({ at, error: silent })));
  t.deepEqual(await collect(repeated(server.read)), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  t.deepEqual(server.reads, [1, 4, 4, 4, 7]);
  t.deepEqual(noted, [500, 1_000, 2_000, 500]);
});

test('after 7 failures in a row at the same item it is given up', async (t) => {
  const noted: number[] = [];
  const repeated = await answeringRead(noted);
  const server = countUpTo9(Array.from({ length: 7 }, () => ({ at: 4, error: silent })));
  t.is(await t.throwsAsync(collect(repeated(server.read))), silent);
  t.deepEqual(noted, [500, 1_000, 2_000, 4_000, 7_500, 7_500]);
});

test('what does not pass by itself is thrown at once', async (t) => {
  const repeated = await answeringRead();
  for (const error of [damaged, new Error('a mistake of ours')]) {
    const server = countUpTo9([{ at: 4, error }]);
    t.is(await t.throwsAsync(collect(repeated(server.read))), error);
    t.deepEqual(server.reads, [1]);
  }
});

test('an event store that never answered is told at once', async (t) => {
  const server = countUpTo9([{ at: 1, error: silent }]);
  t.is(await t.throwsAsync(collect(repeatedWith(waits)(server.read))), silent);
  t.deepEqual(server.reads, [1]);
});

test('a read that has all that it wants is not repeated', async (t) => {
  const server = countUpTo9([{ at: 4, error: silent }]);
  t.deepEqual(await collect((await answeringRead())(server.read, 3)), [1, 2, 3]);
  t.deepEqual(server.reads, [1]);
});

const STREAM = `session-${randomUUID()}`;
const EVENTS = 4_000;
const BATCH = 500;
const SIZE = 2_000;

/** More than a connection holds: what a reader has not come to yet is not on its side. */
async function fill(url: string): Promise<void> {
  const log = createEventLog(url);
  for (let revision = -1; revision < EVENTS - 1; revision += BATCH) {
    const events = Array.from({ length: BATCH }, () => ({
      eventId: randomUUID(),
      type: 'noted',
      data: { text: 'a'.repeat(SIZE) },
      metadata: {} as EncodedEvent['metadata'],
    }));
    await log.append(STREAM, revision < 0 ? 'no_stream' : revision, events);
  }
  await log.close();
}

test('reads of all kinds go on after the event store was killed in the middle of them', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'repeat-reads-'));
  const store: { now: StoreProcess } = { now: await startStoreProcess(folder) };
  const { connectionString: url, port } = store.now;
  await fill(url);
  let repeats = 0;
  const startAgain = async (): Promise<void> => {
    repeats += 1;
    if (store.now.child.exitCode === null && store.now.child.signalCode === null) return;
    store.now = await startStoreProcess(folder, port);
  };
  const log = repeatReads(createEventLog(url), { wait: startAgain });
  const raw = await openRawLog(url, { wait: startAgain });
  t.teardown(async () => {
    raw.close();
    await log.close();
    await store.now.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const last = await log.lastPosition();
  const first = (await raw.last())!.position - EVENTS + 1;
  const reads: [string, AsyncIterable<unknown>][] = [
    ['$all', log.readAll(null)],
    ['a stream', log.readStream(STREAM, 0)],
    ['the first of a stream', log.readStream(STREAM, 0, EVENTS)],
    ['bytes', raw.from(first, EVENTS)],
  ];
  for (const [kind, items] of reads) {
    const seen = new Set<string>();
    let count = 0;
    const before = repeats;
    for await (const item of items) {
      count += 1;
      seen.add(Buffer.isBuffer(item) ? item.toString('base64') : (item as { eventId: string }).eventId);
      if (count === 1) await store.now.end('SIGKILL');
    }
    t.is(count, EVENTS, kind);
    t.is(seen.size, EVENTS, kind);
    t.true(repeats > before, kind);
  }
  await store.now.end('SIGKILL');
  t.is(await log.lastPosition(), last);
  await store.now.end('SIGKILL');
  t.is((await collect(log.readTail(STREAM, 2))).length, 2);
  await store.now.end('SIGKILL');
  t.not(await log.eventAt(last), null);
});
