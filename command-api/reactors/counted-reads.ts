import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 5_000;
/** A process adds its counts every few seconds: what is of a minute has come by then. */
export const SETTLE_MS = 15_000;
const BATCH_ROWS = 1_000;
const MAX_BATCHES = 20;

/** A count that comes still later makes a row of its own: the trail then has two for that minute, which add up. */
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

/** Puts the reads of minutes that are over into the intake, a row for each actor, session and kind of read. */
export function createCountedReads({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  return {
    name: 'counted-reads',
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      const before = new Date(now().getTime() - SETTLE_MS - 60_000);
      let rows = 0;
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const { rowCount } = await pool.query(MOVE, [before, BATCH_ROWS]);
        rows += rowCount ?? 0;
        if ((rowCount ?? 0) < BATCH_ROWS) break;
      }
      return rows;
    },
  };
}
