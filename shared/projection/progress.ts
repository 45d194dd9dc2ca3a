import { standInAtSkip } from '../event-log/stand-ins.ts';
import { isStranger } from '../event-log/stored-event.ts';
import { streamKind } from '../event-log/streams.ts';
import type { LogMessage } from '../event-log/subscription.ts';
import { toLogEvent } from './batch-context.ts';
import type { Batch } from './batches.ts';
import { BEGINNING, type Checkpoint } from './checkpoints.ts';
import type { ProjectionMetrics } from './metrics.ts';
import type { LogEvent, Projection } from './projection.ts';

/**
 * `standby` another process leads; `running`; `parked` it stands still at an event and tries again; `refused` its
 * checkpoint does not fit the log or its tables, an operator has to act.
 */
export type ProjectionStatus = 'standby' | 'running' | 'parked' | 'refused';

/** One projection as its runner sees it. */
export type Progress = {
  readonly projection: Projection;
  /** What the projection is given of events: those that it handles, and stand-ins in the streams that its rows follow. */
  readonly givenOf: (events: readonly LogEvent[]) => LogEvent[];
  checkpoint: Checkpoint;
  status: ProjectionStatus;
  /** Why it refused or parked, for operators; holds no data. */
  problem: string | null;
  waiting: readonly LogMessage[];
  /** Since when nothing could be read or written; null while it works. */
  failingSince: Date | null;
  /** Since when the batch in work is being applied. */
  applyingSince: Date | null;
  /** How often in a row its own work was cut short by what may pass, and by what; null since it last came to an end. */
  interrupted: { times: number; code: string } | null;
};

/** After so many times in a row, what cuts a projection short is looked at as its own problem. */
const MAX_INTERRUPTIONS = 3;

export const isOftenInterrupted = ({ interrupted }: Progress): boolean =>
  (interrupted?.times ?? 0) >= MAX_INTERRUPTIONS;

export function trackProgress(projection: Projection): Progress {
  const { handles } = projection;
  const types = handles === 'all' ? null : new Set(handles);
  return {
    projection,
    givenOf: (events) =>
      events.flatMap((event) => {
        const { stored } = event;
        if (types === null || types.has(stored.type)) return event;
        const standIn = isStranger(stored) ? stored : standInAtSkip(stored);
        return standIn && streamKind(standIn.stream) === projection.streams ? toLogEvent(standIn) : [];
      }),
    checkpoint: BEGINNING,
    status: 'standby',
    problem: null,
    waiting: [],
    failingSince: null,
    applyingSince: null,
    interrupted: null,
  };
}

export type ProjectionHealth = {
  name: string;
  status: ProjectionStatus;
  position: bigint;
  lagEvents: number;
  lagMs: number;
  healthy: boolean;
  problem: string | null;
};

/** Above these a projection counts as unhealthy. */
const MAX_LAG_MS = 30_000;
const MAX_FAILING_MS = 10_000;
const MAX_APPLYING_MS = 30_000;

const ageMs = (since: Date | null, now: Date): number =>
  since ? Math.max(0, now.getTime() - since.getTime()) : 0;

/** When the command behind an event was accepted, read without validating: good enough for a lag. Null where nobody knows. */
export function occurredAt(message: LogMessage): Date | null {
  if (message.kind !== 'event' || isStranger(message.event)) return null;
  const { metadata } = message.event;
  if (typeof metadata !== 'object' || metadata === null || !('occurred_at' in metadata)) return null;
  const at = new Date(typeof metadata.occurred_at === 'string' ? metadata.occurred_at : NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

function lagMs(progress: Progress, now: Date): number {
  const oldest = progress.waiting[0];
  const waitingMs = oldest ? ageMs(occurredAt(oldest), now) : 0;
  return Math.max(waitingMs, ageMs(progress.failingSince, now), ageMs(progress.applyingSince, now));
}

export function healthOf(progress: Progress, now: Date): ProjectionHealth {
  const { status, checkpoint } = progress;
  const lag = lagMs(progress, now);
  const problem =
    progress.problem ??
    (ageMs(progress.failingSince, now) > MAX_FAILING_MS ? 'log or database out of reach' : null) ??
    (ageMs(progress.applyingSince, now) > MAX_APPLYING_MS ? 'no progress' : null) ??
    (lag > MAX_LAG_MS ? 'lagging' : null);
  return {
    name: progress.projection.name,
    status,
    position: checkpoint.position,
    lagEvents: progress.waiting.filter((message) => message.kind === 'event').length,
    lagMs: lag,
    healthy: problem === null,
    problem,
  };
}

/** It stands at a trail that is not what was signed: AuditMismatchError. */
const isTrailChanged = ({ status, problem }: Progress): boolean =>
  status === 'parked' && problem?.includes('AuditMismatchError') === true;

/** Writes the gauges that change with time. Called when the metrics are read. */
export function reportGauges(all: readonly Progress[], metrics: ProjectionMetrics, now: Date): void {
  for (const progress of all) {
    const labels = { projection: progress.projection.name };
    const health = healthOf(progress, now);
    metrics.leading.set(labels, progress.status === 'standby' ? 0 : 1);
    metrics.position.set(labels, Math.max(0, Number(progress.checkpoint.position)));
    metrics.stopped.set(labels, progress.status === 'parked' || progress.status === 'refused' ? 1 : 0);
    metrics.trailChanged.set(labels, isTrailChanged(progress) ? 1 : 0);
    metrics.lagEvents.set(labels, health.lagEvents);
    metrics.lagSeconds.set(labels, health.lagMs / 1_000);
  }
}

/** Counts a batch that was committed. */
export function countBatch(progress: Progress, batch: Batch, metrics: ProjectionMetrics, now: Date): void {
  const labels = { projection: progress.projection.name };
  const oldest = batch.events[0];
  if (!oldest) return;
  metrics.applied.inc(labels, batch.events.length);
  const at = occurredAt({ kind: 'event', event: oldest });
  if (at) metrics.delay.observe(labels, ageMs(at, now) / 1_000);
}
