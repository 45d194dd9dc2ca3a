import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import { loadConfig } from '../../../shared/config/load-config.ts';
import { runProcess } from '../../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createFollowerProcess, followerSettings } from '../../../shared/projection/follower-process.ts';
import { createProjectionRunner } from '../../../shared/projection/runner.ts';
import { dyingAt, DIVISIONS, partOfWork, WORKS } from './followers.ts';
import { parsePart, partName } from './partition.ts';

// One part of the projector, or of the fan-out, as a process with a subscription, a lease and checkpoints of its own.
const name = 'partition';
const settings = followerSettings.safeExtend({
  PART: z.string(),
  PART_WORK: z.enum(WORKS),
  PART_DIVISION: z.enum(DIVISIONS),
  /** Events a batch at most; without it, as many as in the service. */
  PART_BATCH: z.coerce.number().int().min(1).optional(),
  /** Ends as by kill -9 in the transaction that reaches this position. */
  PART_DIES_AT: z.coerce.bigint().optional(),
});
const config = loadConfig(settings, process.env, name);
const part = parsePart(config.PART);
const logger = createLogger({ name, level: config.LOG_LEVEL });
const { projections, limits } = partOfWork(config.PART_WORK, part, config.PART_DIVISION);

const compose = () =>
  createFollowerProcess({
    name,
    config,
    logger,
    make: (parts) =>
      createProjectionRunner({
        ...parts,
        projections:
          config.PART_DIES_AT === undefined ? projections : dyingAt(projections, config.PART_DIES_AT),
        limits: { ...limits, maxEvents: config.PART_BATCH ?? limits.maxEvents },
        name: `${config.PART_WORK} ${partName(part)}`,
        holder: uuidV7(),
      }),
  });

await runProcess({ name, compose, logger });
