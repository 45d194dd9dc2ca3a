import { v7 as uuidV7 } from 'uuid';
import type { Runnable } from '../shared/lifecycle/runnable.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { createFollowerProcess, type FollowerParts } from '../shared/projection/follower-process.ts';
import { createProjectionRunner } from '../shared/projection/runner.ts';
import { allProjections } from './all.ts';
import type { ProjectorsConfig } from './config.ts';

/** Every projection under one lease: other processes stand by. */
export const createProjectors = (parts: FollowerParts): Runnable =>
  createProjectionRunner({ ...parts, name: 'projections', holder: uuidV7(), projections: allProjections });

export const compose = (config: ProjectorsConfig, logger: Logger): Runnable =>
  createFollowerProcess({ name: 'projectors', config, logger, make: createProjectors });
