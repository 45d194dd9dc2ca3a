import test from 'ava';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RestoreReport } from '../../../infra/backup/complete-restore.ts';
import type { ScheduleResult } from '../../../infra/backup/schedule.ts';
import type { Verified } from '../../../infra/backup/verify.ts';
import { programOf, projectRoot } from '../../../infra/embedded/program.ts';
import { startEventStore } from '../../../infra/event-store/server.ts';
import { allProjections } from '../../../projectors/all.ts';
import { isBeingRestored } from '../../../shared/backups/restore-mark.ts';
import { newestBackups } from '../../../shared/backups/newest-backups.ts';
import { createPool, type OwnedPool } from '../../../shared/postgres/pool.ts';
import { requireDatabase } from '../../../shared/postgres/require-database.ts';
import { startApi } from '../../support/api.ts';
import { appendRaw } from '../../support/foreign-events.ts';
import { contents, newDatabase } from '../../support/restored.ts';
import { runOps } from '../../support/run-ops.ts';
import { serverSettings } from '../../support/servers.ts';
import { storeAccess } from '../../support/store-secrets.ts';
import { until } from '../../support/until.ts';

const api = await startApi({ projections: allProjections });
const { stack } = api;
const client = await api.newClient(await api.newTenant());
await api.caughtUp();
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-commands-'));
/** How folders of restores on trial begin on this host. */
const ROOM = `triage-verify-${os.hostname()}-`;
const folder = path.join(root, 'backups');
const env = { ...serverSettings(stack), TMPDIR: os.tmpdir() };
test.after.always(async () => {
  rmSync(root, { recursive: true, force: true });
  await api.stop();
});

type Recorded<T> = T & { recorded: boolean };

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

async function inDatabase<T>(databaseUrl: string, work: (pool: OwnedPool) => Promise<T>): Promise<T> {
  const pool = createPool({ databaseUrl, name: 'test', maxConnections: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** As of when the newest backup of each kind is, as the service knows it. */
async function known(databaseUrl: string = stack.databaseUrl): Promise<Record<string, string>> {
  const backups = await inDatabase(databaseUrl, newestBackups);
  return Object.fromEntries(backups.map(({ kind, takenAt }) => [kind, takenAt.toISOString()]));
}
const rename = (from: string, to: string): Promise<unknown> =>
  inDatabase(stack.databaseUrl, (pool) => pool.query(`ALTER TABLE ops.${from} RENAME TO ${to}`));

test.serial('backups run, verify, and verify --restore over a folder', async (t) => {
  await openSession();
  const full = await ops<Recorded<ScheduleResult>>(['backups', 'run', folder]);
  t.deepEqual([full.recorded, await known()], [true, { full: full.taken_at }]);
  await openSession();
  const part = await ops<ScheduleResult>(['backups', 'run', folder, '--full-every', '3', '--keep', '10']);
  t.deepEqual([full.since, part.since], [null, path.basename(full.folder)]);
  t.like(await ops(['backups', 'verify', folder]), { folder: part.folder });
  t.deepEqual(await known(), { full: full.taken_at, incremental: part.taken_at }, 'reading is no restore');
  const verified = await ops<Recorded<Verified & { restored: RestoreReport }>>([
    'backups',
    'verify',
    folder,
    '--restore',
  ]);
  t.true(verified.recorded);
  t.deepEqual(await known(), {
    full: full.taken_at,
    incremental: part.taken_at,
    verified: part.taken_at,
  });
  t.like(verified, { folder: part.folder, backups: 2, position: part.position, rows: part.rows });
  t.like(verified.restored, { intact: true, position: part.position });
  const room = `${ROOM}${path.basename(part.folder)}`;
  t.false(
    readdirSync(os.tmpdir()).some((name) => name.startsWith(room)),
    'what was restored is gone again',
  );
  const tooLong = await runOps(['backups', 'run', folder, '--keep', '35'], env);
  t.is(tooLong.code, 1);
  t.regex(tooLong.stderr, /^keep backups for 34 days at most: .*BACKUP_RETENTION_DAYS\)\n$/);
});

test.serial('a restore on trial that is ended, or was killed, leaves nothing', async (t) => {
  const tmp = path.join(root, 'tmp');
  chmodSync(root, 0o711); // for Postgres, which is another user where the tests are root
  const rooms = (): string[] => readdirSync(tmp).filter((name) => name.startsWith(ROOM));
  const dead = { pid: 1, boot_id: 'an earlier boot', started: '1' };
  for (const [name, files] of [
    [`${ROOM}killed`, { 'stack.lock': JSON.stringify(dead), rows: 'of somebody' }],
    [`${ROOM}empty`, {}],
    [`${ROOM}of-others`, { rows: 'without a lock' }],
  ] as const) {
    mkdirSync(path.join(tmp, name), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(tmp, name, file), text);
  }
  const child = spawn(
    process.execPath,
    [programOf('infra/cli/main.ts'), 'backups', 'verify', folder, '--restore'],
    { cwd: projectRoot, env: { PATH: process.env['PATH'], ...env, TMPDIR: tmp }, stdio: 'ignore' },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const runsPostgres = (name: string): boolean =>
    existsSync(path.join(tmp, name, 'restoring/postgres/postmaster.pid'));
  await until('Postgres of the copy', 30_000, () => rooms().some(runsPostgres));
  t.deepEqual(
    rooms().filter((name) => !runsPostgres(name)),
    [`${ROOM}of-others`],
  );
  child.kill('SIGTERM');
  await once(child, 'close');
  await until('the copy to be gone', 30_000, () => rooms().length === 1);
  t.pass();
});

test.serial('backups keys takes the keys once more into the newest backup, which holds no log', async (t) => {
  const withoutLog = path.join(root, 'without-log');
  await ops<ScheduleResult>(['backups', 'run', withoutLog, '--without-log']);
  const newest = await ops<ScheduleResult>(['backups', 'run', withoutLog, '--without-log']);
  await openSession();
  const again = await ops<ScheduleResult>(['backups', 'keys', withoutLog]);
  t.is(again.folder, newest.folder);
  t.not(again.manifest_sha256, newest.manifest_sha256);
  t.like(await ops(['backups', 'verify', withoutLog]), { manifest_sha256: again.manifest_sha256 });
  const whole = await runOps(['backups', 'keys', folder], env);
  t.deepEqual([whole.code, whole.stderr], [1, 'the backup holds its log, and the keys of all of it\n']);
});

test.serial('a backup is complete where the service cannot be told of it, and says why', async (t) => {
  const verifying = await runOps(['backups', 'verify', folder, '--restore'], {
    MASTER_KEY_FILE: stack.masterKeyFile,
    DATA_DIR: path.join(root, 'nothing-runs-here'),
    TMPDIR: os.tmpdir(),
  });
  t.is(verifying.code, 0, verifying.stderr);
  t.like(JSON.parse(verifying.stdout), { recorded: false, restored: { intact: true } });
  t.regex(verifying.stdout, /"not_recorded_because": "nothing runs on /);

  await rename('newest_backups', 'not_migrated_yet');
  const { code, stdout, stderr } = await runOps(['backup', path.join(root, 'alone')], env);
  await rename('not_migrated_yet', 'newest_backups');
  t.is(code, 0, stderr);
  t.like(JSON.parse(stdout), {
    since: null,
    recorded: false,
    not_recorded_because: 'the database is not migrated: npm run ops -- migrate',
  });
});

test.serial('a restore of all of it takes its folders from files', async (t) => {
  const inFile = (name: string, contents: string): string => {
    const file = path.join(root, name);
    writeFileSync(file, `${contents}\n`);
    return file;
  };
  const [dataDir, ledger, safe] = ['restored', 'ledger', 'safe'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(safe);
  const { folder: backup } = await ops<ScheduleResult>(['backups', 'run', path.join(root, 'whole')]);
  writeFileSync(path.join(safe, 'erasures-2026-01.ndjson'), '');
  const report = await ops<RestoreReport>(['restore', backup, '--ledger', safe], {
    DATA_DIR_FILE: inFile('data-dir', dataDir),
    ERASURE_LEDGER_FILE: inFile('erasure-ledger', ledger),
    MASTER_KEY_FILE: stack.masterKeyFile,
  });
  t.true(report.intact);
  t.true(existsSync(path.join(dataDir, 'postgres')));
  t.deepEqual(readdirSync(ledger), readdirSync(safe));
  t.false(existsSync(path.join(dataDir, 'erasures')));
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
  const good = { ...env, DATABASE_URL: await newDatabase(stack), EVENTSTORE_URL: store.connectionString };
  const service = path.join(root, 'service-url');
  writeFileSync(service, `${stack.databaseUrl}\n`);
  const restore = ['restore', last, '--no-ledger', '--verified-for', service];
  const otherKeys = path.join(root, 'other-keys.json');
  writeFileSync(
    otherKeys,
    JSON.stringify({ active: 'other', keys: { other: Buffer.alloc(32, 1).toString('base64') } }),
  );
  // What is refused is refused before anything is loaded: the database stays empty.
  for (const [words, settings, problem] of [
    [restore, good, /\nthe log does not hold the event at which projection/],
    [
      [...restore, '--until', String(moment - 1)],
      good,
      /\nthe log ends at position \d+, and not at \d+: give restore-log the same --until/,
    ],
    [[...restore, ...until], { ...good, MASTER_KEY_FILE: otherKeys }, /\nthe key ring lacks master-\w+\n$/],
    [
      [...restore, ...until, '--verified-for', path.join(root, 'nowhere')],
      good,
      /^the file that --verified-for names cannot be read\n$/,
    ],
  ] as const) {
    const { code, stderr } = await runOps(words, settings);
    t.is(code, 1);
    t.regex(stderr, problem);
  }
  await inDatabase(stack.databaseUrl, (pool) => pool.query('DELETE FROM ops.newest_backups'));
  const report = await ops<Recorded<RestoreReport>>([...restore, ...until], good);
  t.like(report, { intact: true, position: moment, recorded: true });
  t.deepEqual(await known(good.DATABASE_URL), {}, 'the rows of the backup tell of another installation');
  t.deepEqual(await known(), { verified: report.taken_at }, 'its service knows');
  await t.notThrowsAsync(requireDatabase(good.DATABASE_URL, { name: 'test', patienceMs: 0 }));
});

test.serial(
  'beside a log that has gone on, only a backup with the keys of its events is restored',
  async (t) => {
    const holding = path.join(root, 'keys-of-later-events');
    const { folder: taken } = await ops<ScheduleResult>(['backups', 'run', holding, '--without-log']);
    const end = await api.runtime.log.lastPosition();
    await openSession();
    const target = { ...env, DATABASE_URL: await newDatabase(stack) };
    const restore = ['restore', taken, '--no-ledger'];
    const refused = await runOps(restore, target);
    t.is(refused.code, 1);
    const line =
      /\nthe log goes on after the backup, and data keys of its events are missing \((\d+), the first at position (\d+)\): set the log back to the copy of its files that belongs to this backup, or restore a later backup \(docs\/operator\/backup\.md#distributed\)\n$/;
    t.regex(refused.stderr, line);
    const [, keys, position] = line.exec(refused.stderr) ?? [];
    const { rows } = await inDatabase(stack.databaseUrl, (pool) =>
      pool.query<{ key_id: string }>(
        'SELECT key_id FROM ops.data_keys ORDER BY created_at DESC, key_id LIMIT $1',
        [Number(keys)],
      ),
    );
    t.is(rows.length, Number(keys));
    t.true(BigInt(position ?? 0) > end);
    t.deepEqual(await contents(target.DATABASE_URL), {}, 'nothing was loaded');
    t.false(await inDatabase(target.DATABASE_URL, isBeingRestored));

    // A destroyed key is none that is missing, and an event that is not ours needs none.
    await inDatabase(stack.databaseUrl, (pool) =>
      pool.query(
        `UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = now() WHERE key_id = $1`,
        [rows[0]?.key_id],
      ),
    );
    await appendRaw(stack.eventStoreUrl, `session-${randomUUID()}`, {
      type: 'session-finalized',
      data: JSON.stringify({ sealed: { conclusion: { k: randomUUID(), d: 'AA==' } } }),
      metadata: '{}',
    });
    await ops(['backups', 'keys', holding]);
    t.like(await ops(restore, target), { intact: true });
  },
);
