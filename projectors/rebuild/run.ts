import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { addIndexes } from './clone-tables.ts';
import { readLive, type LiveCheckpoints } from './live-checkpoints.ts';
import type { Goal, Replay } from './replay.ts';

export type RebuildPhase = 'replay' | 'index' | 'catch_up' | 'compare' | 'switch';

/** When a pass found no more than this, the rest is done under the lock. */
const SMALL_PASS_EVENTS = 200;
const MAX_PASSES = 20;

/** A rebuild under way: what it is made from, and its two connections. */
export type Run = {
  projections: readonly Projection[];
  tables: readonly string[];
  log: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  now: () => Date;
  /** Works on the tables of the rebuild. */
  sql: Sql;
  /** Works on the live tables and checkpoints. */
  control: Sql;
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
