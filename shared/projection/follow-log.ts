import { sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import { applyBatch, type ApplyParts } from './apply-batch.ts';
import { inBatches, type Batch, type BatchLimits } from './batches.ts';
import { readAfter, readCheckpoints } from './checkpoints.ts';
import { CheckpointMovedError, ProjectionFailure } from './errors.ts';
import { parkEvent } from './parked-events.ts';
import type { Progress } from './progress.ts';

export type LaneParts = ApplyParts & {
  limits: BatchLimits;
  logger: Logger;
};

/** Everything that a lane has applied is at or before this. */
export const lanePosition = (lane: readonly Progress[]): bigint =>
  lane.reduce(
    (least, { checkpoint }) => (checkpoint.position < least ? checkpoint.position : least),
    lane[0]?.checkpoint.position ?? -1n,
  );

/** A failing batch of a projection that runs alone is repeated one event at a time, to find the one that fails. */
async function applyAlone(progress: Progress, batch: Batch, parts: LaneParts): Promise<void> {
  try {
    await applyBatch([progress], batch, parts);
    return;
  } catch (error) {
    if (!(error instanceof ProjectionFailure)) throw error;
  }
  for (const event of batch.events) {
    try {
      await applyBatch([progress], { events: [event], position: event.position }, parts);
    } catch (error) {
      if (error instanceof ProjectionFailure) await park(progress, { event, failure: error }, parts);
      throw error;
    }
  }
}

async function park(
  progress: Progress,
  { event, failure }: { event: Batch['events'][number]; failure: ProjectionFailure },
  parts: LaneParts,
): Promise<void> {
  const { name } = progress.projection;
  const code = failure.causeCode;
  const first = progress.status !== 'parked';
  progress.status = 'parked';
  progress.problem = `stands at event ${event.eventId} (${code})`;
  if (first) {
    const place = { projection: name, event_id: event.eventId, event_type: event.type, error_code: code };
    parts.logger.error({ ...place, err: failure.cause }, 'projection stands still at an event');
  }
  await parkEvent(parts.pool, name, { event, errorCode: code, now: parts.now() });
}

async function applyTimed(lane: readonly Progress[], batch: Batch, parts: LaneParts): Promise<void> {
  for (const progress of lane) progress.applyingSince = parts.now();
  try {
    const [alone, ...others] = lane;
    if (alone && others.length === 0) await applyAlone(alone, batch, parts);
    else await applyBatch(lane, batch, parts);
  } finally {
    for (const progress of lane) progress.applyingSince = null;
  }
}

/**
 * Looks again and again whether the stored checkpoints have fallen behind what this process has committed: a crash of
 * the database takes back what it had not written to disk yet, and the next event may be long in coming. Resolves to
 * true then, else to false at the signal.
 */
async function watchCheckpoints(
  lane: readonly Progress[],
  parts: LaneParts,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    await sleep(CHECKPOINT_LOOK_MS, signal);
    if (signal.aborted) return false;
    const committed = lane.map(({ projection, checkpoint }) => ({
      projection,
      position: checkpoint.position,
    }));
    // A database that is out of reach says nothing yet; the next batch, or the next look, will.
    const stored = await readCheckpoints(
      parts.pool,
      committed.map(({ projection }) => projection.name),
    ).catch(() => []);
    const isBehind = stored.some(({ name, version, checkpoint }) =>
      committed.some(
        ({ projection, position }) =>
          projection.name === name && projection.version === version && checkpoint.position < position,
      ),
    );
    if (isBehind) return true;
    if (stored.length > 0) await noteRecovery(lane, parts, signal);
  }
}

const CHECKPOINT_LOOK_MS = 2_000;

/**
 * After an outage the next event may be long in coming, and nothing is behind meanwhile: a lane that follows the log again
 * is well as soon as the log answers. A subscription that has ended has set the signal.
 */
async function noteRecovery(
  lane: readonly Progress[],
  { log }: LaneParts,
  signal: AbortSignal,
): Promise<void> {
  if (lane.every(({ failingSince }) => failingSince === null)) return;
  const answers = log.ping().then(
    () => true,
    () => false,
  );
  const isWell = await Promise.race([answers, sleep(CHECKPOINT_LOOK_MS, signal).then(() => false)]);
  if (!isWell || signal.aborted) return;
  for (const progress of lane) if (progress.waiting.length === 0) progress.failingSince = null;
}

export type FollowOptions = {
  signal: AbortSignal;
  /** Called after each commit with the number of messages that wait; true ends the following. */
  isDone?: (waiting: number) => boolean;
};

/**
 * Reads the log from the least checkpoint of a lane and applies it batch by batch, until the signal. Throws where
 * it could not go on; a batch that was begun is finished or undone by then.
 */
export async function followLog(
  lane: readonly Progress[],
  parts: LaneParts,
  { signal, isDone = () => false }: FollowOptions,
): Promise<void> {
  const over = new AbortController();
  const watching = watchCheckpoints(lane, parts, over.signal).finally(() => over.abort());
  const messages = parts.log.subscribe(readAfter(lanePosition(lane)), AbortSignal.any([signal, over.signal]));
  try {
    const batches = inBatches(messages, parts.limits, (queue) => {
      for (const progress of lane) progress.waiting = queue;
    });
    for await (const batch of batches) {
      if (signal.aborted) return;
      await applyTimed(lane, batch, parts);
      for (const progress of lane) progress.failingSince = null;
      if (isDone(lane[0]?.waiting.length ?? 0)) return;
    }
    over.abort();
    if (await watching) throw new CheckpointMovedError();
  } finally {
    over.abort();
    await watching;
    for (const progress of lane) progress.waiting = [];
  }
}
