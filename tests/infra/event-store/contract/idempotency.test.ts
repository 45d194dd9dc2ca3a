import test from 'ava';
import { DeadlineExceededError, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import {
  acquireStore,
  appendWays,
  numbered,
  readNumbers,
  rejectionOf,
  uniqueName,
} from '../support/store.ts';

const { client, connectionString, isEmbedded } = await acquireStore(test);

for (const { way, options } of appendWays(connectionString)) {
  for (const expectedRevision of ['any', 'no_stream'] as const) {
    test(`${way}: a repeated first write with ${expectedRevision} gets the first answer again`, async (t) => {
      const name = uniqueName('repeat');
      const events = numbered(3);
      const first = await client.appendToStream(name, events, { ...options, expectedRevision });
      await client.appendToStream(name, numbered(2, { from: 3 }), options);
      const again = await client.appendToStream(name, events, { ...options, expectedRevision });
      t.deepEqual(again, first);
      t.deepEqual(await readNumbers(client, name), [0, 1, 2, 3, 4]);
    });
  }

  for (const expectedRevision of ['any', 'stream_exists', 1n] as const) {
    test(`${way}: a repeated later write with ${expectedRevision} gets the first answer again`, async (t) => {
      const name = uniqueName('repeat-later');
      await client.appendToStream(name, numbered(2), options);
      const events = numbered(2, { from: 2 });
      const first = await client.appendToStream(name, events, { ...options, expectedRevision });
      await client.appendToStream(name, numbered(1, { from: 4 }), options);
      t.deepEqual(await client.appendToStream(name, events, { ...options, expectedRevision }), first);
      t.deepEqual(await readNumbers(client, name), [0, 1, 2, 3, 4]);
    });
  }
}

test('a repetition while the first write is still under way writes nothing', async (t) => {
  const name = uniqueName('at-once');
  const events = numbered(2);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      client.appendToStream(name, events, { expectedRevision: 'any', deadline: 3_000 }),
    ),
  );
  for (const result of results) {
    // A real server may leave it without an answer: whoever repeats reads the tail after the deadline.
    if (!isEmbedded && result.status === 'rejected') t.true(result.reason instanceof DeadlineExceededError);
    else t.like(result, { status: 'fulfilled', value: { nextExpectedRevision: 1n } });
  }
  t.true(results.some(({ status }) => status === 'fulfilled'));
  t.deepEqual(await readNumbers(client, name), [0, 1]);
  const again = await client.appendToStream(name, events, { expectedRevision: 'any' });
  t.is(again.nextExpectedRevision, 1n);
});

test('a part of an earlier write, repeated, is the same events at the same place', async (t) => {
  const name = uniqueName('part');
  const [one, two, three] = numbered(3);
  await client.appendToStream(name, [one!, two!, three!]);
  const again = await client.appendToStream(name, [one!, two!], { expectedRevision: 'no_stream' });
  t.is(again.nextExpectedRevision, 1n);
  t.is(
    (await client.appendToStream(name, [two!, three!], { expectedRevision: 0n })).nextExpectedRevision,
    2n,
  );
  t.deepEqual(await readNumbers(client, name), [0, 1, 2]);
});

for (const expectedRevision of ['any', 'no_stream'] as const) {
  test(`a write that repeats only in part is a wrong revision (${expectedRevision})`, async (t) => {
    const name = uniqueName('overlap');
    const [one, two, three] = numbered(3);
    await client.appendToStream(name, [one!, two!]);
    const error = await rejectionOf(
      WrongExpectedVersionError,
      client.appendToStream(name, [one!, two!, three!], { expectedRevision }),
    );
    t.is(error.actualVersion, 1n);
    t.deepEqual(await readNumbers(client, name), [0, 1]);
  });
}

test('the same event at another place is a wrong revision', async (t) => {
  const name = uniqueName('elsewhere');
  const [one, two] = numbered(2);
  await client.appendToStream(name, [one!, two!]);
  await rejectionOf(
    WrongExpectedVersionError,
    client.appendToStream(name, two!, { expectedRevision: 'no_stream' }),
  );
  t.deepEqual(await readNumbers(client, name), [0, 1]);
});

test('event ids are remembered a stream', async (t) => {
  const [here, there] = [uniqueName('here'), uniqueName('there')];
  const event = jsonEvent({ type: 'numbered', data: { n: 5 } });
  await client.appendToStream(here, event);
  t.is((await client.appendToStream(there, event)).nextExpectedRevision, 0n);
  t.deepEqual(await readNumbers(client, there), [5]);
});
