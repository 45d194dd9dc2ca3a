import { v7 as uuidV7 } from 'uuid';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { createHttpClient } from '../load/http-client.ts';
import { createInterviews } from '../load/interviews.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { seededRandom } from '../load/random.ts';
import { goalAtMost, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions } from '../section.ts';
import { openAccounts } from '../stack/accounts.ts';
import { durability, startApps, withInfrastructure } from '../stack/bench-stack.ts';
import { projectionsSettled } from '../stack/settled.ts';

const ANSWERS_PER_S = 200;
/** Of what a machine gives that does not give so many: what piles up unanswered would be no lag of projections. */
const SLOW_MACHINE = 0.7;
const TENANTS = 5;
const KEYS_PER_TENANT = 4;
const POLL_MS = 4;
/** Rows carry the API's clock of the call's arrival; they are looked for from a little before it. */
const MARGIN_MS = 200;
const LAST_ROWS_MS = 20_000;

const sizesOf = ({ quick }: BenchOptions) => (quick ? { seconds: 2 } : { seconds: 40 });

type Watch = {
  sent: (requestId: string) => void;
  answered: (requestId: string) => void;
  /** Waits for the last rows. Returns the lag of each answer, in milliseconds. */
  finish: () => Promise<number[]>;
  stop: () => Promise<void>;
};

/**
 * Watches for the usage records of calls, which no handler writes: only the projection does. The lag is the time from
 * the call's answer to the first look that found the row; 0 where the row was there before the answer.
 */
function watchUsage(pool: Pool, tenantIds: readonly string[]): Watch {
  const waiting = new Map<string, { sentAt: number; answeredMs: number | null; seen: boolean }>();
  const lagsMs: number[] = [];
  const over = new AbortController();

  async function look(): Promise<void> {
    const oldest = Math.min(...[...waiting.values()].map(({ sentAt }) => sentAt));
    const { rows } = await pool.query<{ request_id: string }>({
      name: 'bench-usage-since',
      text: 'SELECT request_id FROM read.usage_records WHERE tenant_id = ANY ($1::uuid[]) AND created_at >= $2',
      values: [tenantIds, new Date(oldest - MARGIN_MS)],
    });
    const seenMs = performance.now();
    for (const { request_id: requestId } of rows) {
      const call = waiting.get(requestId);
      if (!call) continue;
      call.seen = true;
      if (call.answeredMs === null) continue;
      lagsMs.push(Math.max(0, seenMs - call.answeredMs));
      waiting.delete(requestId);
    }
  }

  const watching = (async () => {
    while (!over.signal.aborted) {
      if (waiting.size > 0) await look();
      await sleep(POLL_MS, over.signal);
    }
  })();
  watching.catch(() => undefined); // thrown where it is waited for

  return {
    sent: (requestId) => waiting.set(requestId, { sentAt: Date.now(), answeredMs: null, seen: false }),
    answered: (requestId) => {
      const call = waiting.get(requestId);
      if (!call) return;
      call.answeredMs = performance.now();
      if (!call.seen) return;
      lagsMs.push(0);
      waiting.delete(requestId);
    },
    finish: async () => {
      const deadlineMs = performance.now() + LAST_ROWS_MS;
      while (waiting.size > 0 && performance.now() < deadlineMs) await sleep(POLL_MS);
      over.abort();
      await watching;
      if (waiting.size > 0) throw new Error(`${waiting.size} answers were not projected`);
      return lagsMs;
    },
    stop: async () => {
      over.abort();
      await Promise.allSettled([watching]);
    },
  };
}

/** Runs a load and waits for its last rows. The watch ends either way. */
async function watched<T>(watch: Watch, load: () => Promise<T>): Promise<{ result: T; lagsMs: number[] }> {
  try {
    const result = await load();
    return { result, lagsMs: await watch.finish() };
  } finally {
    await watch.stop();
  }
}

/** How long after an answer a projection that nobody writes through shows it, at a fixed rate of answers. */
export const measureLag = (options: BenchOptions): Promise<{ conditions: string[]; measures: Measure[] }> =>
  withInfrastructure(options, async (stack) => {
    const { baseUrl } = await startApps(stack, options);
    const { installation } = stack;
    const accounts = await openAccounts(installation, { tenants: TENANTS, keysPerTenant: KEYS_PER_TENANT });
    const tenantIds = [...new Set(accounts.map(({ tenantId }) => tenantId))];
    const interviews = createInterviews(createHttpClient(baseUrl), accounts, seededRandom(13));
    const { seconds } = sizesOf(options);
    await interviews.prepare((seconds + seconds / 8) * ANSWERS_PER_S);
    const warmUp = await runOpenLoop({
      perSecond: ANSWERS_PER_S,
      seconds: seconds / 8,
      step: () => interviews.answer(interviews.take()),
    });
    await projectionsSettled(installation);
    const isSlow = warmUp.perSecond < SLOW_MACHINE * ANSWERS_PER_S;
    const perSecond = isSlow ? Math.floor(SLOW_MACHINE * warmUp.perSecond) : ANSWERS_PER_S;

    options.tell(`${perSecond} answers a second for ${seconds} s`);
    const watch = watchUsage(installation.pool, tenantIds);
    const step = async (): Promise<void> => {
      const requestId = uuidV7();
      watch.sent(requestId);
      await interviews.answer(interviews.take(), { requestId });
      watch.answered(requestId);
    };
    const { result: arrivals, lagsMs } = await watched(watch, () =>
      runOpenLoop({ perSecond, seconds, step }),
    );
    return {
      conditions: [
        ...(await durability(stack)),
        `lag: ${perSecond} answers/s for ${seconds} s (open loop), from answer to visible row in read.usage_records, looked for every ${POLL_MS} ms`,
        ...(isSlow ? [`this machine does not give the ${ANSWERS_PER_S} answers/s that are asked for`] : []),
      ],
      measures: [
        {
          name: `projection lag p99, ${perSecond} answers/s`,
          unit: 'ms',
          value: percentile(lagsMs, 0.99),
          // Asked at that rate; at a lower one there is nothing to reach.
          ...(isSlow ? {} : { target: goalAtMost(100) }),
        },
        {
          name: `projection lag p50, ${perSecond} answers/s`,
          unit: 'ms',
          value: percentile(lagsMs, 0.5),
        },
        { name: 'answers meanwhile', unit: 'per_s', value: arrivals.perSecond },
        {
          name: `answer p99, ${perSecond} answers/s`,
          unit: 'ms',
          value: percentile(arrivals.latenciesMs, 0.99),
        },
      ],
    };
  });
