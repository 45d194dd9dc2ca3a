import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSession } from '../../domain/session/state.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { sessionRows, writeSessionRows, type SessionRow } from '../../shared/read-models/session-rows.ts';

/** A finished call's answer, to be kept beside the row that it caused. */
export type Completion = {
  tenantId: string;
  idempotencyHash: Buffer;
  commandId: string;
  responseKeyId: string;
  responseSealed: Buffer;
};

const COMPLETE = `
  UPDATE ops.idempotency_keys
  SET is_done = true, response_sealed = $4, response_key_id = $5
  WHERE tenant_id = $1 AND key_hash = $2 AND command_id = $3`;
const COMPLETE_AND_WRITE = `WITH answered AS (${COMPLETE}) ${sessionRows.upsert(6)}`;

/** Writes the row (unless a newer one stands) and the stored answer, if any, in one statement. */
export async function writeThrough(
  pool: Pool,
  row: SessionRow,
  completion: Completion | null,
): Promise<void> {
  if (completion === null) {
    await writeSessionRows(pool, [row]);
    return;
  }
  await pool.query({
    name: 'write-session-row-and-answer',
    text: COMPLETE_AND_WRITE,
    values: [
      completion.tenantId,
      completion.idempotencyHash,
      completion.commandId,
      completion.responseSealed,
      completion.responseKeyId,
      ...sessionRows.values([row]),
    ],
  });
}

const WAIT_MS = 2_000;
const POLL_MS = 25;

/**
 * For a write-through that failed: waits until the projector has brought the row to the revision, so that a read
 * after our answer cannot be stale. Throws 503 where that takes too long.
 */
export async function awaitProjected(
  pool: Pool,
  state: Pick<OpenSession, 'session_id' | 'revision'>,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += POLL_MS) {
    const { rowCount } = await pool
      .query('SELECT 1 FROM read.sessions WHERE session_id = $1 AND revision >= $2', [
        state.session_id,
        state.revision,
      ])
      .catch(() => ({ rowCount: 0 }));
    if (rowCount) return;
    await sleep(POLL_MS);
  }
  throw new ApiError(
    'service_unavailable',
    'The change is recorded, but cannot be read yet; try again shortly.',
    {
      headers: { 'Retry-After': '30' },
    },
  );
}
