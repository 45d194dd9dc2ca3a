import { runClosedLoop, type Window } from '../load/closed-loop.ts';
import { createHttpClient, type HttpClient } from '../load/http-client.ts';
import { createInterviews, type Interview, type StateBody } from '../load/interviews.ts';
import { runOpenLoop, type Arrivals } from '../load/open-loop.ts';
import { seededRandom } from '../load/random.ts';
import { goalAtMost, mustBeZero, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts } from '../stack/accounts.ts';
import { durability, startApps, startService, withInfrastructure } from '../stack/bench-stack.ts';
import { projectionsSettled } from '../stack/settled.ts';

const CALLERS = 20;
/** Of the open loop: well below what the machine can serve. */
const READS_PER_S = 400;
/** Each may have 1000 sessions open at once, and each key makes 5000 calls a minute. */
const TENANTS = 8;
const KEYS_PER_TENANT = 5;

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { pairs: 2_000, warmUp: 200, reads: 1_000 } : { pairs: 20_000, warmUp: 1_000, reads: 20_000 };

/** What the answer told, and what is read after it, of the same session. */
const isStale = (read: StateBody, told: StateBody): boolean =>
  read.questions_asked < told.questions_asked ||
  (read.questions_asked === told.questions_asked &&
    (read.current_question?.question_id !== told.current_question?.question_id ||
      read.triage_level !== told.triage_level ||
      read.is_complete !== told.is_complete));

async function readState(client: HttpClient, { sessionId, key }: Interview) {
  const { status, body, ms } = await client.get(`/v1/sessions/${sessionId}/state`, key);
  if (status !== 200) throw new Error(`a state read was answered with ${status}`);
  return { state: body as StateBody, ms };
}

interface Measured {
  readonly pairs: number;
  readonly stale: number;
  readonly pairReadsMs: readonly number[];
  readonly paired: Window;
  readonly read: Window;
  readonly steady: Arrivals;
}

const measuresOf = ({ pairs, stale, pairReadsMs, paired, read, steady }: Measured): Measure[] => [
  { name: `stale reads of ${pairs} pairs`, unit: 'count', value: stale, target: mustBeZero },
  { name: 'pairs', unit: 'per_s', value: paired.perSecond },
  {
    name: 'state read p99, 20 callers',
    unit: 'ms',
    value: percentile(read.latenciesMs, 0.99),
    target: goalAtMost(8),
    note: 'closed loop of reads alone, over both processes: both cores are busy',
  },
  { name: 'state read p50, 20 callers', unit: 'ms', value: percentile(read.latenciesMs, 0.5) },
  {
    name: `state read p99, ${READS_PER_S}/s`,
    unit: 'ms',
    value: percentile(steady.latenciesMs, 0.99),
  },
  { name: 'state reads', unit: 'per_s', value: read.perSecond },
  { name: 'state read p99 right after an answer', unit: 'ms', value: percentile(pairReadsMs, 0.99) },
];

/** An answer through one API process, then the state through the other one, in turn. */
export const readAfterWrite: Section = {
  name: 'read-after-write',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { baseUrl } = await startApps(stack, options);
      const second = await startService(stack, options, {
        name: 'api-2',
        entry: 'infra/embedded/api-main.ts',
      });
      const accounts = await openAccounts(stack.installation, {
        tenants: TENANTS,
        keysPerTenant: KEYS_PER_TENANT,
      });
      const clients: readonly [HttpClient, HttpClient] = [
        createHttpClient(baseUrl),
        createHttpClient(second.baseUrl),
      ];
      const interviews = createInterviews(clients[0], accounts, seededRandom(11));
      const { pairs, warmUp, reads } = sizesOf(options);

      let turn = 0;
      let stale = 0;
      const pairReadsMs: number[] = [];
      const answered: Interview[] = [];
      const pair = async (): Promise<number> => {
        const writer = turn++ % 2;
        const {
          interview,
          state: told,
          ms,
        } = await interviews.answer(interviews.take(), {
          client: clients[writer === 0 ? 0 : 1],
        });
        const read = await readState(clients[writer === 0 ? 1 : 0], interview);
        if (isStale(read.state, told)) stale += 1;
        pairReadsMs.push(read.ms);
        answered.push(interview);
        return ms + read.ms;
      };
      const runPairs = async (steps: number) => {
        await interviews.prepare(steps);
        return runClosedLoop({ callers: CALLERS, steps, step: pair });
      };
      await runPairs(warmUp);
      pairReadsMs.length = 0;
      options.tell(`${pairs} pairs of answer and state read`);
      const paired = await runPairs(pairs);
      await projectionsSettled(stack.installation);

      const readOne = async (): Promise<number> => {
        const index = turn++;
        const interview = answered[index % answered.length];
        if (!interview) throw new Error('nothing was answered');
        return (await readState(clients[index % 2 === 0 ? 0 : 1], interview)).ms;
      };
      await runClosedLoop({ callers: CALLERS, steps: reads / 10, step: readOne });
      options.tell(`${reads} state reads`);
      const read = await runClosedLoop({ callers: CALLERS, steps: reads, step: readOne });
      options.tell(`${READS_PER_S} state reads a second`);
      const steady = await runOpenLoop({
        perSecond: READS_PER_S,
        seconds: reads / 4 / READS_PER_S,
        step: readOne,
      });

      const measures = measuresOf({ pairs, stale, pairReadsMs, paired, read, steady });
      return {
        conditions: [
          ...(await durability(stack)),
          `${CALLERS} callers, two API processes in turn, projections and dispatcher running`,
        ],
        measures,
      };
    }),
};
