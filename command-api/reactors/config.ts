import type { z } from 'zod';
import { settings as common, wholeNumber } from '../../shared/config/settings.ts';
import { followerSettings } from '../../shared/projection/follower-process.ts';

/** Settings of the reactors. docs/operator/settings.md explains them. */
export const settings = followerSettings.safeExtend({
  /** Folder of the ledger of erasures, outside of every backup; without it, `erasures` in DATA_DIR. */
  ERASURE_LEDGER: common.ERASURE_LEDGER,
  DATA_DIR: common.DATA_DIR.optional(),
  /** At most so many sessions are pruned in a second. */
  RETENTION_SESSIONS_PER_SECOND: wholeNumber(1, 10_000).prefault('500'),
});
export type ReactorsConfig = z.output<typeof settings>;
