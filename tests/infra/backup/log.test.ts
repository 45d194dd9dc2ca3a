import test, { type ExecutionContext } from 'ava';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EventStoreDBClient, jsonEvent, StreamDeletedError } from '@eventstore/db-client';
import { decodeLog, encodeLog } from '../../../infra/backup/log-file.ts';
import { BackupRefusal } from '../../../infra/backup/manifest.ts';
import { openRawLog } from '../../../infra/backup/raw-log.ts';
import { restoreLog } from '../../../infra/backup/restore-log.ts';
import { startEventStore, type EventStore } from '../../../infra/event-store/server.ts';
import type { Behaviour } from '../../../infra/event-store/services/context.ts';
import { LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import { leaveOutAddressNames } from '../../../shared/event-log/tls-server-name.ts';
import { storeAccess } from '../../support/store-secrets.ts';

leaveOutAddressNames(); // the driver is used without shared/event-log here, and by an address

const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-log-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const newDirectory = (): string => path.join(root, `store-${++made}`);

async function start(
  t: ExecutionContext,
  directory: string,
  behaviour: Behaviour = 'own',
): Promise<EventStore & { client: EventStoreDBClient }> {
  const store = await startEventStore({
    directory,
    host: '127.0.0.1',
    access: await storeAccess(),
    behaviour,
    port: 0,
    now: () => new Date(),
  });
  const client = EventStoreDBClient.connectionString`${store.connectionString}`;
  const stop = async (): Promise<void> => {
    await client.dispose();
    await store.stop();
  };
  t.teardown(stop);
  return { ...store, client, stop };
}

async function messagesOf({ connectionString }: EventStore): Promise<Buffer[]> {
  const log = await openRawLog(connectionString);
  const messages: Buffer[] = [];
  for await (const message of log.from(1, (await log.last())?.position ?? 0)) messages.push(message);
  log.close();
  return messages;
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function fileOf(messages: readonly Buffer[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of encodeLog(each(messages))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const event = (text: string) => jsonEvent({ type: 'said', data: { text }, metadata: { by: 'žluťoučký' } });

/** Streams of every kind: plain, with metadata, deleted, recreated, ended for good. */
async function write({ client }: { client: EventStoreDBClient }): Promise<void> {
  for (let count = 0; count < 40; count++) {
    await client.appendToStream(`plain-${count % 7}`, [event('a'), event('b')]);
  }
  await client.setStreamMetadata('plain-0', { maxCount: 3 });
  await client.deleteStream('plain-1');
  await client.deleteStream('plain-2');
  await client.appendToStream('plain-2', event('again'));
  await client.tombstoneStream('plain-3');
}

test.serial('a restored log answers with the same bytes, and goes on where it was', async (t) => {
  const first = await start(t, newDirectory());
  await write(first);
  const messages = await messagesOf(first);
  await first.stop();
  const directory = newDirectory();
  const file = await fileOf(messages);
  const inSmallPieces = Array.from({ length: Math.ceil(file.length / 7) }, (_, at) =>
    file.subarray(at * 7, at * 7 + 7),
  );
  let told = 0;
  t.is(
    await restoreLog(directory, decodeLog(each(inSmallPieces)), (events) => (told = events)),
    messages.length,
  );
  t.is(told, messages.length);

  const second = await start(t, directory);
  t.deepEqual(await messagesOf(second), messages);
  const appended = await second.client.appendToStream('plain-4', event('next'), { expectedRevision: 11n });
  t.is(appended.position?.commit, BigInt(messages.length + 1));
  const kept: unknown[] = [];
  for await (const { event: one } of second.client.readStream('plain-0')) kept.push(one?.revision);
  t.is(kept.length, 3);
  await t.throwsAsync(second.client.appendToStream('plain-3', event('no')), {
    instanceOf: StreamDeletedError,
  });
  await t.throwsAsync(
    restoreLog(directory, each(messages), () => undefined),
    { message: /in use/ },
  );
  await second.stop();
  await t.throwsAsync(
    restoreLog(directory, each(messages), () => undefined),
    {
      instanceOf: BackupRefusal,
      message: /holds events/,
    },
  );
});

test.serial('a file that is cut, damaged or none is refused', async (t) => {
  const store = await start(t, newDirectory());
  await store.client.appendToStream('one', [event('a'), event('b')]);
  const messages = await messagesOf(store);
  const file = await fileOf(messages);
  const restored = (bytes: Buffer): Promise<number> =>
    restoreLog(newDirectory(), decodeLog(each([bytes])), () => undefined);
  const instanceOf = BackupRefusal;
  await t.throwsAsync(restored(file.subarray(0, -1)), { instanceOf, message: /cut short/ });
  await t.throwsAsync(restored(file.subarray(0, 5)), { instanceOf, message: /cut short/ });
  await t.throwsAsync(restored(Buffer.from('something else entirely')), { instanceOf, message: /is none/ });
  const huge = Buffer.from(file);
  huge.writeUInt32BE(0xff_ff_ff_ff, 'TRIAGELOG1\n'.length);
  await t.throwsAsync(restored(huge), { instanceOf, message: /damaged/ });
  // Out of order, the second event would stand where the first one was.
  await t.throwsAsync(restored(await fileOf([...messages].reverse())), {
    instanceOf,
    message: /event 1 .* as it was/,
  });
  await t.throwsAsync(restored(await fileOf([Buffer.from('nonsense')])), { instanceOf, message: /no event/ });
});

test.serial(
  'an event store that is not the embedded one is refused, also while its log is empty',
  async (t) => {
    const { connectionString, client } = await start(t, newDirectory(), '23.10');
    const refusal = { instanceOf: BackupRefusal, message: /--without-log/ };
    await t.throwsAsync(openRawLog(connectionString), refusal);
    await client.appendToStream('one', event('a'));
    await t.throwsAsync(openRawLog(connectionString), refusal);
    for (const url of [
      'esdb://127.0.0.1:2113,127.0.0.1:2114,127.0.0.1:2115?tls=false&nodePreference=leader',
      'esdb+discover://127.0.0.1:2113?tls=false',
    ]) {
      await t.throwsAsync(openRawLog(url), refusal);
    }
  },
);

test.serial('the log is not read with a wrong password, nor where nothing listens', async (t) => {
  const { connectionString } = await start(t, newDirectory());
  const log = await openRawLog(connectionString.replace(/:[^:@/]+@/, ':wrong@'));
  const error = await t.throwsAsync(log.last(), { instanceOf: LogUnavailableError });
  t.is(error.code, 'wrong_credentials');
  log.close();
  const down = await t.throwsAsync(openRawLog('esdb://127.0.0.1:1?tls=false'), {
    instanceOf: LogUnavailableError,
  });
  t.is(down.code, 'refused');
});
