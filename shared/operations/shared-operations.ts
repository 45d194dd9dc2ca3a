import { Counter } from 'prom-client';
import type { Workers } from '../lifecycle/workers.ts';
import { collectedGauge } from '../metrics/collected.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createMerge, type Snapshot } from './merge-metrics.ts';
import { listenForOperators, METRICS, READINESS, type OperationsOptions } from './operations.ts';
import { readinessOfAll, type Readiness, type ReadinessParts } from './readiness.ts';
import type { OperationsServer } from './server.ts';

/** Below the patience of a probe (3 s) and of a scrape. */
const ANSWER_LIMIT_MS = 2_000;

/** What an operator sees of several processes that serve as one: one page of metrics, one readiness. */
export type SharedOperations = {
  /** Serves metrics and probes from now on. Throws StartupError where it cannot listen. */
  start(): Promise<void>;
  port(): number;
  setStarted(): void;
  setStopping(): void;
  stop(): Promise<void>;
};

/** The operations listener of a primary, which asks its workers. */
export function createSharedOperations(options: OperationsOptions & { workers: Workers }): SharedOperations {
  const { workers } = options;
  const { registry } = createMetrics(options.name);
  const merge = createMerge();
  let stage: ReadinessParts['stage'] = 'starting';
  let server: OperationsServer | undefined;
  collectedGauge(
    registry,
    {
      name: 'triage_api_processes',
      help: 'API processes that share a port (API_PROCESSES), by state: wanted, or serving.',
      labelNames: ['state'],
    },
    () => [
      { labels: { state: 'wanted' }, value: workers.count },
      { labels: { state: 'serving' }, value: workers.serving() },
    ],
  );
  new Counter({
    name: 'triage_api_process_ends_total',
    help: 'API processes that have ended by themselves, or stood still, and were replaced.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(workers.ends());
    },
  });

  const metrics = async () => {
    const [own, told] = await Promise.all([
      registry.getMetricsAsJSON(),
      workers.ask(METRICS, ANSWER_LIMIT_MS),
    ]);
    const all = await merge(
      own,
      told.map(({ answer, ...worker }) => ({ ...worker, snapshot: answer as Snapshot | null })),
    );
    return { contentType: all.contentType, text: await all.metrics() };
  };

  const readiness = async () => {
    const told = await workers.ask(READINESS, ANSWER_LIMIT_MS);
    return readinessOfAll(
      stage,
      workers.count,
      told.map(({ answer }) => answer as Readiness | null),
    );
  };

  return {
    port: () => server?.port ?? 0,
    start: async () => {
      server = await listenForOperators({ metrics, readiness }, options);
    },
    setStarted: () => void (stage = 'started'),
    setStopping: () => void (stage = 'stopping'),
    stop: async () => server?.stop(),
  };
}
