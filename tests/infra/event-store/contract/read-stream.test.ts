import test from 'ava';
import {
  binaryEvent,
  StreamNotFoundError,
  UnknownError,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { collect } from '../../../support/collect.ts';
import { acquireStore, numbered, readNumbers, rejectionOf, uniqueName } from '../support/store.ts';

const { client, isEmbedded } = await acquireStore(test);
type ReadOptions = NonNullable<Parameters<EventStoreDBClient['readStream']>[1]>;

const LENGTH = 600;
const name = uniqueName('numbers');
const all = Array.from({ length: LENGTH }, (_, n) => n);
test.before(async () => {
  await client.appendToStream(name, numbered(LENGTH));
});

const cases: [string, ReadOptions, number[]][] = [
  ['all forwards', {}, all],
  ['all backwards', { direction: 'backwards', fromRevision: 'end' }, all.toReversed()],
  ['forwards from a revision, which is included', { fromRevision: 597n }, [597, 598, 599]],
  ['backwards from a revision, which is included', { direction: 'backwards', fromRevision: 2n }, [2, 1, 0]],
  ['maxCount forwards', { maxCount: 3, fromRevision: 100n }, [100, 101, 102]],
  ['maxCount over several pages', { maxCount: 500 }, all.slice(0, 500)],
  ['maxCount backwards', { maxCount: 2, direction: 'backwards', fromRevision: 'end' }, [599, 598]],
  ['forwards from beyond the end', { fromRevision: 5_000n }, []],
  ['backwards from beyond the end', { direction: 'backwards', fromRevision: 5_000n, maxCount: 1 }, [599]],
  ['backwards from the start', { direction: 'backwards', fromRevision: 'start' }, [0]],
];
for (const [title, options, expected] of cases) {
  test(`reads ${title}`, async (t) => {
    t.deepEqual(await readNumbers(client, name, options), expected);
  });
}

test('forwards from the end there is nothing; a real server may say that this is an error', async (t) => {
  const [result] = await Promise.allSettled([readNumbers(client, name, { fromRevision: 'end' })]);
  if (!isEmbedded && result.status === 'rejected') t.true(result.reason instanceof UnknownError);
  else t.deepEqual(result, { status: 'fulfilled', value: [] });
});

test('a stream that is not there is told so, in both directions', async (t) => {
  const missing = uniqueName('missing');
  for (const direction of ['forwards', 'backwards'] as const) {
    const error = await rejectionOf(StreamNotFoundError, collect(client.readStream(missing, { direction })));
    t.is(error.streamName, missing);
  }
});

test('a read can be left in the middle', async (t) => {
  const seen: number[] = [];
  for await (const { event } of client.readStream(name)) {
    seen.push((event!.data as { n: number }).n);
    if (seen.length === 5) break;
  }
  t.deepEqual(seen, [0, 1, 2, 3, 4]);
  t.deepEqual(await readNumbers(client, name, { maxCount: 1 }), [0]);
});

test('what was acknowledged is there for the next read', async (t) => {
  const own = uniqueName('read-own-write');
  for (let n = 0; n < 50; n += 1) {
    await client.appendToStream(own, numbered(1, { from: n }));
    t.deepEqual(
      await readNumbers(client, own, { direction: 'backwards', fromRevision: 'end', maxCount: 1 }),
      [n],
    );
  }
});

test('links are followed where asked', async (t) => {
  const links = uniqueName('links');
  const link = (target: string) => binaryEvent({ type: '$>', data: Buffer.from(target) });
  await client.appendToStream(links, [link(`7@${name}`), link(`0@${uniqueName('gone')}`)]);

  const plain = await collect(client.readStream(links));
  t.deepEqual(
    plain.map(({ event, link: via }) => [event?.type, via]),
    [
      ['$>', undefined],
      ['$>', undefined],
    ],
  );

  const [resolved, broken] = await collect(client.readStream(links, { resolveLinkTos: true }));
  t.like(resolved!.event, { streamId: name, revision: 7n, data: { n: 7 } });
  t.like(resolved!.link, { streamId: links, revision: 0n, type: '$>' });
  t.is(broken!.event, undefined);
  t.like(broken!.link, { streamId: links, revision: 1n });
});
