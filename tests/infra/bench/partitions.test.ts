import test from 'ava';
import { allProjections } from '../../../projectors/all.ts';
import { PART_KEYS, parsePart, partOf } from '../../../infra/bench/partitions/partition.ts';
import { runParts, type PartsRun, type PartsStack } from '../../../infra/bench/partitions/run-parts.ts';
import { differingRows, differingTables, fannedOutRows } from '../../../infra/bench/partitions/tables.ts';
import { startServers } from '../../support/servers.ts';
import { createWorld } from '../../support/session-events.ts';

const servers = await startServers();
const { stack, pool, log, codec, dataKeys } = servers;
const connected = { pool, log, codec, dataKeys, databaseUrl: stack.databaseUrl, now: () => new Date() };
const parts: PartsStack = { infrastructure: stack, installation: connected };
const options = { env: process.env, tell: () => undefined };
/** Small batches: a part is killed among many of them. */
const BATCH = 20;

/** Tenants with all that lies in several of their streams: grants among charges, patients, subscriptions that change. */
async function writeHistory(): Promise<void> {
  const world = createWorld({ pool, log, codec, dataKeys });
  for (let clinic = 0; clinic < 4; clinic++) {
    const tenantId = await world.registerTenant('growth');
    await world.createApiKey(tenantId);
    const sessions: string[] = [];
    for (let count = 0; count < 5; count++) {
      sessions.push(await world.open(tenantId, { patientId: `P-${count % 2}`, test: count === 4 }));
    }
    const { subscriptionId } = await world.createSubscription(tenantId, ['session.answered']);
    for (const sessionId of sessions) await world.answer(sessionId);
    await world.tenant(tenantId, { kind: 'top_up', tokens: 100 });
    for (const sessionId of sessions) await world.answer(sessionId);
    await world.switchSubscription(tenantId, subscriptionId, 'webhook-subscription-deleted');
    await world.createSubscription(tenantId, ['session.answered', 'session.finalized']);
    const [finalized, rectified, erased, held] = sessions as [string, string, string, string];
    await world.answer(held);
    await world.session(finalized, { kind: 'finalize' });
    const clear_answers = ['q-two'];
    await world.session(rectified, { kind: 'rectify', age: 40, sex: undefined, clear_answers, reason: null });
    await world.session(erased, { kind: 'erase', cause: 'requested' });
    await world.session(held, { kind: 'place_hold', reason: 'claim' });
    await world.tenant(tenantId, { kind: 'top_up', tokens: 50 });
    for (const sessionId of sessions.slice(3)) await world.answer(sessionId);
  }
}
await writeHistory();
test.after.always(servers.stop);

const projections = (run: Omit<PartsRun, 'work' | 'batch'>) =>
  runParts(parts, options, { work: 'projections', batch: BATCH, ...run });
const fanOut = (run: Omit<PartsRun, 'work' | 'batch'>) =>
  runParts(parts, options, { work: 'fan-out', batch: BATCH, ...run });
const differing = async (): Promise<string[]> => (await differingTables(connected)).map(({ table }) => table);

test('every follower of the log says by what it is divided', (t) => {
  t.deepEqual(
    Object.keys(PART_KEYS).toSorted(),
    [...allProjections.map(({ name }) => name), 'webhook-fan-out'].toSorted(),
  );
});

test('a key belongs to one part, and keys are spread over all of them', (t) => {
  const counts = [0, 0, 0, 0];
  for (let index = 0; index < 4_000; index++) counts[partOf(`session-${index}`, 4)]! += 1;
  t.true(counts.every((count) => count > 900 && count < 1_100));
  t.is(partOf('session-7', 4), partOf('session-7', 4));
  t.deepEqual(parsePart('2/4'), { index: 1, count: 4 });
  for (const wrong of ['0/4', '5/4', '1', 'x/2']) t.throws(() => parsePart(wrong));
});

test.serial(
  'projections in parts make the tables of one process, also after a part was killed',
  async (t) => {
    await projections({ count: 1 });
    t.deepEqual(await differing(), []);
    for (const count of [2, 4]) {
      await projections({ count, killAt: 0.5 });
      t.deepEqual(await differing(), [], `${count} parts`);
    }
  },
);

test.serial(
  'divided by stream alone, what depends on the order between streams comes out otherwise',
  async (t) => {
    await projections({ count: 2, division: 'by stream', inTurn: true });
    t.deepEqual((await differing()).toSorted(), ['audit_heads', 'audit_rows', 'balances']);
  },
);

test.serial(
  'a fan-out in parts by tenant writes what one process writes, and by stream it does not',
  async (t) => {
    await fanOut({ count: 1 });
    const one = await fannedOutRows(connected);
    t.true(one.size > 50);
    await fanOut({ count: 2, killAt: 0.5 });
    t.is(differingRows(one, await fannedOutRows(connected)), 0);
    await fanOut({ count: 2, division: 'by stream', inTurn: true });
    t.true(differingRows(one, await fannedOutRows(connected)) > 0);
  },
);
