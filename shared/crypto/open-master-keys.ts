import { patiently } from '../lifecycle/patience.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import type { Logger } from '../logging/logger.ts';
import { describeDatabaseProblem } from '../postgres/describe-problem.ts';
import { isUnreachable, type Sql } from '../postgres/pool.ts';
import { checkMasterKeys } from './key-checks.ts';
import {
  loadKeyRing,
  localMasterKeys,
  MasterKeysError,
  type KeyRingSource,
  type MasterKeys,
} from './master-keys.ts';
import { ringFileMasterKeys } from './ring-file.ts';

/** A database that restarts together with this process is waited for; below the time in which a process must stop. */
const PATIENCE_MS = 5_000;

export type MasterKeysParts = {
  sql: Sql;
  now: () => Date;
  /** Told when a changed key ring is used, or cannot be. */
  logger?: Logger | undefined;
  /** How long a database that is out of reach is waited for. */
  patienceMs?: number;
};

/**
 * The master keys that the settings name, held against the database: called by each process before it does anything
 * else with either. Another kind of master key is chosen here. Throws StartupError.
 */
export async function openMasterKeys(source: KeyRingSource, parts: MasterKeysParts): Promise<MasterKeys> {
  const { sql, now, logger, patienceMs = PATIENCE_MS } = parts;
  const check = (candidate: MasterKeys): Promise<void> => checkMasterKeys(sql, candidate, now());
  const open = async (): Promise<MasterKeys> => {
    const { masterKey, masterKeyFile } = source;
    if (masterKey === undefined && masterKeyFile !== undefined) {
      return ringFileMasterKeys({ file: masterKeyFile, check, onChange: tell(logger) });
    }
    const masterKeys = localMasterKeys(await loadKeyRing(source));
    await check(masterKeys);
    return masterKeys;
  };
  try {
    const onWait = (error: unknown): void =>
      logger?.warn(`${reasonOf(error)}: trying again for ${patienceMs / 1_000} s`);
    return await patiently({ patienceMs, isTransient, onWait }, open);
  } catch (error) {
    throw new StartupError(reasonOf(error));
  }
}

const isTransient = (error: unknown): boolean => isUnreachable(error) || error instanceof MasterKeysError;

/** The messages of the ring hold no key material; those of a database could hold anything. */
function reasonOf(error: unknown): string {
  const problem = describeDatabaseProblem(error);
  if (problem !== null) return problem;
  if (error instanceof Error && (error as { code?: unknown }).code === undefined) return error.message;
  return 'the master keys cannot be checked against the database';
}

const tell =
  (logger: Logger | undefined) =>
  (problem: Error | null): void => {
    if (problem === null) logger?.info('the key ring has changed and is used');
    else logger?.error({ reason: reasonOf(problem) }, 'the key ring has changed and cannot be used');
  };
