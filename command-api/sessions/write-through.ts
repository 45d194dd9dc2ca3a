import { setTimeout as sleep } from 'node:timers/promises';
import type { Fact } from '../../domain/kernel/event-definition.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import type { OpenSession } from '../../domain/session/state.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import {
  sessionRows,
  stateKeyId,
  toSessionRow,
  writeSessionRows,
  type SessionRow,
} from '../../shared/read-models/session-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { COMPLETE_CALL, completion, type Completion } from '../kernel/stored-response.ts';
import type { Performed } from './perform.ts';
import type { AdmittedSession } from './session-needs.ts';

export type Settlement = {
  admitted: AdmittedSession;
  performed: Performed;
  /** The newest state that is known; its row is written. */
  latest: OpenSession;
  answer: RouteResult;
};

const COMPLETE_AND_WRITE = `WITH answered AS (${COMPLETE_CALL}) ${sessionRows.upsert(6)}`;

/** Runs once the command's events stand in the log, before its row is written. Repeating it must change nothing. */
export type BeforeWriteThrough = (done: { facts: Fact<SessionEvent>[]; row: SessionRow }) => Promise<void>;

/**
 * Before the call is answered: writes the row, so that the change can be read, and stores the answer for repeats,
 * both in one statement. If that fails, it waits for the projector, which writes the row; a repeat of the call then
 * finds its events in the log. Throws 503 if the projector takes too long.
 */
export async function settle(
  deps: CommandDeps,
  { admitted, performed, latest, answer }: Settlement,
  beforeWriteThrough?: BeforeWriteThrough,
): Promise<void> {
  const { tenantId, tenant } = admitted;
  const { random } = deps;
  const pool = deps.poolOf(tenantId);
  const keyId = stateKeyId(latest);
  const key = performed.keys.get(keyId) ?? (await loadKey(deps, pool, keyId));
  const row = toSessionRow(latest, { tenantId, tenant, stateKey: key, random });
  const completing = completion(admitted, answer, { keyId, key, random });
  try {
    await beforeWriteThrough?.({ facts: performed.facts, row });
    await writeThrough(deps.relaxedPoolOf(tenantId), row, completing);
  } catch {
    await awaitProjected(pool, latest);
  }
}

async function loadKey({ dataKeys }: CommandDeps, pool: Pool, keyId: string): Promise<DataKey> {
  const key = (await dataKeys.load(pool, [keyId])).get(keyId);
  if (key === undefined || key === 'destroyed') {
    throw new ApiError('not_found', 'The session does not exist.');
  }
  return key;
}

/** Writes the row (unless a newer one stands) and finishes the call in one statement. */
async function writeThrough(pool: Pool, row: SessionRow, completing: Completion | null): Promise<void> {
  if (completing === null) {
    await writeSessionRows(pool, [row]);
    return;
  }
  await pool.query({
    name: 'write-session-row-and-answer',
    text: COMPLETE_AND_WRITE,
    values: [...completing.values, ...sessionRows.values([row])],
  });
}

const WAIT_MS = 2_000;
const POLL_MS = 25;

/** Waits until the projector has brought the row to the revision, so that a read after our answer cannot be stale. */
async function awaitProjected(
  pool: Pool,
  { session_id, revision }: Pick<OpenSession, 'session_id' | 'revision'>,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += POLL_MS) {
    const { rowCount } = await pool
      .query('SELECT 1 FROM read.sessions WHERE session_id = $1 AND revision >= $2', [session_id, revision])
      .catch(() => ({ rowCount: 0 }));
    if (rowCount) return;
    await sleep(POLL_MS);
  }
  const message = 'The change is recorded, but cannot be read yet; try again shortly.';
  throw new ApiError('service_unavailable', message, { headers: { 'Retry-After': '30' } });
}
