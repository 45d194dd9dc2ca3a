import { v5 as uuidV5 } from 'uuid';
import { WrongRevisionError } from '../../shared/event-log/event-log.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { eachRow } from '../../shared/lifecycle/long-runs.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

/** From the interface description: a session without activity for this long has timed out. */
export const IDLE_MS = 30 * 60_000;
const INTERVAL_MS = 5_000;
const PAGE_ROWS = 200;
/** Pages in one run; the rest waits for the next one. */
const MAX_PAGES = 50;
const NAME = 'session-timeout';

type IdleSession = {
  session_id: string;
  tenant_id: string;
  test: boolean;
  revision: number;
  last_activity_at: Date;
};

/**
 * Records once for each idle period that a session has timed out; the session stays active and can go on. The event's id is
 * derived from the session and the start of the period, and the event is appended at the revision of the row, so that
 * nothing is recorded where the session had activity meanwhile.
 */
export function createSessionTimeout(parts: ReactorParts): Reactor {
  return {
    name: NAME,
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const cutoff = new Date(parts.now().getTime() - IDLE_MS);
      let recorded = 0;
      const limits = { rows: PAGE_ROWS, times: MAX_PAGES, signal };
      for await (const session of eachRow<IdleSession>(limits, (after) =>
        idleSessions(parts, cutoff, after),
      )) {
        if (await recordTimeout(parts, session)) recorded += 1;
      }
      return recorded;
    },
  };
}

async function idleSessions(
  { pool }: ReactorParts,
  cutoff: Date,
  after: IdleSession | undefined,
): Promise<IdleSession[]> {
  const { rows } = await pool.query<IdleSession>(
    `SELECT session_id, tenant_id, test, revision, last_activity_at FROM read.sessions
     WHERE status = 'active' AND timed_out_since IS DISTINCT FROM last_activity_at AND last_activity_at <= $1
       AND ($2::timestamptz IS NULL OR (last_activity_at, session_id) > ($2, $3::uuid))
     ORDER BY last_activity_at, session_id LIMIT $4`,
    [cutoff, after?.last_activity_at ?? null, after?.session_id ?? null, PAGE_ROWS],
  );
  return rows;
}

async function recordTimeout(
  { log, codec, now, reportFact }: ReactorParts,
  session: IdleSession,
): Promise<boolean> {
  const idleSince = session.last_activity_at.toISOString();
  const stream = sessionStream(session.session_id);
  const commandId = uuidV5(`timed-out-${idleSince}`, session.session_id);
  const events = codec.encode([{ type: 'session-timed-out', data: { idle_since: idleSince } }], {
    stream,
    commandId,
    keys: {},
    tokensCharged: 0,
    metadata: {
      tenant_id: session.tenant_id,
      actor: { type: 'system', id: NAME },
      request_id: commandId,
      causation_id: null,
      engine_version: null,
      occurred_at: now().toISOString(),
      test: session.test,
    },
  });
  try {
    await log.append(stream, session.revision, events);
    for (const event of events) reportFact(stream, event);
    return true;
  } catch (error) {
    // There was activity, or the timeout is recorded and the row does not show it yet.
    if (error instanceof WrongRevisionError) return false;
    throw error;
  }
}
