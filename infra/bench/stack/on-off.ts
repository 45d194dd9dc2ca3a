import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runClosedLoop } from '../load/closed-loop.ts';
import { createHttpClient } from '../load/http-client.ts';
import { createInterviews, type Interviews } from '../load/interviews.ts';
import { seededRandom } from '../load/random.ts';
import { repeated, type Measure, type Target } from '../report/measure.ts';
import { ratiosOf, roundOrder } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts } from './accounts.ts';
import {
  durability,
  startApps,
  withInfrastructure,
  type BenchStack,
  type RunningApps,
} from './bench-stack.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { projectionsSettled } from './settled.ts';

const CALLERS = 20;
const TENANTS = 8;
const KEYS_PER_TENANT = 5;

/** `on` is the service as it is, `off` the same without what is measured. */
const CANDIDATES = ['on', 'off'] as const;
export type Candidate = (typeof CANDIDATES)[number];

/** Processes whose processor time is counted: our own, and the servers under them. */
const SERVICE = ['api', 'dispatcher', 'projections'] as const;
const SERVERS = ['postgres', 'eventStore', 'nats'] as const;

/** Seconds; a round is one window of each candidate alone, and one of both at once. */
const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { warmUp: 3, window: 2, rounds: 5 } : { warmUp: 10, window: 5, rounds: 11 };

/** Before a candidate's first window: so many answers a second are prepared for. */
const FIRST_GUESS_PER_S = 500;
/** A window may be so much faster than the fastest one before it. */
const HEADROOM = 1.5;

/** Processor time of each process, in milliseconds. */
type CpuTimes = Record<(typeof SERVICE)[number] | (typeof SERVERS)[number], number>;
export type Running = { stack: BenchStack; interviews: Interviews; cpu: () => CpuTimes; fastest: number };

/** What one window gave; processor time in milliseconds an answer. */
type Measured = { perSecond: number; cpu: CpuTimes; backlogMs: number };
type Windows = Record<Candidate, Measured>;
type Round = { alone: Windows; together: Windows };

const mapTimes = <T>(of: Record<keyof CpuTimes, T>, time: (one: T, name: keyof CpuTimes) => number) =>
  Object.fromEntries([...SERVICE, ...SERVERS].map((name) => [name, time(of[name], name)])) as CpuTimes;

const sumOf = (cpu: CpuTimes, names: readonly (keyof CpuTimes)[]): number =>
  names.reduce((total, name) => total + cpu[name], 0);

function cpuTimesOf({ infrastructure }: BenchStack, { apps }: RunningApps): CpuTimes {
  const { api, dispatcher, projections } = apps.processes;
  const { postgres, eventStore, nats } = infrastructure.processes;
  const processes = { api, dispatcher, projections, postgres, eventStore, nats };
  return mapTimes(processes, (process) => cpuTimeMs(process.pid()));
}

export type CandidateOptions = BenchOptions & { openStore?: boolean };

const PRELOAD = pathToFileURL(path.resolve(import.meta.dirname, '../unprotected/preload.mjs')).href;

/** The same entry points without a protection (`unprotected/preload.mjs`). */
export function without(what: 'sealing' | 'access' | 'macs', options: BenchOptions): BenchOptions {
  const given = options.env.NODE_OPTIONS ?? '';
  const NODE_OPTIONS = `${given} --import=${PRELOAD}?${what}`.trim();
  return { ...options, env: { ...options.env, NODE_OPTIONS } };
}

/** A candidate has servers and data of its own; the one that is not measured stands idle. */
async function withCandidate<T>(
  options: CandidateOptions,
  work: (running: Running) => Promise<T>,
): Promise<T> {
  return withInfrastructure(options, async (stack) => {
    const running = await startApps(stack, options);
    try {
      const size = { tenants: TENANTS, keysPerTenant: KEYS_PER_TENANT };
      const accounts = await openAccounts(stack.installation, size);
      const interviews = createInterviews(createHttpClient(running.baseUrl), accounts, seededRandom(7));
      return await work({ stack, interviews, cpu: () => cpuTimesOf(stack, running), fastest: 0 });
    } finally {
      await running.apps.stop();
    }
  });
}

/**
 * One window of these candidates, at once. Throughput is that of the callers; processor time is counted until projections
 * and dispatcher are through with all of it.
 */
async function measure<C extends Candidate>(
  running: Record<C, Running>,
  { seconds, callers }: { seconds: number; callers: number },
): Promise<Record<C, Measured>> {
  const names = Object.keys(running) as C[];
  const each = <T>(work: (one: Running, name: C) => Promise<T>): Promise<T[]> =>
    Promise.all(names.map((name) => work(running[name], name)));
  for (const name of names) {
    const { interviews, fastest } = running[name];
    await interviews.prepare(seconds * (fastest * HEADROOM || FIRST_GUESS_PER_S));
  }
  await each(({ stack }) => projectionsSettled(stack.installation));
  const before = names.map((name) => running[name].cpu());
  const windows = await each(async (one) => {
    const step = async (): Promise<number> => (await one.interviews.answer(one.interviews.take())).ms;
    const { perSecond, count } = await runClosedLoop({ callers, seconds, step });
    one.fastest = Math.max(one.fastest, perSecond);
    return { perSecond, count, backlogMs: await projectionsSettled(one.stack.installation) };
  });
  const measured = windows.map(({ perSecond, count, backlogMs }, index): Measured => {
    const after = running[names[index] as C].cpu();
    const cpu = mapTimes(after, (time, name) => (time - (before[index]?.[name] ?? 0)) / count);
    return { perSecond, cpu, backlogMs };
  });
  return Object.fromEntries(names.map((name, index) => [name, measured[index]])) as Record<C, Measured>;
}

/** Windows of both in turn, and of both at once. */
async function compare(candidates: Record<Candidate, Running>, options: BenchOptions): Promise<Round[]> {
  const { warmUp, window, rounds } = sizesOf(options);
  const together = { seconds: window, callers: CALLERS / 2 };
  const measured: Round[] = [];
  await measure(candidates, { ...together, seconds: warmUp });
  for (let index = 0; index < rounds; index++) {
    const alone: Partial<Windows> = {};
    for (const name of roundOrder(CANDIDATES, index)) {
      const one = { [name]: candidates[name] } as Record<typeof name, Running>;
      alone[name] = (await measure(one, { seconds: window, callers: CALLERS }))[name];
    }
    const round = { alone: alone as Windows, together: await measure(candidates, together) };
    measured.push(round);
    const shown = CANDIDATES.map(
      (name) =>
        `${name} ${Math.round(round.alone[name].perSecond)}/s, ${sumOf(round.together[name].cpu, SERVICE).toFixed(2)} ms CPU`,
    );
    options.tell(`round ${index + 1} of ${rounds}: ${shown.join('; ')}`);
  }
  return measured;
}

type Taken = (round: Round) => Readonly<Record<Candidate, number>>;

function measuresOf(rounds: readonly Round[], leastShare: number): Measure[] {
  const taken = (windows: keyof Round, value: (measured: Measured) => number): Taken => {
    return (round) => ({ on: value(round[windows].on), off: value(round[windows].off) });
  };
  const throughput = taken('alone', ({ perSecond }) => perSecond);
  const service = taken('together', (one) => sumOf(one.cpu, SERVICE));
  const stack = taken('together', (one) => sumOf(one.cpu, [...SERVICE, ...SERVERS]));
  const each = (name: string, unit: Measure['unit'], of: Taken): Measure[] =>
    CANDIDATES.map((candidate) =>
      repeated(
        { name: `${name}, ${candidate}`, unit },
        rounds.map((round) => of(round)[candidate]),
      ),
    );
  const share = (kind: Target['kind']): Target => ({ kind, direction: 'at_least', value: leastShare });
  const cpu = 'CPU time of an answer';
  return [
    repeated(
      { name: 'throughput, on to off', unit: 'ratio', target: share('bound') },
      ratiosOf(rounds.map(throughput), 'on', 'off'),
    ),
    ...each(`answers, ${CALLERS} callers`, 'per_s', throughput),
    repeated(
      {
        name: `${cpu}, off to on`,
        unit: 'ratio',
        target: share('goal'),
        note: 'API, dispatcher and projections, until all is applied; both at once, so that other load meets both alike',
      },
      ratiosOf(rounds.map(service), 'off', 'on'),
    ),
    ...each(cpu, 'ms', service),
    repeated(
      { name: `${cpu} with all servers, off to on`, unit: 'ratio', target: share('goal') },
      ratiosOf(rounds.map(stack), 'off', 'on'),
    ),
    ...each(`${cpu} with all servers`, 'ms', stack),
    ...[...SERVICE, ...SERVERS].map((name) =>
      repeated(
        { name: `${cpu}, on more than off: ${name}`, unit: 'ms' },
        rounds.map(({ together: { on, off } }) => on.cpu[name] - off.cpu[name]),
      ),
    ),
    ...each(
      'projections behind at the end of a window',
      'ms',
      taken('alone', ({ backlogMs }) => backlogMs),
    ),
  ];
}

export type OnOff = {
  /** How each is started. */
  on: CandidateOptions;
  off: CandidateOptions;
  /** Throws where a candidate was not what it stands for: then the ratio would say nothing. */
  verify: (candidate: Candidate, running: Running) => Promise<void>;
  /** Of the throughput of `off`, `on` is to have this share at least. */
  leastShare: number;
  /** What `off` is, for the report. */
  condition: string;
};

/** What something costs the answer path: the same load with it and without it, in one run. */
export const compareOnOff = ({ on, off, verify, leastShare, condition }: OnOff): ReturnType<Section['run']> =>
  withCandidate(on, (whole) =>
    withCandidate(off, async (bare) => {
      const rounds = await compare({ on: whole, off: bare }, on);
      await verify('on', whole);
      await verify('off', bare);
      return {
        conditions: [
          ...(await durability(whole.stack)),
          `${CALLERS} callers (of CPU times ${CALLERS / 2} each), ${TENANTS * KEYS_PER_TENANT} keys of ${TENANTS} tenants; API, projections and dispatcher as processes of their own; no subscriptions`,
          condition,
        ],
        measures: measuresOf(rounds, leastShare),
      };
    }),
  );
