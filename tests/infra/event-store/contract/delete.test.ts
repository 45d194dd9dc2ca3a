import test from 'ava';
import { StreamDeletedError, StreamNotFoundError, WrongExpectedVersionError } from '@eventstore/db-client';
import { collect } from '../../../support/collect.ts';
import { acquireStore, numbered, readNumbers, rejectionOf, uniqueName } from '../support/store.ts';

const { client } = await acquireStore(test);

async function written(count: number): Promise<string> {
  const name = uniqueName('delete');
  await client.appendToStream(name, numbered(count));
  return name;
}

test('a deleted stream is not found', async (t) => {
  const name = await written(3);
  const { position } = await client.deleteStream(name);
  t.true(position!.commit > 0n);
  for (const direction of ['forwards', 'backwards'] as const) {
    const error = await rejectionOf(StreamNotFoundError, collect(client.readStream(name, { direction })));
    t.is(error.streamName, name);
  }
});

for (const expectedRevision of ['any', 'no_stream', 2n] as const) {
  test(`a deleted stream can be written again with ${expectedRevision}; its revisions go on`, async (t) => {
    const name = await written(3);
    await client.deleteStream(name);
    const result = await client.appendToStream(name, numbered(2, { from: 100 }), { expectedRevision });
    t.is(result.nextExpectedRevision, 4n);
    const events = await collect(client.readStream(name));
    t.deepEqual(
      events.map(({ event }) => event!.revision),
      [3n, 4n],
    );
    t.deepEqual(await readNumbers(client, name, { direction: 'backwards', fromRevision: 'end' }), [101, 100]);
  });
}

test('stream_exists does not hold for a deleted stream', async (t) => {
  const name = await written(1);
  await client.deleteStream(name);
  await rejectionOf(
    StreamDeletedError,
    client.appendToStream(name, numbered(1), { expectedRevision: 'stream_exists' }),
  );
  const wrong = await rejectionOf(
    WrongExpectedVersionError,
    client.appendToStream(name, numbered(1), { expectedRevision: 7n }),
  );
  t.is(wrong.actualVersion, 0n);
});

test('a stream can be deleted, written and deleted again', async (t) => {
  const name = await written(2);
  await client.deleteStream(name);
  await client.appendToStream(name, numbered(1, { from: 2 }));
  await client.deleteStream(name);
  await rejectionOf(StreamNotFoundError, collect(client.readStream(name)));
  await client.appendToStream(name, numbered(1, { from: 3 }));
  t.deepEqual(await readNumbers(client, name), [3]);
});

test('a deletion checks the expected revision', async (t) => {
  const name = await written(3);
  for (const expectedRevision of [1n, 5n, 'no_stream'] as const) {
    const error = await rejectionOf(
      WrongExpectedVersionError,
      client.deleteStream(name, { expectedRevision }),
    );
    t.like(error, { streamName: name, actualVersion: 2n });
  }
  await client.deleteStream(name, { expectedRevision: 2n });
  await rejectionOf(StreamNotFoundError, collect(client.readStream(name)));
});

test('a stream that never was cannot be deleted', async (t) => {
  const name = uniqueName('never');
  const error = await rejectionOf(WrongExpectedVersionError, client.deleteStream(name));
  t.is(error.streamName, name);
});

test('deleting replaces the metadata; recreating sets where the stream begins', async (t) => {
  const name = await written(3);
  await client.setStreamMetadata(name, { maxCount: 10, owner: 'us' });
  await client.deleteStream(name);
  t.is((await client.getStreamMetadata(name)).metadata?.maxCount, undefined);
  await client.appendToStream(name, numbered(1, { from: 3 }));
  t.deepEqual((await client.getStreamMetadata(name)).metadata, { truncateBefore: 3 });
});

test('setting metadata brings a deleted stream back, empty', async (t) => {
  const name = await written(3);
  await client.deleteStream(name);
  await client.setStreamMetadata(name, { maxCount: 5 });
  t.deepEqual(await readNumbers(client, name), []);
  t.deepEqual((await client.getStreamMetadata(name)).metadata, { maxCount: 5, truncateBefore: 3 });
  await client.appendToStream(name, numbered(1, { from: 3 }));
  t.deepEqual(await readNumbers(client, name), [3]);
});

test('a tombstoned stream is gone for good', async (t) => {
  const name = await written(2);
  const { position } = await client.tombstoneStream(name);
  t.true(position!.commit > 0n);
  for (const direction of ['forwards', 'backwards'] as const) {
    const error = await rejectionOf(StreamDeletedError, collect(client.readStream(name, { direction })));
    t.is(error.streamName, name);
  }
  for (const attempt of [
    client.appendToStream(name, numbered(1)),
    client.deleteStream(name),
    client.tombstoneStream(name),
    client.setStreamMetadata(name, { maxCount: 1 }),
  ]) {
    await rejectionOf(StreamDeletedError, attempt);
  }
});

test('a tombstone checks the expected revision, and may stand for a stream that never was', async (t) => {
  const name = await written(2);
  for (const expectedRevision of [0n, 9n, 'no_stream'] as const) {
    const error = await rejectionOf(
      WrongExpectedVersionError,
      client.tombstoneStream(name, { expectedRevision }),
    );
    t.like(error, { streamName: name, actualVersion: 1n });
  }
  await client.tombstoneStream(name, { expectedRevision: 1n });
  const never = uniqueName('never');
  await client.tombstoneStream(never, { expectedRevision: 'no_stream' });
  await rejectionOf(StreamDeletedError, client.appendToStream(never, numbered(1)));
});
