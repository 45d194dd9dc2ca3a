import { sleep } from '../../shared/lifecycle/timing.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { BEGINNING, insertCheckpoint, type Checkpoint } from '../../shared/projection/checkpoints.ts';
import { isTransient } from '../../shared/projection/errors.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { carryViews } from './carried-views.ts';
import { LIVE_SCHEMA, NEXT_SCHEMA, switchTables } from './clone-tables.ts';
import { lockLive, type LiveCheckpoints } from './live-checkpoints.ts';
import { goalsOf, underLocks, type Run } from './run.ts';

/** Less than the second after which Postgres looks for deadlocks: a caller's statement is never the victim. */
const LOCK_TIMEOUT_MS = 400;
const VACUUM_TIMEOUT_MS = 30_000;
const MAX_LOCK_TRIES = 40;
const LOCK_RETRY_MS = 100;

/** Carries views over, locks checkpoints and live tables, applies the rest, and switches; all of it or nothing. */
export const switchToNew = (run: Run): Promise<void> => underLocks(run, () => lockAndSwitch(run));

async function lockAndSwitch(run: Run): Promise<void> {
  const { projections, control, replay, tables, now, logOnce, requireHeld } = run;
  run.report('switch');
  await control.query('BEGIN');
  await keepVacuumOut(control, tables);
  // First of all: readers hold a view before its tables.
  const requireSameViews = await carryViews(control, tables);
  await control.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
  const live = await lockAll(run);
  await replay.run(goalsOf(projections, live), logOnce);
  // No caller holds anything of these tables any more, so nobody can wait in a circle; but a vacuum of a table's
  // out-of-line storage is no vacuum of the table, and ends only after it was waited for for a second.
  await control.query(`SET LOCAL lock_timeout = '${VACUUM_TIMEOUT_MS}ms'`);
  await requireHeld();
  await switchTables(control, tables);
  await requireSameViews();
  for (const projection of projections) {
    const { name } = projection;
    const checkpoint = live.byName.get(name) ?? replay.checkpointOf(name) ?? BEGINNING;
    await keepCheckpoint(control, projection, checkpoint, now());
  }
  await control.query('COMMIT');
}

const inSchema = (schema: string, tables: readonly string[]): string =>
  tables.map((table) => `${schema}.${table}`).join(', ');

/**
 * Postgres ends an automatic vacuum once a lock has waited for it for a second. The locks that follow may not wait
 * so long, so this one waits in their place. It blocks nothing but vacuums.
 */
async function keepVacuumOut(tx: Sql, tables: readonly string[]): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '${VACUUM_TIMEOUT_MS}ms'`);
  for (const schema of [LIVE_SCHEMA, NEXT_SCHEMA]) {
    await tx.query(`LOCK TABLE ${inSchema(schema, tables)} IN SHARE UPDATE EXCLUSIVE MODE`);
  }
}

/** Halts the live projections and locks their tables; gives way and tries again where callers are in between. */
async function lockAll({ projections, control, tables }: Run): Promise<LiveCheckpoints> {
  for (let tries = 1; ; tries++) {
    await control.query('SAVEPOINT before_locks');
    try {
      const live = await lockLive(control, projections);
      await control.query(`LOCK TABLE ${inSchema(LIVE_SCHEMA, tables)} IN ACCESS EXCLUSIVE MODE`);
      return live;
    } catch (error) {
      if (!isTransient(error) || tries === MAX_LOCK_TRIES) throw error;
      await control.query('ROLLBACK TO SAVEPOINT before_locks');
      await sleep(LOCK_RETRY_MS);
    }
  }
}

/**
 * The checkpoint of the version that the tables are of now: where the live one stood, or, where none has run yet,
 * how far the rebuild came. Other versions go.
 */
async function keepCheckpoint(
  tx: Sql,
  projection: Projection,
  checkpoint: Checkpoint,
  now: Date,
): Promise<void> {
  await tx.query('DELETE FROM ops.checkpoints WHERE projection = $1 AND version <> $2', [
    projection.name,
    projection.version,
  ]);
  await insertCheckpoint(tx, projection, checkpoint, now);
}
