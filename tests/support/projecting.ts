import { isOpen } from '../../domain/session/state.ts';
import { createDataKeys } from '../../shared/crypto/data-keys.ts';
import { localMasterKeys, singleKeyRing } from '../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../shared/crypto/seal.ts';
import { createServiceCodec } from '../../shared/event-log/registry.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { awaitCaughtUp } from '../../shared/projection/await-caught-up.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import type { ProjectionRunner, RunnerOptions } from '../../shared/projection/runner.ts';
import { stateKeyId, toSessionRow, writeSessionRows } from '../../shared/read-models/session-rows.ts';
import { createMemoryEventLog } from './memory-event-log.ts';
import { newRunner } from './running-projections.ts';
import { createWorld } from './session-events.ts';

const LIMIT_MS = 10_000;
const FAST = {
  leaseTiming: { ttlMs: 1_000, renewMs: 200, standbyMs: 20 },
  retry: { baseMs: 10, capMs: 50 },
};

/** Empties every table of the database, so that tests of one file can share it one after the other. */
export async function wipe(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('read', 'ops')`,
  );
  await pool.query(`TRUNCATE ${rows.map((row) => row.name).join(', ')}`);
}

/** A log in memory, whoever writes to it, and runners over it, on an emptied database. */
export async function createProjecting(pool: Pool) {
  await wipe(pool);
  const log = createMemoryEventLog();
  const codec = createServiceCodec();
  const ring = singleKeyRing(Buffer.alloc(32, 7).toString('base64'));
  const newDataKeys = () => createDataKeys(localMasterKeys(ring), systemRandom);
  const dataKeys = newDataKeys();
  const world = createWorld({ pool, log, codec, dataKeys });

  const runner = (
    projections: readonly Projection[],
    options: Partial<RunnerOptions> = {},
  ): ProjectionRunner =>
    newRunner({ pool, log, codec, dataKeys: newDataKeys() }, projections, {
      name: 'test',
      ...FAST,
      ...options,
    });

  const lastPosition = (): bigint => BigInt(log.events.length - 1);

  const caughtUp = (projections: readonly Projection[], position = lastPosition()): Promise<void> =>
    awaitCaughtUp(pool, {
      projections: projections.map((projection) => projection.name),
      position,
      timeoutMs: LIMIT_MS,
      pollMs: 5,
    });

  /** Runs projections until they have applied all that stands in the log. */
  async function project(
    projections: readonly Projection[],
    options: Partial<RunnerOptions> = {},
  ): Promise<void> {
    const running = runner(projections, options);
    await running.start();
    try {
      await caughtUp(projections);
    } finally {
      await running.stop();
    }
  }

  /** Writes the row that a command handler writes right after its append, ahead of the projector. */
  async function writeThrough(sessionId: string, tenantId: string): Promise<void> {
    const state = world.stateOf(sessionId);
    if (!isOpen(state)) throw new Error('the session is not open');
    const keyId = stateKeyId(state);
    const stateKey = (await dataKeys.load(pool, [keyId])).get(keyId);
    if (stateKey === undefined || stateKey === 'destroyed') throw new Error('the key is gone');
    const tenant = await dataKeys.tenantKeys(pool, tenantId);
    await writeSessionRows(pool, [toSessionRow(state, { tenantId, tenant, stateKey, random: systemRandom })]);
  }

  return {
    writeThrough,
    pool,
    log,
    codec,
    dataKeys,
    newDataKeys,
    world,
    runner,
    project,
    caughtUp,
    lastPosition,
  };
}

export type Projecting = Awaited<ReturnType<typeof createProjecting>>;
