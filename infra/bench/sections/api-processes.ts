import { freePort } from '../../embedded/ports.ts';
import { runClosedLoop, type Window } from '../load/closed-loop.ts';
import { createHttpClient } from '../load/http-client.ts';
import { createInterviews, type Interviews } from '../load/interviews.ts';
import { seededRandom } from '../load/random.ts';
import { repeated } from '../report/measure.ts';
import { percentile, ratiosOf, roundOrder, type Round } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts } from '../stack/accounts.ts';
import {
  durability,
  startApps,
  startService,
  withInfrastructure,
  type BenchStack,
} from '../stack/bench-stack.ts';
import { cpuTimeMs } from '../stack/cpu-time.ts';
import { projectionsSettled } from '../stack/settled.ts';

const CALLERS = 20;
const TENANTS = 8;
const KEYS_PER_TENANT = 5;
const ENTRY = 'infra/embedded/api-main.ts';
const ALL_SERVE_LIMIT_MS = 30_000;
const FIRST_GUESS_PER_S = 500;
const HEADROOM = 1.5;

const CANDIDATES = ['one', 'two'] as const;
type Candidate = (typeof CANDIDATES)[number];
const PROCESSES: Record<Candidate, number> = { one: 1, two: 2 };

/** Seconds; a round is one window of each candidate. */
const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { warmUp: 1, window: 1, rounds: 2 } : { warmUp: 12, window: 6, rounds: 9 };

type Running = { interviews: Interviews; cpuMs: () => number; fastest: number };
type Measured = Window & { apiMs: number; backlogMs: number };

/** Answers of an API as one process and as two, in turn, over one log, database and projections. */
export const apiProcesses: Section = {
  name: 'api-processes',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      // Its API stands idle: the candidates are processes beside it.
      await startApps(stack, options);
      const accounts = await openAccounts(stack.installation, {
        tenants: TENANTS,
        keysPerTenant: KEYS_PER_TENANT,
      });
      await projectionsSettled(stack.installation);
      const start = async (candidate: Candidate): Promise<Running> => {
        const { baseUrl, pid } = await startApi(stack, options, PROCESSES[candidate]);
        const interviews = createInterviews(createHttpClient(baseUrl, CALLERS), accounts, seededRandom(7));
        return { interviews, cpuMs: () => cpuTimeMs(pid), fastest: 0 };
      };
      const candidates = { one: await start('one'), two: await start('two') };
      const { rounds, windows } = await compare(stack, options, candidates);
      const each = (of: Candidate, value: (window: Measured) => number): number[] => windows[of].map(value);
      const latency = (of: Candidate, share: number): number =>
        percentile(
          windows[of].flatMap(({ latenciesMs }) => latenciesMs),
          share,
        );
      return {
        conditions: [
          ...(await durability(stack)),
          `${CALLERS} callers on as many connections, ${accounts.length} keys of ${TENANTS} tenants; the load, Postgres, the event store, projections and dispatcher share the cores with the API`,
        ],
        measures: [
          repeated({ name: 'answers, two processes to one', unit: 'ratio' }, ratiosOf(rounds, 'two', 'one')),
          ...CANDIDATES.flatMap((of) => {
            const name = `API_PROCESSES=${PROCESSES[of]}`;
            return [
              repeated(
                { name: `answers, ${name}`, unit: 'per_s' },
                each(of, ({ perSecond }) => perSecond),
              ),
              { name: `answer p50, ${name}`, unit: 'ms' as const, value: latency(of, 0.5) },
              { name: `answer p99, ${name}`, unit: 'ms' as const, value: latency(of, 0.99) },
              repeated(
                { name: `processor time of the API an answer, ${name}`, unit: 'ms' },
                each(of, ({ apiMs }) => apiMs),
              ),
              repeated(
                { name: `projections behind at the end of a window, ${name}`, unit: 'ms' },
                each(of, ({ backlogMs }) => backlogMs),
              ),
            ];
          }),
        ],
      };
    }),
};

async function startApi(
  stack: BenchStack,
  options: BenchOptions,
  processes: number,
): Promise<{ baseUrl: string; pid: number | undefined }> {
  const metricsPort = await freePort();
  const { baseUrl, service } = await startService(stack, options, {
    name: `api-of-${processes}`,
    entry: ENTRY,
    env: { API_PROCESSES: String(processes), METRICS_PORT: String(metricsPort) },
  });
  // A connection stays with its process: nobody may come before all of them are there.
  const deadline = performance.now() + ALL_SERVE_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/ready`);
    const { ready, processes: own } = (await answer.json()) as {
      ready: boolean;
      processes?: { wanted: number; ready: number };
    };
    if (ready && (own?.ready ?? 1) === processes) break;
    if (performance.now() > deadline) throw new Error('not all API processes serve');
  }
  return { baseUrl, pid: service.pid() };
}

async function measure(stack: BenchStack, running: Running, seconds: number): Promise<Measured> {
  const { interviews, cpuMs } = running;
  await interviews.prepare(seconds * (running.fastest * HEADROOM || FIRST_GUESS_PER_S));
  await projectionsSettled(stack.installation);
  const before = cpuMs();
  const step = async (): Promise<number> => (await interviews.answer(interviews.take())).ms;
  const window = await runClosedLoop({ callers: CALLERS, seconds, step });
  running.fastest = Math.max(running.fastest, window.perSecond);
  const apiMs = (cpuMs() - before) / window.count;
  return { ...window, apiMs, backlogMs: await projectionsSettled(stack.installation) };
}

async function compare(stack: BenchStack, options: BenchOptions, candidates: Record<Candidate, Running>) {
  const { warmUp, window, rounds: count } = sizesOf(options);
  const rounds: Round<Candidate>[] = [];
  const windows: Record<Candidate, Measured[]> = { one: [], two: [] };
  for (const candidate of CANDIDATES) await measure(stack, candidates[candidate], warmUp);
  for (let index = 0; index < count; index++) {
    const round = { one: 0, two: 0 };
    for (const candidate of roundOrder(CANDIDATES, index)) {
      const measured = await measure(stack, candidates[candidate], window);
      windows[candidate].push(measured);
      round[candidate] = measured.perSecond;
    }
    rounds.push(round);
    options.tell(
      `round ${index + 1} of ${count}: one ${Math.round(round.one)}/s, two ${Math.round(round.two)}/s`,
    );
  }
  return { rounds, windows };
}
