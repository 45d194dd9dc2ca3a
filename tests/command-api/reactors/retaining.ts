import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import type { RetentionParts } from '../../../command-api/reactors/retention-batch.ts';
import { mondayOf } from '../../../command-api/reactors/retention-counts.ts';
import { runRetention } from '../../../command-api/reactors/retention.ts';
import { DEFAULT_RETENTION_DAYS } from '../../../domain/retention/types.ts';
import type { SessionsCounted } from '../../../domain/retention/events.ts';
import { createErasureLedger } from '../../../shared/erasure/ledger.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { loadKeyRing, localMasterKeys } from '../../../shared/crypto/master-keys.ts';
import { countedStream, sessionStream } from '../../../shared/event-log/streams.ts';
import { startReacting } from './reacting.ts';

export const FAST = { perSecond: 10_000 };
const DAY_MS = 86_400_000;
export const pastRetention = (endedAt: Date, ms = 0, days = DEFAULT_RETENTION_DAYS): Date =>
  new Date(endedAt.getTime() + days * DAY_MS + ms);

/** Sessions that grow old, and what prunes them, with a real log. Retention looks at all that is there: one test at a time. */
export async function startRetaining() {
  const reactors = await startReacting();
  const { world, settled, read, setNow } = reactors;
  const { pool } = reactors.parts;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-ledger-'));
  const masterKeys = localMasterKeys(await loadKeyRing({ masterKeyFile: reactors.masterKeyFile }));
  const now = (): Date => new Date();
  const signer = createSigner({ pool, masterKeys, now, newId: uuidV7 });
  const parts: RetentionParts & { newId: () => string } = {
    ...reactors.parts,
    poolOf: () => pool,
    ledger: createErasureLedger({ folder, signer, now, runId: 'run' }),
    newId: uuidV7,
  };
  async function newTenant(): Promise<string> {
    const tenantId = await world.registerTenant();
    await pool.query(
      `INSERT INTO read.tenants (tenant_id, revision, tier, tier_changed_at, tier_rpm, concurrency_limit, overage_allowed,
       feature_flags, created_at) VALUES ($1, 1, 'starter', now(), 60, 10, false, '{}', now())`,
      [tenantId],
    );
    return tenantId;
  }

  /** A session that was finalized just now, or is left as it is; returns when its last event came. */
  async function play(
    tenantId: string,
    { finalize = true, ...options }: { finalize?: boolean; test?: boolean } = {},
  ): Promise<{ sessionId: string; endedAt: Date }> {
    const sessionId = await world.open(tenantId, options);
    await world.answer(sessionId);
    if (finalize) await world.session(sessionId, { kind: 'finalize' });
    const endedAt = world.now();
    return { sessionId, endedAt };
  }

  const standing = async (sessionIds: string[]): Promise<string[]> => {
    await settled('sessions');
    const { rows } = await pool.query<{ session_id: string }>(
      'SELECT session_id FROM read.sessions WHERE session_id = ANY ($1::uuid[])',
      [sessionIds],
    );
    return rows.map((row) => row.session_id);
  };
  const livingKeys = async (sessionId: string): Promise<number> =>
    (
      await pool.query('SELECT 1 FROM ops.data_keys WHERE subject_id = $1 AND wrapped IS NOT NULL', [
        sessionId,
      ])
    ).rowCount ?? 0;
  const erasuresOf = async (sessionId: string) =>
    (await read(sessionStream(sessionId))).filter(({ type }) => type === 'session-erased');
  const countedOf = async (tenantId: string): Promise<(SessionsCounted & { test: boolean })[]> =>
    (await read(countedStream(tenantId))).map(({ data, metadata }) => ({
      ...(data as SessionsCounted),
      test: metadata.test,
    }));
  /** Goes on to the next Monday after the clock of the reactors; two runs, the second of which tidies up. */
  const toNextMonday = async (): Promise<Date> => {
    const monday = mondayOf(parts.now(), 1);
    setNow(monday);
    await runRetention(parts, FAST);
    await runRetention(parts, FAST);
    return monday;
  };
  const gathered = async (tenantId: string): Promise<number> =>
    (await pool.query('SELECT 1 FROM ops.retention_counts WHERE tenant_id = $1', [tenantId])).rowCount ?? 0;
  /** Everything that earlier tests have left is out of the way. */
  const reset = async (): Promise<void> => {
    await settled('sessions');
    await pool.query('DELETE FROM read.sessions');
    await pool.query('DELETE FROM ops.retention_items');
    await pool.query('DELETE FROM ops.retention_counts');
  };
  const stop = async (): Promise<void> => {
    await reactors.stop();
    rmSync(folder, { recursive: true });
  };
  return {
    reactors,
    parts,
    folder,
    signer,
    newTenant,
    play,
    standing,
    livingKeys,
    erasuresOf,
    countedOf,
    toNextMonday,
    gathered,
    reset,
    stop,
  };
}
