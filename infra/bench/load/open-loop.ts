import { setTimeout as sleep } from 'node:timers/promises';

export type OpenLoop = { perSecond: number; seconds: number; step: () => Promise<unknown> };

/** What an open loop found: each latency counts from the moment at which the call was due. */
export type Arrivals = { count: number; perSecond: number; latenciesMs: number[] };

const TICK_MS = 1;

/**
 * Calls that come at a fixed rate, whether or not earlier ones were answered: a server that stalls is charged with the
 * wait of everything that was due meanwhile. The first failure is thrown once all calls are over.
 */
export async function runOpenLoop({ perSecond, seconds, step }: OpenLoop): Promise<Arrivals> {
  const total = Math.round(perSecond * seconds);
  const intervalMs = 1_000 / perSecond;
  const latenciesMs: number[] = [];
  const running: Promise<void>[] = [];
  const startedMs = performance.now();
  const begin = async (dueMs: number): Promise<void> => {
    await step();
    latenciesMs.push(performance.now() - dueMs);
  };
  for (let begun = 0; begun < total;) {
    for (; begun < total && startedMs + begun * intervalMs <= performance.now(); begun++) {
      const call = begin(startedMs + begun * intervalMs);
      call.catch(() => undefined); // looked at below; until then nobody else does
      running.push(call);
    }
    await sleep(TICK_MS);
  }
  const results = await Promise.allSettled(running);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  return { count: total, perSecond: (total * 1_000) / (performance.now() - startedMs), latenciesMs };
}
