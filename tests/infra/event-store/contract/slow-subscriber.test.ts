import test from 'ava';
import { jsonEvent } from '@eventstore/db-client';
import { acquireStore, uniqueName } from '../support/store.ts';
import { collectSubscription } from '../support/subscriber.ts';

const { client, isEmbedded } = await acquireStore(test);

const EVENTS = 3_000;
const EVENT_BYTES = 4_000;

test('a subscriber that does not read holds up nobody, and gets everything when it reads on', async (t) => {
  const name = uniqueName('slow');
  const slow = client.subscribeToStream(name);
  const caughtUp = new Promise<void>((resolve) => slow.once('caughtUp', () => resolve()));
  slow.resume();
  const notices: string[] = [];
  for (const notice of ['caughtUp', 'fellBehind']) slow.on(notice, () => notices.push(notice));
  if (isEmbedded) await caughtUp;
  slow.pause();

  const quick = collectSubscription(client.subscribeToStream(name));
  await quick.noticed('confirmation');
  const text = 'x'.repeat(EVENT_BYTES);
  for (let n = 0; n < EVENTS; n += 100) {
    const events = Array.from({ length: 100 }, (_, at) =>
      jsonEvent({ type: 'large', data: { n: n + at, text } }),
    );
    await client.appendToStream(name, events);
  }
  await quick.received(EVENTS);

  const revisions: number[] = [];
  await new Promise<void>((resolve) => {
    slow.on('data', ({ event }) => {
      revisions.push(Number(event!.revision));
      if (revisions.length === EVENTS) resolve();
    });
    slow.resume();
  });
  t.deepEqual(
    revisions,
    Array.from({ length: EVENTS }, (_, n) => n),
  );
  if (isEmbedded) {
    while (notices.length < 3) await new Promise((resolve) => slow.once('caughtUp', resolve));
    t.deepEqual(notices.slice(0, 3), ['caughtUp', 'fellBehind', 'caughtUp']);
  }
  await Promise.all([slow.unsubscribe(), quick.stop()]);
});
