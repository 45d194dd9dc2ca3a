import test from 'ava';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { collect } from '../../../support/collect.ts';
import { acquireStore, MAX_APPEND_BYTES, uniqueName } from '../support/store.ts';

const { client } = await acquireStore(test);

test('an event of nearly the largest size comes back whole, also to subscribers', async (t) => {
  const name = uniqueName('large');
  const data = Uint8Array.from({ length: MAX_APPEND_BYTES - 2_048 }, (_, at) => (at * 31) % 251);
  for (let n = 0; n < 3; n += 1) await client.appendToStream(name, binaryEvent({ type: 'large', data }));
  const events = await collect(client.readStream(name));
  t.is(events.length, 3);
  for (const { event } of events) t.true(Buffer.from(data).equals(event!.data as Uint8Array));
  let seen = 0;
  for await (const { event } of client.subscribeToStream(name)) {
    t.true(Buffer.from(data).equals(event!.data as Uint8Array));
    seen += 1;
    if (seen === 3) break;
  }
});

test('an append of many events is one write', async (t) => {
  const name = uniqueName('wide');
  const events = Array.from({ length: 5_000 }, (_, n) => jsonEvent({ type: 'wide', data: { n } }));
  const { nextExpectedRevision } = await client.appendToStream(name, events, {
    expectedRevision: 'no_stream',
  });
  t.is(nextExpectedRevision, 4_999n);
  t.is((await collect(client.readStream(name))).length, 5_000);
});

test('a stream of 100,000 events is read from anywhere', async (t) => {
  const name = uniqueName('long');
  const TOTAL = 100_000;
  const APPEND = 5_000;
  for (let n = 0; n < TOTAL; n += APPEND) {
    const events = Array.from({ length: APPEND }, () => binaryEvent({ type: 'n', data: Buffer.alloc(0) }));
    await client.appendToStream(name, events, {
      expectedRevision: n === 0 ? 'no_stream' : BigInt(n - 1),
      deadline: 60_000,
    });
  }
  let next = 0n;
  let inOrder = true;
  for await (const { event } of client.readStream(name)) {
    inOrder &&= event?.revision === next;
    next += 1n;
  }
  t.true(inOrder);
  t.is(next, BigInt(TOTAL));
  const [middle] = await collect(client.readStream(name, { fromRevision: 54_321n, maxCount: 1 }));
  t.is(middle!.event!.revision, 54_321n);
  const [last] = await collect(
    client.readStream(name, { direction: 'backwards', fromRevision: 'end', maxCount: 1 }),
  );
  t.is(last!.event!.revision, BigInt(TOTAL - 1));
});
