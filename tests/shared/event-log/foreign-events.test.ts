import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { EventStoreDBClient } from '@eventstore/db-client';
import { startOpenStore } from '../../support/open-store.ts';
import { createEventLog } from '../../../shared/event-log/event-log.ts';
import type { LogMessage } from '../../../shared/event-log/subscription.ts';
import { createForeignEnd } from '../../../shared/event-log/own-events.ts';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import {
  accessStream,
  apiKeyStream,
  auditStream,
  countedStream,
  isOwnStream,
  memberStream,
  patientStream,
  sessionStream,
  SKIPPED_STREAM,
  STREAM_PREFIXES,
  subscriptionStream,
  tenantStream,
} from '../../../shared/event-log/streams.ts';
import { BEGINNING, isInLog, type Checkpoint } from '../../../shared/projection/checkpoints.ts';
import { appendForeign, appendRaw, BROKEN_EVENTS } from '../../support/foreign-events.ts';

const directories: string[] = [];
test.after.always(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

/** An event store of a test's own, and a log over it that counts what it passes over. */
async function startLog(t: { teardown: (work: () => Promise<void>) => void }) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foreign-events-'));
  directories.push(directory);
  const store = await startOpenStore({ directory });
  const { connectionString } = store;
  const foreign: bigint[] = [];
  const log = createEventLog(connectionString, { onForeign: ({ position }) => foreign.push(position) });
  const client = EventStoreDBClient.connectionString(connectionString);
  t.teardown(async () => {
    await store.stop();
    await log.close();
    await client.dispose();
  });
  const append = (stream = sessionStream(randomUUID()), count = 1) => {
    const event = (): EncodedEvent => ({
      eventId: randomUUID(),
      type: 'noted',
      data: {},
      metadata: {} as EncodedEvent['metadata'],
    });
    return log.append(stream, 'any', Array.from({ length: count }, event));
  };
  const readAll = async (after: bigint | null = null): Promise<bigint[]> => {
    const positions: bigint[] = [];
    for await (const { position } of log.readAll(after)) positions.push(position);
    return positions;
  };
  return { connectionString, log, client, foreign, append, readAll };
}

test('the names of all our streams are known, and no others', (t) => {
  const id = randomUUID();
  const names = [
    sessionStream,
    tenantStream,
    apiKeyStream,
    subscriptionStream,
    memberStream,
    patientStream,
    accessStream,
    auditStream,
    countedStream,
  ].map((nameOf) => nameOf(id));
  t.deepEqual(
    STREAM_PREFIXES.map((prefix) => `${prefix}${id}`),
    [...names, `skipped-${id}`],
  );
  for (const name of [...names, SKIPPED_STREAM]) {
    t.true(isOwnStream(name), name);
    for (const other of [`${name}-2`, `x${name}`, `$$${name}`, name.slice(0, -1), `${name}\n`]) {
      t.false(isOwnStream(other), other);
    }
  }
});

test('reads and subscriptions pass over what other applications and the server appended', async (t) => {
  const { connectionString, log, client, foreign, append, readAll } = await startLog(t);
  const own: bigint[] = [];
  own.push((await append()).position);
  const { all: count } = await appendForeign(connectionString);
  await client.setStreamMetadata('order-1', { maxCount: 1 });
  own.push((await append()).position);
  await appendForeign(connectionString);
  t.deepEqual(await readAll(), own);
  t.is(foreign.length, 2 * count, 'each is told of');
  t.deepEqual(await readAll(own[0]), own.slice(1));
  const stopping = new AbortController();
  const messages: LogMessage[] = [];
  const last = await log.lastPosition();
  for await (const message of log.subscribe(null, stopping.signal)) {
    messages.push(message);
    if (message.kind === 'checkpoint' && message.position === last) stopping.abort();
  }
  t.deepEqual(
    messages.flatMap((message) => (message.kind === 'event' ? [message.event.position] : [])),
    own,
  );
  t.is(foreign.length, 2 * count, 'nothing is told of twice');
});

test('who comes back to the end of the log does not read what is foreign there again', async (t) => {
  const { connectionString, log, append, readAll } = await startLog(t);
  const { position } = await append();
  t.is(await log.lastPosition(), position);
  await appendForeign(connectionString);
  const foreignEnd = await log.lastPosition();
  t.deepEqual(await readAll(position), []);
  const next = (await append()).position;
  for (const after of [position, foreignEnd, null]) {
    t.deepEqual(await readAll(after), after === null ? [position, next] : [next]);
  }
  await appendForeign(connectionString);
  for (const after of [next, position, null]) {
    t.deepEqual(
      await readAll(after),
      [position, next].filter((one) => one > (after ?? -1n)),
    );
  }
  const end = createForeignEnd();
  end.note({ after: null, own: null, last: null });
  t.is(end.skipTo(null), null, 'an empty log');
  end.note({ after: 4n, own: 7n, last: 9n });
  t.deepEqual([null, 6n, 7n, 8n, 9n, 10n].map(end.skipTo), [null, 6n, 9n, 9n, 9n, 10n]);
  end.note({ after: 8n, own: null, last: 12n });
  t.deepEqual([6n, 7n, 11n, 12n].map(end.skipTo), [6n, 12n, 12n, 12n], 'it goes on');
  end.note({ after: 7n, own: null, last: null });
  t.is(end.skipTo(7n), 12n, 'nothing came');
  end.note({ after: 7n, own: 13n, last: 13n });
  t.deepEqual([7n, 12n, 13n].map(end.skipTo), [7n, 12n, 13n], 'one of ours came');
});

test('an event of ours is read whatever its bytes are', async (t) => {
  const { connectionString, foreign, readAll } = await startLog(t);
  for (const event of Object.values(BROKEN_EVENTS)) {
    await appendRaw(connectionString, sessionStream(randomUUID()), event);
  }
  t.is((await readAll()).length, Object.keys(BROKEN_EVENTS).length);
  t.deepEqual(foreign, []);
});

test('a checkpoint holds whatever becomes of a foreign stream', async (t) => {
  const { log, client, append } = await startLog(t);
  await append('order-1', 3);
  const mine = sessionStream(randomUUID());
  await append(mine);
  const streams = ['order-2', 'order-3', 'order-4', 'order-5'];
  const checkpoints: Checkpoint[] = [];
  for (const stream of streams) {
    await append(stream, 3);
    for await (const { event } of client.readStream(stream, { fromRevision: 2n })) {
      if (!event?.position) throw new Error('nothing was appended');
      const position = event.position.commit;
      checkpoints.push({ position, eventId: event.id, stream, revision: 2 });
      checkpoints.push({ position: position + 1n, eventId: event.id, stream, revision: 2 });
    }
  }
  const hold = async (): Promise<boolean[]> =>
    Promise.all(checkpoints.map((checkpoint) => isInLog(log, checkpoint)));
  await append(mine);
  t.deepEqual(
    await hold(),
    checkpoints.map(() => true),
  );
  await client.deleteStream('order-2');
  await client.tombstoneStream('order-3');
  await client.setStreamMetadata('order-4', { truncateBefore: 3 });
  await client.setStreamMetadata('order-5', { maxCount: 1 });
  await append('order-2', 2);
  await append('order-5', 2);
  t.deepEqual(
    await hold(),
    checkpoints.map(() => true),
  );
  const last = await log.lastPosition();
  for (const position of [last, last + 1n]) {
    const isThere = position === last;
    t.is(await isInLog(log, { ...checkpoints[0]!, position }), isThere, 'of a log that is shorter');
    t.is(await isInLog(log, { ...BEGINNING, position }), isThere, 'which names no event');
  }
  for await (const { eventId, position } of log.readStream(mine, 0)) {
    const checkpoint: Checkpoint = { position, eventId, stream: mine, revision: 0 };
    t.true(await isInLog(log, checkpoint));
    t.false(await isInLog(log, { ...checkpoint, eventId: randomUUID() }));
    t.false(await isInLog(log, { ...checkpoint, stream: sessionStream(randomUUID()) }));
    break;
  }
});
