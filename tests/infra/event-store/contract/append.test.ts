import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import {
  AccessDeniedError,
  binaryEvent,
  DeadlineExceededError,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { collect } from '../../../support/collect.ts';
import {
  acquireStore,
  appendWays,
  MAX_APPEND_BYTES,
  numbered,
  readNumbers,
  rejectionOf,
  uniqueName,
} from '../support/store.ts';

const { client, connectionString, isEmbedded } = await acquireStore(test);

for (const { way, options } of appendWays(connectionString)) {
  test(`${way}: events come back as they were sent`, async (t) => {
    const name = uniqueName('as-sent');
    const binary = Uint8Array.from([0, 1, 2, 253, 254, 255]);
    const [jsonId, binaryId] = [randomUUID(), randomUUID()];
    const before = Date.now();
    await client.appendToStream(
      name,
      [
        jsonEvent({
          id: jsonId,
          type: 'json',
          data: { text: 'žluťoučký 🐎', deep: [1, { a: null }] },
          metadata: { m: 1 },
        }),
        binaryEvent({ id: binaryId, type: 'bytes', data: binary, metadata: Uint8Array.from([7, 8]) }),
        jsonEvent({ type: 'no metadata', data: {} }),
      ],
      options,
    );
    const [first, second, third] = (await collect(client.readStream(name))).map(({ event }) => event!);
    t.like(first, {
      id: jsonId,
      streamId: name,
      revision: 0n,
      type: 'json',
      isJson: true,
      metadata: { m: 1 },
    });
    t.deepEqual(first!.data, { text: 'žluťoučký 🐎', deep: [1, { a: null }] });
    t.true(first!.created.getTime() >= before - 60_000 && first!.created.getTime() <= Date.now() + 60_000);
    t.like(second, { id: binaryId, revision: 1n, type: 'bytes', isJson: false });
    t.deepEqual([...(second!.data as Uint8Array)], [...binary]);
    t.deepEqual([...(second!.metadata as Uint8Array)], [7, 8]);
    t.is(third!.metadata, undefined);
  });

  test(`${way}: revisions count from 0 and positions grow`, async (t) => {
    const name = uniqueName('revisions');
    const one = await client.appendToStream(name, numbered(1), options);
    const three = await client.appendToStream(name, numbered(3, { from: 1 }), options);
    t.deepEqual([one.success, one.nextExpectedRevision], [true, 0n]);
    t.deepEqual([three.success, three.nextExpectedRevision], [true, 3n]);
    t.true(three.position!.commit > one.position!.commit);
    t.deepEqual(await readNumbers(client, name), [0, 1, 2, 3]);
  });

  test(`${way}: no_stream wants a new stream`, async (t) => {
    const name = uniqueName('no-stream');
    await client.appendToStream(name, numbered(2), { ...options, expectedRevision: 'no_stream' });
    const error = await rejectionOf(
      WrongExpectedVersionError,
      client.appendToStream(name, numbered(1), { ...options, expectedRevision: 'no_stream' }),
    );
    t.like(error, { streamName: name, expectedVersion: 'no_stream', actualVersion: 1n });
  });

  test(`${way}: stream_exists wants an existing one`, async (t) => {
    const name = uniqueName('exists');
    const expectation = { ...options, expectedRevision: 'stream_exists' } as const;
    const error = await rejectionOf(
      WrongExpectedVersionError,
      client.appendToStream(name, numbered(1), expectation),
    );
    t.like(error, { streamName: name, expectedVersion: 'stream_exists', actualVersion: 'no_stream' });
    await client.appendToStream(name, numbered(1), options);
    t.is((await client.appendToStream(name, numbered(1), expectation)).nextExpectedRevision, 1n);
  });

  test(`${way}: an exact revision must be the last one`, async (t) => {
    const name = uniqueName('exact');
    const missing = await rejectionOf(
      WrongExpectedVersionError,
      client.appendToStream(name, numbered(1), { ...options, expectedRevision: 4n }),
    );
    t.like(missing, { streamName: name, expectedVersion: 4n, actualVersion: 'no_stream' });
    await client.appendToStream(name, numbered(3), options);
    for (const expectedRevision of [1n, 3n]) {
      const wrong = await rejectionOf(
        WrongExpectedVersionError,
        client.appendToStream(name, numbered(1), { ...options, expectedRevision }),
      );
      t.like(wrong, { expectedVersion: expectedRevision, actualVersion: 2n });
    }
    const result = await client.appendToStream(name, numbered(1, { from: 3 }), {
      ...options,
      expectedRevision: 2n,
    });
    t.is(result.nextExpectedRevision, 3n);
    t.deepEqual(await readNumbers(client, name), [0, 1, 2, 3]);
  });

  test(`${way}: an append that is too large is refused as a whole`, async (t) => {
    const name = uniqueName('too-large');
    const half = jsonEvent({ type: 'half', data: { text: 'x'.repeat(MAX_APPEND_BYTES * 0.6) } });
    const again = jsonEvent({ type: 'half', data: { text: 'x'.repeat(MAX_APPEND_BYTES * 0.6) } });
    const error = await rejectionOf(
      MaxAppendSizeExceededError,
      client.appendToStream(name, [half, again], options),
    );
    t.is(error.maxAppendSize, MAX_APPEND_BYTES);
    t.is((await client.appendToStream(name, half, options)).nextExpectedRevision, 0n);
  });

  test(`${way}: a tombstoned stream takes nothing`, async (t) => {
    const name = uniqueName('tombstoned');
    await client.appendToStream(name, numbered(1), options);
    await client.tombstoneStream(name);
    const error = await rejectionOf(StreamDeletedError, client.appendToStream(name, numbered(1), options));
    t.is(error.streamName, name);
  });

  test(`${way}: an append past its deadline fails and writes nothing`, async (t) => {
    const name = uniqueName('deadline');
    await rejectionOf(
      DeadlineExceededError,
      client.appendToStream(name, numbered(1), { ...options, deadline: -1_000 }),
    );
    await sleep(50);
    t.is((await client.appendToStream(name, numbered(1), options)).nextExpectedRevision, 0n);
  });

  test(`${way}: an append without events changes nothing`, async (t) => {
    const name = uniqueName('empty');
    await client.appendToStream(name, numbered(2), options);
    t.true((await client.appendToStream(name, [], { ...options, expectedRevision: 1n })).success);
    await rejectionOf(
      WrongExpectedVersionError,
      client.appendToStream(name, [], { ...options, expectedRevision: 'no_stream' }),
    );
    t.deepEqual(await readNumbers(client, name), [0, 1]);
  });
}

test('many appends at once each get their own answer', async (t) => {
  const names = Array.from({ length: 300 }, () => uniqueName('at-once'));
  const results = await Promise.allSettled(
    names.flatMap((name) => [
      client.appendToStream(name, numbered(1), { expectedRevision: 'no_stream' }),
      client.appendToStream(name, numbered(1), { expectedRevision: 7n }),
    ]),
  );
  results.forEach((result, at) => t.is(result.status, at % 2 === 0 ? 'fulfilled' : 'rejected'));
});

test('of concurrent appends at one revision exactly one wins', async (t) => {
  const name = uniqueName('race');
  await client.appendToStream(name, numbered(1));
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      client.appendToStream(name, numbered(1, { from: n }), { expectedRevision: 0n }),
    ),
  );
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results) {
    if (result.status === 'rejected') t.true(result.reason instanceof WrongExpectedVersionError);
  }
  t.is((await readNumbers(client, name)).length, 2);
});

test('concurrent appends with any revision are all kept, each caller in its own order', async (t) => {
  const name = uniqueName('any');
  await Promise.all(
    Array.from({ length: 10 }, async (_, caller) => {
      for (let n = 0; n < 20; n += 1)
        await client.appendToStream(name, numbered(1, { from: caller * 100 + n }));
    }),
  );
  const numbers = await readNumbers(client, name);
  t.is(numbers.length, 200);
  for (let caller = 0; caller < 10; caller += 1) {
    const own = numbers.filter((n) => Math.floor(n / 100) === caller);
    t.deepEqual(
      own,
      Array.from({ length: 20 }, (_, n) => caller * 100 + n),
    );
  }
});

test('$all cannot be written to; a real server without users may take it', async (t) => {
  const [result] = await Promise.allSettled([client.appendToStream('$all', numbered(1))]);
  if (!isEmbedded && result.status === 'fulfilled') t.true(result.value.success);
  else t.true(result.status === 'rejected' && result.reason instanceof AccessDeniedError);
});

test('stream names and types keep every character', async (t) => {
  const name = uniqueName('jméno 患者/ü$');
  await client.appendToStream(name, jsonEvent({ type: 'typ/č 🐎', data: {} }));
  const [event] = await collect(client.readStream(name));
  t.like(event!.event, { streamId: name, type: 'typ/č 🐎' });
});
