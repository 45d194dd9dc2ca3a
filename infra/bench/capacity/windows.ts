import { sleep } from '../../../shared/lifecycle/timing.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import type { Calls, WholeInterviews } from '../load/whole-interviews.ts';
import type { BenchStack } from '../stack/bench-stack.ts';
import { ofEach, type EveryProcess, type OfEach } from '../stack/every-process.ts';
import { projectionsSettled } from '../stack/settled.ts';
import type { Counted, Load } from './names.ts';
import { sizesOf, vacuum, type Sizes } from './storage.ts';

const CALLERS = 20;
const SLOW_ANSWERS_PER_S = 10;
const DELIVERIES_LIMIT_MS = 120_000;

/** What one window of a load took, its background work included: projections, deliveries, and clearing the tables. */
export type Used = {
  load: Load;
  answers: number;
  answersPerS: number;
  counts: Record<Counted, number>;
  /** What each process used beyond what it uses idle. */
  cpuMs: OfEach;
  memoryMb: OfEach;
  grownBy: Sizes;
  connections: ReadonlyMap<string, number>;
};

export type Bench = {
  stack: BenchStack;
  processes: EveryProcess;
  interviews: Record<Load, WholeInterviews>;
};

async function deliveriesOf({ stack }: Bench): Promise<{ all: number; due: number }> {
  const { rows } = await stack.installation.pool.query<{ all: number; due: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'pending')::int AS due FROM ops.webhook_deliveries`,
  );
  return rows[0] ?? { all: 0, due: 0 };
}

/** Waits until nothing is left to do. Returns the number of deliveries so far. */
async function settled(bench: Bench): Promise<number> {
  await projectionsSettled(bench.stack.installation);
  const startedMs = performance.now();
  for (;;) {
    const { all, due } = await deliveriesOf(bench);
    if (due === 0) return all;
    if (performance.now() - startedMs > DELIVERIES_LIMIT_MS) throw new Error('deliveries are left over');
    await sleep(100);
  }
}

async function connectionsOf({ stack }: Bench): Promise<Map<string, number>> {
  const { rows } = await stack.installation.pool.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND application_name <> 'ops' GROUP BY 1`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

async function put(interviews: WholeInterviews, load: Load, seconds: number): Promise<void> {
  const { step } = interviews;
  if (load !== 'slow') {
    await runClosedLoop({ callers: CALLERS, seconds, step });
    return;
  }
  // As many calls as make so many answers; the first windows have told how many.
  const { answers, ...others } = interviews.calls();
  const calls = answers + others.sessions + others.reads + others.finalized;
  await runOpenLoop({ perSecond: (SLOW_ANSWERS_PER_S * calls) / answers, seconds, step });
}

const less = <T extends Record<string, number>>(after: T, before: T): T =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)])) as T;

/** Everything that is counted up, at one moment. */
async function reading(bench: Bench, load: Load) {
  const { stack, processes, interviews } = bench;
  const { installation, infrastructure } = stack;
  const deliveries = await settled(bench);
  await vacuum(installation);
  return {
    calls: interviews[load].calls(),
    deliveries,
    events: Number(await installation.log.lastPosition()),
    sizes: await sizesOf(installation, infrastructure.dir.eventStore),
    cpuMs: processes.cpuMs(),
    atMs: performance.now(),
  };
}

/** Puts an installation under a load, waits until all that follows from it is done, and tells what it took. */
export async function measureLoad(
  bench: Bench,
  { load, seconds, idle }: { load: Load; seconds: number; idle: OfEach },
): Promise<Used> {
  const before = await reading(bench, load);
  const startedMs = performance.now();
  await put(bench.interviews[load], load, seconds);
  const loadedS = (performance.now() - startedMs) / 1_000;
  const memoryMb = bench.processes.memoryMb();
  const connections = await connectionsOf(bench);
  const after = await reading(bench, load);
  const calls = less<Calls>(after.calls, before.calls);
  const elapsedS = (after.atMs - before.atMs) / 1_000;
  const used = less(after.cpuMs, before.cpuMs);
  return {
    load,
    answers: calls.answers,
    answersPerS: calls.answers / loadedS,
    counts: {
      sessions: calls.sessions,
      reads: calls.reads,
      appends: calls.sessions + calls.answers + calls.finalized,
      events: after.events - before.events,
      deliveries: after.deliveries - before.deliveries,
    },
    cpuMs: ofEach((name) => used[name] - idle[name] * elapsedS),
    memoryMb,
    grownBy: less(after.sizes, before.sizes),
    connections,
  };
}

/** What each process uses in a second in which nobody calls, in milliseconds. */
export async function measureIdle(bench: Bench, seconds: number): Promise<OfEach> {
  await settled(bench);
  const before = bench.processes.cpuMs();
  const startedMs = performance.now();
  await sleep(seconds * 1_000);
  const elapsedS = (performance.now() - startedMs) / 1_000;
  const used = less(bench.processes.cpuMs(), before);
  return ofEach((name) => used[name] / elapsedS);
}
