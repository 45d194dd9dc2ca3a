import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { createLogger } from '../../../shared/logging/logger.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { whileLeading, type LeaseClock } from '../../../shared/projection/leases.ts';

const TIMING = { ttlMs: 5_000, renewMs: 1_500, standbyMs: 500 };

/** Time that passes only where somebody waits for it, and nothing else is left to do. */
function idleClock(): LeaseClock {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    sleep: async (ms, signal) => {
      await turn();
      if (signal?.aborted !== true) nowMs += ms;
    },
  };
}

type Answer = 'ours' | 'others' | 'failed' | 'silence';

/** A database that answers to so many questions for the lease, and then always with the last of these. */
function databaseThat(...answers: [Answer, ...Answer[]]) {
  const left = [...answers];
  const statements: string[] = [];
  const query = (text: string): Promise<unknown> => {
    const verb = text.slice(0, 6);
    statements.push(verb);
    if (verb !== 'INSERT') return Promise.resolve({ rowCount: 1 });
    const answer = left.length > 1 ? left.shift() : left[0];
    if (answer === 'silence') return new Promise(() => undefined);
    if (answer === 'failed') return Promise.reject(new Error('out of reach'));
    return Promise.resolve({ rowCount: answer === 'ours' ? 1 : 0 });
  };
  return { pool: { query } as unknown as Pool, statements };
}

/** Leads once: when it began, and when it was told that it leads no more. */
async function leadOnce(pool: Pool, endAfterMs = Infinity) {
  const clock = idleClock();
  const stopping = new AbortController();
  const led = { fromMs: -1, toMs: -1, wasLost: false };
  await whileLeading(
    {
      ...{ pool, clock, timing: TIMING, signal: stopping.signal },
      lease: { name: 'work', holder: '00000000-0000-4000-8000-000000000001' },
      logger: createLogger({ name: 'leases', level: 'silent' }),
    },
    async (signal) => {
      led.fromMs = clock.nowMs();
      while (!signal.aborted && clock.nowMs() < endAfterMs) await turn();
      led.toMs = clock.nowMs();
      led.wasLost = signal.aborted;
      stopping.abort();
    },
  );
  return led;
}

test('a renewal that never answers loses the lease by when it runs out', async (t) => {
  const { pool } = databaseThat('ours', 'silence');
  t.deepEqual(await leadOnce(pool), { fromMs: 0, toMs: TIMING.ttlMs, wasLost: true });
});

test('so do renewals that fail; one by somebody else loses it at once', async (t) => {
  t.is((await leadOnce(databaseThat('ours', 'failed').pool)).toMs, TIMING.ttlMs);
  t.is((await leadOnce(databaseThat('ours', 'others').pool)).toMs, TIMING.renewMs);
});

test('a single renewal without an answer loses nothing', async (t) => {
  const { pool } = databaseThat('ours', 'silence', 'ours');
  t.deepEqual(await leadOnce(pool, 60_000), { fromMs: 0, toMs: 60_000, wasLost: false });
});

test('who waits for the lease asks again where there is no answer', async (t) => {
  const { pool } = databaseThat('silence', 'ours');
  const { fromMs } = await leadOnce(pool, 60_000);
  t.is(fromMs, TIMING.ttlMs + TIMING.standbyMs);
});

test('gives back what is its own, and not what it has lost', async (t) => {
  const own = databaseThat('ours');
  await leadOnce(own.pool, 3_000);
  t.true(own.statements.includes('DELETE'));
  const lost = databaseThat('ours', 'silence');
  await leadOnce(lost.pool);
  t.false(lost.statements.includes('DELETE'));
});
