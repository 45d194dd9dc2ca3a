import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { WrongExpectedVersionError, type StreamMetadata } from '@eventstore/db-client';
import { collect } from '../../../support/collect.ts';
import { acquireStore, numbered, readNumbers, rejectionOf, uniqueName } from '../support/store.ts';

const { client } = await acquireStore(test);

async function written(count: number, metadata: StreamMetadata): Promise<string> {
  const name = uniqueName('metadata');
  await client.appendToStream(name, numbered(count));
  await client.setStreamMetadata(name, metadata);
  return name;
}

test('metadata comes back as it was set, custom keys included', async (t) => {
  const metadata = {
    maxCount: 100,
    maxAge: 3_600,
    truncateBefore: 1,
    cacheControl: 15,
    acl: { readRoles: ['$admins', 'ours'], writeRoles: ['$admins'], deleteRoles: ['$admins'] },
    purpose: 'test',
  };
  const name = await written(2, metadata);
  const read = await client.getStreamMetadata(name);
  t.is(read.streamName, name);
  t.deepEqual(read.metadata as unknown, metadata);
  t.not(read.metastreamRevision, undefined);
});

test('a stream without metadata has none', async (t) => {
  const name = uniqueName('plain');
  t.deepEqual(await client.getStreamMetadata(name), { streamName: name });
});

test('the newest metadata counts, and the metadata stream shows only that', async (t) => {
  const name = await written(5, { maxCount: 1 });
  await client.setStreamMetadata(name, { maxCount: 3 });
  t.is((await client.getStreamMetadata(name)).metadata?.maxCount, 3);
  t.deepEqual(await readNumbers(client, name), [2, 3, 4]);
  const events = await collect(client.readStream(`$$${name}`));
  t.deepEqual(
    events.map(({ event }) => [event!.type, event!.revision]),
    [['$metadata', 1n]],
  );
});

test('metadata is set under an expected revision of its own stream', async (t) => {
  const name = uniqueName('meta-revision');
  await client.setStreamMetadata(name, { maxCount: 1 }, { expectedRevision: 'no_stream' });
  await rejectionOf(
    WrongExpectedVersionError,
    client.setStreamMetadata(name, { maxCount: 2 }, { expectedRevision: 'no_stream' }),
  );
  await client.setStreamMetadata(name, { maxCount: 2 }, { expectedRevision: 0n });
  t.is((await client.getStreamMetadata(name)).metadata?.maxCount, 2);
});

test('a stream that has only metadata exists for stream_exists', async (t) => {
  const name = uniqueName('meta-only');
  await client.setStreamMetadata(name, { maxCount: 10 });
  const result = await client.appendToStream(name, numbered(1), { expectedRevision: 'stream_exists' });
  t.is(result.nextExpectedRevision, 0n);
});

test('$maxCount shows the newest events only, as the stream grows', async (t) => {
  const name = await written(10, { maxCount: 3 });
  t.deepEqual(await readNumbers(client, name), [7, 8, 9]);
  t.deepEqual(await readNumbers(client, name, { fromRevision: 8n }), [8, 9]);
  t.deepEqual(await readNumbers(client, name, { direction: 'backwards', fromRevision: 'end' }), [9, 8, 7]);
  t.deepEqual(await readNumbers(client, name, { maxCount: 2 }), [7, 8]);
  await client.appendToStream(name, numbered(2, { from: 10 }));
  t.deepEqual(await readNumbers(client, name), [9, 10, 11]);
});

test('$tb hides what stands before it', async (t) => {
  const name = await written(10, { truncateBefore: 6 });
  t.deepEqual(await readNumbers(client, name), [6, 7, 8, 9]);
  t.deepEqual(await readNumbers(client, name, { direction: 'backwards', fromRevision: 7n }), [7, 6]);
  t.deepEqual(await readNumbers(client, name, { direction: 'backwards', fromRevision: 2n }), []);
});

test('$tb of a whole stream leaves it empty, not missing', async (t) => {
  const name = await written(3, { truncateBefore: 3 });
  t.deepEqual(await readNumbers(client, name), []);
  await client.appendToStream(name, numbered(1, { from: 3 }), { expectedRevision: 2n });
  t.deepEqual(await readNumbers(client, name), [3]);
});

test('$maxAge hides what is older', async (t) => {
  const name = await written(3, { maxAge: 2 });
  t.deepEqual(await readNumbers(client, name), [0, 1, 2]);
  await sleep(2_100);
  await client.appendToStream(name, numbered(2, { from: 3 }));
  t.deepEqual(await readNumbers(client, name), [3, 4]);
  t.deepEqual(await readNumbers(client, name, { direction: 'backwards', fromRevision: 'end' }), [4, 3]);
});

test('revisions are not given twice, whatever is hidden', async (t) => {
  const name = await written(4, { maxCount: 1 });
  t.is((await client.appendToStream(name, numbered(1, { from: 4 }))).nextExpectedRevision, 4n);
});
