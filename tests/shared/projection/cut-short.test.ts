import test from 'ava';
import { startDatabase } from '../../support/database.ts';
import { createNotes, notes, placesIn, someEvents, topUp, upTo, whileRunning } from '../../support/notes.ts';
import { createProjecting } from '../../support/projecting.ts';
import { until } from '../../support/until.ts';

const LIMIT_MS = 5_000;
const database = await startDatabase();
await createNotes(database.pool);
test.after.always(database.stop);

/** What Postgres says where a statement took longer than it may. */
const statementTimeout = () => Object.assign(new Error('canceling statement'), { code: '57014' });

test.serial('one that is cut short again and again holds up nobody else, and comes back', async (t) => {
  const projecting = await createProjecting(database.pool);
  const tenantId = await someEvents(projecting);
  const slow = { isSlow: true };
  const base = notes('slow');
  const cutShort = notes('slow', 'notes', {
    project: (events, tx, context) => {
      if (slow.isSlow) throw statementTimeout();
      return base.project(events, tx, context);
    },
  });
  const other = notes('other', 'other_notes');
  const runner = projecting.runner([cutShort, other]);
  await whileRunning(runner, async () => {
    await projecting.caughtUp([other]);
    await topUp(projecting, tenantId);
    await projecting.caughtUp([other]);
    t.deepEqual(await placesIn(database.pool, 'slow'), []);
    t.deepEqual(
      runner.health().map(({ healthy, problem }) => ({ healthy, problem })),
      [
        { healthy: false, problem: 'cut short again and again (57014)' },
        { healthy: true, problem: null },
      ],
    );
    slow.isSlow = false;
    await projecting.caughtUp([cutShort]);
    await until('one subscription for both', LIMIT_MS, () => projecting.log.subscriptions() === 1);
    t.true(runner.health().every(({ healthy }) => healthy));
  });
  t.deepEqual(await placesIn(database.pool, 'slow'), upTo(projecting.lastPosition()));
  t.deepEqual(await placesIn(database.pool, 'other', 'other_notes'), upTo(projecting.lastPosition()));
  t.deepEqual((await database.pool.query('SELECT 1 FROM ops.parked_events')).rows, []);
});

test.serial('one that is cut short over many events goes on one by one', async (t) => {
  const projecting = await createProjecting(database.pool);
  await someEvents(projecting);
  const base = notes('slow');
  const slow = notes('slow', 'notes', {
    project: (events, tx, context) => {
      if (events.length > 1) throw statementTimeout();
      return base.project(events, tx, context);
    },
  });
  await projecting.project([slow]);
  t.deepEqual(await placesIn(database.pool, 'slow'), upTo(projecting.lastPosition()));
});
