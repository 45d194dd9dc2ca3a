import { boundAtLeast, repeated } from '../report/measure.ts';
import { ratiosOf, roundOrder } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { durability } from '../stack/bench-stack.ts';
import { openTenants, withDispatcher, type DispatcherBench } from '../stack/dispatcher-bench.ts';
import { projectionsSettled } from '../stack/settled.ts';

const HEALTHY = 17;
const FAILING = 2;
const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { events: 600, warmUps: 1, rounds: 1 } : { events: 6_000, warmUps: 3, rounds: 5 };

type Kind = 'alone' | 'beside';

/**
 * Goodput of healthy endpoints alone, and beside others of which two in twenty fail and one never answers: the same
 * events for the healthy ones, and as many for each of the others.
 */
async function open(bench: DispatcherBench, kind: Kind) {
  const { sink } = bench;
  const some = (way: 'ok' | 'failing' | 'hanging', count: number) =>
    Array.from({ length: count }, (_, index) => [sink.urlOf(way, `${kind}-${index}`)]);
  const healthy = some('ok', HEALTHY);
  const others = kind === 'alone' ? [] : [...some('failing', FAILING), ...some('hanging', 1)];
  const { dispatchTo } = await openTenants(bench, [...healthy, ...others]);
  return (events: number): Promise<number> => dispatchTo(HEALTHY, events);
}

export const dispatcherFairness: Section = {
  name: 'dispatcher-fairness',
  run: (options) =>
    withDispatcher(options, async (bench) => {
      const { events, warmUps, rounds } = sizesOf(options);
      const alone = await open(bench, 'alone');
      const beside = await open(bench, 'beside');
      await projectionsSettled(bench.installation);
      const goodputOf: Record<Kind, () => Promise<number>> = {
        alone: () => alone(events),
        beside: () => beside((events * (HEALTHY + FAILING + 1)) / HEALTHY),
      };
      const rates: Record<Kind, number>[] = [];
      for (let index = -warmUps; index < rounds; index++) {
        const round: Record<Kind, number> = { alone: 0, beside: 0 };
        for (const kind of roundOrder<Kind>(['alone', 'beside'], Math.abs(index)))
          round[kind] = await goodputOf[kind]();
        if (index < 0) continue;
        rates.push(round);
        options.tell(
          `round ${index + 1} of ${rounds}: alone ${Math.round(round.alone)}/s, beside ${Math.round(round.beside)}/s`,
        );
      }
      const ratio = { unit: 'ratio', target: boundAtLeast(0.9, 0.9) } as const;
      return {
        conditions: [
          ...(await durability(bench.stack)),
          `${HEALTHY} healthy endpoints, alone or beside ${FAILING} that answer 500 and 1 that never answers; about ` +
            `${events} events of the healthy ones a round, as many for each endpoint; all stand in the log at the start`,
        ],
        measures: [
          repeated(
            { name: 'goodput of healthy endpoints beside failing and hanging ones', ...ratio },
            ratiosOf(rates, 'beside', 'alone'),
          ),
          repeated(
            { name: 'deliveries to them, alone', unit: 'per_s' },
            rates.map((round) => round.alone),
          ),
        ],
      };
    }),
};
