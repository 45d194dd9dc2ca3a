import { Gauge, type Aggregator, type Registry } from 'prom-client';

/** One value of a gauge with its labels. */
export type Reading<L extends string> = { labels: Record<L, string>; value: number };

/**
 * A gauge whose values are asked for when the metrics are read. A source that fails leaves its values out. Further calls
 * with the same name add their source to the same gauge. `ofAll` says what several processes that serve as one show
 * together; default their sum.
 */
export function collectedGauge<L extends string>(
  registry: Registry,
  {
    name,
    help,
    labelNames,
    ofAll = 'sum',
  }: { name: string; help: string; labelNames: readonly L[]; ofAll?: Aggregator },
  read: () => Reading<L>[] | Promise<Reading<L>[]>,
): void {
  const known = registry.getSingleMetric(name) as CollectedGauge<L> | undefined;
  if (known) {
    known.sources.push(read);
    return;
  }
  const sources = [read];
  const gauge = new Gauge<L>({
    name,
    help,
    labelNames: [...labelNames],
    aggregator: ofAll,
    registers: [registry],
    collect: async () => {
      const readings = await Promise.all(sources.map(async (source) => source()).map(orNothing));
      gauge.reset();
      for (const { labels, value } of readings.flat()) gauge.set(labels, value);
    },
  });
  Object.assign(gauge, { sources });
}

type CollectedGauge<L extends string> = Gauge<L> & {
  sources: (() => Reading<L>[] | Promise<Reading<L>[]>)[];
};

const orNothing = <T>(reading: Promise<T[]>): Promise<T[]> => reading.catch(() => []);
