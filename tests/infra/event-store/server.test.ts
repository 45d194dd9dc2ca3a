import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import {
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  persistentSubscriptionToStreamSettingsFromDefaults,
  UnavailableError,
} from '@eventstore/db-client';
import { startEventStore, type EventStoreOptions } from '../../../infra/event-store/server.ts';
import { startOpenStore } from '../../support/open-store.ts';
import { StartupError } from '../../../shared/lifecycle/startup-error.ts';
import { storeSecrets } from '../../support/store-secrets.ts';
import { collect } from '../../support/collect.ts';
import { numbered, readNumbers, rejection, rejectionOf } from './support/store.ts';
import { runStoreProcess, startStoreProcess } from './support/store-process.ts';
import { collectSubscription } from './support/subscriber.ts';

/*
 * One after the other: the client keeps the pending appends of all clients of a process in one place, and
 * rejects them all when one of its connections ends.
 */

async function temporaryDirectory(t: ExecutionContext): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'event-store-server-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function start(t: ExecutionContext, options: Partial<EventStoreOptions> = {}) {
  const directory = options.directory ?? (await temporaryDirectory(t));
  const store = await startOpenStore({
    directory,
    ...options,
  });
  t.teardown(() => store.stop());
  const client = EventStoreDBClient.connectionString(store.connectionString);
  t.teardown(() => client.dispose());
  return { store, client, directory };
}

test.serial('a directory belongs to one server at a time', async (t) => {
  const { store, directory } = await start(t);
  const second = { directory, host: '127.0.0.1', access: null, port: 0, now: () => new Date() };
  const error = await rejectionOf(StartupError, startEventStore(second));
  t.is(error.message, `the event store directory ${directory} is in use by process ${process.pid}`);
  await store.stop();
  await (await startEventStore(second)).stop();
  t.deepEqual(await readdir(directory), ['data']);
});

test.serial('the lock of a process that is gone is taken over, by one of many', async (t) => {
  const directory = await temporaryDirectory(t);
  await mkdir(directory, { recursive: true });
  const gone = { pid: process.pid, started: 'another start', token: 'old' };
  await writeFile(path.join(directory, 'lock'), JSON.stringify(gone));
  const options = { directory, host: '127.0.0.1', access: null, port: 0, now: () => new Date() };
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => startEventStore(options)));
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  t.is(started.length, 1);
  for (const result of results) {
    if (result.status === 'rejected') t.true(result.reason instanceof StartupError);
  }
  await started[0]!.stop();
});

test.serial('a taken port is told in one line and leaves the directory free', async (t) => {
  const { store } = await start(t);
  const directory = await temporaryDirectory(t);
  const options = { directory, host: '127.0.0.1', access: null, now: () => new Date() };
  const error = await rejectionOf(StartupError, startEventStore({ ...options, port: store.port }));
  t.is(error.message, `the event store cannot listen on 127.0.0.1:${store.port} (is the port taken?)`);
  await (await startEventStore({ ...options, port: 0 })).stop();
});

test.serial('a stop ends subscriptions and reads with UNAVAILABLE', async (t) => {
  const { store, client } = await start(t);
  await client.appendToStream('stream', numbered(3));
  const subscribers = [
    collectSubscription(client.subscribeToAll()),
    collectSubscription(client.subscribeToStream('stream')),
  ];
  await Promise.all(subscribers.map((subscriber) => subscriber.noticed('caughtUp')));
  const startedMs = Date.now();
  await store.stop();
  t.true(Date.now() - startedMs < 5_000);
  for (const { error } of subscribers) t.true((await error) instanceof UnavailableError);
});

test.serial('the largest append can be set', async (t) => {
  const { client } = await start(t, { maxAppendBytes: 4_000_000 });
  const event = (length: number) => jsonEvent({ type: 'large', data: { text: 'x'.repeat(length) } });
  await client.appendToStream('large', event(3_900_000));
  const error = await rejectionOf(
    MaxAppendSizeExceededError,
    client.appendToStream('large', event(4_000_000)),
  );
  t.is(error.maxAppendSize, 4_000_000);
  t.is((await collect(client.readStream('large'))).length, 1);
});

test.serial('the time of an event and $maxAge follow the clock that is given', async (t) => {
  let nowMs = Date.UTC(2025, 0, 1);
  const { client } = await start(t, { now: () => new Date(nowMs) });
  await client.setStreamMetadata('aging', { maxAge: 60 });
  await client.appendToStream('aging', numbered(1), { deadline: 10 ** 9 });
  nowMs += 59_000;
  await client.appendToStream('aging', numbered(1, { from: 1 }));
  t.deepEqual(await readNumbers(client, 'aging'), [0, 1]);
  nowMs += 2_000;
  t.deepEqual(await readNumbers(client, 'aging'), [1]);
  const [event] = await collect(client.readStream('aging'));
  t.is(event!.event!.created.toISOString(), '2025-01-01T00:00:59.000Z');
});

test.serial('a discovering connection string finds the single node', async (t) => {
  const { store } = await start(t);
  const seeds = `127.0.0.1:${store.port},127.0.0.1:${store.port}`;
  const client = EventStoreDBClient.connectionString(`esdb://${seeds}?tls=false`);
  t.teardown(() => client.dispose());
  await client.appendToStream('discovered', numbered(2));
  t.deepEqual(await readNumbers(client, 'discovered'), [0, 1]);
});

test.serial('services that it does not have answer UNIMPLEMENTED', async (t) => {
  const { client } = await start(t);
  const settings = persistentSubscriptionToStreamSettingsFromDefaults();
  t.like(await rejection(client.listProjections()), { code: 12 });
  t.like(await rejection(client.createPersistentSubscriptionToStream('stream', 'group', settings)), {
    code: 12,
  });
});

test.serial('requests beyond the limits are refused and nothing breaks', async (t) => {
  const { client } = await start(t);
  const long = 'x'.repeat(1_025);
  await t.throwsAsync(client.appendToStream(long, numbered(1)));
  await t.throwsAsync(client.appendToStream('', numbered(1)));
  await t.throwsAsync(client.appendToStream('stream', jsonEvent({ type: long, data: {} })));
  await t.throwsAsync(client.appendToStream('stream', jsonEvent({ type: '', data: {} })));
  await t.throwsAsync(client.appendToStream('stream', jsonEvent({ id: 'no uuid', type: 'x', data: {} })));
  await t.throwsAsync(collect(client.readStream('')));
  await t.throwsAsync(
    collect(client.subscribeToAll({ filter: { filterOn: 'eventType', regex: '(', checkpointInterval: 1 } })),
  );
  t.is((await client.appendToStream('stream', numbered(1))).nextExpectedRevision, 0n);
});

test.serial(
  'the process tells its port, refuses a directory in use in one line, and stops on SIGTERM',
  async (t) => {
    const directory = await temporaryDirectory(t);
    const store = await startStoreProcess(directory);
    t.teardown(() => store.child.kill('SIGKILL'));
    const client = EventStoreDBClient.connectionString(store.connectionString);
    await client.appendToStream('stream', numbered(1));
    await client.dispose();

    const second = await runStoreProcess({
      EVENT_STORE_DIR: directory,
      EVENT_STORE_SECRETS: storeSecrets(),
      EVENT_STORE_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    t.is(second.code, 1);
    t.is(
      second.stderr,
      `event-store: the event store directory ${directory} is in use by process ${store.pid}\n`,
    );

    const startedMs = Date.now();
    t.is(await store.end('SIGTERM'), 0);
    t.true(Date.now() - startedMs < 5_000);
    const { stdout } = await store.output;
    t.is(stdout.split('\n').filter((line) => line.includes('event store is listening')).length, 1);
    t.deepEqual(await readdir(directory), ['data']);
  },
);

test.serial('wrong settings are told by name', async (t) => {
  const { code, stderr } = await runStoreProcess({ EVENT_STORE_PORT: 'many' });
  t.is(code, 1);
  t.regex(stderr, /EVENT_STORE_PORT: must be a whole number/);
  t.regex(stderr, /EVENT_STORE_DIR: is required/);
  t.regex(stderr, /EVENT_STORE_SECRETS: is required/);
});
