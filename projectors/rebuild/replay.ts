import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { LogMessage } from '../../shared/event-log/subscription.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { createBatchContext, toLogEvent, type ContextParts } from '../../shared/projection/batch-context.ts';
import { inBatches, type Batch, type BatchLimits } from '../../shared/projection/batches.ts';
import { checkpointAt, readAfter, type Checkpoint } from '../../shared/projection/checkpoints.ts';
import { trackProgress, type Progress } from '../../shared/projection/progress.ts';
import type { LogEvent, Projection, ProjectionContext } from '../../shared/projection/projection.ts';
import { oneByOne } from './one-by-one.ts';

/** Large batches: each writes a session's state once, however many of its events it holds. */
const LIMITS: BatchLimits = { maxEvents: 1_000, lingerMs: 1_000, maxQueued: 1_000 };

/** And again each time that the tables have grown by so much as to want other plans. */
const FIRST_ANALYZE_EVENTS = 10_000;

/** How far a projection shall be brought: a position, or the end of the log. */
export type Goal = bigint | 'end';

export type Replay = {
  /**
   * Applies what lies between where each projection stands and its goal; returns the number of events read. Goes on where a
   * run ended that could not read on; after a batch that failed, each run throws that failure. Default the log of all runs.
   */
  run(goals: ReadonlyMap<string, Goal>, log?: EventLog): Promise<number>;
  /** How far a projection was brought. */
  checkpointOf(name: string): Checkpoint | undefined;
};

export type ReplayParts = ContextParts & {
  /** A connection of its own, whose tables are those of the rebuild. */
  sql: Sql;
  onBatch: (batch: Batch) => void;
};

async function* messages(log: EventLog, after: bigint, goal: Goal): AsyncIterable<LogMessage> {
  for await (const event of log.readAll(readAfter(after))) {
    if (goal !== 'end' && event.position > goal) return;
    yield { kind: 'event', event };
  }
}

const least = (positions: readonly bigint[]): bigint =>
  positions.reduce((a, b) => (a < b ? a : b), positions[0] ?? -1n);

function furthest(goals: readonly Goal[]): Goal {
  if (goals.includes('end')) return 'end';
  return goals.reduce((a, b) => (a > b ? a : b), -1n);
}

const isReached = (position: bigint, goal: Goal | undefined): boolean =>
  goal !== 'end' && (goal === undefined || position >= goal);

/**
 * All at once over one connection: the database works for one projection while another one computes. Waits for all, and
 * throws what was thrown first: the others may only have been told that the transaction has failed.
 */
async function abreast<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const note = (error: unknown): void => {
    failures.push(error);
  };
  await Promise.all(all.map((one) => work(one).catch(note)));
  if (failures.length > 0) throw failures[0];
}

/** Runs projections over the log once for all of them, a transaction a batch, into the tables of a rebuild. */
export function createReplay(projections: readonly Projection[], parts: ReplayParts): Replay {
  const sql = oneByOne(parts.sql);
  const all = projections.map((projection) => ({
    progress: trackProgress(projection),
    work: projection.rebuilding?.() ?? { project: projection.project, finish: () => Promise.resolve() },
  }));

  /** A projection may have kept in memory what the transaction took back: nothing can go on from there. */
  let broken: { error: unknown } | undefined;

  async function inTransaction(
    log: EventLog,
    write: (context: ProjectionContext) => Promise<void>,
  ): Promise<void> {
    try {
      await sql.query('BEGIN');
      await write(createBatchContext({ ...parts, log }, sql, false));
      await sql.query('COMMIT');
    } catch (error) {
      broken = { error };
      await sql.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async function apply(batch: Batch, goals: ReadonlyMap<string, Goal>, log: EventLog): Promise<void> {
    const events = batch.events.map(toLogEvent);
    const isFor = (progress: Progress, { stored }: LogEvent): boolean => {
      const goal = goals.get(progress.projection.name) ?? -1n;
      const wanted = goal === 'end' || stored.position <= goal;
      return wanted && stored.position > progress.checkpoint.position;
    };
    await inTransaction(log, (context) =>
      abreast(all, async ({ progress, work }) => {
        const own = progress.givenOf(events.filter((event) => isFor(progress, event)));
        if (own.length > 0) await work.project(own, sql, context);
      }),
    );
    for (const { progress } of all) {
      const goal = goals.get(progress.projection.name) ?? -1n;
      const last = batch.events.findLast(({ position }) => goal === 'end' || position <= goal);
      const position = goal === 'end' || batch.position < goal ? batch.position : goal;
      if (position > progress.checkpoint.position) {
        progress.checkpoint = checkpointAt(progress.checkpoint, position, last);
      }
    }
  }

  /** The tables grow faster than the server looks at them: it would go on planning for empty ones. */
  async function analyze(): Promise<void> {
    for (const { tables } of projections) for (const { name } of tables) await sql.query(`ANALYZE ${name}`);
  }

  return {
    checkpointOf: (name) =>
      all.find(({ progress }) => progress.projection.name === name)?.progress.checkpoint,
    run: async (goals, log = parts.log) => {
      if (broken) throw broken.error;
      const open = all
        .map(({ progress }) => progress)
        .filter(({ projection, checkpoint }) => !isReached(checkpoint.position, goals.get(projection.name)));
      if (open.length === 0) return 0;
      const after = least(open.map(({ checkpoint }) => checkpoint.position));
      let events = 0;
      let analyzeAt = FIRST_ANALYZE_EVENTS;
      const source = messages(log, after, furthest([...goals.values()]));
      for await (const batch of inBatches(source, LIMITS)) {
        await apply(batch, goals, log);
        events += batch.events.length;
        if (events >= analyzeAt) {
          await analyze();
          analyzeAt *= 4;
        }
        parts.onBatch(batch);
      }
      await inTransaction(log, (context) => abreast(all, ({ work }) => work.finish(sql, context)));
      return events;
    },
  };
}
