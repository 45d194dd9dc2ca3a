import { sleep } from '../../../shared/lifecycle/timing.ts';
import { readCheckpoints } from '../../../shared/projection/checkpoints.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import type { Service } from '../../embedded/service.ts';
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
  /** In the log: each part reads all of them. */
  events: number;
  /** Of the log, from the first committed batch to the last one. */
  perSecond: number;
  /** Processor time of the part that used the most, without its start. NaN where one was killed, or not on Linux. */
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

/** Waits until parts have applied everything. Returns the events a second from the first committed batch to the last one. */
async function awaitEnd({ stack, run, end }: Follow, parts: readonly Part[]): Promise<number> {
  const names = parts.flatMap((part) => checkpointsOfPart(run.work, part).map(({ name }) => name));
  const startedMs = performance.now();
  let first: { position: bigint; ms: number } | undefined;
  while (performance.now() - startedMs < LIMIT_MS) {
    const stored = await readCheckpoints(stack.installation.pool, names);
    const positions = stored.map(({ checkpoint }) => checkpoint.position);
    const least = positions.reduce((a, b) => (a < b ? a : b), end.position);
    if (least >= 0n) first ??= { position: least, ms: performance.now() };
    if (first && least >= end.position) {
      const share = Number(end.position - first.position) / Number(end.position);
      return (share * end.events * 1_000) / (performance.now() - first.ms);
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

type Followed = Omit<PartsResult, 'events'>;

/** Runs some parts side by side to the end of the log. */
async function follow(what: Follow, parts: readonly Part[], killAt?: number): Promise<Followed> {
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
    const startedMs = cpuMs();
    const [victim] = services;
    const [part] = parts;
    if (diesAt !== undefined && victim && part) {
      await awaitDeath(victim);
      services.push(await startPart(what, part));
    }
    const perSecond = await awaitEnd(what, parts);
    const [postgresMs = NaN, storeMs = NaN, ...own] = cpuMs().map(
      (ms, index) => ms - (startedMs[index] ?? NaN),
    );
    return { perSecond, busiestMs: Math.max(...own), postgresMs, storeMs };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/**
 * Empties the tables of a work and has its parts fill them again from the log, each as a process of its own. In the end
 * one checkpoint takes the place of theirs.
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
  const followed: Followed[] = [];
  for (const parts of inTurn ? partsOf(count).map((part) => [part]) : [partsOf(count)]) {
    followed.push(await follow(what, parts, killAt));
  }
  await joinParts(installation, work, count);
  const each = (value: (one: Followed) => number): number[] => followed.map(value);
  return {
    events: what.end.events,
    perSecond: Math.min(...each(({ perSecond }) => perSecond)),
    busiestMs: Math.max(...each(({ busiestMs }) => busiestMs)),
    postgresMs: each(({ postgresMs }) => postgresMs).reduce((sum, ms) => sum + ms, 0),
    storeMs: each(({ storeMs }) => storeMs).reduce((sum, ms) => sum + ms, 0),
  };
}
