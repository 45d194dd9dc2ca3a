import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import { LogUnavailableError, type EventLog } from '../../shared/event-log/event-log.ts';
import type { RequireHeld } from '../../shared/postgres/lock.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { addIndexes } from './clone-tables.ts';
import { readLive, type LiveCheckpoints } from './live-checkpoints.ts';
import type { Goal, Replay } from './replay.ts';

export type RebuildPhase = 'replay' | 'index' | 'catch_up' | 'compare' | 'switch';

/** When a pass found no more than this, the rest is done under the lock. */
const SMALL_PASS_EVENTS = 200;
const MAX_PASSES = 20;
/** So often is what holds locks done again where the log does not answer meanwhile. */
const MAX_LOCKED_TRIES = 3;

/** A rebuild under way: what it is made from, and its two connections. */
export type Run = {
  projections: readonly Projection[];
  tables: readonly string[];
  log: EventLog;
  /** The same log, whose reads are not repeated: for the time that others wait for locks. */
  logOnce: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  now: () => Date;
  /** Works on the tables of the rebuild. */
  sql: Sql;
  /** Works on the live tables and checkpoints. */
  control: Sql;
  /** Keeps other rebuilds and backups out: asked for before tables are switched. */
  requireHeld: RequireHeld;
  replay: Replay;
  report: (phase: RebuildPhase) => void;
};

/**
 * Where each projection has to stand: at the live checkpoint, so that what the live one does besides (letting go of
 * money in flight) is done for every event exactly once. Rows that commands write as well go to the end of the log.
 */
export const goalsOf = (projections: readonly Projection[], live: LiveCheckpoints): Map<string, Goal> =>
  new Map(
    projections.map((projection) => [
      projection.name,
      projection.writtenThrough ? 'end' : (live.byName.get(projection.name)?.position ?? 'end'),
    ]),
  );

/** Passes over the log until what is left is small enough to be done under the lock. */
export async function catchUp(run: Run, onLive: (live: LiveCheckpoints) => void): Promise<void> {
  const { projections } = run;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const live = await readLive(run.control, projections);
    onLive(live);
    run.report(pass === 0 ? 'replay' : 'catch_up');
    const events = await run.replay.run(goalsOf(projections, live));
    if (pass === 0) {
      run.report('index');
      for (const table of run.tables) await addIndexes(run.control, table);
    } else if (events <= SMALL_PASS_EVENTS) return;
  }
}

/**
 * Does a step that holds locks and therefore reads `logOnce`. Where that does not answer, rolls back, waits for the log without
 * any lock by another pass, and does the step again, at most twice. Throws what the step has thrown last.
 */
export async function underLocks<T>(run: Run, step: () => Promise<T>): Promise<T> {
  const { projections, control, sql, replay } = run;
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      for (const connection of [control, sql]) await connection.query('ROLLBACK').catch(() => undefined);
      if (!(error instanceof LogUnavailableError) || tries === MAX_LOCKED_TRIES) throw error;
      run.report('catch_up');
      await replay.run(goalsOf(projections, await readLive(control, projections)));
    }
  }
}
