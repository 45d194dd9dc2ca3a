import type { Registry } from 'prom-client';
import type { DataKeys } from '../crypto/data-keys.ts';
import { systemRandom } from '../crypto/seal.ts';
import type { Codec } from '../event-log/codec.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { Runnable } from '../lifecycle/runnable.ts';
import type { Logger } from '../logging/logger.ts';
import type { Pool } from '../postgres/pool.ts';
import { BATCH_LIMITS, type BatchLimits } from './batches.ts';
import { runGroups } from './projection-groups.ts';
import { LEASE_TIMING, whileLeading, type LeadingOptions, type LeaseTiming } from './leases.ts';
import { projectionMetrics } from './metrics.ts';
import { healthOf, reportGauges, trackProgress, type ProjectionHealth } from './progress.ts';
import type { Projection } from './projection.ts';

export type RunnerOptions = {
  /** Name of the lease, the same in all processes that run these projections. */
  name: string;
  /** Unique for each process and start. */
  holder: string;
  projections: readonly Projection[];
  pool: Pool;
  log: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  now: () => Date;
  logger: Logger;
  registry: Registry;
  limits?: BatchLimits;
  leaseTiming?: LeaseTiming;
  mayLead?: LeadingOptions['mayLead'];
  retry?: RetryTiming;
};

export type RetryTiming = { baseMs: number; capMs: number };
const RETRY_TIMING: RetryTiming = { baseMs: 100, capMs: 30_000 };

export type ProjectionRunner = Runnable & {
  /** The health of each projection in this process; `standby` where another process leads. */
  health(): ProjectionHealth[];
};

/**
 * Runs projections over one subscription to the log while this process holds their lease. Their rows and checkpoints
 * commit together. One that fails leaves the shared subscription, is parked and retried alone, and comes back when it has
 * caught up, so that it delays no other projection.
 */
export function createProjectionRunner(options: RunnerOptions): ProjectionRunner {
  const { pool, logger, now, leaseTiming = LEASE_TIMING, mayLead = () => true } = options;
  const lease = { name: options.name, holder: options.holder };
  const metrics = projectionMetrics(options.registry);
  const all = options.projections.map(trackProgress);
  const parts = {
    name: options.name,
    pool,
    lease,
    logger,
    now,
    metrics,
    log: options.log,
    codec: options.codec,
    dataKeys: options.dataKeys,
    random: systemRandom,
    limits: options.limits ?? BATCH_LIMITS,
    retry: options.retry ?? RETRY_TIMING,
  };
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let gauges: NodeJS.Timeout | undefined;

  return {
    start: () => {
      stopping = new AbortController();
      gauges = setInterval(() => reportGauges(all, metrics, now()), GAUGE_INTERVAL_MS).unref();
      running = whileLeading(
        { pool, lease, logger, signal: stopping.signal, timing: leaseTiming, mayLead },
        (signal) => runGroups(all, parts, signal),
      );
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      clearInterval(gauges);
      await running;
    },
    health: () => all.map((progress) => healthOf(progress, now())),
  };
}

const GAUGE_INTERVAL_MS = 1_000;
