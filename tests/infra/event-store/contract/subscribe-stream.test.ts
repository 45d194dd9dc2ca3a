import test from 'ava';
import { binaryEvent, StreamDeletedError } from '@eventstore/db-client';
import { acquireStore, numbered, numberOf, uniqueName } from '../support/store.ts';
import { collectSubscription, type Subscriber } from '../support/subscriber.ts';

const { client } = await acquireStore(test);

type Options = Parameters<typeof client.subscribeToStream>[1];
const subscribe = (name: string, options?: Options): Subscriber =>
  collectSubscription(client.subscribeToStream(name, options));
const numbersOf = (subscriber: Subscriber): number[] => subscriber.events.map(({ event }) => numberOf(event));

test('from the start: what is there, then what comes', async (t) => {
  const name = uniqueName('from-start');
  await client.appendToStream(name, numbered(5));
  const subscriber = subscribe(name);
  await subscriber.noticed('caughtUp');
  t.deepEqual(subscriber.notices, ['confirmation', 'caughtUp']);
  t.deepEqual(numbersOf(subscriber), [0, 1, 2, 3, 4]);
  await client.appendToStream(name, numbered(2, { from: 5 }));
  await client.appendToStream(uniqueName('other'), numbered(1, { from: 99 }));
  await client.appendToStream(name, numbered(1, { from: 7 }));
  await subscriber.received(8);
  t.deepEqual(numbersOf(subscriber), [0, 1, 2, 3, 4, 5, 6, 7]);
  t.is(subscriber.events[7]!.event!.revision, 7n);
  await subscriber.stop();
});

test('from the end: only what comes', async (t) => {
  const name = uniqueName('from-end');
  await client.appendToStream(name, numbered(5));
  const subscriber = subscribe(name, { fromRevision: 'end' });
  await subscriber.noticed('caughtUp');
  await client.appendToStream(name, numbered(2, { from: 5 }));
  await subscriber.received(2);
  t.deepEqual(numbersOf(subscriber), [5, 6]);
  await subscriber.stop();
});

test('from a revision: what stands behind it', async (t) => {
  const name = uniqueName('from-revision');
  await client.appendToStream(name, numbered(5));
  const subscriber = subscribe(name, { fromRevision: 2n });
  await subscriber.noticed('caughtUp');
  t.deepEqual(numbersOf(subscriber), [3, 4]);
  await subscriber.stop();
});

test('a stream that comes later', async (t) => {
  const name = uniqueName('later');
  const subscriber = subscribe(name);
  await subscriber.noticed('confirmation');
  await client.appendToStream(name, numbered(2));
  await subscriber.received(2);
  t.deepEqual(numbersOf(subscriber), [0, 1]);
  await subscriber.stop();
});

test('a stream that is deleted and written again', async (t) => {
  const name = uniqueName('again');
  await client.appendToStream(name, numbered(2));
  const subscriber = subscribe(name);
  await subscriber.received(2);
  await client.deleteStream(name);
  await client.appendToStream(name, numbered(1, { from: 2 }));
  await subscriber.received(3);
  t.deepEqual(numbersOf(subscriber), [0, 1, 2]);
  await subscriber.stop();
});

test('a tombstone ends the subscription with an error', async (t) => {
  const name = uniqueName('tombstone');
  await client.appendToStream(name, numbered(1));
  const subscriber = subscribe(name);
  await subscriber.noticed('caughtUp');
  await client.tombstoneStream(name);
  const error = await subscriber.error;
  t.true(error instanceof StreamDeletedError);
  t.is((error as StreamDeletedError).streamName, name);
  t.true((await subscribe(name).error) instanceof StreamDeletedError);
});

test('hidden events are not sent', async (t) => {
  const name = uniqueName('hidden');
  await client.appendToStream(name, numbered(10));
  await client.setStreamMetadata(name, { maxCount: 2 });
  const subscriber = subscribe(name);
  await subscriber.noticed('caughtUp');
  t.deepEqual(numbersOf(subscriber), [8, 9]);
  await subscriber.stop();
});

test('links are followed where asked', async (t) => {
  const [target, links] = [uniqueName('target'), uniqueName('links')];
  await client.appendToStream(target, numbered(3));
  const subscriber = subscribe(links, { resolveLinkTos: true });
  await subscriber.noticed('confirmation');
  await client.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from(`1@${target}`) }));
  const [resolved] = await subscriber.received(1);
  t.like(resolved!.event, { streamId: target, revision: 1n });
  t.like(resolved!.link, { streamId: links, revision: 0n });
  await subscriber.stop();
});

test('nothing comes after unsubscribing', async (t) => {
  const name = uniqueName('unsubscribed');
  const subscriber = subscribe(name);
  await subscriber.noticed('confirmation');
  await subscriber.stop();
  await client.appendToStream(name, numbered(1));
  t.deepEqual(subscriber.events, []);
});
