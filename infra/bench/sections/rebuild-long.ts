import { allProjections } from '../../../projectors/all.ts';
import { goalAtLeast, goalAtMost, type Measure } from '../report/measure.ts';
import { median } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { durability, withInfrastructure } from '../stack/bench-stack.ts';
import { openSessionLog } from '../stack/session-log.ts';
import { measureBeside } from './rebuild-beside.ts';
import { startRebuild } from './rebuild-process.ts';

const TENANTS = 8;
const sizeOf = ({ quick }: BenchOptions): number => (quick ? 20_000 : 1_000_000);
const TELL_EVERY = 100_000;

const share = (samples: readonly number[], from: number, to: number): number[] =>
  samples.slice(Math.floor(samples.length * from), Math.max(1, Math.ceil(samples.length * to)));

export const rebuildSection: Section = {
  name: 'rebuild',
  run: async (options) => {
    const long = await measureLongRebuild(options);
    const beside = await measureBeside(options);
    return {
      conditions: [...long.conditions, ...beside.conditions],
      measures: [...long.measures, ...beside.measures],
    };
  },
};

/** Every projection from a long log, in one pass, as the operator's command does it. */
const measureLongRebuild = (options: BenchOptions): Promise<{ conditions: string[]; measures: Measure[] }> =>
  withInfrastructure(options, async (stack) => {
    const { installation } = stack;
    const { writer } = await openSessionLog(installation, { tenants: TENANTS, keysPerTenant: 1 });
    const written = { sessions: 0, events: 0 };
    while (written.events < sizeOf(options)) {
      const part = await writer.write(Math.min(TELL_EVERY, sizeOf(options) - written.events));
      written.sessions += part.sessions;
      written.events += part.events;
      options.tell(`${written.events} of ${sizeOf(options)} events written`);
    }
    const rebuilding = startRebuild(stack, options);
    const { eventsPerSecond, seconds } = await rebuilding.result;
    const memory = rebuilding.memoryMb();
    options.tell(`rebuilt in ${Math.round(seconds)} s, ${Math.round(eventsPerSecond)} events/s`);
    return {
      conditions: [
        ...(await durability(stack)),
        `${written.events} events of ${written.sessions} sessions; npm run ops -- rebuild --all of all ${allProjections.length} projections in one pass, indexes and switch included`,
      ],
      measures: [
        { name: 'rebuild of a long log', unit: 'per_s', value: eventsPerSecond, target: goalAtLeast(5_000) },
        {
          name: 'its memory at most, MB',
          unit: 'count',
          value: Math.round(Math.max(0, ...memory)),
          target: goalAtMost(400),
        },
        {
          name: 'memory of the last tenth to that of the second',
          unit: 'ratio',
          value: median(share(memory, 0.9, 1)) / median(share(memory, 0.1, 0.2)),
          target: goalAtMost(1.5),
        },
      ],
    };
  });
