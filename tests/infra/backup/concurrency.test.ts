import test, { type ExecutionContext } from 'ava';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { backUp } from '../../../infra/backup/backup.ts';
import { writeFile } from '../../../infra/backup/files.ts';
import { BackupRefusal, readBackup } from '../../../infra/backup/manifest.ts';
import { programOf, projectRoot } from '../../../infra/embedded/program.ts';
import { readLedger } from '../../../infra/erasure/read-ledger.ts';
import { allProjections } from '../../../projectors/all.ts';
import { startApi } from '../../support/api.ts';
import { restoreAndStart } from '../../support/restored.ts';
import { serverSettings } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

const api = await startApi({ projections: allProjections });
const { stack, runtime } = api;
const { databaseUrl, eventStoreUrl } = stack;
const client = await api.newClient(await api.newTenant());
await api.caughtUp();
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-concurrent-'));
test.after.always(async () => {
  rmSync(root, { recursive: true, force: true });
  await api.stop();
});

const take = (name: string) =>
  backUp({
    folder: path.join(root, name),
    since: null,
    databaseUrl,
    eventStoreUrl,
    onProgress: () => undefined,
  });

/** Stops a backup at a table that comes after those with keys, until it is told to go on, or the test has failed. */
async function barrier(
  t: ExecutionContext,
): Promise<{ reached: () => Promise<void>; lift: () => Promise<void> }> {
  const holder = await runtime.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE ops.webhook_endpoints IN ACCESS EXCLUSIVE MODE');
  let isLifted = false;
  const lift = async (): Promise<void> => {
    if (isLifted) return;
    isLifted = true;
    await holder.query('ROLLBACK');
    holder.release();
  };
  t.teardown(lift);
  const isWaited = async (): Promise<boolean> => {
    const { rowCount } = await runtime.pool.query(
      `SELECT 1 FROM pg_locks WHERE relation = 'ops.webhook_endpoints'::regclass AND NOT granted`,
    );
    return (rowCount ?? 0) > 0;
  };
  return {
    reached: () => until('the barrier', 10_000, isWaited),
    lift,
  };
}

test.serial('what is erased while a backup runs is in it, and is erased again', async (t) => {
  const sessionIds: string[] = [];
  for (let count = 0; count < 2; count++) {
    const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
    sessionIds.push((opened.body as { session_id: string }).session_id);
  }
  const [before, meanwhile] = sessionIds;
  const ledger = path.join(stack.dataDir, 'erasures');
  const isLedgered = (erasures: number) => (): Promise<boolean> =>
    readLedger(ledger).then(
      ({ lines }) => lines.length === erasures,
      () => false,
    );
  // The first one makes the key that signs the ledger, which the backup has to know.
  t.is((await client('DELETE', `/v1/sessions/${before}`)).status, 200);
  await until('the ledger', 10_000, isLedgered(1));
  await api.caughtUp();
  const { reached, lift } = await barrier(t);
  const taking = take('erasing');
  await reached();
  t.is((await client('DELETE', `/v1/sessions/${meanwhile}`)).status, 200);
  await lift();
  await taking;
  await until('the ledger', 10_000, isLedgered(2));
  const { report, stop } = await restoreAndStart({
    folder: path.join(root, 'erasing'),
    until: null,
    ledger,
    masterKeyFile: stack.masterKeyFile,
  });
  t.true(report.intact, JSON.stringify(report));
  t.is(report.erasures?.applied, 1);
  await stop();
});

test.serial('a second backup is refused while one runs', async (t) => {
  const { reached, lift } = await barrier(t);
  const taking = take('first');
  await reached();
  await t.throwsAsync(take('second'), {
    instanceOf: BackupRefusal,
    message: 'a rebuild or another backup is running',
  });
  await lift();
  await t.notThrowsAsync(taking);
});

test.serial('one that is killed is no backup, and the next one is', async (t) => {
  const { reached, lift } = await barrier(t);
  const killed = path.join(root, 'killed');
  const child = spawn(process.execPath, [programOf('infra/cli/main.ts'), 'backup', killed], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], ...serverSettings(stack) },
    stdio: 'ignore',
  });
  t.teardown(() => child.kill('SIGKILL'));
  await reached();
  child.kill('SIGKILL');
  await once(child, 'close');
  await lift();
  await t.throwsAsync(readBackup(killed), { instanceOf: BackupRefusal, message: /cut short/ });
  let next = 0;
  // The server lets go of what the dead process held once it notices.
  const works = (): Promise<boolean> =>
    take(`next-${++next}`).then(
      () => true,
      () => false,
    );
  await until('the next backup', 10_000, works);
  t.pass();
});

test.serial('a full disk is told in one line', async (t) => {
  const folder = path.join(root, 'full');
  mkdirSync(folder);
  symlinkSync('/dev/full', path.join(folder, 'rows'));
  await t.throwsAsync(writeFile(folder, 'rows', [Buffer.from('a row')]), {
    instanceOf: BackupRefusal,
    message: /^the disk of the backup is full/,
  });
  await t.throwsAsync(take('full/rows/backup'), {
    instanceOf: BackupRefusal,
    message: /cannot be made \(ENOTDIR\)/,
  });
});
