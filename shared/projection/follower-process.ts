import type { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import { oneMasterKeySource, settings as common } from '../config/settings.ts';
import { createDataKeys, type DataKeys } from '../crypto/data-keys.ts';
import type { MasterKeys } from '../crypto/master-keys.ts';
import { openMasterKeys } from '../crypto/open-master-keys.ts';
import { systemRandom } from '../crypto/seal.ts';
import type { Codec } from '../event-log/codec.ts';
import { createAskProblem, watchConnection, type ConnectionWatch } from '../event-log/connection-watch.ts';
import { createEventLog, type EventLog } from '../event-log/event-log.ts';
import { createLoadMacs } from '../event-log/log-key.ts';
import { createServiceCodec } from '../event-log/registry.ts';
import type { Runnable } from '../lifecycle/runnable.ts';
import { atMost } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import { countForeign, countParked, measureAppends, watchPool } from '../metrics/dependencies.ts';
import { databaseNeed } from '../operations/needs.ts';
import { createOperations } from '../operations/operations.ts';
import { createPool, type Pool } from '../postgres/pool.ts';
import { requireDatabase } from '../postgres/require-database.ts';
import { projectionBacklog, stoppedProjections } from './metrics.ts';
import { requireLog } from './require-log.ts';
import { watchStrangeEvents } from './strange-events.ts';

/** Settings of a process that follows the log. docs/operator/settings.md explains them. */
export const followerSettings = z
  .object({
    DATABASE_URL: common.DATABASE_URL,
    EVENTSTORE_URL: common.EVENTSTORE_URL,
    LOG_LEVEL: common.LOG_LEVEL,
    METRICS_PORT: common.METRICS_PORT,
    METRICS_HOST: common.METRICS_HOST,
    MASTER_KEY: common.MASTER_KEY,
    MASTER_KEY_FILE: common.MASTER_KEY_FILE,
  })
  .refine(oneMasterKeySource.check, oneMasterKeySource.params);
export type FollowerConfig = z.output<typeof followerSettings>;

/** What a follower of the log is made with. */
export type FollowerParts = {
  pool: Pool;
  log: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  masterKeys: MasterKeys;
  registry: Registry;
  logger: Logger;
  now: () => Date;
  /** Whether the log answered the last time; without it, another process shall lead. */
  mayLead: () => boolean;
};

const MAX_CONNECTIONS = 12;
/** The client waits for cancelled streams, some of which never report their end. */
const LOG_CLOSE_MS = 100;

/**
 * A process that follows the log: opens what the follower needs, starts it, and stops all in order. Where the log cannot be
 * used, the follower begins, and takes its leases, only once it can.
 */
export function createFollowerProcess(options: {
  name: string;
  config: FollowerConfig;
  logger: Logger;
  make: (parts: FollowerParts) => Runnable;
}): Runnable {
  const { name, config, logger } = options;
  const operations = createOperations({ name, config, logger });
  const { registry } = operations;
  const stops: (() => Promise<unknown>)[] = [];
  let watch: ConnectionWatch | undefined;
  return {
    start: async () => {
      await operations.start();
      stops.push(() => operations.stop());
      await requireDatabase(config.DATABASE_URL, { name, logger });
      const now = (): Date => new Date();
      const pool = createPool({ databaseUrl: config.DATABASE_URL, name, maxConnections: MAX_CONNECTIONS });
      stops.push(() => pool.end());
      const masterKeys = await openMasterKeys(
        { masterKey: config.MASTER_KEY, masterKeyFile: config.MASTER_KEY_FILE },
        { sql: pool, now, logger },
      );
      const newId = (): string => uuidV7();
      const eventLog = createEventLog(config.EVENTSTORE_URL, {
        macs: createLoadMacs({ pool, masterKeys, random: systemRandom, now, newId }),
        onForeign: countForeign(registry, logger),
        onParked: countParked(registry, logger),
      });
      stops.push(() => atMost(LOG_CLOSE_MS, eventLog.close()));
      watchPool(registry, pool, 'main');
      watchStrangeEvents(registry, pool);
      operations.need('postgres', databaseNeed(pool));
      operations.need('event_log', { isRequired: true, problem: () => watch?.waitsFor() ?? null });
      operations.watch(() => stoppedProjections(registry));
      operations.backlog(() => projectionBacklog(registry));
      const follower = options.make({
        pool,
        log: measureAppends(registry, eventLog),
        registry,
        logger,
        codec: createServiceCodec(),
        dataKeys: createDataKeys(masterKeys, systemRandom),
        masterKeys,
        now,
        mayLead: () => watch?.waitsFor() === null,
      });
      stops.push(() => follower.stop());
      watch = watchConnection(createAskProblem(eventLog, config.EVENTSTORE_URL), logger);
      stops.push(watch.stop);
      await watch.start();
      await watch.onceReached(async () => {
        await requireLog(pool, eventLog);
        await follower.start();
        operations.setStarted();
      });
    },
    announceStop: operations.setStopping,
    waitsFor: () => watch?.waitsFor() ?? null,
    stop: async () => {
      operations.setStopping();
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
}
