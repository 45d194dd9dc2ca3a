import { eachRow } from '../../shared/lifecycle/long-runs.ts';
import { readCheckpoints } from '../../shared/projection/checkpoints.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

/**
 * How long after a command's deadline its intent is examined, 60 s after its start. By then its handler has given up (at the
 * deadline, 10 s), and so has its append (within 5 s of that), so the command can have no further effect.
 */
export const GRACE_MS = 50_000;
const INTERVAL_MS = 10_000;
const PAGE_ROWS = 100;
const MAX_PAGES = 20;
const BALANCES = 'balances';

type Intent = { command_id: string; stream: string; deadline_at: Date };

/**
 * Deletes overdue intents of commands that were never appended, because their handler was killed. Where the command's
 * events are in the stream, the balance projection books the charge and deletes the intent; an intent that is still there
 * after the projection has passed those events is deleted here too.
 */
export function createIntentSweeper(parts: ReactorParts): Reactor {
  return {
    name: 'intent-sweeper',
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const cutoff = new Date(parts.now().getTime() - GRACE_MS);
      let released = 0;
      const limits = { rows: PAGE_ROWS, times: MAX_PAGES, signal };
      for await (const intent of eachRow<Intent>(limits, (after) => overdueIntents(parts, cutoff, after))) {
        if ((await isSettled(parts, intent)) && (await release(parts, intent, cutoff))) released += 1;
      }
      return released;
    },
  };
}

async function overdueIntents(
  { pool }: ReactorParts,
  cutoff: Date,
  after: Intent | undefined,
): Promise<Intent[]> {
  const { rows } = await pool.query<Intent>(
    `SELECT command_id, stream, deadline_at FROM ops.intents
     WHERE deadline_at <= $1 AND ($2::timestamptz IS NULL OR (deadline_at, command_id) > ($2, $3::uuid))
     ORDER BY deadline_at, command_id LIMIT $4`,
    [cutoff, after?.deadline_at ?? null, after?.command_id ?? null, PAGE_ROWS],
  );
  return rows;
}

/** True where nothing will be charged for the intent any more. */
async function isSettled({ pool, log }: ReactorParts, intent: Intent): Promise<boolean> {
  for await (const event of log.readStream(intent.stream, 0)) {
    const { command_id: commandId } = event.metadata as { command_id?: unknown };
    if (commandId !== intent.command_id) continue;
    const checkpoints = await readCheckpoints(pool, [BALANCES]);
    return checkpoints.some(({ checkpoint }) => checkpoint.position >= event.position);
  }
  return true;
}

/** A command that was taken over meanwhile has a new deadline, and keeps its intent. */
async function release({ pool }: ReactorParts, intent: Intent, cutoff: Date): Promise<boolean> {
  const released = await pool.query('DELETE FROM ops.intents WHERE command_id = $1 AND deadline_at <= $2', [
    intent.command_id,
    cutoff,
  ]);
  return released.rowCount === 1;
}
