import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BACKWARDS, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import test, { type ExecutionContext } from 'ava';
import { connect } from 'nats';
import pg from 'pg';
import { startInfrastructure, type Infrastructure } from '../../../infra/embedded/stack.ts';
import { natsServer } from '../../../shared/config/nats-url.ts';
import { parseConnection } from '../../../shared/event-log/connection-string.ts';
import { leaveOutAddressNames } from '../../../shared/event-log/tls-server-name.ts';
import { createLogger } from '../../../shared/logging/logger.ts';

leaveOutAddressNames(); // the driver is used without shared/event-log here, and by an address
const logger = createLogger({ name: 'test', level: 'silent' });
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-stack-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

async function start(t: ExecutionContext, name: string, tell: (line: string) => void = () => undefined) {
  const dataDir = path.join(root, name);
  const stack: Infrastructure = await startInfrastructure({
    dataDir,
    logger,
    env: process.env,
    tell,
    restart: false,
  });
  t.teardown(stack.stop);
  return stack;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function lastEvent(url: string): Promise<string | undefined> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    for await (const { event } of client.readStream('notes', { direction: BACKWARDS, maxCount: 1 }))
      return event?.type;
    return undefined;
  } finally {
    await client.dispose();
  }
}

async function append(url: string, type: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  // With credentials the client appends by a call of its own. Its batched appends share one table a process, and
  // disposing a client here would reject those of the tests that run beside.
  const { name: username = '', password = '' } = parseConnection(url).user ?? {};
  const credentials = { username, password };
  await client.appendToStream('notes', jsonEvent({ type, data: {} }), { credentials });
  await client.dispose();
}

async function stores(url: string): Promise<string[]> {
  const connection = await connect({ ...natsServer(url), reconnect: false });
  const streams = await (await connection.jetstreamManager()).streams.names().next();
  await connection.close();
  return streams;
}

async function addStream(url: string): Promise<void> {
  const connection = await connect({ ...natsServer(url), reconnect: false });
  await (await connection.jetstreamManager()).streams.add({ name: 'wake', subjects: ['wake.*'] });
  await connection.close();
}

const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);

const storeFiles = [
  'event-store',
  'event-store-ca.crt',
  'event-store-ca.key',
  'event-store.crt',
  'event-store.key',
];

test('a stack keeps its data, passwords and keys over a restart, and is alone on its directory', async (t) => {
  const told: string[] = [];
  const first = await start(t, 'keep', (line) => told.push(line));
  const { dir } = first;
  t.deepEqual(told, [`master key created in ${first.masterKeyFile}: keep a copy of it apart from the data`]);
  const kept = ['master-keys.json', 'postgres-admin', 'postgres-application', 'nats', ...storeFiles];
  const files = [...kept, 'nats.conf'];
  t.deepEqual([dir.root, dir.secrets, ...files.map((file) => path.join(dir.secrets, file))].map(mode), [
    '700',
    '700',
    ...files.map(() => '600'),
  ]);

  await t.throwsAsync(start(t, 'keep'), {
    name: 'StartupError',
    message: `DATA_DIR ${dir.root} is in use by process ${process.pid}: stop that one first, or set another DATA_DIR`,
  });

  await query(first.databaseUrl, `create table note as select 'kept' as word`);
  await append(first.eventStoreUrl, 'kept');
  await addStream(first.natsUrl);
  const secrets = kept.map((file) => readFileSync(path.join(dir.secrets, file), 'utf8'));
  await first.stop();

  const again = await start(t, 'keep', (line) => told.push(line));
  t.is(told.length, 1, 'nothing to tell at the second start');
  t.deepEqual(await query(again.databaseUrl, 'select word from note'), [{ word: 'kept' }]);
  t.is(await lastEvent(again.eventStoreUrl), 'kept');
  t.deepEqual(await stores(again.natsUrl), ['wake']);
  t.deepEqual(
    kept.map((file) => readFileSync(path.join(dir.secrets, file), 'utf8')),
    secrets,
  );
  await again.stop();
});

test('an installation of before keeps its data, gets password and certificate, and is closed to others', async (t) => {
  const first = await start(t, 'before');
  const { root: dataDir, secrets, eventStore } = first.dir;
  await append(first.eventStoreUrl, 'kept');
  await first.stop();
  for (const file of storeFiles) rmSync(path.join(secrets, file));
  const wide = [dataDir, secrets, eventStore, path.join(eventStore, 'data')];
  for (const file of wide) chmodSync(file, 0o755);
  const password = path.join(secrets, 'postgres-admin');
  chmodSync(password, 0o644);

  const again = await start(t, 'before');
  t.is(await lastEvent(again.eventStoreUrl), 'kept');
  t.deepEqual([...wide, password].map(mode), ['700', '700', '700', '700', '600']);
  t.deepEqual(
    storeFiles.map((file) => mode(path.join(secrets, file))),
    storeFiles.map(() => '600'),
  );
  await again.stop();
});

test('the password of the event store lets in, and stands in no process list and no log', async (t) => {
  const { eventStoreUrl, dir, processes, stop } = await start(t, 'password');
  const password = readFileSync(path.join(dir.secrets, 'event-store'), 'utf8').trim();
  t.is(parseConnection(eventStoreUrl).user?.password, password);
  await append(eventStoreUrl, 'let in');
  await t.throwsAsync(append(eventStoreUrl.replace(password, `${password}x`), 'not let in'), {
    message: /UNAUTHENTICATED/,
  });
  await t.throwsAsync(lastEvent(eventStoreUrl.replace(/\/\/[^@]+@/, '//')), { message: /UNAUTHENTICATED/ });
  await t.throwsAsync(lastEvent(eventStoreUrl.replace(/\?.*/, '?tls=false')), { message: /UNAVAILABLE/ });
  const pids = Object.values(processes).map((service) => service.pid());
  const lists = pids.map((pid) => (isLinux ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''));
  await stop();
  const logs = readdirSync(dir.logs).map((name) => readFileSync(path.join(dir.logs, name), 'utf8'));
  t.true(logs.some((text) => text.includes('event store is listening')));
  for (const text of [...lists, ...logs]) t.false(text.includes(password));
});

const isLinux = process.platform === 'linux';

test('a missing, damaged or foreign master key is refused in one line, and nothing is left running', async (t) => {
  const first = await start(t, 'keys');
  await first.stop();
  const file = first.masterKeyFile;
  const aside = `${file}.aside`;
  const refused = async (message: RegExp) => {
    await t.throwsAsync(start(t, 'keys'), { name: 'StartupError', message });
    t.false(existsSync(path.join(first.dir.root, 'stack.lock')));
  };

  renameSync(file, aside);
  await refused(/master-keys\.json is missing, and .* holds data: restore the file/);
  t.false(existsSync(file), 'no new key is made beside existing data');
  writeFileSync(file, '{');
  await refused(/master-keys\.json cannot be used: the key ring is not valid JSON$/);
  const ring = JSON.parse(readFileSync(aside, 'utf8')) as { active: string };
  const keys = { [ring.active]: Buffer.alloc(32, 7).toString('base64') };
  writeFileSync(file, JSON.stringify({ active: ring.active, keys }));
  await refused(/^wrong master key: .* does not fit the data in /);
  const other = { active: 'other', keys: { other: Buffer.alloc(32, 7).toString('base64') } };
  writeFileSync(file, JSON.stringify(other));
  await refused(/^wrong master key: /);

  renameSync(aside, file);
  await (await start(t, 'keys')).stop();
});

test('Postgres logs no values, is reached with a password only, and the application is no superuser', async (t) => {
  const { dir, databaseUrl, adminUrl, stop } = await start(t, 'private');
  const names = [
    'log_statement',
    'log_error_verbosity',
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'jit',
  ];
  names.push('server_encoding', 'TimeZone', 'max_connections', 'listen_addresses');
  const settings = (await query(
    databaseUrl,
    `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`).join()})
     union select 'lc_collate', datcollate from pg_database where datname = current_database()`,
  )) as { name: string; setting: string }[];
  t.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    log_statement: 'none',
    log_error_verbosity: 'terse',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    jit: 'off',
    server_encoding: 'UTF8',
    lc_collate: 'C',
    TimeZone: 'UTC',
    max_connections: '200',
    listen_addresses: '127.0.0.1',
  });
  t.deepEqual(
    await query(databaseUrl, `select usesuper, usebypassrls from pg_user where usename = current_user`),
    [{ usesuper: false, usebypassrls: false }],
  );
  t.deepEqual(await query(adminUrl, `select usesuper from pg_user where usename = current_user`), [
    { usesuper: true },
  ]);
  await t.throwsAsync(query(databaseUrl.replace(/:[^:@]*@/, ':wrong@'), 'select 1'), { code: '28P01' });

  await query(databaseUrl, 'create table person (name text primary key check (length(name) < 12), age int)');
  const refused = [
    `insert into person values ('CANARY-long-name')`,
    `insert into person values ('CANARY', 'CANARY')`,
    `select 'CANARY'::uuid`,
    `do $$ begin raise exception 'CANARY' using detail = 'CANARY', hint = 'CANARY'; end $$`,
  ];
  for (const sql of refused) await t.throwsAsync(query(databaseUrl, sql));
  await stop();
  const log = readFileSync(path.join(dir.logs, 'postgres.log'), 'utf8');
  t.true(log.includes('database system is shut down'));
  t.false(log.includes('CANARY'), log);
});

test('each process can be killed or stopped and started again on the same address', async (t) => {
  const stack = await start(t, 'faults');
  await query(stack.databaseUrl, `create table note as select 'kept' as word`);
  await append(stack.eventStoreUrl, 'kept');
  await addStream(stack.natsUrl);
  for (const service of Object.values(stack.processes)) {
    const before = service.pid();
    await service.kill();
    t.is(service.pid(), undefined, service.name);
    await service.start();
    t.not(service.pid(), before);
    await service.stop();
    t.is(service.pid(), undefined, service.name);
    await service.start();
  }
  t.deepEqual(await query(stack.databaseUrl, 'select word from note'), [{ word: 'kept' }]);
  t.is(await lastEvent(stack.eventStoreUrl), 'kept');
  t.deepEqual(await stores(stack.natsUrl), ['wake']);
  await stack.stop();
});
