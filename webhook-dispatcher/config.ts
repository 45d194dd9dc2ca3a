import { z } from 'zod';
import { natsSettings, oneNatsIdentity } from '../shared/nats/settings.ts';
import { oneMasterKeySource, settings as common, wholeNumber } from '../shared/config/settings.ts';

/** Settings of the dispatcher. docs/operator/settings.md explains them. */
export const settings = z
  .object({
    DATABASE_URL: common.DATABASE_URL,
    EVENTSTORE_URL: common.EVENTSTORE_URL,
    ...natsSettings,
    LOG_LEVEL: common.LOG_LEVEL,
    METRICS_PORT: common.METRICS_PORT,
    METRICS_HOST: common.METRICS_HOST,
    MASTER_KEY: common.MASTER_KEY,
    MASTER_KEY_FILE: common.MASTER_KEY_FILE,
    ALLOW_LOCAL_WEBHOOKS: common.ALLOW_LOCAL_WEBHOOKS,
    /** Attempts at once in this process. */
    WEBHOOK_CONCURRENCY: wholeNumber(1, 4_096).prefault('256'),
    /** Of these, for one subscription; over all processes together as well. */
    WEBHOOK_SUBSCRIPTION_CONCURRENCY: wholeNumber(1, 256).prefault('32'),
    /** Of all attempts, those for events of test mode: they cost nothing, so that anybody can cause many. */
    WEBHOOK_TEST_CONCURRENCY: wholeNumber(1, 4_096).prefault('64'),
    /** Milliseconds between two sweeps, which find due deliveries whose wake-up was lost. A replay has to start within 30 s. */
    WEBHOOK_SWEEP_MS: wholeNumber(50, 20_000).prefault('2000'),
    /** Milliseconds that attempts get to end at a stop; the others are interrupted and given back. */
    WEBHOOK_DRAIN_MS: wholeNumber(0, 9_000).prefault('400'),
  })
  .refine(oneMasterKeySource.check, oneMasterKeySource.params)
  .refine(oneNatsIdentity.check, oneNatsIdentity.params);

export type DispatcherConfig = z.output<typeof settings>;
