import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Backlog } from '../operations/readiness.ts';

export type ProjectionMetrics = {
  applied: Counter<'projection'>;
  resubscriptions: Counter<'runner'>;
  leading: Gauge<'projection'>;
  position: Gauge<'projection'>;
  stopped: Gauge<'projection'>;
  trailChanged: Gauge<'projection'>;
  lagEvents: Gauge<'projection'>;
  lagSeconds: Gauge<'projection'>;
  delay: Histogram<'projection'>;
};

/** Seconds; the goal of 100 ms is one of the bounds. */
const DELAY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300];

/** The metrics of all runners of a process. Runners that share a registry share the metrics. */
export function projectionMetrics(registry: Registry): ProjectionMetrics {
  const registers = [registry];
  const once = <M>(name: string, make: () => M): M =>
    (registry.getSingleMetric(name) as M | undefined) ?? make();
  const gauge = (name: string, help: string): Gauge<'projection'> =>
    once(name, () => new Gauge({ name, help, labelNames: ['projection'], registers }));
  return {
    applied: once(
      'triage_projection_events_total',
      () =>
        new Counter({
          name: 'triage_projection_events_total',
          help: 'Events of the log that a projection has passed.',
          labelNames: ['projection'],
          registers,
        }),
    ),
    resubscriptions: once(
      'triage_projection_resubscriptions_total',
      () =>
        new Counter({
          name: 'triage_projection_resubscriptions_total',
          help: 'How often the subscription to the log was taken up again after a drop or an error.',
          labelNames: ['runner'],
          registers,
        }),
    ),
    delay: once(
      'triage_projection_delay_seconds',
      () =>
        new Histogram({
          name: 'triage_projection_delay_seconds',
          help: 'From the acceptance of the oldest command of a batch to the commit of its rows.',
          labelNames: ['projection'],
          buckets: DELAY_BUCKETS,
          registers,
        }),
    ),
    leading: gauge('triage_projection_leading', '1 where this process applies events, 0 where it stands by.'),
    position: gauge(
      'triage_projection_position',
      'Position in the log of the last event that this process applied.',
    ),
    stopped: gauge(
      'triage_projection_stopped',
      '1 where a projection stands still at an event or refuses to run.',
    ),
    trailChanged: gauge(
      'triage_audit_trail_changed',
      '1 where a projection stands still at an audit trail that is not what its head or checkpoint says.',
    ),
    lagEvents: gauge('triage_projection_lag_events', 'Events received and not applied yet.'),
    lagSeconds: gauge(
      'triage_projection_lag_seconds',
      'Age of the oldest event that is not applied, or time without the log; 0 when nothing waits.',
    ),
  };
}

/** How far behind the projections of a process are, as their gauges tell. */
export async function projectionBacklog(registry: Registry): Promise<Backlog[]> {
  const valuesOf = async (name: string): Promise<Map<string, number>> => {
    const metric = await registry.getSingleMetric(name)?.get();
    return new Map(metric?.values.map(({ labels, value }) => [String(labels.projection), value]));
  };
  const leading = await valuesOf('triage_projection_leading');
  const waiting = await valuesOf('triage_projection_lag_events');
  const oldest = await valuesOf('triage_projection_lag_seconds');
  return [...leading].map(([name, isLeading]) => ({
    name,
    waiting: waiting.get(name) ?? 0,
    oldest_seconds: oldest.get(name) ?? 0,
    leading: isLeading === 1,
  }));
}

/** The projections of a process that stand still at an event or refuse to run: while there is one, it is not ready. */
export async function stoppedProjections(registry: Registry): Promise<string[]> {
  const stopped = await registry.getSingleMetric('triage_projection_stopped')?.get();
  const names = stopped?.values
    .filter(({ value }) => value === 1)
    .map(({ labels }) => String(labels.projection));
  return (names ?? []).map((name) => `projection ${name} stands still at an event or refuses to run`);
}
