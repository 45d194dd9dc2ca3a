import type { z } from 'zod';
import { flag, settings as common, wholeNumber } from '../../shared/config/settings.ts';
import { followerSettings } from '../../shared/projection/follower-process.ts';

/** Settings of the reactors. docs/operator/settings.md explains them. */
export const settings = followerSettings.safeExtend({
  /** Folder of the ledger of erasures, outside of every backup; without it, `erasures` in DATA_DIR. */
  ERASURE_LEDGER: common.ERASURE_LEDGER,
  /** Writes erasures that the ledger has lost into it once more, from the database. */
  ERASURE_LEDGER_REWRITE: flag().prefault('off'),
  BACKUP_RETENTION_DAYS: wholeNumber(1, 3_650).prefault('35'),
  DATA_DIR: common.DATA_DIR.optional(),
  /** At most so many sessions are pruned in a second. */
  RETENTION_SESSIONS_PER_SECOND: wholeNumber(1, 10_000).prefault('500'),
});
export type ReactorsConfig = z.output<typeof settings>;
