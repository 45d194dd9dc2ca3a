import { readFileSync } from 'node:fs';
import path from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import { createDataKeys } from '../../shared/crypto/data-keys.ts';
import type { KeyRingSource, MasterKeys } from '../../shared/crypto/master-keys.ts';
import { openMasterKeys } from '../../shared/crypto/open-master-keys.ts';
import { systemRandom } from '../../shared/crypto/seal.ts';
import { createServiceKeys, type ServiceKeys } from '../../shared/crypto/service-keys.ts';
import { createSigner, type Signer } from '../../shared/crypto/signer.ts';
import { createErasureLedger, ledgerFolder, type ErasureLedger } from '../../shared/erasure/ledger.ts';
import { describeProblem } from '../../shared/event-log/connection-problem.ts';
import { createEventLog, LogUnavailableError } from '../../shared/event-log/event-log.ts';
import { createLoadMacs } from '../../shared/event-log/log-key.ts';
import { createServiceCodec } from '../../shared/event-log/registry.ts';
import { hidesNodes, seedProblem } from '../../shared/event-log/seed-problem.ts';
import { createOutbox, type Outbox } from '../../shared/mail/outbox.ts';
import { mailSettings } from '../../shared/mail/settings.ts';
import { createPool, type OwnedPool } from '../../shared/postgres/pool.ts';
import { createTenantPools, type TenantPools } from '../../shared/postgres/tenant-pools.ts';
import { isGiven, parseConfig, type Env } from '../../shared/config/load-config.ts';
import { DEFAULT_PORT, settings } from '../../shared/config/settings.ts';
import { dashboardUrlOf, signInSettings } from '../../shared/sign-in/settings.ts';
import { repeatReads } from '../log/repeat-reads.ts';

/** A mistake of the operator or a missing service, told in one line; exit code 1. */
export class CommandFailure extends Error {}

/** Neither the environment nor DATA_DIR names an installation. */
export class NothingRunsError extends CommandFailure {}

/** Where the pieces of an installation are. The embedded stack writes this file for the operator at each start. */
export const connectionsSchema = z.object({
  DATABASE_URL: z.string(),
  EVENTSTORE_URL: z.string(),
  MASTER_KEY: z.string().optional(),
  MASTER_KEY_FILE: z.string().optional(),
  /** As the API has it; from the environment, or already a number. */
  BACKUP_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(35),
  /** Folder of the ledger of erasures; without it, `erasures` in DATA_DIR. */
  ERASURE_LEDGER: settings.ERASURE_LEDGER,
  DATA_DIR: mailSettings.DATA_DIR,
  DASHBOARD_URL: mailSettings.DASHBOARD_URL,
  /** Where links in mails lead without DASHBOARD_URL. */
  PUBLIC_URL: signInSettings.PUBLIC_URL,
});
export type Connections = z.input<typeof connectionsSchema>;

export const connectionsFile = (dataDir: string): string => path.join(dataDir, 'secrets', 'connections.json');

/** Whether the environment names an installation, and not the embedded stack on DATA_DIR. */
export const namesInstallation = (env: Env): boolean => isGiven(env, 'DATABASE_URL');

/** The database alone, for what needs neither event store nor keys, which may not be there yet. */
export function findDatabase(env: Env): string {
  if (!namesInstallation(env)) return findConnections(env).DATABASE_URL;
  return given(connectionsSchema.pick({ DATABASE_URL: true }), env).DATABASE_URL;
}

/** What a backup copies; without the log the event store is not asked for. Keys and the rest of an installation are not needed. */
export function findStores(
  env: Env,
  { hasLog }: { hasLog: boolean },
): { databaseUrl: string; eventStoreUrl: string | null; retentionDays: number } {
  const database = connectionsSchema.pick({ DATABASE_URL: true, BACKUP_RETENTION_DAYS: true });
  const log = connectionsSchema.pick({ EVENTSTORE_URL: true });
  const find = <S extends z.ZodObject>(schema: S): z.output<S> =>
    namesInstallation(env) ? given(schema, env) : schema.parse(findConnections(env));
  const { DATABASE_URL: databaseUrl, BACKUP_RETENTION_DAYS: retentionDays } = find(database);
  return { databaseUrl, retentionDays, eventStoreUrl: hasLog ? find(log).EVENTSTORE_URL : null };
}

/** Settings as variables or in files, as processes read them. Throws CommandFailure, which begins with `why`. */
export function readSettings<S extends z.ZodObject>(schema: S, env: Env, why = ''): z.output<S> {
  const parsed = parseConfig(schema, env);
  if (parsed.ok) return parsed.config;
  throw new CommandFailure(`${why}${parsed.problems.join('; ')}`);
}

const given = <S extends z.ZodObject>(schema: S, env: Env): z.output<S> =>
  readSettings(schema, env, 'as DATABASE_URL is set: ');

const embeddedPlace = z.object({
  DATA_DIR: settings.DATA_DIR.default('.data'),
  MASTER_KEY_FILE: settings.MASTER_KEY_FILE,
  ERASURE_LEDGER: settings.ERASURE_LEDGER,
});

/** Where the embedded stack is, and what of it lies elsewhere, also where nothing stands yet. Throws CommandFailure. */
export const findPlace = (env: Env): z.output<typeof embeddedPlace> => readSettings(embeddedPlace, env);

export const findDataDir = (env: Env): string =>
  readSettings(embeddedPlace.pick({ DATA_DIR: true }), env).DATA_DIR;

/** From the environment where DATABASE_URL is set, else from the embedded stack on DATA_DIR. */
export function findConnections(env: Env): Connections {
  if (namesInstallation(env)) return given(connectionsSchema, env);
  const dataDir = findDataDir(env);
  try {
    return connectionsSchema.parse(JSON.parse(readFileSync(connectionsFile(dataDir), 'utf8')));
  } catch {
    throw new NothingRunsError(
      `nothing runs on ${dataDir}: run npm start first, or set DATABASE_URL, EVENTSTORE_URL and MASTER_KEY_FILE`,
    );
  }
}

/** An error of a cluster's log, told by what its nodes show. */
async function nameNodes(error: unknown, eventStoreUrl: string): Promise<unknown> {
  if (!(error instanceof LogUnavailableError) || !hidesNodes(error.code)) return error;
  const problem = await seedProblem(eventStoreUrl, NODES_LIMIT_MS);
  return problem === null ? error : new CommandFailure(describeProblem(problem));
}
const NODES_LIMIT_MS = 2_000;

const CONNECTIONS = 4;

/** Opens what operator commands work with, runs one, and closes it again. */
export async function withInstallation<T>(
  connections: Connections,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const keySource = { masterKey: connections.MASTER_KEY, masterKeyFile: connections.MASTER_KEY_FILE };
  const now = (): Date => new Date();
  const connecting = {
    databaseUrl: connections.DATABASE_URL,
    name: 'ops',
    maxConnections: CONNECTIONS,
    statementTimeoutMs: 600_000,
  };
  const pool = createPool(connecting);
  const masterKeys = await openMasterKeys(keySource, { sql: pool, now }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const apiPool = createPool({ ...connecting, role: 'triage_api' });
  const newId = (): string => uuidV7();
  const macs = createLoadMacs({ pool, masterKeys, random: systemRandom, now, newId });
  const logOnce = createEventLog(connections.EVENTSTORE_URL, { macs });
  const log = repeatReads(logOnce);
  const dataKeys = createDataKeys(masterKeys, systemRandom);
  const poolOf = createTenantPools(pool);
  const parsed = connectionsSchema.parse(connections);
  const serviceKeys = createServiceKeys({ poolOf, dataKeys, now });
  const signer = createSigner({ pool, masterKeys, now, newId });
  try {
    return await work({
      databaseUrl: connections.DATABASE_URL,
      pool,
      poolOf,
      apiPoolOf: createTenantPools(apiPool),
      log,
      logOnce,
      codec: createServiceCodec(),
      keySource,
      dataDir: connections.DATA_DIR ?? null,
      masterKeys,
      dataKeys,
      serviceKeys,
      signer,
      ledger: createErasureLedger({ folder: ledgerFolder(parsed), signer, now, runId: newId() }),
      outbox: createOutbox({ pool, serviceKeys, random: systemRandom, now, newId }),
      backupRetentionDays: parsed.BACKUP_RETENTION_DAYS,
      dashboardUrl: dashboardUrlOf({ ...parsed, PORT: DEFAULT_PORT }),
      random: systemRandom,
      now,
      newId,
    });
  } catch (error) {
    throw await nameNodes(error, connections.EVENTSTORE_URL);
  } finally {
    await log.close();
    await apiPool.end();
    await pool.end();
  }
}

export type Installation = {
  databaseUrl: string;
  pool: OwnedPool;
  /** Row-level security does not bind an operator, but some functions ask which tenant they are called for. */
  poolOf: TenantPools;
  /** Shows what the APIs see of a tenant. */
  apiPoolOf: TenantPools;
  /** Its reads are repeated for up to minutes. */
  log: ReturnType<typeof createEventLog>;
  /** The same log without repeats, for reads under locks that others wait for. */
  logOnce: ReturnType<typeof createEventLog>;
  codec: ReturnType<typeof createServiceCodec>;
  /** Where the master keys come from, for whoever changes them. */
  keySource: KeyRingSource;
  /** Of the embedded stack; null where there is none. */
  dataDir: string | null;
  masterKeys: MasterKeys;
  dataKeys: ReturnType<typeof createDataKeys>;
  serviceKeys: ServiceKeys;
  signer: Signer;
  ledger: ErasureLedger;
  /** Named on certificates of erasures. */
  backupRetentionDays: number;
  /** Mails wait in it for an API process, which sends them. */
  outbox: Outbox;
  dashboardUrl: string;
  random: typeof systemRandom;
  now: () => Date;
  newId: () => string;
};
