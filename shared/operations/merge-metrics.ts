import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** The metrics of one process as `getMetricsAsJSON` of its registry gives them. */
export type Snapshot = MetricObjectWithValues<MetricValue<string>>[];

/** Metrics of Node itself say something of one process: its memory, its event loop. */
const isOfNode = ({ name }: { name: string }): boolean => /^(nodejs|process)_/.test(name);

/** What only grows: its sum must not fall when a process is replaced, or every rate of it would jump. */
const isCounted = (type: unknown): boolean => type === 'counter' || type === 'histogram';

const aggregate = (snapshots: readonly Snapshot[]): Registry => AggregatorRegistry.aggregate([...snapshots]);

/** Node's metrics of each process apart, under the label `worker`. */
const apart = (snapshot: Snapshot, worker: string): Snapshot =>
  snapshot.map((metric) =>
    isOfNode(metric)
      ? {
          ...metric,
          aggregator: 'first' as const,
          values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
        }
      : metric,
  );

/** What a worker answered; null where it did not. A number may go to another process in time: `pid` tells them apart. */
export type Told = { number: number; pid: number | undefined; snapshot: Snapshot | null };

/**
 * The metrics of several processes that serve as one, asked for again and again. The service's own are added up, gauges as
 * each says (its aggregator); those of Node stand beside one another. What a process has counted stays in the sum after its
 * end, up to the last time that it was asked; one that does not answer counts with what it told last.
 */
export function createMerge(): (own: Snapshot, told: readonly Told[]) => Promise<Registry> {
  const latest = new Map<number, { pid: number | undefined; snapshot: Snapshot }>();
  let ended: Snapshot = [];
  let before: Promise<unknown> = Promise.resolve();

  const merge = async (own: Snapshot, told: readonly Told[]): Promise<Registry> => {
    for (const [number, { pid, snapshot }] of latest) {
      if (told.some((one) => one.number === number && one.pid === pid)) continue;
      latest.delete(number);
      const counted = snapshot.filter((metric) => !isOfNode(metric) && isCounted(metric.type));
      ended = await aggregate([ended, counted]).getMetricsAsJSON();
    }
    for (const { number, pid, snapshot } of told)
      if (snapshot !== null) latest.set(number, { pid, snapshot });
    const living = [...latest].map(([number, { snapshot }]) => apart(snapshot, String(number)));
    return aggregate([...living, ended, apart(own, PRIMARY)]);
  };

  return (own, told) => {
    const merged = before.then(() => merge(own, told));
    before = merged.catch(() => undefined);
    return merged;
  };
}

/** In the label `worker`, beside the numbers of the workers. */
const PRIMARY = 'primary';
