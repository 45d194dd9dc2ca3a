import type { Installation } from '../../cli/connection.ts';
import { topUp } from '../../../command-api/tenants/operations.ts';
import { mustBeZero, repeated, type Measure } from '../report/measure.ts';
import { roundOrder } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { runParts, type PartsResult, type PartsRun, type PartsStack } from '../partitions/run-parts.ts';
import type { Work } from '../partitions/followers.ts';
import { differingRows, differingTables, fannedOutRows } from '../partitions/tables.ts';
import { durability, withInfrastructure } from '../stack/bench-stack.ts';
import { openSessionLog } from '../stack/session-log.ts';
import { subscribe } from '../stack/subscriptions.ts';

const TENANTS = 8;
/** Nothing is sent to it. */
const RECEIVER = 'http://127.0.0.1:9/hooks';
const CHUNKS = 8;
const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { events: 1_200, rounds: 1, batch: 50 } : { events: 16_000, rounds: 3, batch: undefined };

/** Interviews of several tenants; grants and new subscriptions come between them. */
async function writeLog(installation: Installation, options: BenchOptions): Promise<void> {
  const { accounts, writer } = await openSessionLog(installation, { tenants: TENANTS, keysPerTenant: 1 });
  const { events } = sizesOf(options);
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    await writer.write(events / CHUNKS);
    const tenantId = accounts[chunk % accounts.length]?.tenantId;
    if (tenantId === undefined) throw new Error('there are no accounts');
    await subscribe(installation, tenantId, RECEIVER);
    await topUp(installation, tenantId, 1_000);
  }
}

type Simulation = { stack: PartsStack; options: BenchOptions; work: Work };

const play = ({ stack, options, work }: Simulation, run: Omit<PartsRun, 'work'>): Promise<PartsResult> =>
  runParts(stack, options, { work, batch: sizesOf(options).batch, ...run });

/** Rounds of one, two and four processes in turn. */
async function rates(simulation: Simulation): Promise<Measure[]> {
  const { options, work } = simulation;
  const results: Record<Count, PartsResult[]> = { 1: [], 2: [], 4: [] };
  const { rounds } = sizesOf(options);
  for (let index = 0; index < rounds; index++) {
    for (const count of roundOrder(COUNTS, index)) {
      results[count].push(await play(simulation, { count, keepWritten: true }));
    }
    const told = COUNTS.map((count) => `${count}: ${Math.round(results[count].at(-1)?.perSecond ?? 0)}/s`);
    options.tell(`${work}, round ${index + 1} of ${rounds}: ${told.join(', ')}`);
  }
  return COUNTS.flatMap((count) => [
    repeated(
      { name: `${work} in ${count}, events of the log`, unit: 'per_s' },
      results[count].map(({ perSecond }) => perSecond),
    ),
    repeated(
      {
        name: `${work} in ${count}, processor time of the busiest part for 1000 events of the log`,
        unit: 'ms',
      },
      results[count].map(({ busiestMs, events }) => (busiestMs * 1_000) / events),
    ),
  ]);
}

/** What differs from one process, after parts of which one was killed, and where all are divided by stream. */
async function differences(simulation: Simulation, count: () => Promise<string[]>): Promise<Measure[]> {
  const { options, work } = simulation;
  const measures: Measure[] = [];
  for (const parts of [2, 4]) {
    options.tell(`${work} in ${parts}, one of them killed`);
    await play(simulation, { count: parts, killAt: 0.5 });
    measures.push({
      name: `${work} in ${parts}, one killed: differ from one process`,
      unit: 'count',
      value: (await count()).length,
      target: mustBeZero,
    });
  }
  options.tell(`${work} in 2, all by stream, one after the other`);
  await play(simulation, { count: 2, division: 'by stream', inTurn: true });
  const broken = await count();
  const name = `${work} in 2, all by stream: differ from one process`;
  const note = broken.length > 0 && broken.length < 10 ? broken.toSorted().join(', ') : undefined;
  measures.push({ name, unit: 'count', value: broken.length, ...(note === undefined ? {} : { note }) });
  return measures;
}

/** Projector and fan-out divided over processes with checkpoints of their own: whether they make the same tables. */
export const partitions: Section = {
  name: 'partitions',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { installation } = stack;
      options.tell('writing the log');
      await writeLog(installation, options);
      const projector: Simulation = { stack, options, work: 'projections' };
      const fanOut: Simulation = { stack, options, work: 'fan-out' };
      // One process makes what the others are compared with, and the rows that commands would have written.
      const { events } = await play(projector, { count: 1 });
      const differing = async (): Promise<string[]> =>
        (await differingTables(installation)).map(({ table }) => table);
      const one: Measure = {
        name: 'projections in 1: differ from a rebuild',
        unit: 'count',
        value: (await differing()).length,
        target: mustBeZero,
      };
      const projectorMeasures = [
        one,
        ...(await rates(projector)),
        ...(await differences(projector, differing)),
      ];
      const fanOutRates = await rates(fanOut);
      await play(fanOut, { count: 1 });
      const written = await fannedOutRows(installation);
      const fanOutDifferences = await differences(fanOut, async () => {
        const rows = await fannedOutRows(installation);
        return Array.from({ length: differingRows(written, rows) }, (_, index) => `row ${index + 1}`);
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `${events} events, ${TENANTS} tenants, of whom each subscribes and gets tokens once among the interviews`,
          'each part is a process with a subscription to the whole log; projections differ in tables (as by ops rebuild --all --check), the fan-out in rows',
          'rates: over the second half of the log, when the processes are warm; rows that commands write stand already; with as many processes as parts on the cores of this machine',
        ],
        measures: [...projectorMeasures, ...fanOutRates, ...fanOutDifferences],
      };
    }),
};
