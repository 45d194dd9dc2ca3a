import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import type { Runtime } from '../../shared/api/runtime.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { awaitCaughtUp } from '../../shared/projection/await-caught-up.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { createProjectionRunner } from '../../shared/projection/runner.ts';

const LIMIT_MS = 10_000;

export type RunningProjections = {
  /** Waits until all that stands in the log now is applied. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
};

/** Runs projections beside the APIs of a test, as the projectors' process does. One of a name leads at a time. */
export async function startProjections(
  runtime: Runtime,
  projections: readonly Projection[],
  name = 'test-projections',
): Promise<RunningProjections> {
  const runner = createProjectionRunner({
    ...runtime,
    name,
    holder: uuidV7(),
    projections,
    now: () => new Date(),
    logger: createLogger({ name, level: 'silent' }),
    registry: new Registry(),
    limits: { maxEvents: 500, lingerMs: 1, maxQueued: 2_000 },
  });
  await runner.start();
  return {
    caughtUp: async () => {
      let position = 0n;
      for await (const event of runtime.log.readAll(null)) position = event.position;
      const names = projections.map((one) => one.name);
      await awaitCaughtUp(runtime.pool, { projections: names, position, timeoutMs: LIMIT_MS, pollMs: 5 });
    },
    stop: () => runner.stop(),
  };
}
