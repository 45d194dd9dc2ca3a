import test from 'ava';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { backUp, backUpHeld, backUpKeys, holdDatabase } from '../../../infra/backup/backup.ts';
import { readChain, verifyFiles } from '../../../infra/backup/chain.ts';
import { BackupRefusal, MANIFEST, readBackup, type Manifest } from '../../../infra/backup/manifest.ts';
import { planRestore } from '../../../infra/backup/moment.ts';
import { restoreDatabase } from '../../../infra/backup/restore-database.ts';
import { restoreEmbedded } from '../../../infra/backup/restore-embedded.ts';
import { REBUILD_LOCK } from '../../../projectors/rebuild/rebuild.ts';
import { createPool, isUnreachable } from '../../../shared/postgres/pool.ts';
import { contents, contentsOf, newDatabase } from '../../support/restored.ts';
import { requireDatabase } from '../../../shared/postgres/require-database.ts';
import { runOps } from '../../support/run-ops.ts';
import { serverSettings } from '../../support/servers.ts';
import { startStack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const stack = await startStack();
const { databaseUrl, eventStoreUrl } = stack;
const pool = createPool({ databaseUrl, name: 'test', maxConnections: 3 });
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-backup-'));
test.after.always(async () => {
  rmSync(root, { recursive: true, force: true });
  await pool.end();
  await stack.stop();
});

let made = 0;
const newFolder = (): string => path.join(root, `backup-${++made}`);
const onProgress = (): void => undefined;
const take = (folder: string) =>
  backUp({ folder, since: null, databaseUrl, eventStoreUrl: null, onProgress });
const planOf = async (folder: string) => planRestore(await readChain(folder), null);

const TENANT = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
const addKey = (name: string, at: string | null): Promise<unknown> =>
  pool.query(
    `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
     VALUES (md5($1)::uuid, $2, $2, 'subject', 'master-1', decode(md5($1), 'hex'), coalesce($3, now()))`,
    [name, TENANT, at],
  );

test.serial(
  'a restored database holds the same rows, and the keys that were made after its snapshot',
  async (t) => {
    await addKey('old', '2026-01-01T00:00:00Z');
    await addKey('destroyed since', null);
    await pool.query(
      `INSERT INTO ops.checkpoints (projection, version, position, event_id, stream, revision, updated_at)
       VALUES ($1, 1, 9007199254740991, md5('e')::uuid, NULL, NULL, '2026-01-05T08:00:00.123456Z')`,
      ['tab\t line\n back\\slash'],
    );
    const folder = newFolder();
    const taken = await take(folder);
    t.is(taken.events, null);
    const before = await contents(databaseUrl);
    await addKey('new', null);
    await pool.query(
      `UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = now() WHERE key_id = md5('destroyed since')::uuid`,
    );
    const again = await backUpKeys({ folder, databaseUrl });
    t.not(again.manifest_sha256, taken.manifest_sha256);

    const plan = await planOf(folder);
    await verifyFiles(plan.chain, onProgress);
    t.deepEqual(plan.chain[0].manifest.master_keys, ['master-1']);
    const target = await newDatabase(stack);
    let told = 0;
    await restoreDatabase({ plan, databaseUrl: target, onProgress: (rows) => (told = rows) });
    t.is(told, taken.rows);
    const { 'ops.data_keys': keys = [], ...others } = await contents(target);
    const { 'ops.data_keys': keysBefore = [], ...othersBefore } = before;
    t.deepEqual(others, othersBefore);
    t.deepEqual(
      keys.filter((row) => keysBefore.includes(row)),
      keysBefore,
    );
    t.is(keys.length, keysBefore.length + 1);
    await t.throwsAsync(restoreDatabase({ plan, databaseUrl, onProgress }), {
      instanceOf: BackupRefusal,
      message: /not empty/,
    });
    const [{ manifest, ...rest }] = plan.chain;
    const future = {
      ...rest,
      manifest: { ...manifest, migrations: [...manifest.migrations, '9999_later.sql'] },
    };
    const chain = [future] as const;
    await t.throwsAsync(
      restoreDatabase({
        plan: { ...plan, chain, rows: chain },
        databaseUrl: await newDatabase(stack),
        onProgress,
      }),
      { instanceOf: BackupRefusal, message: /newer version/ },
    );
  },
);

test.serial(
  'until a restore is complete no process starts on its database, and nothing is made of it',
  async (t) => {
    const folder = newFolder();
    await take(folder);
    const plan = await planOf(folder);
    const target = await newDatabase(stack);
    const starting = () => requireDatabase(target, { name: 'test', patienceMs: 0 });
    const cutShort = restoreDatabase({
      plan,
      databaseUrl: target,
      onProgress: () => {
        throw new Error('killed');
      },
    });
    await t.throwsAsync(cutShort, { message: 'killed' });
    const line =
      /^a restore works into this database, or was cut short: .* docs\/operator\/backup.md#distributed$/;
    await t.throwsAsync(starting(), { name: 'StartupError', message: line });
    const instanceOf = BackupRefusal;
    await t.throwsAsync(restoreDatabase({ plan, databaseUrl: target, onProgress }), {
      instanceOf,
      message: /was cut short: if none works, DROP DATABASE, CREATE DATABASE, and restore again$/,
    });

    const other = await newDatabase(stack);
    await restoreDatabase({ plan, databaseUrl: other, onProgress });
    // The erasures of the ledger were not carried out again.
    await t.throwsAsync(requireDatabase(other, { name: 'test', patienceMs: 0 }), { message: line });
    const taking = backUp({
      folder: newFolder(),
      since: null,
      databaseUrl: other,
      eventStoreUrl: null,
      onProgress,
    });
    await t.throwsAsync(taking, { instanceOf, message: /nothing to back up$/ });
    for (const words of [['migrate'], ['rebuild', '--all', '--check']]) {
      const { code, stderr } = await runOps(words, { ...serverSettings(stack), DATABASE_URL: other });
      t.is(code, 1, words.join(' '));
      t.regex(stderr.trim(), line, words.join(' '));
    }
  },
);

test.serial('nothing is restored into a database that a process still uses', async (t) => {
  const folder = newFolder();
  await take(folder);
  const target = await newDatabase(stack);
  const process = createPool({ databaseUrl: target, name: 'projections', maxConnections: 1 });
  await process.query('SELECT 1');
  const options = { plan: await planOf(folder), databaseUrl: target, onProgress };
  await t.throwsAsync(restoreDatabase(options), {
    instanceOf: BackupRefusal,
    message: 'others are connected to the database (projections): stop the service everywhere first',
  });
  await process.end();
  await until('the server has seen the end', 10_000, async () => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'projections'`,
    );
    return rowCount === 0;
  });
  await t.notThrowsAsync(restoreDatabase(options));
});

test.serial('a backup of the version before incremental ones is restored', async (t) => {
  const folder = newFolder();
  await take(folder);
  const rows = await contentsOf(stack, await readChain(folder));
  const file = path.join(folder, MANIFEST);
  const {
    parent,
    log,
    tables,
    later_keys: later,
    ...rest
  } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  t.deepEqual([parent, log], [null, null]);
  const withoutSegments = ({ segments: _, ...entry }: Manifest['later_keys']) => entry;
  const first = {
    ...rest,
    format: 1,
    log,
    tables: tables.map(withoutSegments),
    later_keys: withoutSegments(later),
  };
  writeFileSync(file, JSON.stringify(first));
  t.deepEqual(await contentsOf(stack, await readChain(folder)), rows);
});

test.serial('no master key and nothing readable for others goes into a backup', async (t) => {
  const folder = newFolder();
  await take(folder);
  const ring = JSON.parse(readFileSync(stack.masterKeyFile, 'utf8')) as { keys: Record<string, string> };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  t.true(files.length > 10);
  for (const file of files) {
    const bytes = readFileSync(path.join(file.parentPath, file.name));
    for (const key of Object.values(ring.keys)) {
      t.false(bytes.includes(key));
      t.false(bytes.includes(Buffer.from(key, 'base64').toString('hex')));
    }
  }
});

test.serial('a damaged, cut or foreign backup is refused', async (t) => {
  const folder = newFolder();
  await take(folder);
  const chain = await readChain(folder);
  const some = chain[0].manifest.tables.find(({ file }) => file.bytes > 0)!.file;
  const instanceOf = BackupRefusal;
  await t.notThrowsAsync(verifyFiles(chain, onProgress));
  const content = readFileSync(path.join(folder, some.path));
  const changed = Buffer.from(content);
  changed[0]! ^= 1;
  writeFileSync(path.join(folder, some.path), changed);
  await t.throwsAsync(verifyFiles(chain, onProgress), {
    instanceOf,
    message: /is not what the manifest/,
  });
  writeFileSync(path.join(folder, some.path), content);
  appendFileSync(path.join(folder, some.path), 'x');
  await t.throwsAsync(verifyFiles(chain, onProgress), {
    instanceOf,
    message: /is not what the manifest/,
  });
  rmSync(path.join(folder, some.path));
  await t.throwsAsync(verifyFiles(chain, onProgress), { instanceOf, message: /is missing/ });
  writeFileSync(path.join(folder, MANIFEST), '{"format": 2}');
  await t.throwsAsync(readBackup(folder), { instanceOf, message: /not one that this version reads/ });
  rmSync(path.join(folder, MANIFEST));
  await t.throwsAsync(readBackup(folder), { instanceOf, message: /cut short/ });
});

test.serial('nothing is written over, and no rebuild switches tables meanwhile', async (t) => {
  const folder = newFolder();
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'notes.txt'), 'mine');
  await t.throwsAsync(take(folder), { instanceOf: BackupRefusal, message: /not empty/ });
  t.is(readFileSync(path.join(folder, 'notes.txt'), 'utf8'), 'mine');
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${REBUILD_LOCK} IN EXCLUSIVE MODE`);
  await t.throwsAsync(take(newFolder()), { instanceOf: BackupRefusal, message: /rebuild/ });
  await client.query('ROLLBACK');
  client.release();
});

test.serial('a file that was empty, and holds something now, is damaged', async (t) => {
  const folder = newFolder();
  await take(folder);
  const { manifest } = await readBackup(folder);
  const empty = manifest.tables.find(({ file }) => file.bytes === 0);
  appendFileSync(path.join(folder, empty?.file.path ?? ''), 'a row of somebody\n');
  const verifying = verifyFiles(await readChain(folder), onProgress);
  await t.throwsAsync(verifying, { instanceOf: BackupRefusal, message: /the backup is damaged/ });
});

test.serial('keys that cannot be taken once more leave the backup as it was', async (t) => {
  const folder = newFolder();
  await take(folder);
  const verified = async () => verifyFiles(await readChain(folder), onProgress);
  const laterFiles = (): string[] =>
    readdirSync(path.join(folder, 'keys')).filter((name) => name.startsWith('later'));
  await addKey('while the manifest cannot be written', null);
  mkdirSync(path.join(folder, `${MANIFEST}.new`));
  await t.throwsAsync(backUpKeys({ folder, databaseUrl }), { code: 'EISDIR' });
  await t.notThrowsAsync(verified());
  rmSync(path.join(folder, `${MANIFEST}.new`), { recursive: true });
  for (const name of ['later-again.copy', 'later.copy']) {
    await backUpKeys({ folder, databaseUrl });
    await t.notThrowsAsync(verified());
    t.deepEqual(laterFiles(), [name]);
  }
});

test.serial('keys are not taken once more while another backup may go on from this one', async (t) => {
  const folder = newFolder();
  await take(folder);
  const before = readFileSync(path.join(folder, MANIFEST), 'utf8');
  await holdDatabase(databaseUrl, () =>
    t.throwsAsync(backUpKeys({ folder, databaseUrl }), {
      instanceOf: BackupRefusal,
      message: 'a rebuild or another backup is running',
    }),
  );
  t.is(readFileSync(path.join(folder, MANIFEST), 'utf8'), before);
});

test.serial('a backup is none whose lock was lost before its manifest', async (t) => {
  const folder = newFolder();
  await holdDatabase(databaseUrl, async (held) => {
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE relation = '${REBUILD_LOCK}'::regclass AND mode = 'ExclusiveLock' AND granted`,
    );
    const taking = backUpHeld(held, { folder, since: null, databaseUrl, eventStoreUrl: null, onProgress });
    t.true(isUnreachable(await t.throwsAsync(taking)));
  });
  await t.throwsAsync(readBackup(folder), { instanceOf: BackupRefusal, message: /cut short/ });
});

test.serial('a restore needs an empty DATA_DIR, the log, and the key ring', async (t) => {
  const options = { since: null, databaseUrl, eventStoreUrl, onProgress };
  await t.throwsAsync(backUp({ ...options, folder: newFolder() }), {
    instanceOf: BackupRefusal,
    message: /the log ends at position 0, before the database/,
  });
  await pool.query('DELETE FROM ops.checkpoints');
  const folder = newFolder();
  await backUp({ ...options, folder });
  const plan = await planOf(folder);
  t.is(plan.chain[0].manifest.log?.events, 0);
  const restoring = {
    plan,
    masterKeyFile: undefined,
    env: process.env,
    ledger: null,
    ledgerPath: null,
    acceptedKeys: [],
    onProgress,
  };
  const instanceOf = BackupRefusal;
  const dataDir = newFolder();
  await t.throwsAsync(restoreEmbedded({ ...restoring, dataDir }), { instanceOf, message: /key ring/ });
  const masterKeyFile = stack.masterKeyFile;
  await t.throwsAsync(restoreEmbedded({ ...restoring, dataDir, masterKeyFile }), {
    instanceOf,
    message: /lacks master-1/,
  });
  const withoutLog = newFolder();
  await take(withoutLog);
  await t.throwsAsync(
    restoreEmbedded({ ...restoring, dataDir, masterKeyFile, plan: await planOf(withoutLog) }),
    {
      instanceOf,
      message: /holds no log/,
    },
  );
  mkdirSync(path.join(dataDir, 'postgres'));
  await t.throwsAsync(restoreEmbedded({ ...restoring, dataDir }), { instanceOf, message: /holds data/ });
});
