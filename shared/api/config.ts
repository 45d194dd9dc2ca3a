import { z } from 'zod';
import { TIER_NAMES } from '../../domain/tenant/tiers.ts';
import { flag, instant, oneMasterKeySource, settings, wholeNumber } from '../config/settings.ts';
import { extractorSettings, modelNamed } from '../extractor/settings.ts';
import { fromSomewhere, mailSettings } from '../mail/settings.ts';
import { natsSettings, oneNatsIdentity } from '../nats/settings.ts';
import { signInSettings } from '../sign-in/settings.ts';

/** Settings of an API process, whichever routes it serves. docs/operator/settings.md explains them. */
export const apiSettings = z
  .object({
    PORT: settings.PORT,
    API_PROCESSES: settings.API_PROCESSES.prefault('1'),
    HOST: settings.HOST,
    DATABASE_URL: settings.DATABASE_URL,
    EVENTSTORE_URL: settings.EVENTSTORE_URL,
    ...natsSettings,
    LOG_LEVEL: settings.LOG_LEVEL,
    METRICS_PORT: settings.METRICS_PORT,
    METRICS_HOST: settings.METRICS_HOST,
    MASTER_KEY: settings.MASTER_KEY,
    MASTER_KEY_FILE: settings.MASTER_KEY_FILE,
    ALLOW_LOCAL_WEBHOOKS: settings.ALLOW_LOCAL_WEBHOOKS,
    /** CIDRs of proxies whose X-Forwarded-For is believed, separated by commas. */
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((list) => list.split(',').filter((cidr) => cidr !== '')),
    /** Origins of other hosts whose pages may call with cookies, separated by commas. */
    CORS_ORIGINS: z
      .string()
      .default('')
      .transform((list) => list.split(',').filter((origin) => origin !== '')),
    /** Milliseconds from SIGTERM, when readiness falls, to the end of listening: proxies stop sending calls meanwhile. */
    DRAIN_DELAY_MS: wholeNumber(0, 60_000).prefault('5000'),
    DATABASE_CONNECTIONS: settings.DATABASE_CONNECTIONS,
    /**
     * Workers of each process that read large texts beside the event loop, each with an engine of its own; 0: read on it.
     * Without it, as many as the machine and the number of processes suggest (shares.ts).
     */
    TEXT_WORKERS: wholeNumber(0, 16).optional(),
    /** Seconds that a call of GET /v1/events waits at most, whatever it asks for: below what a proxy in front cuts off. */
    EVENTS_MAX_WAIT_S: wholeNumber(0, 20).prefault('20'),
    /** Days after which the last backup copy of anything is gone; named on erasure certificates. */
    BACKUP_RETENTION_DAYS: wholeNumber(1, 3_650).prefault('35'),
    /** Folder of the ledger of erasures, outside of every backup; without it, `erasures` in DATA_DIR. */
    ERASURE_LEDGER: settings.ERASURE_LEDGER,
    /** Folder of extracts of data, the same as of the projectors; without it, `extracts` in DATA_DIR. */
    EXTRACTS_DIR: settings.EXTRACTS_DIR,
    ...mailSettings,
    ...signInSettings,
    ...extractorSettings,
    /** Tiers that a tenant may choose by itself, separated by commas, or `all`; it may always keep the one that it has. */
    SELF_SERVICE_TIERS: z
      .string()
      .default('free_trial')
      .transform((list): readonly string[] =>
        list === 'all' ? TIER_NAMES : list.split(',').filter((name) => name !== ''),
      )
      .pipe(z.array(z.enum(TIER_NAMES, `must be all, or some of ${TIER_NAMES.join(',')}`))),
    /** From when on POST /v1/auth/invite is gone, and the query form of a role change. */
    INVITE_PATH_SUNSET: instant().prefault('2026-07-01T00:00:00Z'),
    ROLE_QUERY_SUNSET: instant().prefault('2026-07-23T00:00:00Z'),
    /** From when on the query form of a tier change is gone. */
    TIER_QUERY_SUNSET: instant().prefault('2026-07-23T00:00:00Z'),
    /** Shows the mails in DATA_DIR at /mailbox, to browsers of this machine (development). */
    MAILBOX_PAGE: flag().prefault('0'),
    /** Checks every answer against its schema (development and tests). */
    CHECK_RESPONSES: flag().prefault('0'),
  })
  .refine(oneMasterKeySource.check, oneMasterKeySource.params)
  .refine(oneNatsIdentity.check, oneNatsIdentity.params)
  .refine(fromSomewhere.check, fromSomewhere.params)
  .refine(modelNamed.check, modelNamed.params);
export type ApiConfig = z.output<typeof apiSettings>;
