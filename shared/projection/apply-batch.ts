import { inTransaction, type Pool, type Sql } from '../postgres/pool.ts';
import type { Batch } from './batches.ts';
import { createBatchContext, toLogEvent, type ContextParts } from './batch-context.ts';
import { checkpointAt, lockCheckpoints, moveCheckpoints } from './checkpoints.ts';
import { CheckpointMovedError, errorCode, isTransient, LeaseLostError, ProjectionFailure } from './errors.ts';
import type { Lease } from './leases.ts';
import { unparkEvents } from './parked-events.ts';
import type { ProjectionMetrics } from './metrics.ts';
import { countBatch, type Progress } from './progress.ts';
import type { LogEvent, ProjectionContext } from './projection.ts';
import { noteStrangeEvents } from './strange-events.ts';

export type ApplyParts = ContextParts & {
  pool: Pool;
  lease: Lease;
  now: () => Date;
  metrics: ProjectionMetrics;
};

async function projectOne(
  progress: Progress,
  events: readonly LogEvent[],
  tx: Sql,
  context: ProjectionContext,
): Promise<void> {
  const { projection, checkpoint } = progress;
  const fresh = progress.givenOf(events.filter(({ stored }) => stored.position > checkpoint.position));
  try {
    if (fresh.length > 0) await projection.project(fresh, tx, context);
    if (progress.status === 'parked') await unparkEvents(tx, projection.name);
    progress.interrupted = null;
  } catch (error) {
    if (!isTransient(error)) throw new ProjectionFailure(projection.name, error);
    const times = (progress.interrupted?.times ?? 0) + 1;
    progress.interrupted = { times, code: errorCode(error) };
    throw error;
  }
}

/**
 * Applies one batch to a group of projections. Their rows and checkpoints commit in one transaction, and only while this
 * process holds the lease and the checkpoints are where it left them. Throws ProjectionFailure, CheckpointMovedError,
 * LeaseLostError, or what the database or the log threw; then nothing was written.
 */
export async function applyBatch(group: readonly Progress[], batch: Batch, parts: ApplyParts): Promise<void> {
  const moving = group.filter(({ checkpoint }) => checkpoint.position < batch.position);
  if (moving.length === 0) return;
  const keys = moving.map(({ projection }) => projection);
  const moves = moving.map(({ projection, checkpoint }) => ({
    name: projection.name,
    version: projection.version,
    checkpoint: checkpointAt(checkpoint, batch.position, batch.events.at(-1)),
  }));
  const events = batch.events.map(toLogEvent);
  await inTransaction(parts.pool, async (tx) => {
    const { held, positions } = await lockCheckpoints(tx, keys, parts.lease);
    if (!held) throw new LeaseLostError();
    for (const { projection, checkpoint } of moving) {
      if (positions.get(projection.name) !== checkpoint.position) throw new CheckpointMovedError();
    }
    const context = createBatchContext(parts, tx, true);
    for (const progress of moving) await projectOne(progress, events, tx, context);
    await noteStrangeEvents(tx, batch.events, parts.now());
    await moveCheckpoints(tx, moves, parts.now());
  });
  moving.forEach((progress, index) => {
    const { position: before } = progress.checkpoint;
    progress.checkpoint = moves[index]?.checkpoint ?? progress.checkpoint;
    progress.status = 'running';
    progress.problem = null;
    countBatch(progress, batch, parts.metrics, parts.now());
    progress.projection.committed?.(
      batch.position,
      batch.events.filter(({ position }) => position > before),
    );
  });
}
