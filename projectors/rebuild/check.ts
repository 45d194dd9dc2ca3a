import { systemRandom } from '../../shared/crypto/seal.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import { createBatchContext } from '../../shared/projection/batch-context.ts';
import { compareTable, type TableDifference } from './compare-tables.ts';
import { lockLive } from './live-checkpoints.ts';
import { goalsOf, underLocks, type Run } from './run.ts';

/**
 * Compares what was rebuilt with the live tables, both as of one position of the log. The live projections wait
 * only until a snapshot is taken.
 */
export async function checkAgainstLive(run: Run): Promise<TableDifference[]> {
  const { projections, sql } = run;
  const inFlight = await underLocks(run, () => takeSnapshot(run));
  const contextParts = { ...run, random: systemRandom };
  const differences: TableDifference[] = [];
  const contextOf = () => createBatchContext(contextParts, sql, false);
  for (const table of projections.flatMap(({ tables }) => tables)) {
    differences.push(await compareTable(sql, table, inFlight, contextOf));
  }
  await sql.query('COMMIT');
  return differences;
}

/**
 * Opens a snapshot of both kinds of tables while the live projections wait; the comparison itself holds up nobody. Returns the
 * streams whose rows a command may have written ahead.
 */
async function takeSnapshot(run: Run): Promise<Set<string>> {
  const { projections, control, sql, replay, logOnce } = run;
  run.report('compare');
  await control.query('BEGIN');
  const live = await lockLive(control, projections);
  await replay.run(goalsOf(projections, live), logOnce);
  await sql.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await sql.query('SELECT 1 FROM ops.checkpoints LIMIT 1');
  const inFlight = new Set<string>();
  for await (const event of logOnce.readAll(live.readAfter)) inFlight.add(streamSubject(event.stream));
  await control.query('COMMIT');
  return inFlight;
}
