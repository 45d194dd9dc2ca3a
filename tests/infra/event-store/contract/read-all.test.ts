import test from 'ava';
import type { Position } from '@eventstore/db-client';
import { collect } from '../../../support/collect.ts';
import { acquireStore, numbered, uniqueName } from '../support/store.ts';

const { client } = await acquireStore(test);

const ids = (events: { event?: { id: string } | undefined }[]): string[] =>
  events.map(({ event }) => event?.id ?? '');

/** Events between which an own one is found: other tests append meanwhile, and so does a real server. */
const MANY = 2_000;

/** Two streams whose events alternate in the log. */
const [one, other] = [uniqueName('one'), uniqueName('other')];
const written: { id: string; position: Position }[] = [];
test.before(async () => {
  for (let n = 0; n < 20; n += 1) {
    const [event] = numbered(1, { from: n });
    const { position } = await client.appendToStream(n % 2 === 0 ? one : other, event!);
    written.push({ id: event!.id, position: position! });
  }
});
const own = (events: Awaited<ReturnType<typeof readAll>>) =>
  events.filter(({ event }) => event?.streamId === one || event?.streamId === other);
const readAll = (options: Parameters<typeof client.readAll>[0]) => collect(client.readAll(options));

test('forwards from a position gives the events in the order of writing, that position included', async (t) => {
  const events = own(await readAll({ fromPosition: written[3]!.position }));
  t.deepEqual(
    ids(events),
    written.slice(3).map(({ id }) => id),
  );
  t.deepEqual(
    events.map(({ event }) => event!.position),
    written.slice(3).map(({ position }) => position),
  );
  t.deepEqual(
    events.map(({ commitPosition }) => commitPosition),
    written.slice(3).map(({ position }) => position.commit),
  );
});

test('backwards from a position gives what stands before it', async (t) => {
  const before = await readAll({
    fromPosition: written[10]!.position,
    direction: 'backwards',
    maxCount: MANY,
  });
  t.deepEqual(
    ids(own(before)).slice(0, 5),
    written
      .slice(5, 10)
      .map(({ id }) => id)
      .toReversed(),
  );
});

test('backwards from the end begins with the newest', async (t) => {
  const [event] = numbered(1);
  const { position } = await client.appendToStream(uniqueName('newest'), event!);
  const newest = await readAll({ direction: 'backwards', fromPosition: 'end', maxCount: MANY });
  const at = newest.findIndex(({ event: found }) => found?.id === event!.id);
  t.true(at >= 0);
  t.deepEqual(newest[at]!.event!.position, position);
  const positions = newest.map(({ commitPosition }) => commitPosition!);
  t.deepEqual(
    positions,
    positions.toSorted((a, b) => (a < b ? 1 : -1)),
  );
});

test('maxCount bounds a read from the start', async (t) => {
  t.is((await readAll({ maxCount: 7 })).length, 7);
  t.is((await readAll({ maxCount: 7, direction: 'backwards', fromPosition: 'end' })).length, 7);
});

test('from the end forwards and from the start backwards there is nothing', async (t) => {
  t.deepEqual(await readAll({ fromPosition: 'start', direction: 'backwards', maxCount: 10 }), []);
  t.is(own(await readAll({ fromPosition: 'end', maxCount: 10 })).length, 0);
});

test('the events of one append stand together and each has its own position', async (t) => {
  const name = uniqueName('together');
  const events = numbered(10);
  const { position } = await client.appendToStream(name, events);
  const stored = await collect(client.readStream(name));
  const positions = stored.map(({ event }) => event!.position!.commit);
  t.is(new Set(positions).size, 10);
  t.deepEqual(
    positions,
    positions.toSorted((a, b) => (a < b ? -1 : 1)),
  );
  t.is(positions.at(-1), position!.commit);
  const log = await readAll({ fromPosition: stored[0]!.event!.position!, maxCount: 10 });
  t.deepEqual(
    ids(log),
    events.map(({ id }) => id),
  );
});

test('deleted streams stay in the log', async (t) => {
  const name = uniqueName('deleted');
  const { position } = await client.appendToStream(name, numbered(2));
  await client.tombstoneStream(name);
  const events = (await readAll({ fromPosition: position! })).filter(({ event }) => event?.streamId === name);
  t.deepEqual(
    events.map(({ event }) => event!.type),
    ['numbered', '$streamDeleted'],
  );
});
