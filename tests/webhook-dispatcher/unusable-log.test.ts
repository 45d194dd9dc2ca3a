import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { authority } from '../support/event-store-front/certificates.ts';
import { startFront } from '../support/event-store-front/front.ts';
import { until } from '../support/until.ts';
import { LIMIT_MS, startDispatching } from './support/dispatching.ts';
import { startReceiver } from './support/receiver.ts';

/** A dispatcher whose connection to the log is wrong beside one whose connection is right. */
const world = await startDispatching();
const front = await startFront(world.stack.eventStoreUrl);
const receiver = await startReceiver();
test.after.always(async () => {
  await world.stop();
  await front.stop();
  receiver.stop();
});
const caFile = path.join(world.stack.dataDir, 'ca.pem');
writeFileSync(caFile, authority);
const overFront = {
  EVENTSTORE_URL: `esdb://clinic:right-password@localhost:${front.port}?tls=true&tlsCAFile=${encodeURIComponent(caFile)}`,
};
const setPassword = (password: string): void => {
  front.users.passwords.set('clinic', password);
};

const holder = async (): Promise<string | null> => {
  const { rows } = await world.pool.query<{ holder: string }>(
    "SELECT holder FROM ops.leases WHERE name = 'webhook-dispatcher'",
  );
  return rows[0]?.holder ?? null;
};

test('only a dispatcher whose log answers fans out; what is stored is sent without the log', async (t) => {
  const { tenantId } = await world.subscribe({ url: receiver.url });
  receiver.answerWith(() => undefined);
  const before = await world.startDispatcher();
  const opened = await world.openSessions(tenantId, 3);
  await until('3 are sent, and have no answer', LIMIT_MS, () => receiver.arrivals.length === 3);
  await before.stop();
  receiver.answerWith((response) => void response.writeHead(204).end());
  receiver.arrivals.length = 0;

  setPassword('another-password');
  const wrong = await world.startDispatcher({ env: overFront });
  await until('the stored ones are sent', LIMIT_MS, () => receiver.arrivals.length === 3);
  t.is(await holder(), null, 'the right to fan out is left to others');

  setPassword('right-password');
  await until('it fans out once its log answers', LIMIT_MS, async () => (await holder()) !== null);
  const first = await holder();
  const right = await world.startDispatcher();
  opened.push(...(await world.openSessions(tenantId)));
  await until('arrival 4', LIMIT_MS, () => receiver.arrivals.length === 4);
  t.is(await holder(), first);

  await front.stop();
  await until('the other one fans out', 20_000, async () => ![null, first].includes(await holder()));
  opened.push(...(await world.openSessions(tenantId)));
  await until('arrival 5', LIMIT_MS, () => receiver.arrivals.length === 5);
  t.deepEqual(receiver.eventIds().toSorted(), opened.map(({ eventId }) => eventId).toSorted());
  await wrong.stop();
  await right.stop();
});
