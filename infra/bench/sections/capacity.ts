import { measureAlone, eventBytes } from '../capacity/alone.ts';
import { COUNTED, DELIVERING, names, type Load } from '../capacity/names.ts';
import { STORED_ANSWERS, TABLE_GROUPS, type Sizes } from '../capacity/storage.ts';
import { measureIdle, measureLoad, type Bench, type Used } from '../capacity/windows.ts';
import { createHttpClient } from '../load/http-client.ts';
import { seededRandom } from '../load/random.ts';
import { createWholeInterviews } from '../load/whole-interviews.ts';
import { repeated, type Measure } from '../report/measure.ts';
import { median, roundOrder } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { startSink, type Sink } from '../sink/client.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import { durability, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';
import {
  ofEach,
  PROCESSES,
  startEveryProcess,
  type EveryProcess,
  type OfEach,
} from '../stack/every-process.ts';
import { subscribe } from '../stack/subscriptions.ts';

const TENANTS = 8;
const KEYS_PER_TENANT = 3;
const ROUND: readonly Load[] = ['slow', 'full', 'plain'];

/** Seconds of each window. */
const sizesOf = ({ quick }: BenchOptions) =>
  quick
    ? { warmUp: 3, idle: 2, rounds: 2, slow: 3, full: 3, plain: 3, appendSeconds: 1 }
    : { warmUp: 20, idle: 5, rounds: 5, slow: 15, full: 12, plain: 12, appendSeconds: 4 };

async function openBench(stack: BenchStack, processes: EveryProcess, sink: Sink): Promise<Bench> {
  const open = () => openAccounts(stack.installation, { tenants: TENANTS, keysPerTenant: KEYS_PER_TENANT });
  const subscribed = await open();
  const plain = await open();
  for (const tenantId of new Set(subscribed.map((account) => account.tenantId))) {
    await subscribe(stack.installation, tenantId, sink.urlOf('ok', tenantId));
  }
  const clients = {
    command: createHttpClient(processes.commandUrl),
    query: createHttpClient(processes.queryUrl),
  };
  const over = (accounts: Account[], seed: number) =>
    createWholeInterviews(clients, accounts, seededRandom(seed));
  const full = over(subscribed, 23);
  return { stack, processes, interviews: { full, slow: full, plain: over(plain, 29) } };
}

/** Rounds of all loads in turn; what is done before is not counted. */
async function play(bench: Bench, options: BenchOptions): Promise<{ used: Used[]; idles: OfEach[] }> {
  const sizes = sizesOf(options);
  const used: Used[] = [];
  const idles: OfEach[] = [];
  // Before any load: what Postgres tidies up after one is part of what that load costs.
  for (let index = 0; index < sizes.rounds; index++) idles.push(await measureIdle(bench, sizes.idle));
  const idle = ofEach((name) => median(idles.map((one) => one[name])));
  for (const load of ['full', 'plain'] as const) {
    await measureLoad(bench, { load, seconds: sizes.warmUp, idle });
  }
  for (let index = 0; index < sizes.rounds; index++) {
    for (const load of roundOrder(ROUND, index)) {
      used.push(await measureLoad(bench, { load, seconds: sizes[load], idle }));
    }
    const told = used.slice(-ROUND.length).map((one) => `${one.load} ${Math.round(one.answersPerS)}/s`);
    options.tell(`round ${index + 1} of ${sizes.rounds}: ${told.join(', ')}`);
  }
  return { used, idles };
}

function processMeasures(used: readonly Used[], idles: readonly OfEach[]): Measure[] {
  const of = (load: Load): Used[] => used.filter((one) => one.load === load);
  const perAnswer = (load: Load, name: keyof OfEach): number[] =>
    of(load).map(({ cpuMs, answers }) => cpuMs[name] / answers);
  return PROCESSES.flatMap((name): Measure[] => {
    const plain = perAnswer('plain', name);
    const ofDelivery = of('full').map(
      ({ cpuMs, answers, counts }, round) =>
        ((cpuMs[name] / answers - (plain[round] ?? NaN)) * answers) / counts.deliveries,
    );
    return [
      repeated(
        { name: names.idle(name), unit: 'ms' },
        idles.map((idle) => idle[name]),
      ),
      ...ROUND.map((load) => repeated({ name: names.answer(name, load), unit: 'ms' }, perAnswer(load, name))),
      ...(DELIVERING.includes(name)
        ? [repeated({ name: names.delivery(name), unit: 'ms' }, ofDelivery)]
        : []),
      repeated(
        { name: names.memory(name), unit: 'mb' },
        of('full').map(({ memoryMb }) => memoryMb[name]),
      ),
    ];
  });
}

/** Over all windows: in a single one, some sessions begin that end in another one. */
function answersOfSession(used: readonly Used[]): number {
  const sum = (of: (one: Used) => number): number => used.reduce((total, one) => total + of(one), 0);
  return sum(({ answers }) => answers) / sum(({ counts }) => counts.sessions);
}

function countMeasures(used: readonly Used[]): Measure[] {
  const full = used.filter(({ load }) => load === 'full');
  const rates = ROUND.map((load) =>
    repeated(
      { name: names.rate(load), unit: 'per_s' },
      used.filter((one) => one.load === load).map(({ answersPerS }) => answersPerS),
    ),
  );
  const counted = COUNTED.map((what) =>
    repeated(
      { name: names.perAnswer(what), unit: 'ratio' },
      full.map(({ counts, answers }) => counts[what] / answers),
    ),
  );
  const pools = new Set(full.flatMap(({ connections }) => [...connections.keys()]));
  const connections = [...pools].toSorted().map((pool) =>
    repeated(
      { name: names.connections(pool), unit: 'count' },
      full.map((one) => one.connections.get(pool) ?? 0),
    ),
  );
  return [
    ...rates,
    ...counted,
    { name: names.answersOfSession, unit: 'ratio', value: answersOfSession(used) },
    ...connections,
  ];
}

/** Windows of these loads, round by round: what one window frees in a table, another one fills. */
const perRound = (used: readonly Used[], loads: readonly Load[]): Used[][] => {
  const each = loads.map((load) => used.filter((one) => one.load === load));
  return (each[0] ?? []).map((_one, round) => each.flatMap((windows) => windows[round] ?? []));
};

function byteMeasures(used: readonly Used[]): Measure[] {
  const length = answersOfSession(used);
  const bytes = (name: string, loads: readonly Load[], of: (sizes: Sizes) => number): Measure =>
    repeated(
      { name, unit: 'bytes' },
      perRound(used, loads).map((windows) => {
        const answers = windows.reduce((sum, window) => sum + window.answers, 0);
        return (windows.reduce((sum, { grownBy }) => sum + of(grownBy), 0) / answers) * length;
      }),
    );
  const subscribed: readonly Load[] = ['slow', 'full'];
  return [
    bytes(names.logBytes, ROUND, ({ log }) => log),
    ...TABLE_GROUPS.map(({ name }) =>
      bytes(names.bytes(name), name === 'deliveries' ? subscribed : ROUND, (sizes) => sizes[name]),
    ),
    bytes(names.bytes(STORED_ANSWERS.name), ROUND, ({ storedAnswers }) => storedAnswers),
    bytes(names.walBytes, ['full'], ({ wal }) => wal),
  ];
}

/** What an answer costs each process of a distributed installation, and how much the parts get done of which there is one. */
export const capacity: Section = {
  name: 'capacity',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const sizes = sizesOf(options);
      const sink = await startSink();
      const processes = await startEveryProcess(stack, options);
      try {
        const bench = await openBench(stack, processes, sink);
        const { used, idles } = await play(bench, options);
        await processes.stop();
        const alone = await measureAlone(stack, options, {
          rounds: sizes.rounds,
          appendSeconds: sizes.appendSeconds,
        });
        const events: Measure = {
          name: names.eventBytes,
          unit: 'bytes',
          value: await eventBytes(stack),
          note: 'data and metadata of all events of a finished session, the middle one',
        };
        return {
          conditions: [
            ...(await durability(stack)),
            `whole interviews: opened, answered to the last question, results read, finalized, each under an Idempotency-Key; ${TENANTS} tenants with one webhook for all events, ${TENANTS} without; receivers answer at once`,
            'five processes of our own, Postgres, NATS and the embedded event store on one machine; a window ends when projections, deliveries and a VACUUM are done; what each process uses idle is taken off',
            'alone: over the second half of the log, when the process is warm; rows that commands write stand already, nothing else follows the log',
          ],
          measures: [
            ...countMeasures(used),
            ...processMeasures(used, idles),
            events,
            ...byteMeasures(used),
            ...alone,
          ],
        };
      } finally {
        await processes.stop();
        sink.close();
      }
    }),
};
