import { runClosedLoop } from '../load/closed-loop.ts';
import { runParts } from '../partitions/run-parts.ts';
import type { Work } from '../partitions/followers.ts';
import { repeated, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions } from '../section.ts';
import { appendAnswers } from '../sections/event-store.ts';
import type { BenchStack } from '../stack/bench-stack.ts';
import { cpuTimeMs } from '../stack/cpu-time.ts';
import { names, type Alone } from './names.ts';

const CALLERS = 40;
/** Calls of one tenant that wait for each other; the lock is never free. */
const WAITING = 4;
const SAMPLE = 500;

export type AloneSizes = { rounds: number; appendSeconds: number };

const perThousand = (ms: number, events: number): number => (ms * 1_000) / events;

/** One process that applies the whole log, with nothing beside it but Postgres and the event store. */
async function follower(
  stack: BenchStack,
  options: BenchOptions,
  { part, work, rounds }: { part: Alone; work: Work; rounds: number },
): Promise<Measure[]> {
  // Rows that commands write stand already, as behind an API.
  const run = () => runParts(stack, options, { work, count: 1, keepWritten: true });
  await run(); // engines compile, caches fill
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const result = await run();
    options.tell(`${part} alone: ${Math.round(result.perSecond)} events/s`);
    results.push(result);
  }
  return [
    repeated(
      { name: names.aloneRate(part), unit: 'per_s' },
      results.map(({ perSecond }) => perSecond),
    ),
    repeated(
      { name: names.aloneOwn(part), unit: 'ms' },
      results.map(({ busiestMs, events }) => perThousand(busiestMs, events)),
    ),
    repeated(
      { name: names.aloneDatabase(part), unit: 'ms' },
      results.map(({ postgresMs, events }) => perThousand(postgresMs, events)),
    ),
  ];
}

/** A subscription to the whole log that does nothing with what it reads but check it. */
async function reader({ installation }: BenchStack, rounds: number): Promise<Measure[]> {
  const { log } = installation;
  let end = -1n;
  for await (const event of log.readAll(null)) end = event.position;
  const rates: number[] = [];
  const busyMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const over = new AbortController();
    const startedMs = performance.now();
    const before = process.cpuUsage();
    let events = 0;
    for await (const message of log.subscribe(null, over.signal)) {
      if (message.kind !== 'event') continue;
      events += 1;
      if (message.event.position >= end) break;
    }
    over.abort();
    const { user, system } = process.cpuUsage(before);
    rates.push((events * 1_000) / (performance.now() - startedMs));
    busyMs.push(perThousand((user + system) / 1_000, events));
  }
  return [
    repeated({ name: names.aloneRate('reader of $all'), unit: 'per_s' }, rates),
    repeated({ name: names.aloneOwn('reader of $all'), unit: 'ms' }, busyMs),
  ];
}

/** Appends of one answer each, by one client that does nothing else. */
async function store({ infrastructure, installation }: BenchStack, sizes: AloneSizes): Promise<Measure[]> {
  const sample = [];
  for await (const event of installation.log.readAll(null)) {
    if (event.type === 'session-answered') sample.push(event);
    if (sample.length === SAMPLE) break;
  }
  const rates: number[] = [];
  const busyMs: number[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const cpuMs = (): number => cpuTimeMs(infrastructure.processes.eventStore.pid());
    const beforeMs = cpuMs();
    const { perSecond, count } = await appendAnswers(installation, sample, {
      seconds: sizes.appendSeconds,
      callers: CALLERS,
    });
    rates.push(perSecond);
    busyMs.push(perThousand(cpuMs() - beforeMs, count));
  }
  return [
    repeated({ name: names.appends, unit: 'per_s' }, rates),
    repeated({ name: names.appendCpu, unit: 'ms' }, busyMs),
  ];
}

/**
 * What of an admission is done while its tenant's other calls wait, and nothing else: the lock, and the commit that gives it
 * back once it is on the disk.
 */
async function tenantLock({ installation }: BenchStack, sizes: AloneSizes): Promise<Measure[]> {
  const name = installation.newId();
  const rates: number[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const step = async (): Promise<number> => {
      const startedMs = performance.now();
      await installation.pool.query('SELECT ops.lock($1)', [name]);
      return performance.now() - startedMs;
    };
    const { perSecond } = await runClosedLoop({ callers: WAITING, seconds: sizes.appendSeconds / 2, step });
    rates.push(perSecond);
  }
  return [repeated({ name: names.tenantLock, unit: 'per_s' }, rates)];
}

/** How much each part gets done of which there is one, with nothing beside it. Nothing else may follow the log. */
export async function measureAlone(
  stack: BenchStack,
  options: BenchOptions,
  sizes: AloneSizes,
): Promise<Measure[]> {
  const { rounds } = sizes;
  return [
    ...(await follower(stack, options, { part: 'projector', work: 'projections', rounds })),
    ...(await follower(stack, options, { part: 'fan-out', work: 'fan-out', rounds })),
    ...(await reader(stack, rounds)),
    ...(await store(stack, sizes)),
    ...(await tenantLock(stack, sizes)),
  ];
}

/** The events of finished sessions: how many bytes their data and metadata are, the middle session. */
export async function eventBytes({ installation }: BenchStack): Promise<number> {
  const bytes = new Map<string, number>();
  const finished = new Set<string>();
  for await (const { stream, type, data, metadata } of installation.log.readAll(null)) {
    const size = Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));
    bytes.set(stream, (bytes.get(stream) ?? 0) + size);
    if (type === 'session-finalized') finished.add(stream);
  }
  return percentile(
    [...finished].map((stream) => bytes.get(stream) ?? 0),
    0.5,
  );
}
