import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { countFromZero } from '../shared/metrics/from-zero.ts';
import type { Backlog } from '../shared/operations/readiness.ts';

/** What an operator sees of deliveries. Labels are closed lists: no tenant, no subscription, no URL. */
export type DispatcherMetrics = {
  /** By outcome (delivered, retry, given_up, cancelled, released) and class of failure. */
  attempts: Counter<'outcome' | 'error'>;
  latency: Histogram;
  /** New deliveries. */
  fannedOut: Counter;
  due: Gauge;
  oldestDueSeconds: Gauge;
  deadLetters: Gauge;
  disabledSubscriptions: Gauge;
  disableFailures: Counter;
  lastSweep: Gauge;
};

/** Seconds; an attempt is over after 10. */
const LATENCY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `inFlight` is called when the metrics are read. */
export function dispatcherMetrics(registry: Registry, inFlight: () => number): DispatcherMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const inFlightGauge: Gauge = new Gauge({
    name: 'triage_webhook_in_flight_attempts',
    help: 'Attempts that this process is making now.',
    registers,
    collect: () => {
      inFlightGauge.set(inFlight());
    },
  });
  /** Has no value before the first sweep: an alert would see a jump from 0. */
  const gaugeOfSweep = (name: string, help: string): Gauge => {
    const made = gauge(name, help);
    made.remove();
    return made;
  };
  return {
    attempts: attemptsByOutcome(registry),
    latency: new Histogram({
      name: 'triage_webhook_attempt_duration_seconds',
      help: 'From the request to the end of the answer.',
      buckets: LATENCY_BUCKETS,
      registers,
    }),
    fannedOut: new Counter({
      name: 'triage_webhook_fanned_out_total',
      help: 'New deliveries that the fan-out has written.',
      registers,
    }),
    due: gaugeOfSweep(
      'triage_webhook_due_deliveries',
      'Deliveries of all tenants that are due and not being sent, at most 10000 counted.',
    ),
    oldestDueSeconds: gaugeOfSweep(
      'triage_webhook_oldest_due_seconds',
      'How long the oldest due delivery of all tenants has waited.',
    ),
    deadLetters: gaugeOfSweep(
      'triage_webhook_dead_letters',
      'Dead-lettered deliveries of all tenants that are not resolved, at most 10000 counted.',
    ),
    disabledSubscriptions: gaugeOfSweep(
      'triage_webhook_disabled_subscriptions',
      'Subscriptions of all tenants that are disabled.',
    ),
    disableFailures: new Counter({
      name: 'triage_webhook_disable_failures_total',
      help: 'Subscriptions that could not be disabled in a sweep, which the next one tries again.',
      registers,
    }),
    // Begins at 0: whoever never swept is told of.
    lastSweep: gauge(
      'triage_webhook_last_sweep_timestamp_seconds',
      'When a sweep last ended without an error, Unix time; the gauges of due deliveries and dead letters are as of then.',
    ),
  };
}

function attemptsByOutcome(registry: Registry): DispatcherMetrics['attempts'] {
  const attempts = new Counter({
    name: 'triage_webhook_attempts_total',
    help: 'Claimed deliveries by outcome and, for failures, by class of failure.',
    labelNames: ['outcome', 'error'],
    registers: [registry],
  });
  // Those of our own fault, as `decideOutcome` ends them.
  countFromZero(attempts, [
    { outcome: 'retry', error: 'unreadable' },
    { outcome: 'given_up', error: 'unreadable' },
    { outcome: 'given_up', error: 'abandoned' },
  ]);
  return attempts;
}

/** Due deliveries of all tenants, which every dispatcher works off, as of the last sweep. */
export async function deliveryBacklog(registry: Registry): Promise<Backlog[]> {
  const valueOf = async (name: string): Promise<number> =>
    (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;
  const waiting = await valueOf('triage_webhook_due_deliveries');
  const oldest_seconds = await valueOf('triage_webhook_oldest_due_seconds');
  return [{ name: 'deliveries', waiting, oldest_seconds, leading: true }];
}
