import { z } from 'zod';

/** A whole number written in decimal digits; bounds are part of the message. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** `1`, `true` and `on` are true, `0`, `false` and `off` are false. */
export const flag = () =>
  z
    .enum(['1', 'true', 'on', '0', 'false', 'off'], 'must be 1 or 0 (on or off)')
    .transform((value) => value === '1' || value === 'true' || value === 'on');

/** An instant in ISO 8601, UTC. */
export const instant = () =>
  z.iso.datetime('must be a time such as 2026-07-01T00:00:00Z').transform((text) => new Date(text));

function urlOf(protocols: readonly string[], example: string) {
  const message = `must be a URL such as ${example}`;
  return z.string().refine((value) => {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^\s/]/i.exec(value)?.[1]?.toLowerCase();
    return scheme !== undefined && protocols.includes(scheme);
  }, message);
}

export const DEFAULT_PORT = 8080;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const address = () =>
  z
    .string()
    .regex(/^[0-9a-zA-Z.:-]{1,255}$/, 'must be an address or a host name')
    .default('127.0.0.1');

/**
 * The settings that more than one process reads, each with its one meaning. A process picks what it needs:
 * `z.object({ PORT: settings.PORT, DATABASE_URL: settings.DATABASE_URL })`. docs/operator/settings.md lists them.
 */
export const settings = {
  /** Port of the public HTTP server; 0 takes any free one. */
  PORT: wholeNumber(0, 65_535).prefault(String(DEFAULT_PORT)),
  /** Processes of an API that share its port, each with an event loop of its own. */
  API_PROCESSES: wholeNumber(1, 64),
  /** Postgres connections of each pool of an API process. */
  DATABASE_CONNECTIONS: wholeNumber(2, 200).prefault('20'),
  /** Address of the public HTTP server. Loopback unless told otherwise. */
  HOST: address(),
  DATA_DIR: z.string().min(1),
  /** Folder that erasures are written to beside the database; no backup may hold it. */
  ERASURE_LEDGER: z.string().min(1).optional(),
  /** Folder of the extracts of data that calls have asked for; APIs and projectors share it. */
  EXTRACTS_DIR: z.string().min(1).optional(),
  DATABASE_URL: urlOf(['postgres', 'postgresql'], 'postgresql://user:password@host:5432/database'),
  EVENTSTORE_URL: urlOf(
    ['esdb', 'esdb+discover'],
    'esdb://host:2113?tls=true (esdb:// or esdb+discover://, no kurrentdb://)',
  ),
  NATS_URL: urlOf(['nats', 'tls'], 'nats://user:password@host:4222'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  /** Port of `GET /metrics`, never the public one; 0 takes any free one. */
  METRICS_PORT: wholeNumber(0, 65_535).prefault('0'),
  /** Address of `GET /metrics`. Loopback unless told otherwise, wherever the public server listens. */
  METRICS_HOST: address(),
  /** Allows webhook URLs with http and loopback addresses (development). */
  ALLOW_LOCAL_WEBHOOKS: flag().prefault('0'),
  /** One master key, 32 bytes in base64. Give this or MASTER_KEY_FILE. */
  MASTER_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
    .optional(),
  /** Path of a key ring file: `{ "active": "<id>", "keys": { "<id>": "<base64, 32 bytes>" } }`. */
  MASTER_KEY_FILE: z.string().min(1).optional(),
};

/** Refinement for a schema that holds both: exactly one source of master keys. */
export const oneMasterKeySource = {
  check: (config: { MASTER_KEY?: string | undefined; MASTER_KEY_FILE?: string | undefined }): boolean =>
    (config.MASTER_KEY === undefined) !== (config.MASTER_KEY_FILE === undefined),
  params: { path: ['MASTER_KEY_FILE'], message: 'set exactly one of MASTER_KEY and MASTER_KEY_FILE' },
};
