import test from 'ava';
import {
  eventTypeFilter,
  excludeSystemEvents,
  streamNameFilter,
  type AllStreamSubscription,
  type Filter,
  type Position,
} from '@eventstore/db-client';
import { acquireStore, numbered, numberOf, uniqueName } from '../support/store.ts';
import { collectSubscription, type Subscriber } from '../support/subscriber.ts';

const { client, isEmbedded } = await acquireStore(test);

type Options = Parameters<typeof client.subscribeToAll>[0];
const subscribe = (options?: Options): Subscriber => collectSubscription(client.subscribeToAll(options));

/** Where the log stands now. */
async function mark(): Promise<Position> {
  return (await client.appendToStream(uniqueName('mark'), numbered(1))).position!;
}

test('from a position: what stands behind it, then what comes, in the order of the log', async (t) => {
  const [one, other] = [uniqueName('one'), uniqueName('other')];
  const { position } = await client.appendToStream(one, numbered(2));
  await client.appendToStream(other, numbered(2, { from: 2 }));
  const subscriber = subscribe({
    fromPosition: position!,
    filter: streamNameFilter({ prefixes: [one, other] }),
  });
  await subscriber.received(2);
  if (isEmbedded) {
    await subscriber.noticed('caughtUp'); // EventStoreDB 23.10 does not say it where there is a filter
    t.deepEqual(subscriber.notices, ['confirmation', 'caughtUp']);
  }
  await client.appendToStream(one, numbered(1, { from: 4 }));
  const { position: last } = await client.appendToStream(other, numbered(1, { from: 5 }));
  await subscriber.received(4);
  t.deepEqual(
    subscriber.events.map(({ event }) => numberOf(event)),
    [2, 3, 4, 5],
  );
  t.deepEqual(subscriber.events.at(-1)!.event!.position, last);
  t.is(subscriber.events.at(-1)!.commitPosition, last!.commit);
  await subscriber.stop();
});

test('from the end: only what comes', async (t) => {
  const name = uniqueName('from-end');
  await client.appendToStream(name, numbered(3));
  const subscriber = subscribe({ fromPosition: 'end' });
  await subscriber.noticed('caughtUp');
  const [later] = numbered(1, { from: 3 });
  await client.appendToStream(name, later!);
  await subscriber.arrived(later!.id);
  const own = subscriber.events.filter(({ event }) => event?.streamId === name);
  t.deepEqual(
    own.map(({ event }) => numberOf(event)),
    [3],
  );
  await subscriber.stop();
});

test('from the start: everything from the first event on, each position once', async (t) => {
  const name = uniqueName('from-start');
  await client.appendToStream(name, numbered(1));
  let last = -1n;
  let inOrder = true;
  for await (const { event, commitPosition } of client.subscribeToAll()) {
    inOrder &&= commitPosition! > last;
    last = commitPosition!;
    if (event?.streamId === name) break;
  }
  t.true(inOrder);
});

/** Each with the type that an event of stream b passes it with, and what passes it of what is written. */
const filters: [string, (prefix: string) => Filter, 'x' | 'y', string[]][] = [
  [
    'stream name prefixes',
    (prefix) => streamNameFilter({ prefixes: [`${prefix}-a`, `${prefix}-b`] }),
    'x',
    ['a1', 'a2', 'b1', 'b2'],
  ],
  [
    'a stream name expression',
    (prefix) => streamNameFilter({ regex: `^${prefix}-[bc]$` }),
    'x',
    ['b1', 'b2', 'c1', 'c2'],
  ],
  [
    'event type prefixes',
    (prefix) => eventTypeFilter({ prefixes: [`${prefix}_x`] }),
    'x',
    ['a1', 'b1', 'c1'],
  ],
  [
    'an event type expression',
    (prefix) => eventTypeFilter({ regex: `^${prefix}_[yz]$` }),
    'y',
    ['a2', 'b2', 'c2'],
  ],
];
for (const [title, createFilter, type, expected] of filters) {
  test(`filtered by ${title}`, async (t) => {
    const prefix = uniqueName('filter');
    const filter = createFilter(prefix);
    const fromPosition = await mark();
    /** What stands before and behind the others, so that a subscriber is known to be live, and to have got all. */
    const edge = (from: number) =>
      client.appendToStream(`${prefix}-b`, numbered(1, { from, type: `${prefix}_${type}` }));
    const subscriber = subscribe({ fromPosition, filter });
    await edge(0);
    await subscriber.received(1);
    for (const stream of ['a', 'b', 'c']) {
      await client.appendToStream(`${prefix}-${stream}`, [
        ...numbered(1, { from: 1, type: `${prefix}_x` }),
        ...numbered(1, { from: 2, type: `${prefix}_y` }),
      ]);
    }
    const name = ({ event }: Subscriber['events'][number]): string =>
      `${event!.streamId.slice(prefix.length + 1)}${numberOf(event)}`;
    await edge(9);
    await subscriber.received(expected.length + 2);
    const live = subscriber.events.map(name);
    await subscriber.stop();
    const again = subscribe({ fromPosition, filter });
    await again.received(expected.length + 2);
    t.deepEqual(live, ['b0', ...expected, 'b9']);
    t.deepEqual(again.events.map(name), ['b0', ...expected, 'b9']);
    await again.stop();
  });
}

test('excludeSystemEvents leaves out types that begin with $', async (t) => {
  const name = uniqueName('system');
  const fromPosition = await mark();
  await client.setStreamMetadata(name, { maxCount: 5 });
  const [own] = numbered(1);
  await client.appendToStream(name, own!);
  const subscriber = subscribe({ fromPosition, filter: excludeSystemEvents() });
  await subscriber.arrived(own!.id);
  t.false(subscriber.events.some(({ event }) => event!.type.startsWith('$')));
  await subscriber.stop();
});

test('checkpoints advance over events that the filter leaves out', async (t) => {
  const checkpoints: Position[] = [];
  const fromPosition = await mark();
  const [ignored, marked] = [uniqueName('ignored'), uniqueName('marked')];
  await client.appendToStream(ignored, numbered(200));
  await client.appendToStream(marked, numbered(1));
  const subscriber = subscribe({
    fromPosition,
    filter: streamNameFilter({
      prefixes: [marked],
      maxSearchWindow: 10,
      checkpointInterval: 2,
      checkpointReached: (_: AllStreamSubscription, position: Position) => {
        checkpoints.push(position);
        return Promise.resolve();
      },
    }),
  });
  await subscriber.received(1);
  const before = checkpoints.length;
  t.true(before >= 5, `${before} checkpoints over 200 events`);
  await client.appendToStream(ignored, numbered(100));
  for (let n = 0; n < 100 && checkpoints.length < before + 3; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const commits = checkpoints.map(({ commit }) => commit);
  t.true(checkpoints.length >= before + 3, 'and while live');
  t.deepEqual(
    commits,
    [...new Set(commits)].toSorted((a, b) => (a < b ? -1 : 1)),
  );
  t.true(commits[0]! > fromPosition.commit, 'the first one stands behind the start');
  // The other tests of this file append meanwhile, and the filter leaves their events out as well.
  t.true(commits.at(-1)! < (await mark()).commit, 'the last one stands before the end');
  t.is(subscriber.events.length, 1);
  await subscriber.stop();
});

test('a checkpoint is a place to go on from, without loss or repetition', async (t) => {
  const name = uniqueName('resume');
  const fromPosition = await mark();
  await client.appendToStream(name, numbered(150));
  const seen: number[] = [];
  let checkpoint: Position | undefined;
  const filter = { prefixes: [name], maxSearchWindow: 10, checkpointInterval: 1 };
  const reached = new Promise<void>((resolve) => {
    const subscription = client.subscribeToAll({
      fromPosition,
      filter: streamNameFilter({
        ...filter,
        checkpointReached: async (_, position) => {
          if (checkpoint !== undefined || seen.length < 40) return;
          checkpoint = position;
          await subscription.unsubscribe();
          resolve();
        },
      }),
    });
    subscription.on('data', ({ event }) => {
      if (checkpoint === undefined) seen.push(numberOf(event));
    });
  });
  await reached;
  const rest = subscribe({ fromPosition: checkpoint!, filter: streamNameFilter(filter) });
  await client.appendToStream(name, numbered(1, { from: 150 }));
  await rest.received(151 - seen.length);
  const all = [...seen, ...rest.events.map(({ event }) => numberOf(event))];
  t.deepEqual(
    all,
    Array.from({ length: 151 }, (_, n) => n),
  );
  await rest.stop();
});

test('many subscribers at once all get everything', async (t) => {
  const name = uniqueName('many');
  const fromPosition = await mark();
  const filter = streamNameFilter({ prefixes: [name] });
  const subscribers = Array.from({ length: 200 }, (_, at) =>
    at % 2 === 0 ? subscribe({ fromPosition, filter }) : collectSubscription(client.subscribeToStream(name)),
  );
  await Promise.all(subscribers.map((subscriber) => subscriber.noticed('confirmation')));
  for (let n = 0; n < 20; n += 1) await client.appendToStream(name, numbered(1, { from: n }));
  await Promise.all(subscribers.map((subscriber) => subscriber.received(20)));
  const expected = Array.from({ length: 20 }, (_, n) => n);
  for (const { events } of subscribers) {
    t.deepEqual(
      events.map(({ event }) => numberOf(event)),
      expected,
    );
  }
  await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
});
