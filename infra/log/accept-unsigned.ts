import { acceptUnsigned } from '../../shared/event-log/log-key.ts';
import type { StoredEvent } from '../../shared/event-log/stored-event.ts';
import type { Installation } from '../cli/connection.ts';

/** Projections have passed such events as none of ours: their rows and the trail are without them. */
export class TooLateError extends Error {
  constructor() {
    super(
      'projections of this version have passed events without a MAC already, and the audit trail is without them: look at ' +
        'ops.strange_events, and have them skipped',
    );
    this.name = 'TooLateError';
  }
}

/**
 * Has the events without a MAC count that stand in the log now: those that an older version wrote, to which an operator had
 * gone back. Throws TooLateError once a process of this version has followed the log past one of them.
 */
export async function acceptLog({
  pool,
  masterKeys,
  log,
}: Pick<Installation, 'pool' | 'masterKeys' | 'log'>): Promise<{
  accepted: number;
  position: string | null;
}> {
  const { rows } = await pool.query(`SELECT 1 FROM ops.strange_events WHERE problem = 'mac_missing' LIMIT 1`);
  if (rows.length > 0) throw new TooLateError();
  let accepted = 0;
  let last: StoredEvent | undefined;
  for await (const stored of log.readAll(null)) {
    const { standIn } = stored;
    if (standIn?.why !== 'parked' || standIn.problem !== 'mac_missing') continue;
    accepted += 1;
    last = stored;
  }
  if (last !== undefined) await acceptUnsigned({ pool, masterKeys }, last);
  return { accepted, position: last === undefined ? null : String(last.position) };
}
