import { workOff } from '../../shared/lifecycle/long-runs.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 5_000;
/** Processes add their counts every few seconds, so those of a minute are complete after this time. */
export const SETTLE_MS = 15_000;
const BATCH_ROWS = 1_000;
const MAX_BATCHES = 20;

/** A count that comes later makes a second row for the same minute. */
const MOVE = `
  WITH over AS (
    SELECT ctid FROM ops.read_counts WHERE minute <= $1 ORDER BY minute LIMIT $2 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM ops.read_counts WHERE ctid = ANY (ARRAY(SELECT ctid FROM over)) RETURNING *
  )
  INSERT INTO ops.access_intake
    (access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at, test, count)
  SELECT access_id, tenant_id, actor_type, actor_id, action, 'session', session_id, request_id, ip, minute, test, count
  FROM gone`;

/** Moves the counted reads of past minutes to the intake, one row for each actor, session and kind of read. */
export function createCountedReads({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  return {
    name: 'counted-reads',
    intervalMs: INTERVAL_MS,
    runOnce: (signal) => {
      const before = new Date(now().getTime() - SETTLE_MS - 60_000);
      return workOff({ rows: BATCH_ROWS, times: MAX_BATCHES, signal }, async () => {
        const { rowCount } = await pool.query(MOVE, [before, BATCH_ROWS]);
        return rowCount ?? 0;
      });
    },
  };
}
