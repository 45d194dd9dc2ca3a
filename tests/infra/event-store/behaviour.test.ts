import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import {
  DeadlineExceededError,
  EventStoreDBClient,
  excludeSystemEvents,
  UnknownError,
} from '@eventstore/db-client';
import { appendInAttempts } from '../../../command-api/kernel/append-attempts.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { startOpenStore } from '../../support/open-store.ts';
import { createEventLog, LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import { numbered, readNumbers, rejectionOf, uniqueName } from './support/store.ts';
import { collectSubscription } from './support/subscriber.ts';

/* What differs in EventStoreDB 23.10, each difference by itself, and what the service makes of it. */

const directory = mkdtempSync(path.join(os.tmpdir(), 'event-store-behaviour-'));
const store = await startOpenStore({
  directory,
  behaviour: '23.10',
});
const client = EventStoreDBClient.connectionString(store.connectionString);
const log = createEventLog(store.connectionString);
test.after.always(async () => {
  await store.stop();
  await client.dispose();
  await log.close();
  rmSync(directory, { recursive: true, force: true });
});

test('a filtered subscription to $all is not told that it has caught up, others are', async (t) => {
  const name = uniqueName('caught-up');
  const [event] = numbered(1);
  await client.appendToStream(name, event!);
  const filtered = collectSubscription(client.subscribeToAll({ filter: excludeSystemEvents() }));
  const others = [
    collectSubscription(client.subscribeToAll()),
    collectSubscription(client.subscribeToStream(name)),
  ];
  await filtered.arrived(event!.id);
  await Promise.all(others.map((one) => one.noticed('caughtUp')));
  const [later] = numbered(1);
  await client.appendToStream(name, later!);
  await filtered.arrived(later!.id);
  t.deepEqual(filtered.notices, ['confirmation']);
  await Promise.all([filtered, ...others].map((one) => one.stop()));
});

test('no part of the service listens for it', (t) => {
  const folders = [
    'command-api',
    'query-api',
    'projectors',
    'webhook-dispatcher',
    'domain',
    'shared',
    'infra',
  ];
  const listening = folders
    .flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((name) => name.endsWith('.ts') && !name.startsWith('infra/event-store/'))
    .filter((name) => /['"]caughtUp['"]/.test(readFileSync(path.join(projectRoot, name), 'utf8')));
  t.deepEqual(listening, []);
});

test('a read of a stream forwards from its end is an error', async (t) => {
  const name = uniqueName('from-end');
  await client.appendToStream(name, numbered(1));
  await rejectionOf(UnknownError, readNumbers(client, name, { fromRevision: 'end' }));
  t.deepEqual(await readNumbers(client, name, { fromRevision: 7n }), []);
});

test('$all takes an append', async (t) => {
  t.true((await client.appendToStream('$all', numbered(1))).success);
});

test('a repetition of an append under way is not answered; later it is recognised', async (t) => {
  const name = uniqueName('repetition');
  const events = numbered(2);
  const [first, repetition] = await Promise.allSettled([
    client.appendToStream(name, events, { deadline: 3_000 }),
    client.appendToStream(name, events, { deadline: 3_000 }),
  ]);
  t.is(first.status, 'fulfilled');
  t.true(repetition.status === 'rejected' && repetition.reason instanceof DeadlineExceededError);
  t.is((await client.appendToStream(name, events)).nextExpectedRevision, 1n);
  t.deepEqual(await readNumbers(client, name), [0, 1]);
});

test('a command whose append is not answered finds its events after the deadline', async (t) => {
  const stream = uniqueName('lost-answer');
  const event = { eventId: randomUUID(), type: 'numbered', data: { n: 1 }, metadata: Buffer.alloc(0) };
  const append = () => log.append(stream, 'no_stream', [event] as never);
  const seen: Error[] = [];
  const startedMs = performance.now();
  const command = () =>
    appendInAttempts<string>({
      attempt: async () => {
        await append();
        return 'appended';
      },
      lookAgain: async (error) => {
        seen.push(error);
        for await (const { eventId } of log.readStream(stream, 0))
          if (eventId === event.eventId) return 'found';
        return null;
      },
      exhausted: { message: 'Too many at once.', retryAfterS: 1 },
    });
  t.deepEqual((await Promise.all([command(), command()])).toSorted(), ['appended', 'found']);
  t.is(seen.length, 1);
  t.true(seen[0] instanceof LogUnavailableError);
  t.true(performance.now() - startedMs >= 4_900, 'the deadline of an append');
  t.deepEqual(await readNumbers(client, stream), [1]);
});
