import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import type { LogMessage } from '../../../shared/event-log/subscription.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { inBatches, type Batch } from '../../../shared/projection/batches.ts';

const LIMITS = { maxEvents: 3, lingerMs: 0, maxQueued: 5 };

const eventAt = (position: number): LogMessage => ({
  kind: 'event',
  event: {
    eventId: `event-${position}`,
    type: 'note',
    stream: 'notes-1',
    revision: position,
    position: BigInt(position),
    data: {},
    metadata: {},
  } satisfies StoredEvent,
});

async function* of(...messages: LogMessage[]): AsyncIterable<LogMessage> {
  for (const message of messages) yield await Promise.resolve(message);
}

const shape = ({ events, position }: Batch): [number[], bigint] => [
  events.map((event) => Number(event.position)),
  position,
];

test('hands everything out once, in order, in batches of at most the limit', async (t) => {
  const batches: [number[], bigint][] = [];
  const source = of(...[0, 1, 2, 3, 4, 5, 6, 7].map(eventAt));
  for await (const batch of inBatches(source, LIMITS)) {
    batches.push(shape(batch));
    await wait(2);
  }
  t.deepEqual(
    batches.flatMap(([positions]) => positions),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  t.true(batches.every(([positions]) => positions.length <= 3));
  t.true(batches.every(([positions, position]) => BigInt(positions.at(-1) ?? -1) === position));
});

test('a checkpoint moves the position without an event', async (t) => {
  const batches: [number[], bigint][] = [];
  const source = of(eventAt(0), { kind: 'checkpoint', position: 9n });
  for await (const batch of inBatches(source, { ...LIMITS, lingerMs: 20 })) batches.push(shape(batch));
  t.deepEqual(batches, [[[0], 9n]]);
});

test('what came before an error is handed out, then the error is thrown', async (t) => {
  async function* failing(): AsyncIterable<LogMessage> {
    yield await Promise.resolve(eventAt(0));
    throw new Error('dropped');
  }
  const batches: [number[], bigint][] = [];
  const error = await t.throwsAsync(async () => {
    for await (const batch of inBatches(failing(), LIMITS)) batches.push(shape(batch));
  });
  t.is(error.message, 'dropped');
  t.deepEqual(batches, [[[0], 0n]]);
});

test('the source waits when the queue is full, and is ended when nobody takes any more', async (t) => {
  let produced = 0;
  let isEnded = false;
  async function* endless(): AsyncIterable<LogMessage> {
    try {
      for (;;) yield await Promise.resolve(eventAt(produced++));
    } finally {
      isEnded = true;
    }
  }
  for await (const batch of inBatches(endless(), LIMITS)) {
    t.is(batch.position, 0n);
    await wait(20);
    break;
  }
  t.true(produced <= LIMITS.maxEvents + LIMITS.maxQueued + 1);
  await wait(5);
  t.true(isEnded);
});

test('a batch waits for company for as long as it may, and no longer than until it is full', async (t) => {
  async function* slow(): AsyncIterable<LogMessage> {
    for (const position of [0, 1, 2, 3]) {
      yield eventAt(position);
      await wait(5);
    }
  }
  const batches: [number[], bigint][] = [];
  const startedMs = performance.now();
  for await (const batch of inBatches(slow(), { ...LIMITS, lingerMs: 5_000 })) batches.push(shape(batch));
  t.deepEqual(batches, [
    [[0, 1, 2], 2n],
    [[3], 3n],
  ]);
  t.true(performance.now() - startedMs < 1_000);
});
