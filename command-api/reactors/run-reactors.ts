import { setMaxListeners } from 'node:events';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import type { Logger } from '../../shared/logging/logger.ts';
import { countFromZero } from '../../shared/metrics/from-zero.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { errorCode } from '../../shared/projection/errors.ts';
import { whileLeading, type LeadingOptions } from '../../shared/projection/leases.ts';
import type { Reactor } from './reactor.ts';

export type RunReactorsOptions = {
  reactors: readonly Reactor[];
  pool: Pool;
  /** Unique for each process and start. */
  holder: string;
  logger: Logger;
  now: () => Date;
  registry: Registry;
  mayLead?: LeadingOptions['mayLead'];
};

/**
 * Runs reactors, each at its interval, in one process at a time. A run that fails is tried again at the next one. While
 * `mayLead` is false, the work is left to another process; where no process may lead, it waits.
 */
export function createReactorRunner(options: RunReactorsOptions): Runnable {
  const { pool, logger, reactors, mayLead = () => true } = options;
  const metrics = reactorMetrics(options.registry);
  countFromZero(
    metrics.failures,
    reactors.map(({ name }) => ({ reactor: name })),
  );
  const lease = { name: 'reactors', holder: options.holder };
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const shown = new Set<string>();
  const showRun = (reactor: string): void => {
    shown.add(reactor);
    metrics.lastRun.set({ reactor }, options.now().getTime() / 1_000);
  };

  async function repeat(reactor: Reactor, signal: AbortSignal): Promise<void> {
    const labels = { reactor: reactor.name };
    // One that fails or hangs from the first run on would show nothing, and so never be late.
    if (!shown.has(reactor.name)) showRun(reactor.name);
    while (!signal.aborted) {
      try {
        metrics.handled.inc(labels, await reactor.runOnce(signal));
        showRun(reactor.name);
      } catch (error) {
        metrics.failures.inc(labels);
        logger.warn({ ...labels, error_code: errorCode(error), err: error }, 'a reactor run failed');
      }
      await sleep(reactor.intervalMs, signal);
    }
  }

  return {
    start: () => {
      stopping = new AbortController();
      running = whileLeading({ pool, lease, logger, signal: stopping.signal, mayLead }, async (signal) => {
        // Each reactor listens to the same signal.
        setMaxListeners(reactors.length + 1, signal);
        await Promise.all(reactors.map((reactor) => repeat(reactor, signal)));
      });
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function reactorMetrics(registry: Registry) {
  const labelNames = ['reactor'] as const;
  const registers = [registry];
  return {
    handled: new Counter({
      name: 'triage_reactor_handled_total',
      help: 'Things that a reactor has done: events recorded, rows released or removed, sessions ended.',
      labelNames,
      registers,
    }),
    lastRun: new Gauge({
      name: 'triage_reactor_last_run_timestamp_seconds',
      help: 'When a run of a reactor last ended without an error, or since when this process runs it, Unix time.',
      labelNames,
      registers,
    }),
    failures: new Counter({
      name: 'triage_reactor_failures_total',
      help: 'Runs of a reactor that failed and will be repeated.',
      labelNames,
      registers,
    }),
  };
}
