import { v7 as uuidV7 } from 'uuid';
import { createDataKeys } from '../shared/crypto/data-keys.ts';
import { openMasterKeys } from '../shared/crypto/open-master-keys.ts';
import { systemRandom } from '../shared/crypto/seal.ts';
import {
  createAskProblem,
  watchConnection,
  type ConnectionWatch,
} from '../shared/event-log/connection-watch.ts';
import { createEventLog } from '../shared/event-log/event-log.ts';
import { createLoadMacs } from '../shared/event-log/log-key.ts';
import { createServiceCodec } from '../shared/event-log/registry.ts';
import type { Runnable } from '../shared/lifecycle/runnable.ts';
import { atMost } from '../shared/lifecycle/timing.ts';
import { countForeign, countParked, watchNats, watchPool } from '../shared/metrics/dependencies.ts';
import { databaseNeed, natsNeed } from '../shared/operations/needs.ts';
import { createOperations } from '../shared/operations/operations.ts';
import { createNatsLink } from '../shared/nats/connection.ts';
import { natsOptions } from '../shared/nats/settings.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { createPool } from '../shared/postgres/pool.ts';
import { requireDatabase } from '../shared/postgres/require-database.ts';
import { projectionBacklog, stoppedProjections } from '../shared/projection/metrics.ts';
import { requireLog } from '../shared/projection/require-log.ts';
import { SEND_LIMITS, type SendLimits } from '../shared/webhooks/sender.ts';
import { LEASE_MS } from './claiming.ts';
import { createConcurrencyLimits } from './concurrency-limits.ts';
import type { DispatcherConfig } from './config.ts';
import { createDeliveryPool } from './delivery-pool.ts';
import { createDispatcher } from './dispatcher.ts';
import type { ReachFailpoint } from './failpoints.ts';
import { deliveryBacklog, dispatcherMetrics } from './metrics.ts';

/** What tests replace. */
export type Surroundings = {
  now?: () => Date;
  /** From 0 to below 1. */
  random?: () => number;
  limits?: SendLimits;
  /** How long a claim of a killed process holds. */
  leaseMs?: number;
  /** Called at each failpoint. */
  failpoint?: ReachFailpoint;
};

const LOG_CLOSE_MS = 100;

/** The dispatcher as one process: fan-out under a lease, workers that compete, sweeps. */
export function compose(config: DispatcherConfig, logger: Logger, surroundings: Surroundings = {}): Runnable {
  const operations = createOperations({ name: 'webhook-dispatcher', config, logger });
  const { registry } = operations;
  const stops: (() => Promise<void>)[] = [];
  let watch: ConnectionWatch | undefined;
  return {
    start: async () => {
      await operations.start();
      stops.push(() => operations.stop());
      const now = surroundings.now ?? (() => new Date());
      const { DATABASE_URL: databaseUrl } = config;
      await requireDatabase(databaseUrl, { name: 'dispatcher', logger });
      const pool = createPool({ databaseUrl, name: 'dispatcher', maxConnections: 6 });
      stops.push(() => pool.end());
      const masterKeys = await openMasterKeys(
        { masterKey: config.MASTER_KEY, masterKeyFile: config.MASTER_KEY_FILE },
        { sql: pool, now, logger },
      );
      const deliveryPool = createDeliveryPool(databaseUrl);
      stops.push(() => deliveryPool.end());
      const newId = (): string => uuidV7();
      const log = createEventLog(config.EVENTSTORE_URL, {
        macs: createLoadMacs({ pool, masterKeys, random: systemRandom, now, newId }),
        onForeign: countForeign(registry, logger),
        onParked: countParked(registry, logger),
      });
      // Its client waits for cancelled streams, some of which never report their end.
      stops.push(() => atMost(LOG_CLOSE_MS, log.close()));
      const link = createNatsLink({ server: natsOptions(config), name: 'dispatcher', logger });
      stops.push(() => link.stop());
      await link.start();
      watchPool(registry, pool, 'main');
      watchPool(registry, deliveryPool, 'deliveries');
      watchNats(registry, link);
      operations.need('postgres', databaseNeed(pool));
      operations.need('event_log', { isRequired: true, problem: () => watch?.waitsFor() ?? null });
      operations.need('nats', natsNeed(link));
      operations.watch(() => stoppedProjections(registry));
      operations.backlog(() => projectionBacklog(registry));
      operations.backlog(() => deliveryBacklog(registry));
      const limits = createConcurrencyLimits({
        total: config.WEBHOOK_CONCURRENCY,
        cap: config.WEBHOOK_SUBSCRIPTION_CONCURRENCY,
        testTotal: config.WEBHOOK_TEST_CONCURRENCY,
      });
      const dispatcher = createDispatcher({
        config,
        logger,
        pool,
        deliveryPool,
        log,
        link,
        registry,
        limits,
        metrics: dispatcherMetrics(registry, limits.inFlight),
        codec: createServiceCodec(),
        dataKeys: createDataKeys(masterKeys, systemRandom),
        now,
        random: surroundings.random ?? Math.random,
        randomBytes: systemRandom,
        newId,
        sendLimits: surroundings.limits ?? SEND_LIMITS,
        leaseMs: surroundings.leaseMs ?? LEASE_MS,
        failpoint: surroundings.failpoint ?? (() => undefined),
        isLogUsable: () => watch?.waitsFor() === null,
      });
      stops.push(() => dispatcher.stop());
      watch = watchConnection(createAskProblem(log, config.EVENTSTORE_URL), logger);
      stops.push(watch.stop);
      await watch.start();
      await watch.onceReached(() => requireLog(pool, log));
      // What is in the database already is sent without the log.
      await dispatcher.start();
      operations.setStarted();
    },
    announceStop: operations.setStopping,
    waitsFor: () => watch?.waitsFor() ?? null,
    stop: async () => {
      operations.setStopping();
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
}
