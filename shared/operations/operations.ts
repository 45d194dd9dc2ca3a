import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { explainListening } from '../lifecycle/listening.ts';
import { answerQuestions } from '../lifecycle/questions.ts';
import { LIVES } from '../lifecycle/workers.ts';
import type { Logger } from '../logging/logger.ts';
import { watchDependencies } from '../metrics/dependencies.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { Need } from './needs.ts';
import { readReadiness, type Backlog, type ReadinessParts } from './readiness.ts';
import { startOperationsServer, type OperationsServer, type Served } from './server.ts';

/** What an operator sees of a process: its metrics, what it needs, how far behind it is. */
export type Operations = {
  registry: Registry;
  /**
   * Serves metrics and probes from now on; those of a worker are asked for by its primary (shared-operations.ts), which
   * listens for all. Throws StartupError where it cannot listen.
   */
  start(): Promise<void>;
  /** 0 in a worker. */
  port(): number;
  /** Shows something that the process needs, in `/ready` and in the metrics. */
  need(name: string, need: Need): void;
  /** Adds something that keeps the process from its work, in words; none where nothing does. */
  watch(problems: () => string[] | Promise<string[]>): void;
  /** Adds something that the process works off. */
  backlog(read: () => Backlog[] | Promise<Backlog[]>): void;
  setStarted(): void;
  /** From now on it is not ready, whatever it does still. */
  setStopping: () => void;
  stop: () => Promise<void>;
};

export type OperationsOptions = {
  name: string;
  config: { METRICS_HOST: string; METRICS_PORT: number };
  logger: Logger;
};

/** The operations listener of a process: the first of its parts to start, and the last to stop. */
export function createOperations(options: OperationsOptions): Operations {
  const { registry } = createMetrics(options.name);
  const needs = new Map<string, Need>();
  const watched: (() => string[] | Promise<string[]>)[] = [];
  const backlogs: (() => Backlog[] | Promise<Backlog[]>)[] = [];
  let stage: ReadinessParts['stage'] = 'starting';
  let server: OperationsServer | undefined;
  let questions: { stop: () => void } | undefined;

  const all = async <T>(sources: (() => T[] | Promise<T[]>)[]): Promise<T[]> =>
    (await Promise.all(sources.map(async (source) => source()))).flat();

  return {
    registry,
    port: () => server?.port ?? 0,
    need: (of, need) => {
      needs.set(of, need);
      watchDependencies(registry, { [of]: async () => (await need.problem()) === null });
    },
    watch: (problems) => void watched.push(problems),
    backlog: (read) => void backlogs.push(read),
    setStarted: () => void (stage = 'started'),
    setStopping: () => void (stage = 'stopping'),
    start: async () => {
      const readiness = () =>
        readReadiness({ stage, needs, problems: () => all(watched), behind: () => all(backlogs) });
      if (cluster.isWorker) {
        questions = answerQuestions({
          [LIVES]: () => true,
          [METRICS]: () => registry.getMetricsAsJSON(),
          [READINESS]: readiness,
        });
        return;
      }
      const metrics = async () => ({ contentType: registry.contentType, text: await registry.metrics() });
      server = await listenForOperators({ metrics, readiness }, options);
    },
    stop: async () => {
      questions?.stop();
      await server?.stop();
    },
  };
}

/** What a primary asks its workers for. */
export const METRICS = 'metrics';
export const READINESS = 'readiness';

/** The listener of metrics and probes. Throws StartupError where it cannot listen. */
export async function listenForOperators(
  served: Served,
  { config, logger }: Pick<OperationsOptions, 'config' | 'logger'>,
): Promise<OperationsServer> {
  const place = { host: config.METRICS_HOST, port: config.METRICS_PORT };
  const server = await startOperationsServer({ ...served, ...place }).catch(
    explainListening({ port: 'METRICS_PORT', host: 'METRICS_HOST' }),
  );
  logger.info({ metrics_port: server.port }, 'metrics and probes served');
  return server;
}
