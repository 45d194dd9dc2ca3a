import { Readable } from 'node:stream';
import test from 'ava';
import { LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import { limitedRead } from '../../../shared/event-log/limited-read.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';

const LIMIT_MS = 200;

/** A read that brings these events, then ends or is silent. */
function readOf(events: readonly number[], { isSilent = false } = {}) {
  const left = [...events];
  const cancelled: boolean[] = [];
  const read = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      const event = left.shift();
      if (event !== undefined) this.push(event);
      else if (!isSilent) this.push(null);
    },
  });
  return { cancelled, read: Object.assign(read, { cancel: () => cancelled.push(true) }) };
}

async function take(events: AsyncIterable<unknown>, pauseMs = 0): Promise<unknown[]> {
  const taken: unknown[] = [];
  for await (const event of events) {
    taken.push(event);
    await sleep(pauseMs);
  }
  return taken;
}

for (const events of [[], [1, 2]]) {
  test(`a server that is silent after ${events.length} events is given up, and its call cancelled`, async (t) => {
    const { read, cancelled } = readOf(events, { isSilent: true });
    const error = await t.throwsAsync(take(limitedRead(read, LIMIT_MS)));
    t.is(new LogUnavailableError({ cause: error }).code, 'no_answer');
    t.deepEqual(cancelled, [true]);
    t.notThrows(() => read.emit('error', new Error('too late')));
  });
}

test('a reader may take its time', async (t) => {
  const { read, cancelled } = readOf([1, 2, 3]);
  t.deepEqual(await take(limitedRead(read, LIMIT_MS), LIMIT_MS * 2), [1, 2, 3]);
  t.deepEqual(cancelled, []);
});

test('a read that is left before its end is cancelled', async (t) => {
  const { read, cancelled } = readOf([1, 2, 3]);
  for await (const event of limitedRead(read, LIMIT_MS)) if (event === 2) break;
  await sleep(0);
  t.deepEqual(cancelled, [true]);
});
