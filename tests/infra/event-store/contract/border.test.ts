import test from 'ava';
import { streamNameFilter } from '@eventstore/db-client';
import { acquireStore, numbered, numberOf, uniqueName } from '../support/store.ts';
import { collectSubscription } from '../support/subscriber.ts';

const { client } = await acquireStore(test);

/*
 * The border between catching up and live: subscribers start while events are being written, at many points
 * of the log, and every one must get every event once and in order.
 */

const EVENTS = 1_500;
const SUBSCRIBERS = 12;

async function writeAndSubscribe(
  name: string,
  subscribe: () => ReturnType<typeof collectSubscription>,
): Promise<ReturnType<typeof collectSubscription>[]> {
  const subscribers: ReturnType<typeof collectSubscription>[] = [];
  const pending: Promise<unknown>[] = [];
  for (let n = 0; n < EVENTS; n += 1) {
    pending.push(client.appendToStream(name, numbered(1, { from: n })));
    if (n % Math.floor(EVENTS / SUBSCRIBERS) === 0) subscribers.push(subscribe());
    if (pending.length === 25) await Promise.all(pending.splice(0));
  }
  await Promise.all(pending);
  await Promise.all(subscribers.map((subscriber) => subscriber.received(EVENTS, 30_000)));
  return subscribers;
}

test('one stream: subscribing while it is written loses and doubles nothing', async (t) => {
  const name = uniqueName('border');
  const subscribers = await writeAndSubscribe(name, () =>
    collectSubscription(client.subscribeToStream(name)),
  );
  for (const { events } of subscribers) {
    t.deepEqual(
      events.map(({ event }) => Number(event!.revision)),
      Array.from({ length: EVENTS }, (_, n) => n),
    );
  }
  const [first] = subscribers;
  t.deepEqual(
    first!.events.map(({ event }) => numberOf(event)).toSorted((a, b) => a - b)[EVENTS - 1],
    EVENTS - 1,
  );
  await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
});

test('$all: subscribing while it is written loses and doubles nothing', async (t) => {
  const name = uniqueName('border-all');
  const { position } = await client.appendToStream(uniqueName('mark'), numbered(1));
  const subscribers = await writeAndSubscribe(name, () =>
    collectSubscription(
      client.subscribeToAll({ fromPosition: position!, filter: streamNameFilter({ prefixes: [name] }) }),
    ),
  );
  for (const { events } of subscribers) {
    t.deepEqual(
      events.map(({ event }) => Number(event!.revision)),
      Array.from({ length: EVENTS }, (_, n) => n),
    );
    const positions = events.map(({ commitPosition }) => commitPosition!);
    t.true(positions.every((one, at) => at === 0 || one > positions[at - 1]!));
  }
  await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
});
