import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { Registry } from 'prom-client';
import { createErasureLedgerKeeper } from '../../../command-api/reactors/erasure-ledger.ts';
import { putBackLedger } from '../../../infra/erasure/put-back.ts';
import { createErasureLedger } from '../../../shared/erasure/ledger.ts';
import { missingInLedger, requireLedger } from '../../../shared/erasure/require-ledger.ts';
import { startDatabase } from '../../support/database.ts';

/** What the service holds against the folder of its ledger, and how a restore fills that folder. */
const database = await startDatabase();
const { pool } = database;
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-ledger-'));
test.after.always(async () => {
  await database.stop();
  rmSync(root, { recursive: true });
});

const now = new Date('2026-03-02T12:00:00.000Z');
const DAY_MS = 86_400_000;

async function addErasure(daysAgo: number): Promise<string> {
  const id = randomUUID();
  const at = new Date(now.getTime() - daysAgo * DAY_MS);
  await pool.query(
    `INSERT INTO ops.erasures (erasure_id, tenant_id, subject_type, subject_id, cause, erased_at, ledgered_at)
     VALUES ($1, $1, 'session', $1, 'requested', $2, $2)`,
    [id, at],
  );
  return id;
}

test.serial(
  'a ledger that lacks what was written into it stops the start, unless it is to be rewritten',
  async (t) => {
    const [kept, lost] = [await addErasure(3), await addErasure(2)];
    await addErasure(40); // no backup of these days is left: its file may be deleted
    const folder = path.join(root, 'own');
    const place = { folder, now, backupRetentionDays: 35 };
    t.deepEqual(await missingInLedger(pool, place), [kept, lost], 'there is no folder');
    await putBackLedger(root, folder);
    writeFileSync(path.join(folder, 'erasures-2026-02-a.ndjson'), `\n{"v":1,"erasure_id":"${kept}"}\n`);
    t.deepEqual(await missingInLedger(pool, place), [lost]);
    await t.throwsAsync(requireLedger(pool, { ...place, rewrite: false }), {
      name: 'StartupError',
      message: /lacks 1 erasures that were written into it/,
    });
    await t.notThrowsAsync(requireLedger(pool, { ...place, folder: null, rewrite: false }));
    await requireLedger(pool, { ...place, rewrite: true });
    const { rows } = await pool.query('SELECT erasure_id FROM ops.erasures WHERE ledgered_at IS NULL');
    t.deepEqual(rows, [{ erasure_id: lost }], 'the reactor writes it again');
    await t.notThrowsAsync(requireLedger(pool, { ...place, rewrite: false }));
  },
);

test.serial('a gauge tells how much the ledger lacks, and a ledger that is whole again', async (t) => {
  await pool.query('DELETE FROM ops.erasures');
  const [kept, lost] = [await addErasure(3), await addErasure(2)];
  const folder = mkdtempSync(path.join(root, 'gauge-'));
  const file = path.join(folder, 'erasures-2026-02-a.ndjson');
  writeFileSync(file, `{"v":1,"erasure_id":"${kept}"}\n`);
  const clock = { at: now };
  const registry = new Registry();
  const signer = { sign: () => Promise.reject(new Error('nothing is to be written')) } as never;
  const ledger = createErasureLedger({ folder, signer, now: () => clock.at, runId: 'run' });
  const keeper = createErasureLedgerKeeper(
    { pool, now: () => clock.at },
    { ledger, registry, folder, backupRetentionDays: 35 },
  );
  await keeper.runOnce();
  t.regex(await registry.metrics(), /^triage_erasures_missing_in_ledger 1$/m);
  writeFileSync(file, `{"v":1,"erasure_id":"${lost}"}\n`, { flag: 'a' });
  await keeper.runOnce();
  t.regex(
    await registry.metrics(),
    /^triage_erasures_missing_in_ledger 1$/m,
    'it is read every five minutes only',
  );
  clock.at = new Date(now.getTime() + 5 * 60_000);
  await keeper.runOnce();
  t.regex(await registry.metrics(), /^triage_erasures_missing_in_ledger 0$/m);
});

test.serial('a ledger is put back beside what is there, and replaces none of it', async (t) => {
  const [from, to] = [mkdtempSync(path.join(root, 'from-')), path.join(root, 'to')];
  const name = 'erasures-2026-01.ndjson';
  writeFileSync(path.join(from, name), 'older\n');
  t.is(await putBackLedger(from, to), 1);
  t.is(await putBackLedger(from, to), 0, 'it is there');
  writeFileSync(path.join(to, name), 'newer\n');
  t.is(await putBackLedger(path.join(from, name), to), 1);
  const texts = readdirSync(to).map((file) => readFileSync(path.join(to, file), 'utf8'));
  t.deepEqual(texts.toSorted(), ['newer\n', 'older\n']);
});
