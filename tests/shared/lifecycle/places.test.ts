import test from 'ava';
import { createPlaces, type Placed, type Places } from '../../../shared/lifecycle/places.ts';

const forever = new AbortController().signal;

/** Asks for places by owner, and notes in which order they are got or refused. */
function asking(places: Places) {
  const ended: [string, Placed][] = [];
  return {
    ended,
    ask: (name: string, signal: AbortSignal = forever) =>
      places.take(signal, name.split('-')[0]).then((placed) => ended.push([name, placed])),
  };
}

/** Gives a place back until nobody waits, each time once the next one has it. */
async function freeAll(places: Places): Promise<void> {
  while (places.count().waiting > 0) {
    places.free();
    await Promise.resolve();
  }
}

test('owners have turns, and each of them its own order', async (t) => {
  const places = createPlaces(1, 10);
  const { ended, ask } = asking(places);
  const all = ['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'b-2', 'c-1'].map((name) => ask(name));
  t.deepEqual(places.count(), { taken: 1, waiting: 6 });
  await freeAll(places);
  await Promise.all(all);
  t.deepEqual(
    ended.map(([name]) => name),
    ['a-1', 'a-2', 'b-1', 'c-1', 'a-3', 'b-2', 'a-4'],
  );
  places.free();
  t.deepEqual(places.count(), { taken: 0, waiting: 0 });
});

test('the latest of whoever has the most gives way to one who has fewer, and to nobody else', async (t) => {
  const places = createPlaces(1, 3);
  const { ended, ask } = asking(places);
  const names = ['a-1', 'a-2', 'a-3', 'a-4', 'a-5', 'b-1', 'c-1', 'b-2', 'd-1'];
  const all = names.map((name) => ask(name));
  await freeAll(places);
  await Promise.all(all);
  const outcomes = Object.fromEntries(ended);
  t.deepEqual(outcomes, {
    'a-1': 'taken',
    'a-2': 'taken',
    'a-3': 'full',
    'a-4': 'full',
    'a-5': 'full',
    'b-1': 'taken',
    'c-1': 'taken',
    // Each has one by now.
    'b-2': 'full',
    'd-1': 'full',
  });
});

test('whoever no longer wants to wait leaves the line, and holds nothing', async (t) => {
  const places = createPlaces(1, 2);
  const { ended, ask } = asking(places);
  const leaving = new AbortController();
  const all = [ask('a-1'), ask('a-2', leaving.signal), ask('a-3')];
  leaving.abort();
  t.deepEqual(places.count(), { taken: 1, waiting: 1 });
  await ask('b-1', leaving.signal);
  await freeAll(places);
  await Promise.all(all);
  t.deepEqual(ended.toSorted(), [
    ['a-1', 'taken'],
    ['a-2', 'aborted'],
    ['a-3', 'taken'],
    ['b-1', 'aborted'],
  ]);
  t.deepEqual(places.count(), { taken: 1, waiting: 0 });
});
