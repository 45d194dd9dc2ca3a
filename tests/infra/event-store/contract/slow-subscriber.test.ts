import test from 'ava';
import { jsonEvent, TimeoutError } from '@eventstore/db-client';
import { acquireStore, uniqueName } from '../support/store.ts';
import { collectSubscription } from '../support/subscriber.ts';

const { client, isEmbedded } = await acquireStore(test, { maxLiveBacklog: 500 });

const EVENTS = 3_000;
const EVENT_BYTES = 4_000;

test('a live subscriber that does not read holds up nobody, is dropped, and goes on from where it stood', async (t) => {
  const name = uniqueName('slow');
  const subscribe = (from?: bigint) => client.subscribeToStream(name, { fromRevision: from ?? 'start' });
  const slow = subscribe();
  const caughtUp = new Promise<void>((resolve) => slow.once('caughtUp', () => resolve()));
  slow.resume();
  await caughtUp;
  slow.pause();

  const quick = collectSubscription(subscribe());
  await quick.noticed('confirmation');
  const text = 'x'.repeat(EVENT_BYTES);
  for (let n = 0; n < EVENTS; n += 100) {
    const events = Array.from({ length: 100 }, (_, at) =>
      jsonEvent({ type: 'large', data: { n: n + at, text } }),
    );
    await client.appendToStream(name, events);
  }
  await quick.received(EVENTS);

  const revisions: bigint[] = [];
  const dropped = await new Promise<Error | undefined>((resolve) => {
    slow.once('error', resolve);
    slow.on('data', ({ event }) => {
      revisions.push(event!.revision);
      if (revisions.length === EVENTS) resolve(undefined);
    });
    slow.resume();
  });
  // Newer servers may read from the disk again instead of dropping it.
  if (isEmbedded || dropped !== undefined) {
    t.true(dropped instanceof TimeoutError, String(dropped));
    t.regex(
      String(dropped),
      /Consumer too slow to handle event while live\. Client resubscription required\./,
    );
    t.true(revisions.length < EVENTS);
  }
  const last = revisions.at(-1);
  const again = collectSubscription(subscribe(last));
  await again.received(EVENTS - revisions.length);
  t.deepEqual(
    [...revisions, ...again.events.map(({ event }) => event!.revision)],
    Array.from({ length: EVENTS }, (_, n) => BigInt(n)),
  );
  await Promise.all([again.stop(), quick.stop(), dropped === undefined && slow.unsubscribe()]);
});

test('a subscriber that still catches up may take its time', async (t) => {
  const name = uniqueName('patient');
  const text = 'x'.repeat(EVENT_BYTES);
  const append = (count: number) =>
    client.appendToStream(
      name,
      Array.from({ length: count }, () => jsonEvent({ type: 'large', data: { text } })),
    );
  for (let n = 0; n < 10; n += 1) await append(100);
  const slow = client.subscribeToStream(name);
  await new Promise<void>((resolve) => {
    slow.once('data', () => {
      slow.pause();
      resolve();
    });
  });
  for (let n = 0; n < 10; n += 1) await append(100);
  let received = 1;
  let inOrder = true;
  await new Promise<void>((resolve, reject) => {
    slow.once('error', reject);
    slow.on('data', ({ event }) => {
      inOrder &&= event!.revision === BigInt(received);
      received += 1;
      if (received === 2_000) resolve();
    });
    slow.resume();
  });
  t.true(inOrder);
  await slow.unsubscribe();
});
