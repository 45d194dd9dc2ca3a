import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { flag, settings } from '../../shared/config/settings.ts';
import { fromSomewhere, mailSettings } from '../../shared/mail/settings.ts';
import { signInSettings } from '../../shared/sign-in/settings.ts';

/** Whether a server that listens there is reached from this machine alone. */
export const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** The API processes that a machine of so many cores is given. */
export const apiProcessesFor = (cores: number): number => Math.min(64, Math.max(1, cores - 1));

/** Settings of `npm start`. Everything else in the environment is handed on to the applications. */
export const embeddedSettings = z
  .object({
    ...mailSettings,
    PUBLIC_URL: signInSettings.PUBLIC_URL,
    PORT: settings.PORT,
    /** One core is left for what all of them work with: Postgres, the log, projections and dispatcher. */
    API_PROCESSES: settings.API_PROCESSES.prefault(String(apiProcessesFor(availableParallelism()))),
    DATABASE_CONNECTIONS: settings.DATABASE_CONNECTIONS,
    HOST: settings.HOST,
    DATA_DIR: settings.DATA_DIR.default('.data'),
    LOG_LEVEL: settings.LOG_LEVEL,
    METRICS_PORT: settings.METRICS_PORT,
    METRICS_HOST: settings.METRICS_HOST,
    /** On unless told otherwise: whoever tries the service on one machine receives its webhooks there. */
    ALLOW_LOCAL_WEBHOOKS: flag().optional(),
    DEMO: flag().prefault('on'),
    MASTER_KEY: z
      .undefined('is not used by npm start: put a key ring file in its place and name it in MASTER_KEY_FILE')
      .optional(),
    MASTER_KEY_FILE: settings.MASTER_KEY_FILE,
    ERASURE_LEDGER: settings.ERASURE_LEDGER,
  })
  .refine(fromSomewhere.check, fromSomewhere.params)
  .refine(({ HOST, ALLOW_LOCAL_WEBHOOKS }) => isLoopback(HOST) || ALLOW_LOCAL_WEBHOOKS !== undefined, {
    path: ['ALLOW_LOCAL_WEBHOOKS'],
    message:
      'must be set where HOST is no loopback address: 0, or 1 to let webhooks reach this machine itself',
  });

export type EmbeddedConfig = z.output<typeof embeddedSettings>;

/** Settings of the distributed mode that `npm start` decides itself. */
export const ignoredSettings = ['DATABASE_URL', 'EVENTSTORE_URL', 'NATS_URL'] as const;
