import { sleep } from '../../../shared/lifecycle/timing.ts';
import { readCheckpoints } from '../../../shared/projection/checkpoints.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import type { Service } from '../../../shared/lifecycle/service.ts';
import type { BenchOptions } from '../section.ts';
import { startService } from '../stack/bench-stack.ts';
import { cpuTimeMs } from '../stack/cpu-time.ts';
import type { Division, Work } from './followers.ts';
import { partName, type Part } from './partition.ts';
import { beginAnew, checkpointsOfPart, joinParts, partsOf, type Connected } from './tables.ts';

/** A stack on which nothing else follows the log. */
export type PartsStack = { infrastructure: Omit<Infrastructure, 'stop'>; installation: Connected };

export type PartsRun = {
  work: Work;
  /** How many processes divide it. */
  count: number;
  division?: Division;
  /** One part after the other instead of side by side: the worst order that there can be between them. */
  inTurn?: boolean;
  /** The first part is killed in a transaction at this share of the log, and started again. */
  killAt?: number;
  /** See `beginAnew`. */
  keepWritten?: boolean;
  /** Events a batch at most. */
  batch?: number | undefined;
};

export type PartsResult = {
  /** In the second half of the log: what comes before warms the processes up. Each part reads all of them. */
  events: number;
  /** Of this half. */
  perSecond: number;
  /** Processor time for it of the part that used the most. NaN where one was killed, or not on Linux. */
  busiestMs: number;
  /** Processor time of Postgres and of the event store meanwhile. */
  postgresMs: number;
  storeMs: number;
};

const ENTRY = 'infra/bench/partitions/main.ts';
const POLL_MS = 10;
const LIMIT_MS = 300_000;

async function endOf({ log }: Connected): Promise<{ position: bigint; events: number }> {
  const end = { position: -1n, events: 0 };
  for await (const event of log.readAll(null)) {
    end.position = event.position;
    end.events += 1;
  }
  return end;
}

type Follow = {
  stack: PartsStack;
  options: Pick<BenchOptions, 'env' | 'tell'>;
  run: PartsRun;
  end: { position: bigint; events: number };
};

async function startPart({ stack, options, run }: Follow, part: Part, diesAt?: bigint): Promise<Service> {
  const { service } = await startService(stack, options, {
    name: `part-${run.work}-${part.index + 1}`,
    entry: ENTRY,
    env: {
      PART: partName(part),
      PART_WORK: run.work,
      PART_DIVISION: run.division ?? 'as it fits',
      ...(run.batch === undefined ? {} : { PART_BATCH: String(run.batch) }),
      ...(diesAt === undefined ? {} : { PART_DIES_AT: String(diesAt) }),
    },
  });
  return service;
}

/** Where a measurement begins: what was used by then, and where the last of the parts stood. */
type Middle = { position: bigint; ms: number; cpuMs: number[] };

/** Waits until parts have applied everything. Returns what they used in the second half of the log. */
async function awaitEnd(
  { stack, run, end }: Follow,
  parts: readonly Part[],
  cpuMs: () => number[],
): Promise<PartsResult> {
  const names = parts.flatMap((part) => checkpointsOfPart(run.work, part).map(({ name }) => name));
  const deadlineMs = performance.now() + LIMIT_MS;
  let middle: Middle | undefined;
  while (performance.now() < deadlineMs) {
    const stored = await readCheckpoints(stack.installation.pool, names);
    const positions = stored.map(({ checkpoint }) => checkpoint.position);
    const least = positions.reduce((a, b) => (a < b ? a : b), end.position);
    if (least >= end.position / 2n) middle ??= { position: least, ms: performance.now(), cpuMs: cpuMs() };
    if (middle && least >= end.position) {
      const { position, ms, cpuMs: before } = middle;
      const events = (Number(end.position - position) / Number(end.position)) * end.events;
      const used = cpuMs().map((now, index) => now - (before[index] ?? NaN));
      const [postgresMs = NaN, storeMs = NaN, ...own] = used;
      const perSecond = (events * 1_000) / (performance.now() - ms);
      return { events, perSecond, busiestMs: Math.max(...own), postgresMs, storeMs };
    }
    await sleep(POLL_MS);
  }
  throw new Error(`${run.work} did not reach the end of the log in time`);
}

/** Waits until a process has ended by itself. */
async function awaitDeath(service: Service): Promise<void> {
  const startedMs = performance.now();
  while (service.pid() !== undefined) {
    if (performance.now() - startedMs > LIMIT_MS) throw new Error('the part that was to be killed lives');
    await sleep(POLL_MS);
  }
}

/** Runs some parts side by side to the end of the log. */
async function follow(what: Follow, parts: readonly Part[], killAt?: number): Promise<PartsResult> {
  const { end } = what;
  const diesAt = killAt === undefined ? undefined : BigInt(Math.floor(Number(end.position) * killAt));
  const services: Service[] = [];
  try {
    services.push(
      ...(await Promise.all(
        parts.map((part) => startPart(what, part, part.index === 0 ? diesAt : undefined)),
      )),
    );
    const { postgres, eventStore } = what.stack.infrastructure.processes;
    const cpuMs = (): number[] =>
      [postgres, eventStore, ...services].map((service) => cpuTimeMs(service.pid()));
    const [victim] = services;
    const [part] = parts;
    if (diesAt !== undefined && victim && part) {
      await awaitDeath(victim);
      services.push(await startPart(what, part));
    }
    return await awaitEnd(what, parts, cpuMs);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/**
 * Empties the tables of a work and has its parts fill them again from the log, each as a process of its own. In the end
 * one checkpoint takes the place of theirs. Returns what the last of them took.
 */
export async function runParts(
  stack: PartsStack,
  options: Pick<BenchOptions, 'env' | 'tell'>,
  run: PartsRun,
): Promise<PartsResult> {
  const { work, count, inTurn = false, killAt, keepWritten = false } = run;
  const { installation } = stack;
  await beginAnew(installation, { work, count, keepWritten });
  const what = { stack, options, run, end: await endOf(installation) };
  let result: PartsResult | undefined;
  for (const parts of inTurn ? partsOf(count).map((part) => [part]) : [partsOf(count)]) {
    result = await follow(what, parts, killAt);
  }
  if (!result) throw new Error('there are no parts');
  await joinParts(installation, work, count);
  return result;
}
