import type { EventLog } from '../../shared/event-log/event-log.ts';
import { readable, type Follower, type LogParts } from './compare-with-log.ts';

/** Streams that are looked at together. */
const BATCH_STREAMS = 32;

/** Whatever hides events of a stream hides the first one. */
async function isWhole(log: EventLog, stream: string): Promise<boolean> {
  let first: number | undefined;
  for await (const { revision } of readable(log, stream, 0, 1)) first ??= revision;
  return first === 0;
}

/** The first stream of a tenant that is shorter for its readers than in the log. */
export async function findHidden(
  { sql, log }: LogParts,
  tenantId: string,
  follower: Follower,
): Promise<void> {
  if (follower.broken) return;
  const streams = [...follower.streams];
  for (let from = 0; from < streams.length; from += BATCH_STREAMS) {
    const batch = streams.slice(from, from + BATCH_STREAMS);
    const whole = await Promise.all(batch.map(([stream]) => isWhole(log, stream)));
    const hidden = batch[whole.indexOf(false)];
    if (!hidden) continue;
    const [stream, { firstSeq: seq }] = hidden;
    const { rows } = await sql.query<{ event_id: string }>(
      `SELECT event_id FROM audit_rows WHERE tenant_id = $1 AND seq = $2 AND canonical::jsonb ->> 'stream' = $3`,
      [tenantId, seq, stream],
    );
    const problem = 'events of its stream are hidden or deleted in the log';
    follower.broken = { seq, event_id: rows[0]?.event_id ?? null, problem };
    return;
  }
}
