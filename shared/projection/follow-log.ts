import { sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import { applyBatch, type ApplyParts } from './apply-batch.ts';
import { inBatches, type Batch, type BatchLimits } from './batches.ts';
import { readAfter, readCheckpoints } from './checkpoints.ts';
import { CheckpointMovedError, ProjectionFailure } from './errors.ts';
import { parkEvent } from './parked-events.ts';
import { isOftenInterrupted, type Progress } from './progress.ts';

export type FollowParts = ApplyParts & {
  limits: BatchLimits;
  logger: Logger;
};

/** The least checkpoint of a group: each of its projections has applied everything up to here. */
export const positionOfGroup = (group: readonly Progress[]): bigint =>
  group.reduce(
    (least, { checkpoint }) => (checkpoint.position < least ? checkpoint.position : least),
    group[0]?.checkpoint.position ?? -1n,
  );

/**
 * Applies a batch to a single projection. Where it fails, repeats it one event at a time to find the event that fails; so
 * also where it is often cut short, since one event may take less than the time that a statement has.
 */
async function applyAlone(progress: Progress, batch: Batch, parts: FollowParts): Promise<void> {
  try {
    await applyBatch([progress], batch, parts);
    return;
  } catch (error) {
    const isTooMuch = isOftenInterrupted(progress) && batch.events.length > 1;
    if (!(error instanceof ProjectionFailure) && !isTooMuch) throw error;
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
  parts: FollowParts,
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

async function applyTimed(group: readonly Progress[], batch: Batch, parts: FollowParts): Promise<void> {
  for (const progress of group) progress.applyingSince = parts.now();
  try {
    const [alone, ...others] = group;
    if (alone && others.length === 0) await applyAlone(alone, batch, parts);
    else await applyBatch(group, batch, parts);
  } finally {
    for (const progress of group) progress.applyingSince = null;
  }
}

/**
 * Polls whether the stored checkpoints have fallen behind what this process has committed: a crash of the database loses
 * commits that were not on disk yet, and the next event may come much later. Resolves to true then, or to false at the
 * signal.
 */
async function watchCheckpoints(
  group: readonly Progress[],
  parts: FollowParts,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    await sleep(CHECKPOINT_POLL_MS, signal);
    if (signal.aborted) return false;
    const committed = group.map(({ projection, checkpoint }) => ({
      projection,
      position: checkpoint.position,
    }));
    // While the database is out of reach nothing is known; the next batch or the next poll will tell.
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
    if (stored.length > 0) await noteRecovery(group, parts, signal);
  }
}

const CHECKPOINT_POLL_MS = 2_000;

/**
 * Marks a group as healthy after an outage as soon as the log answers, since the next event may come much later. The
 * signal is aborted where the subscription has ended.
 */
async function noteRecovery(
  group: readonly Progress[],
  { log }: FollowParts,
  signal: AbortSignal,
): Promise<void> {
  if (group.every(({ failingSince }) => failingSince === null)) return;
  const answers = log.ping().then(
    () => true,
    () => false,
  );
  const isWell = await Promise.race([answers, sleep(CHECKPOINT_POLL_MS, signal).then(() => false)]);
  if (!isWell || signal.aborted) return;
  for (const progress of group) if (progress.waiting.length === 0) progress.failingSince = null;
}

export type FollowOptions = {
  signal: AbortSignal;
  /** Called after each commit with the number of waiting messages; true ends `followLog`. */
  isDone?: (waiting: number) => boolean;
};

/**
 * Reads the log from the least checkpoint of a group and applies it batch by batch, until the signal. Throws where it
 * cannot go on; by then a batch in work is committed or rolled back.
 */
export async function followLog(
  group: readonly Progress[],
  parts: FollowParts,
  { signal, isDone = () => false }: FollowOptions,
): Promise<void> {
  const over = new AbortController();
  const watching = watchCheckpoints(group, parts, over.signal).finally(() => over.abort());
  const messages = parts.log.subscribe(
    readAfter(positionOfGroup(group)),
    AbortSignal.any([signal, over.signal]),
  );
  try {
    const batches = inBatches(messages, parts.limits, (queue) => {
      for (const progress of group) progress.waiting = queue;
    });
    for await (const batch of batches) {
      if (signal.aborted) return;
      await applyTimed(group, batch, parts);
      for (const progress of group) progress.failingSince = null;
      if (isDone(group[0]?.waiting.length ?? 0)) return;
    }
    over.abort();
    if (await watching) throw new CheckpointMovedError();
  } finally {
    over.abort();
    await watching;
    for (const progress of group) progress.waiting = [];
  }
}
