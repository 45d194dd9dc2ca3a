import test from 'ava';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RestoreReport } from '../../../infra/backup/complete-restore.ts';
import type { ScheduleResult } from '../../../infra/backup/schedule.ts';
import type { Verified } from '../../../infra/backup/verify.ts';
import { startEventStore } from '../../../infra/event-store/server.ts';
import { allProjections } from '../../../projectors/all.ts';
import { startApi } from '../../support/api.ts';
import { newDatabase } from '../../support/restored.ts';
import { runOps } from '../../support/run-ops.ts';
import { serverSettings } from '../../support/servers.ts';
import { storeAccess } from '../../support/store-secrets.ts';

const api = await startApi({ projections: allProjections });
const { stack } = api;
const client = await api.newClient(await api.newTenant());
await api.caughtUp();
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-commands-'));
const folder = path.join(root, 'backups');
const env = { ...serverSettings(stack), TMPDIR: os.tmpdir() };
test.after.always(async () => {
  rmSync(root, { recursive: true, force: true });
  await api.stop();
});

async function openSession(): Promise<number> {
  const { status } = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
  if (status !== 201) throw new Error(`a session got ${status}`);
  await api.caughtUp();
  return Number(await api.runtime.log.lastPosition());
}

async function ops<T>(words: readonly string[], settings: Record<string, string> = env): Promise<T> {
  const { code, stdout, stderr } = await runOps(words, settings);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${String(code)}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

test.serial('backups run, verify, and verify --restore over a folder', async (t) => {
  await openSession();
  const full = await ops<ScheduleResult>(['backups', 'run', folder]);
  await openSession();
  const part = await ops<ScheduleResult>(['backups', 'run', folder, '--full-every', '3', '--keep', '10']);
  t.deepEqual([full.since, part.since], [null, path.basename(full.folder)]);
  const verified = await ops<Verified & { restored: RestoreReport }>([
    'backups',
    'verify',
    folder,
    '--restore',
  ]);
  t.like(verified, { folder: part.folder, backups: 2, position: part.position, rows: part.rows });
  t.like(verified.restored, { intact: true, position: part.position });
  const room = `triage-verify-${path.basename(part.folder)}`;
  t.false(
    readdirSync(os.tmpdir()).some((name) => name.startsWith(room)),
    'what was restored is gone again',
  );
  const tooLong = await runOps(['backups', 'run', folder, '--keep', '35'], env);
  t.is(tooLong.code, 1);
  t.regex(tooLong.stderr, /^keep backups for 34 days at most: .*BACKUP_RETENTION_DAYS\)\n$/);
});

test.serial('beside a log that was restored before, a moment is the same for both', async (t) => {
  const moment = await openSession();
  await openSession();
  const { folder: last } = await ops<ScheduleResult>(['backups', 'run', folder]);
  const directory = path.join(root, 'event-store');
  const until = ['--until', String(moment)];
  t.deepEqual(await ops(['restore-log', last, directory, ...until]), { events: moment });
  const store = await startEventStore({
    directory,
    host: '127.0.0.1',
    access: await storeAccess(),
    behaviour: 'own',
    port: 0,
    now: () => new Date(),
  });
  t.teardown(() => store.stop());
  const into = async () => ({
    ...env,
    DATABASE_URL: await newDatabase(stack),
    EVENTSTORE_URL: store.connectionString,
  });
  const whole = await runOps(['restore', last, '--no-ledger'], await into());
  t.is(whole.code, 1);
  t.regex(whole.stderr, /the log does not hold the event at which projection/);
  const other = await runOps(['restore', last, '--no-ledger', '--until', String(moment - 1)], await into());
  t.is(other.code, 1);
  t.regex(other.stderr, /the log ends at position \d+, and not at \d+: give restore-log the same --until/);
  const report = await ops<RestoreReport>(['restore', last, '--no-ledger', ...until], await into());
  t.like(report, { intact: true, position: moment });
});
