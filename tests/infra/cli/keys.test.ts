import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Command } from 'commander';
import { CommandFailure, withInstallation } from '../../../infra/cli/connection.ts';
import { masterKeyCommands } from '../../../infra/cli/keys.ts';
import { openDataDir } from '../../../infra/embedded/data-dir.ts';
import { programOf } from '../../../infra/embedded/program.ts';
import { settleMasterKeys } from '../../../infra/embedded/secrets.ts';
import { rewrapAll } from '../../../infra/keys/rewrap.ts';
import { apiSettings } from '../../../shared/api/config.ts';
import { createApiProcess } from '../../../shared/api/serve.ts';
import { createDataKeys, storeKeys } from '../../../shared/crypto/data-keys.ts';
import {
  loadKeyRing,
  localMasterKeys,
  MasterKeysUnreachableError,
  singleKeyRing,
  type MasterKeys,
} from '../../../shared/crypto/master-keys.ts';
import { openMasterKeys } from '../../../shared/crypto/open-master-keys.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { StartupError } from '../../../shared/lifecycle/startup-error.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createFollowerProcess } from '../../../shared/projection/follower-process.ts';
import { compose as composeDispatcher } from '../../../webhook-dispatcher/compose.ts';
import { settings as dispatcherSettings } from '../../../webhook-dispatcher/config.ts';
import { startDatabase } from '../../support/database.ts';
import { destroyKeys } from '../../support/erasing.ts';
import { wipe } from '../../support/projecting.ts';
import { runOps } from '../../support/run-ops.ts';
import { until } from '../../support/until.ts';

/** Master keys over one database: each test begins with an empty one, and a key ring file of its own. */
const { pool, databaseUrl, stop } = await startDatabase();
test.after.always(stop);

const now = (): Date => new Date('2026-01-05T08:00:00.000Z');
const base64 = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const servers = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
const logger = createLogger({ name: 'test', level: 'silent' });

type World = {
  file: string;
  put: (active: string, keys: Record<string, string>) => void;
  /** As `npm start` on the same data does it. */
  settle: () => Promise<string>;
  /** The keys as another process has them. */
  open: () => Promise<MasterKeys>;
  /** Runs `npm run ops -- keys …` in this process. */
  ops: (...args: string[]) => Promise<Record<string, unknown>>;
  list: () => Promise<
    Record<string, { data_keys: number; signing_keys: number; active: boolean; in_ring: boolean }>
  >;
};

async function newWorld(t: ExecutionContext): Promise<World> {
  await wipe(pool);
  // What a test before this one has retired.
  await pool.query("SELECT ops.allow_master_key('old')");
  const dir = mkdtempSync(path.join(os.tmpdir(), 'triage-keys-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'ring.json');
  const put: World['put'] = (active, keys) =>
    writeFileSync(file, JSON.stringify({ active, keys }), { mode: 0o600 });
  put('old', { old: base64(1) });
  const connections = { ...servers, MASTER_KEY_FILE: file, DATA_DIR: dir };
  const ops: World['ops'] = async (...args) => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    let result: unknown;
    masterKeyCommands(program, async (work) => {
      result = await withInstallation(connections, work);
    });
    await program.parseAsync(['keys', ...args], { from: 'user' });
    return result as Record<string, unknown>;
  };
  const list: World['list'] = async () => {
    const rows = (await ops('list')) as unknown as { master_id: string }[];
    return Object.fromEntries(rows.map(({ master_id, ...use }) => [master_id, use])) as Awaited<
      ReturnType<World['list']>
    >;
  };
  const settle = (): Promise<string> =>
    settleMasterKeys(openDataDir(dir), { given: file, tell: () => undefined });
  return {
    settle,
    file,
    put,
    ops,
    list,
    open: () => openMasterKeys({ masterKeyFile: file }, { sql: pool, now }),
  };
}

/** Stores so many data keys, and returns them in the clear. */
async function storeMany(masterKeys: MasterKeys, count: number): Promise<Map<string, Uint8Array>> {
  const dataKeys = createDataKeys(masterKeys, systemRandom);
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await dataKeys.make(randomUUID(), 'subject'));
  await pool.query(
    `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
     SELECT k.id, k.id, k.id, 'subject', k.master, k.wrapped, $4
     FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS k (id, master, wrapped)`,
    [
      made.map(({ keyId }) => keyId),
      made.map(({ stored }) => stored.masterId),
      made.map(({ stored }) => Buffer.from(stored.wrapped)),
      now(),
    ],
  );
  return new Map(made.map(({ keyId, key }) => [keyId, new Uint8Array(key)]));
}

const load = async (masterKeys: MasterKeys, keys: Iterable<string>) =>
  new Map(await createDataKeys(masterKeys, systemRandom).load(pool, keys));
const destroy = (keyId: string): Promise<unknown> =>
  destroyKeys(pool, { keyIds: [keyId], erasureId: randomUUID(), at: now().toISOString() });

test.serial(
  'each process says in one line, before anything else, that its master key is wrong',
  async (t) => {
    const { put, open, file } = await newWorld(t);
    await open();
    const wrong = (): [Record<string, string>, RegExp][] => [
      [{ MASTER_KEY_FILE: file }, /^wrong master key: the one given as old is not the one/],
      [{ MASTER_KEY: base64(2) }, /^master key old is missing/],
      [{ MASTER_KEY_FILE: `${file}.none` }, /^MASTER_KEY_FILE cannot be read$/],
    ];
    put('old', { old: base64(2) });
    for (const [source, message] of wrong()) {
      const env = { ...servers, ...source, NATS_URL: 'nats://127.0.0.1:1', METRICS_PORT: '0', PORT: '0' };
      const config = apiSettings.parse(env);
      const starts: Record<string, { start(): Promise<void>; stop(): Promise<void> }> = {
        api: createApiProcess({ name: 'api', config, logger, routes: () => t.fail() }),
        follower: createFollowerProcess({
          name: 'projections',
          config,
          logger,
          make: () => t.fail(),
        }),
        dispatcher: composeDispatcher(dispatcherSettings.parse(env), logger),
      };
      for (const [name, process] of Object.entries(starts)) {
        const error = await t.throwsAsync(process.start(), { instanceOf: StartupError, message }, name);
        t.notRegex(error.message, /\n/);
        await process.stop();
      }
      await t.throwsAsync(
        withInstallation({ ...servers, ...source }, () => Promise.resolve(t.fail())),
        { instanceOf: StartupError, message },
      );
    }
    // Nobody has left a check value of a wrong key behind.
    const { rows } = await pool.query('SELECT master_id FROM ops.master_keys');
    t.deepEqual(rows, [{ master_id: 'old' }]);
  },
);

test.serial('a ring that holds what the database knows is taken, with new keys beside', async (t) => {
  const { put, open } = await newWorld(t);
  await open();
  put('new', { new: base64(2), old: base64(1) });
  t.deepEqual((await (await open()).ids()).active, 'new');
  // From now on the new one is known as well.
  put('old', { old: base64(1) });
  await t.throwsAsync(open(), { message: /^master key new is missing/ });
  put('new', { new: base64(3), old: base64(1) });
  await t.throwsAsync(open(), { message: /given as new is not the one/ });
});

test.serial('a database that does not answer, or was never migrated, is told as that', async (t) => {
  const source = { masterKey: base64(1) };
  const failing = (error: Error): Parameters<typeof openMasterKeys>[1] => ({
    sql: { query: () => Promise.reject(error) } as never,
    now,
    patienceMs: 0,
  });
  const coded = (code: string): Error => Object.assign(new Error('a value of somebody'), { code });
  const cases: [Error, RegExp][] = [
    [coded('ECONNREFUSED'), /^the database is out of reach/],
    [coded('42P01'), /^the database is not migrated: npm run ops -- migrate$/],
    [coded('42501'), /^the user of DATABASE_URL lacks a right/],
    [coded('22P02'), /^the master keys cannot be checked against the database$/],
    [new MasterKeysUnreachableError(), /^the master keys are out of reach$/],
  ];
  for (const [error, message] of cases) {
    await t.throwsAsync(openMasterKeys(source, failing(error)), { instanceOf: StartupError, message });
  }
});

test.serial('a rotation wraps every key anew, and the old master key can then be retired', async (t) => {
  const { open, ops, list, file, settle } = await newWorld(t);
  await settle();
  const other = await open();
  const keys = await storeMany(other, 1_203);
  const signer = createSigner({ pool, masterKeys: other, now, newId: randomUUID });
  const signed = await signer.sign({ a: 1 });
  const [gone = ''] = keys.keys();
  await destroy(gone);
  t.like(await list(), { old: { active: true, in_ring: true, data_keys: 1_202, signing_keys: 1 } });
  await t.throwsAsync(ops('retire', 'old'), { instanceOf: CommandFailure, message: /is active/ });

  chmodSync(file, 0o640);
  const rotation = await ops('rotate-master');
  t.like(rotation, { rewrapped: 1_203, left: 0, failures: [], resumed: false });
  const active = String(rotation.active);
  t.regex(active, /^master-[0-9a-f]{8}$/);
  t.is(statSync(file).mode & 0o777, 0o640, 'the file stays as readable as it was');
  t.like(await list(), {
    old: { active: false, in_ring: true, data_keys: 0, signing_keys: 0 },
    [active]: { active: true, in_ring: true, data_keys: 1_202, signing_keys: 1 },
  });
  // A process that was running all the time reads everything, and what is destroyed stays so.
  const opened = await load(other, keys.keys());
  for (const [keyId, key] of keys) t.deepEqual(opened.get(keyId), keyId === gone ? 'destroyed' : key);
  t.deepEqual(
    (await signer.publicKeys()).map((one) => one.signing_key_id),
    [signed.signing_key_id],
  );

  t.deepEqual(await ops('retire', 'old'), { retired: 'old' });
  t.deepEqual(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { keys: object }).keys), [active]);
  t.deepEqual((await load(await open(), [...keys.keys()].slice(1, 2))).size, 1);
  t.like(await list(), { old: { in_ring: false }, [active]: { active: true } });
  // Whoever still has the old ring in memory can store nothing that nobody could open any more.
  const stale = createDataKeys(
    localMasterKeys({ active: 'old', keys: new Map([['old', new Uint8Array(32)]]) }),
    systemRandom,
  );
  const late = await stale.make(randomUUID(), 'subject');
  await t.throwsAsync(storeKeys(pool, { tenantId: late.keyId, subjectId: late.keyId, now: now() }, [late]), {
    message: /master_key_retired/,
  });
  await t.throwsAsync(ops('retire', 'nobody'), { instanceOf: CommandFailure, message: /no such master key/ });
  await t.throwsAsync(ops('rotate-master', '--to', 'old'), { message: /not in the key ring/ });
  t.is(await settle(), file, 'the stack starts again with what is left of the ring');
  t.deepEqual(await ops('retire', 'old'), { retired: 'old' }, 'repeating it changes nothing');
});

test.serial('a key that is brought to every host first is used when it is named', async (t) => {
  const { open, ops, list, put, file } = await newWorld(t);
  await storeMany(await open(), 3);
  const { added } = (await ops('add')) as { added: string };
  t.like(await list(), { old: { active: true, data_keys: 3 }, [added]: { active: false, in_ring: true } });
  t.like(await ops('rotate-master', '--to', added), { active: added, rewrapped: 3, resumed: false });
  // Keys that a process wrapped with the old one meanwhile are found by starting it again.
  await storeMany(localMasterKeys({ ...(await loadKeyRing({ masterKeyFile: file })), active: 'old' }), 2);
  await t.throwsAsync(ops('retire', 'old'), { instanceOf: CommandFailure, message: /still wraps keys/ });
  await storeMany(localMasterKeys(await loadKeyRing({ masterKeyFile: file })), 1);
  t.like(await ops('rotate-master'), { active: added, rewrapped: 2, left: 0, resumed: true });
  t.like(await list(), { [added]: { data_keys: 6 } });
  t.deepEqual(await ops('retire', 'old'), { retired: 'old' });
  // A name cannot come back with another key.
  put('old', { old: base64(5), [added]: base64(6) });
  await t.throwsAsync(open(), { instanceOf: StartupError });
});

test.serial('beside traffic: new keys, keys that are destroyed, locked and tampered with', async (t) => {
  const { open, put } = await newWorld(t);
  const before = await open();
  const keys = await storeMany(before, 20);
  const [doomed = '', locked = '', broken = '', ...others] = keys.keys();
  await pool.query(
    'UPDATE ops.data_keys SET wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20)) WHERE key_id = $1',
    [broken],
  );
  put('new', { new: base64(2), old: base64(1) });
  const masterKeys = await open();
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM ops.data_keys WHERE key_id = $1 FOR SHARE', [locked]);

  let added: string[] = [];
  const busy: MasterKeys = {
    ...masterKeys,
    // Between the reading of a batch and its writing.
    wrap: async (batch) => {
      const wrapped = await masterKeys.wrap(batch);
      if (batch.some(({ keyId }) => keyId === doomed)) await destroy(doomed);
      if (added.length === 0) added = [...(await storeMany(before, 2)).keys()];
      return wrapped;
    },
  };
  let letGo: Promise<void> | undefined;
  const result = await rewrapAll({ pool, masterKeys: busy }, (done) => {
    // Everything but the locked one was wrapped. As much can be told again while the lock is not noticed to be gone.
    if (done === others.length + 2) letGo ??= holder.query('COMMIT').then(() => holder.release());
  });
  await letGo;
  t.deepEqual(result, {
    rewrapped: others.length + 3,
    left: 1,
    failures: [{ key_id: broken, reason: 'tampered' }],
  });
  const opened = await load(masterKeys, [doomed, locked, ...others, ...added]);
  t.is(opened.get(doomed), 'destroyed');
  for (const keyId of [locked, ...others]) t.deepEqual(opened.get(keyId), keys.get(keyId));
  const { rows } = await pool.query('SELECT key_id FROM ops.data_keys WHERE master_id = $1', ['old']);
  t.deepEqual(rows, [{ key_id: broken }]);
});

test.serial('a rotation that is killed midway is carried on by the next one', async (t) => {
  t.timeout(60_000);
  const { open, ops, list, file } = await newWorld(t);
  const other = await open();
  const keys = await storeMany(other, 1_600);
  const ids = [...keys.keys()].toSorted();
  // The third batch waits for this test.
  await pool.query(`CREATE FUNCTION ops.test_wait() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END $$`);
  await pool.query(`CREATE TRIGGER test_wait BEFORE UPDATE ON ops.data_keys FOR EACH ROW
    WHEN (NEW.key_id = '${ids[1_200]}') EXECUTE FUNCTION ops.test_wait()`);
  t.teardown(() => pool.query('DROP FUNCTION ops.test_wait CASCADE'));
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock(42)');

  const child = spawn(process.execPath, [programOf('infra/cli/main.ts'), 'keys', 'rotate-master'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...servers, MASTER_KEY_FILE: file },
    stdio: 'ignore',
  });
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await pool.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    );
    return rowCount === 1;
  };
  await until('the third batch', 40_000, isWaiting);
  await t.throwsAsync(ops('rotate-master'), { instanceOf: CommandFailure, message: /another change/ });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const half = await list();
  const active = Object.keys(half).find((id) => id !== 'old') ?? '';
  t.like(half, { old: { data_keys: 600 }, [active]: { data_keys: 1_000, active: true } });
  t.deepEqual((await load(other, keys.keys())).size, 1_600, 'both halves open meanwhile');

  await holder.query('SELECT pg_advisory_unlock(42)');
  holder.release();
  // The server finishes what the dead client had asked for last, then notices.
  await until('the lock of the dead one', 10_000, async () => {
    const { rowCount } = await pool.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'ops'");
    return rowCount === 0;
  });
  t.like(await ops('rotate-master'), { active, resumed: true, left: 0, failures: [] });
  t.like(await list(), { old: { data_keys: 0 }, [active]: { data_keys: 1_600 } });
  const opened = await load(other, keys.keys());
  t.true([...keys].every(([keyId, key]) => Buffer.from(key).equals(opened.get(keyId) as Uint8Array)));
});

test.serial('a key in the environment is put into a file before it can be rotated', async (t) => {
  const { file } = await newWorld(t);
  await wipe(pool);
  const connections = { ...servers, MASTER_KEY: base64(1) };
  const ops = async (...args: string[]): Promise<unknown> => {
    const program = new Command().exitOverride();
    let result: unknown;
    masterKeyCommands(program, async (work) => (result = await withInstallation(connections, work)) as never);
    await program.parseAsync(['keys', ...args], { from: 'user' });
    return result;
  };
  await t.throwsAsync(ops('rotate-master'), { instanceOf: CommandFailure, message: /make-ring/ });
  const { active } = singleKeyRing(base64(1));
  const makeRing = (name: string, MASTER_KEY: string) => runOps(['keys', 'make-ring', name], { MASTER_KEY });
  t.deepEqual(await makeRing(file, base64(1)), {
    code: 1,
    stdout: '',
    stderr: 'there is a file of that name already\n',
  });
  t.like(await makeRing(`${file}.first`, 'short'), {
    code: 1,
    stderr: 'MASTER_KEY must be 32 bytes in base64\n',
  });
  const { code, stdout, stderr } = await makeRing(`${file}.first`, base64(1));
  t.deepEqual([code, stderr], [0, ''], 'no database, no event store, no migration');
  t.deepEqual(JSON.parse(stdout), { file: `${file}.first`, active });
  t.is(statSync(`${file}.first`).mode & 0o777, 0o600);
  const opened = await openMasterKeys({ masterKeyFile: `${file}.first` }, { sql: pool, now });
  t.deepEqual(await opened.ids(), { active, known: [active] });
});
