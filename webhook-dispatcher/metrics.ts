import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What an operator sees of deliveries. Labels are closed lists: no tenant, no subscription, no URL. */
export type DispatcherMetrics = {
  /** By outcome (delivered, retry, given_up, cancelled, released) and class of failure. */
  attempts: Counter<'outcome' | 'error'>;
  latency: Histogram;
  due: Gauge;
  oldestDueSeconds: Gauge;
  deadLetters: Gauge;
  wakeUpsConnected: Gauge;
};

/** Seconds; an attempt is over after 10. */
const LATENCY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `inFlight` is asked when the metrics are read. */
export function dispatcherMetrics(registry: Registry, inFlight: () => number): DispatcherMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const inFlightGauge: Gauge = new Gauge({
    name: 'webhook_in_flight',
    help: 'Deliveries that this process is sending.',
    registers,
    collect: () => {
      inFlightGauge.set(inFlight());
    },
  });
  return {
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Claimed deliveries by what became of them and, where they failed, by class of failure.',
      labelNames: ['outcome', 'error'],
      registers,
    }),
    latency: new Histogram({
      name: 'webhook_attempt_seconds',
      help: 'From the request to the end of the answer.',
      buckets: LATENCY_BUCKETS,
      registers,
    }),
    due: gauge('webhook_due', 'Deliveries that are due and not being sent, at most 10000 counted.'),
    oldestDueSeconds: gauge('webhook_oldest_due_seconds', 'How long the oldest of them has been due.'),
    deadLetters: gauge(
      'webhook_dead_letters',
      'Deliveries given up and not resolved, at most 10000 counted.',
    ),
    wakeUpsConnected: gauge(
      'webhook_wake_ups_connected',
      '1 while NATS is in reach; without it the sweep wakes.',
    ),
  };
}
