import { countBaselineRows, createBaselineTables } from '../baseline/tables.ts';
import { runClosedLoop, type Window } from '../load/closed-loop.ts';
import { createHttpClient } from '../load/http-client.ts';
import { createInterviews, type Interviews } from '../load/interviews.ts';
import { runOpenLoop, type Arrivals } from '../load/open-loop.ts';
import { seededRandom } from '../load/random.ts';
import { boundAtLeast, goalAtLeast, goalAtMost, repeated, type Measure } from '../report/measure.ts';
import { percentile, ratiosOf, roundOrder, type Round } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import {
  durability,
  startApps,
  startService,
  withInfrastructure,
  type BenchStack,
} from '../stack/bench-stack.ts';
import { projectionsSettled } from '../stack/settled.ts';

const CALLERS = 20;
/** Each may have 1000 sessions open at once, and each key makes 5000 calls a minute. */
const TENANTS = 8;
const KEYS_PER_TENANT = 5;
const OPEN_LOOP_PER_S = 100;
const BASELINE = 'infra/bench/baseline/main.ts';

const CANDIDATES = ['service', 'transaction', 'function'] as const;
type Candidate = (typeof CANDIDATES)[number];
type Candidates = Record<Candidate, Interviews>;

/** Seconds; a round is one window of each candidate. */
const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { warmUp: 1, window: 1, rounds: 2, steady: 3 } : { warmUp: 15, window: 6, rounds: 7, steady: 40 };

/** Before a candidate's first window: so many answers a second are prepared for. */
const FIRST_GUESS_PER_S = 500;
/** A window may be so much faster than the fastest one before it. */
const HEADROOM = 1.5;

export const answerPath: Section = {
  name: 'answer-path',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { baseUrl } = await startApps(stack, options);
      const accounts = await openAccounts(stack.installation, {
        tenants: TENANTS,
        keysPerTenant: KEYS_PER_TENANT,
      });
      await projectionsSettled(stack.installation);
      await createBaselineTables(stack.installation.pool);
      const candidates = await startCandidates(stack, options, { baseUrl, accounts });
      const compared = await compare(stack, options, candidates);
      const steady = await underSteadyLoad(stack, options, candidates.service);
      return {
        conditions: [
          ...(await durability(stack)),
          `${CALLERS} callers, ${accounts.length} keys of ${TENANTS} tenants; API, projections and dispatcher as processes of their own; no subscriptions`,
          'baseline: same http kit, key check, validation, engine, sealing and presenter; equal rows in one transaction of prepared statements, or in one SQL function call',
        ],
        measures: measuresOf(compared, steady),
      };
    }),
};

async function startCandidates(
  stack: BenchStack,
  options: BenchOptions,
  { baseUrl, accounts }: { baseUrl: string; accounts: Account[] },
): Promise<Candidates> {
  const start = async (writes: 'transaction' | 'function'): Promise<string> => {
    const name = `baseline-${writes}`;
    const env = { BASELINE_WRITES: writes };
    return (await startService(stack, options, { name, entry: BASELINE, env })).baseUrl;
  };
  const over = (url: string): Interviews =>
    createInterviews(createHttpClient(url), accounts, seededRandom(7));
  return {
    service: over(baseUrl),
    transaction: over(await start('transaction')),
    function: over(await start('function')),
  };
}

type Compared = {
  rounds: Round<Candidate>[];
  windows: Record<Candidate, Window[]>;
  /** What the projections needed after each window of the service to have applied everything. */
  backlogMs: number[];
};

/** Windows of all candidates in turn. Each begins when nothing is left to do of the one before it. */
async function compare(stack: BenchStack, options: BenchOptions, candidates: Candidates): Promise<Compared> {
  const { warmUp, window, rounds } = sizesOf(options);
  const compared: Compared = {
    rounds: [],
    windows: { service: [], transaction: [], function: [] },
    backlogMs: [],
  };
  let baselineAnswers = 0;
  const fastest: Record<Candidate, number> = { service: 0, transaction: 0, function: 0 };
  const measure = async (candidate: Candidate, seconds: number): Promise<Window> => {
    const interviews = candidates[candidate];
    await interviews.prepare(seconds * (fastest[candidate] * HEADROOM || FIRST_GUESS_PER_S));
    await projectionsSettled(stack.installation);
    const step = async (): Promise<number> => (await interviews.answer(interviews.take())).ms;
    const result = await runClosedLoop({ callers: CALLERS, seconds, step });
    fastest[candidate] = Math.max(fastest[candidate], result.perSecond);
    if (candidate !== 'service') baselineAnswers += result.count;
    return result;
  };
  for (const candidate of CANDIDATES) await measure(candidate, warmUp);
  for (let index = 0; index < rounds; index++) {
    const round: Record<Candidate, number> = { service: 0, transaction: 0, function: 0 };
    for (const candidate of roundOrder(CANDIDATES, index)) {
      const result = await measure(candidate, window);
      if (candidate === 'service') compared.backlogMs.push(await projectionsSettled(stack.installation));
      round[candidate] = result.perSecond;
      compared.windows[candidate].push(result);
    }
    compared.rounds.push(round);
    const shown = CANDIDATES.map((candidate) => `${candidate} ${Math.round(round[candidate])}/s`);
    options.tell(`round ${index + 1} of ${rounds}: ${shown.join(', ')}`);
  }
  const { answers } = await countBaselineRows(stack.installation.pool);
  if (answers !== baselineAnswers) throw new Error('the baseline has not written what it answered');
  return compared;
}

async function underSteadyLoad(
  { installation }: BenchStack,
  options: BenchOptions,
  interviews: Interviews,
): Promise<Arrivals> {
  const seconds = sizesOf(options).steady;
  await interviews.prepare(seconds * OPEN_LOOP_PER_S);
  await projectionsSettled(installation);
  options.tell(`${OPEN_LOOP_PER_S} answers a second for ${seconds} s`);
  return runOpenLoop({
    perSecond: OPEN_LOOP_PER_S,
    seconds,
    step: () => interviews.answer(interviews.take()),
  });
}

function measuresOf({ rounds, windows, backlogMs }: Compared, steady: Arrivals): Measure[] {
  const ratio = (than: Candidate): number[] => ratiosOf(rounds, 'service', than);
  const rates = (of: Candidate): number[] => windows[of].map((window) => window.perSecond);
  const latencies = (of: Candidate): number[] => windows[of].flatMap((window) => window.latenciesMs);
  const latency = (name: string, values: readonly number[], share: number): Measure => ({
    name,
    unit: 'ms',
    value: percentile(values, share),
  });
  return [
    repeated(
      { name: 'throughput to one transaction', unit: 'ratio', target: boundAtLeast(0.5, 0.7) },
      ratio('transaction'),
    ),
    repeated({ name: 'throughput to one SQL function call', unit: 'ratio' }, ratio('function')),
    repeated({ name: 'answers, 20 callers', unit: 'per_s', target: goalAtLeast(200) }, rates('service')),
    repeated({ name: 'answers, one transaction', unit: 'per_s' }, rates('transaction')),
    repeated({ name: 'answers, one SQL function call', unit: 'per_s' }, rates('function')),
    {
      ...latency('answer p99, 100 answers/s', steady.latenciesMs, 0.99),
      target: goalAtMost(60),
      note: 'open loop: counted from the moment at which the call was due',
    },
    latency('answer p50, 100 answers/s', steady.latenciesMs, 0.5),
    { ...latency('answer p99, 20 callers', latencies('service'), 0.99), target: goalAtMost(120) },
    latency('answer p50, 20 callers', latencies('service'), 0.5),
    latency('answer p99, 20 callers, one transaction', latencies('transaction'), 0.99),
    latency('answer p99, 20 callers, one SQL function call', latencies('function'), 0.99),
    repeated({ name: 'projections behind at the end of a window', unit: 'ms' }, backlogMs),
  ];
}
