import type { Registry } from 'prom-client';
import type { DataKeys } from '../shared/crypto/data-keys.ts';
import type { RandomBytes } from '../shared/crypto/seal.ts';
import type { Codec } from '../shared/event-log/codec.ts';
import type { EventLog } from '../shared/event-log/event-log.ts';
import type { Runnable } from '../shared/lifecycle/runnable.ts';
import { atMost } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { NatsLink } from '../shared/nats/connection.ts';
import type { Pool } from '../shared/postgres/pool.ts';
import { BATCH_LIMITS } from '../shared/projection/batches.ts';
import { createProjectionRunner } from '../shared/projection/runner.ts';
import { createSender, type SendLimits } from '../shared/webhooks/sender.ts';
import { createAttempts } from './attempt.ts';
import type { DispatcherConfig } from './config.ts';
import { appendDisablings } from './disabling.ts';
import { createDeliveries } from './deliveries.ts';
import { createExpress } from './express.ts';
import { createFanOut } from './fan-out.ts';
import type { Lanes } from './lanes.ts';
import type { DispatcherMetrics } from './metrics.ts';
import { createRecorder } from './recorder.ts';
import type { AtStep } from './steps.ts';
import { createSweeper } from './sweeper.ts';
import { createWakeUps } from './wake-ups.ts';
import { createWorker } from './worker.ts';

export type DispatchingParts = {
  config: DispatcherConfig;
  logger: Logger;
  pool: Pool;
  deliveryPool: Pool;
  log: EventLog;
  link: NatsLink;
  registry: Registry;
  lanes: Lanes;
  metrics: DispatcherMetrics;
  codec: Codec;
  dataKeys: DataKeys;
  now: () => Date;
  random: () => number;
  randomBytes: RandomBytes;
  newId: () => string;
  sendLimits: SendLimits;
  leaseMs: number;
  atStep: AtStep;
};

/** After an outage deliveries shall go on soon, also after a long one. */
const FAN_OUT_RETRY = { baseMs: 100, capMs: 2_000 };
/** Small, since a batch is written when the last of its deliveries has arrived; partners wait for the linger too. */
const FAN_OUT_BATCHES = { ...BATCH_LIMITS, maxEvents: 250, lingerMs: 10 };
/** For outcomes that are not written yet at a stop. */
const LAST_WRITES_MS = 250;

/** What sends: attempts, their outcomes, and the two that begin them. */
function createSending(parts: DispatchingParts, lanes: Lanes, onDisable: () => void) {
  const { config, logger, pool, deliveryPool, dataKeys, now, random, newId, leaseMs, atStep } = parts;
  const policy = { allowLocal: config.ALLOW_LOCAL_WEBHOOKS };
  const sender = createSender({ policy, limits: parts.sendLimits });
  const recorder = createRecorder({ sql: deliveryPool, logger, random, onDisable, atStep });
  const deliveries = createDeliveries({
    lanes,
    recorder,
    now,
    random,
    randomBytes: parts.randomBytes,
    metrics: parts.metrics,
    logger,
    onRelease: (id) => {
      express.released(id);
      worker.released(id);
    },
  });
  const attempts = createAttempts({ sql: pool, dataKeys, sender, policy, now });
  const express = createExpress({ lanes, deliveries, attempts, metrics: parts.metrics, atStep });
  const worker = createWorker({
    sql: deliveryPool,
    lanes,
    busyFrom: config.WEBHOOK_CONCURRENCY / 2,
    deliveries,
    attempts,
    now,
    random,
    newId,
    leaseMs,
    atStep,
    logger,
  });
  return { sender, recorder, deliveries, express, worker };
}

/**
 * The loops of the dispatcher, wired: the fan-out makes deliveries and sends them ahead of their rows, wake-ups and the
 * sweep name subscriptions with something due, the worker claims and sends, the recorder writes what became of it.
 */
export function createDispatching(parts: DispatchingParts): Runnable {
  const { config, logger, pool, log, link, codec, dataKeys, now, random, registry } = parts;
  const { newId, leaseMs, atStep, lanes, metrics } = parts;
  const sending = createSending(parts, lanes, () => sweeper.disableNow());
  const { sender, recorder, deliveries, express, worker } = sending;
  const { wake, room } = worker;
  const wakeUps = createWakeUps({ link, wake, room, random, atStep, logger });
  const { publish } = wakeUps;
  const sweeper = createSweeper({
    sql: pool,
    now,
    random,
    intervalMs: config.WEBHOOK_SWEEP_MS,
    publish,
    wake,
    disable: () => appendDisablings({ sql: pool, log, codec, dataKeys, now, logger }),
    metrics,
    logger,
  });
  const runner = createProjectionRunner({
    name: 'webhook-dispatcher',
    holder: newId(),
    projections: [createFanOut({ now, newId, leaseMs, express, due: publish, atStep })],
    pool,
    log,
    codec,
    dataKeys,
    now,
    logger,
    registry,
    retry: FAN_OUT_RETRY,
    limits: FAN_OUT_BATCHES,
  });

  const taking = new AbortController();
  const recording = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  let loops: Promise<unknown> = Promise.resolve();

  return {
    start: async () => {
      working = worker.run(taking.signal);
      loops = Promise.all([
        recorder.run(recording.signal, LAST_WRITES_MS),
        wakeUps.run(taking.signal),
        sweeper.run(taking.signal),
      ]);
      await runner.start();
    },
    /** First nothing new is taken up, then what is being sent ends or is given back, then that is written. */
    stop: async () => {
      taking.abort();
      const ended = Promise.all([runner.stop(), working]).then(deliveries.idle);
      await atMost(config.WEBHOOK_DRAIN_MS, ended);
      sender.interrupt();
      await atMost(LAST_WRITES_MS, ended);
      recording.abort();
      await Promise.all([loops, ended]);
      await sender.close();
    },
  };
}
