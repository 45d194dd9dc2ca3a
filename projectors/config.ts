import type { z } from 'zod';
import { settings as common } from '../shared/config/settings.ts';
import { followerSettings } from '../shared/projection/follower-process.ts';

/** Settings of the projectors. docs/operator/settings.md explains them. */
export const settings = followerSettings.safeExtend({
  /** Folder of extracts of data, the same as of the APIs; without it, `extracts` in DATA_DIR. */
  EXTRACTS_DIR: common.EXTRACTS_DIR,
  DATA_DIR: common.DATA_DIR.optional(),
});
export type ProjectorsConfig = z.output<typeof settings>;
