import { workOff } from '../../shared/lifecycle/long-runs.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

/** How long a mark stays after its 24 hours, so that a reused key is given the next generation. */
export const KEEP_MARK_MS = 90 * 86_400_000;
const INTERVAL_MS = 60_000;
const BATCH_ROWS = 1_000;
const MAX_BATCHES = 50;

const FORGET_RESPONSES = `
  UPDATE ops.idempotency_keys SET response_sealed = NULL, response_key_id = NULL
  WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ops.idempotency_keys WHERE response_sealed IS NOT NULL AND expires_at <= $1 LIMIT $2
    FOR UPDATE SKIP LOCKED))
    AND expires_at <= $1`;

const DELETE_MARKS = `
  DELETE FROM ops.idempotency_keys
  WHERE ctid = ANY (ARRAY(SELECT ctid FROM ops.idempotency_keys WHERE expires_at <= $1 LIMIT $2
    FOR UPDATE SKIP LOCKED))
    AND expires_at <= $1`;

/** Deletes stored answers after their 24 hours, and the marks after 90 days. */
export function createIdempotencyExpiry({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  const inBatches = (statement: string, before: Date, signal: AbortSignal | undefined): Promise<number> =>
    workOff({ rows: BATCH_ROWS, times: MAX_BATCHES, signal }, async () => {
      const { rowCount } = await pool.query(statement, [before, BATCH_ROWS]);
      return rowCount ?? 0;
    });
  return {
    name: 'idempotency-expiry',
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const forgotten = await inBatches(FORGET_RESPONSES, now(), signal);
      return forgotten + (await inBatches(DELETE_MARKS, new Date(now().getTime() - KEEP_MARK_MS), signal));
    },
  };
}
