import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { Registry } from 'prom-client';
import { concludeErasures } from '../../../command-api/kernel/erasure.ts';
import { createErasureLedgerKeeper } from '../../../command-api/reactors/erasure-ledger.ts';
import type { Signer } from '../../../shared/crypto/signer.ts';
import { createErasureLedger } from '../../../shared/erasure/ledger.ts';
import { missingInLedger, readingTurns, requireLedger } from '../../../shared/erasure/require-ledger.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { startDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

/**
 * A ledger on a mount that hangs. A named pipe stands for it: whoever opens that waits in a thread of Node's pool until
 * somebody opens its other end.
 */
const database = await startDatabase();
const { pool } = database;
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-ledger-'));
test.after.always(async () => {
  await database.stop();
  rmSync(root, { recursive: true });
});

const now = new Date('2026-03-02T12:00:00.000Z');
const signer = {
  sign: () =>
    Promise.resolve({
      algorithm: 'Ed25519',
      signing_key_id: randomUUID(),
      public_key: 'key',
      value: 'value',
    }),
} as Pick<Signer, 'sign'> as Signer;

async function addErasure(ledgeredAt: Date | null): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `INSERT INTO ops.erasures (erasure_id, tenant_id, subject_type, subject_id, cause, erased_at, ledgered_at)
     VALUES ($1, $1, 'session', $1, 'requested', $2, $3)`,
    [id, now, ledgeredAt],
  );
  return id;
}

/** A folder whose file of this month hangs; what waits for it gives up soon, as long as it hangs. */
function hangingFolder() {
  const folder = mkdtempSync(path.join(root, 'hangs-'));
  const file = path.join(folder, 'erasures-2026-03-run.ndjson');
  execFileSync('mkfifo', [file]);
  const state = { hangs: true };
  return {
    folder,
    wait: (_ms: number, signal?: AbortSignal): Promise<void> => sleep(state.hangs ? 20 : 600_000, signal),
    /** Lets go of whoever opened the pipe; a file can take its place. */
    answer: (): void => {
      if (!state.hangs) return;
      state.hangs = false;
      closeSync(openSync(file, 'r+'));
      rmSync(file);
    },
  };
}

const gauge = async (registry: Registry): Promise<string | undefined> =>
  /^triage_erasures_unledgered (.*)$/m.exec(await registry.metrics())?.[1];

test.serial(
  'a write that hangs counts as failed, holds one thread, and is told until it is made up for',
  async (t) => {
    const { folder, wait, answer } = hangingFolder();
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => addErasure(null)));
    const ledger = createErasureLedger({ folder, signer, now: () => now, runId: 'run', wait });
    const registry = new Registry();
    const keeper = createErasureLedgerKeeper(
      { pool, now: () => now },
      { ledger, registry, folder, backupRetentionDays: 35 },
    );
    t.teardown(answer);
    const hanging = { name: 'LedgerHangsError', message: /the folder .* does not answer/ };
    await Promise.all(ids.map((id) => t.throwsAsync(ledger.record(pool, [id]), hanging)));
    // Look-ups of names and every file would wait here for ever, were the four threads of the pool held.
    t.regex(await readFile(new URL(import.meta.url), 'utf8'), /triage/);

    const tenantId = ids[0] ?? '';
    const concluded = await concludeErasures({ ledger }, pool, { tenantId, erasureIds: [tenantId] });
    t.deepEqual(concluded.at, now, 'the erasure counts');
    await t.throwsAsync(keeper.runOnce(), hanging);
    t.is(await gauge(registry), '6');
    await addErasure(null);
    await t.throwsAsync(keeper.runOnce(), hanging);
    t.is(await gauge(registry), '7');

    answer();
    await until('the write that hung has ended', 10_000, () =>
      keeper.runOnce().then(
        () => true,
        () => false,
      ),
    );
    t.is(await gauge(registry), '0');
    t.deepEqual(await missingInLedger(pool, { folder, now, backupRetentionDays: 35 }), []);
  },
);

test.serial('a read that hangs hides no erasure that waits, and stops a start with a reason', async (t) => {
  const { folder, wait, answer } = hangingFolder();
  t.teardown(answer);
  await pool.query('DELETE FROM ops.erasures');
  await addErasure(now);
  const place = { folder, now, backupRetentionDays: 35, inTurn: readingTurns(folder, wait) };
  const registry = new Registry();
  const ledger = { record: () => Promise.resolve(0) };
  const keeper = createErasureLedgerKeeper({ pool, now: () => now }, { ...place, ledger, registry });
  await t.throwsAsync(requireLedger(pool, { ...place, rewrite: false }), {
    name: 'StartupError',
    message: /the folder .* of the erasure ledger does not answer/,
  });
  await addErasure(null);
  await t.throwsAsync(keeper.runOnce(), { name: 'LedgerHangsError' });
  t.is(await gauge(registry), '1');
});
