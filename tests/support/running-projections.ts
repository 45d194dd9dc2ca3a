import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { awaitCaughtUp } from '../../shared/projection/await-caught-up.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import {
  createProjectionRunner,
  type ProjectionRunner,
  type RunnerOptions,
} from '../../shared/projection/runner.ts';

const LIMIT_MS = 10_000;

type Parts = Pick<RunnerOptions, 'pool' | 'log' | 'codec' | 'dataKeys'>;

/** Waits until these projections have applied all that stands in the log now. */
export async function allApplied(
  { pool, log }: { pool: Pool; log: EventLog },
  projections: readonly string[],
  timeoutMs = LIMIT_MS,
): Promise<void> {
  let position = -1n;
  for await (const event of log.readAll(null)) position = event.position;
  await awaitCaughtUp(pool, { projections, position, timeoutMs, pollMs: 5 });
}

/** A runner as the projectors' process has it, which lingers less. One of a name leads at a time. */
export function newRunner(
  { pool, log, codec, dataKeys }: Parts,
  projections: readonly Projection[],
  options: Partial<RunnerOptions> = {},
): ProjectionRunner {
  const { name = 'test-projections' } = options;
  return createProjectionRunner({
    name,
    holder: uuidV7(),
    projections,
    pool,
    log,
    codec,
    dataKeys,
    now: () => new Date(),
    logger: createLogger({ name, level: 'silent' }),
    registry: new Registry(),
    limits: { maxEvents: 500, lingerMs: 1, maxQueued: 2_000 },
    ...options,
  });
}

export type RunningProjections = {
  /** Waits until all that stands in the log now is applied. */
  caughtUp: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Runs projections beside the APIs of a test; where there are none, nothing runs. */
export async function startProjections(
  parts: Parts,
  projections: readonly Projection[],
  name?: string,
): Promise<RunningProjections> {
  if (projections.length === 0) return { caughtUp: () => Promise.resolve(), stop: () => Promise.resolve() };
  const runner = newRunner(parts, projections, name === undefined ? {} : { name });
  await runner.start();
  const names = projections.map((one) => one.name);
  return { caughtUp: () => allApplied(parts, names), stop: () => runner.stop() };
}
