import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { Registry } from 'prom-client';
import { inTransaction } from '../../../shared/postgres/pool.ts';
import { awaitCaughtUp, NotCaughtUpError } from '../../../shared/projection/await-caught-up.ts';
import { startDatabase } from '../../support/database.ts';
import { createNotes, notes, placesIn, someEvents, topUp, upTo, whileRunning } from '../../support/notes.ts';
import { createProjecting } from '../../support/projecting.ts';
import { until } from '../../support/until.ts';

const LIMIT_MS = 5_000;
const database = await startDatabase();
await createNotes(database.pool);
test.after.always(database.stop);

const placesOf = (name: string, table?: string): Promise<number[]> => placesIn(database.pool, name, table);

const giveLeaseToAnother = () =>
  database.pool.query(
    `UPDATE ops.leases SET expires_at = now() + interval '1 hour', holder = '00000000-0000-4000-8000-000000000001'`,
  );

test.serial('applies every event once and in order, over drops, outages and restarts', async (t) => {
  const projecting = await createProjecting(database.pool);
  const { log } = projecting;
  const tenantId = await someEvents(projecting);
  const projections = [notes('a'), notes('b', 'other_notes')];
  const registry = new Registry();
  const runner = projecting.runner(projections, { registry });
  await whileRunning(runner, async () => {
    await projecting.caughtUp(projections);
    log.dropSubscriptions();
    await topUp(projecting, tenantId);
    await projecting.caughtUp(projections);
    log.setDown(true);
    await until('no subscription', LIMIT_MS, () => log.subscriptions() === 0);
    log.setDown(false);
    await topUp(projecting, tenantId);
    await projecting.caughtUp(projections);
    t.is(log.subscriptions(), 1, 'projections that keep step share a subscription');
    t.true(runner.health().every((health) => health.healthy && health.status === 'running'));
  });
  t.is(log.subscriptions(), 0);
  await topUp(projecting, tenantId);
  await projecting.project(projections);
  t.deepEqual(await placesOf('a'), upTo(projecting.lastPosition()));
  t.deepEqual(await placesOf('b', 'other_notes'), upTo(projecting.lastPosition()));
  const [resubscribed] =
    (await registry.getSingleMetric('triage_projection_resubscriptions_total')?.get())?.values ?? [];
  t.true((resubscribed?.value ?? 0) >= 2);
});

test.serial('a log that is back is well, also where nothing happens then', async (t) => {
  const projecting = await createProjecting(database.pool);
  await someEvents(projecting, 1);
  const projection = notes('a');
  const { log } = projecting;
  const runner = projecting.runner([projection]);
  const lagMs = (): number => runner.health()[0]?.lagMs ?? 0;
  await whileRunning(runner, async () => {
    await projecting.caughtUp([projection]);
    log.setDown(true);
    await until('a lag', LIMIT_MS, () => lagMs() > 50);
    log.setDown(false);
    await until('no lag', LIMIT_MS, () => log.subscriptions() === 1 && lagMs() === 0);
  });
  t.is(log.subscriptions(), 0);
});

test.serial('a checkpoint of the log moves on over what no event stands for', async (t) => {
  const projecting = await createProjecting(database.pool);
  await someEvents(projecting, 0);
  const projection = notes('a');
  await whileRunning(projecting.runner([projection]), async () => {
    await projecting.caughtUp([projection]);
    projecting.log.announce(40n);
    await projecting.caughtUp([projection], 40n);
  });
  // The event that the checkpoint names still stands where it did, so the next start goes on from there.
  const again = projecting.runner([projection]);
  await whileRunning(again, async () => {
    await until('it is running', LIMIT_MS, () => again.health()[0]?.status === 'running');
  });
  t.deepEqual(await placesOf('a'), [0, 1]);
});

test.serial('an event that cannot be applied stops its projection, parked, and nobody else', async (t) => {
  const projecting = await createProjecting(database.pool);
  const tenantId = await someEvents(projecting, 6);
  const failing = notes('failing');
  const other = notes('other', 'other_notes');
  failing.failAt = 4n;
  const runner = projecting.runner([failing, other]);
  await whileRunning(runner, async () => {
    await projecting.caughtUp([other]);
    await until('it is parked', LIMIT_MS, () => runner.health()[0]?.status === 'parked');
    t.deepEqual(await placesOf('failing'), [0, 1, 2, 3], 'what comes before the event is applied');
    const { rows } = await database.pool.query(
      'SELECT projection, position, event_id, error_code FROM ops.parked_events',
    );
    t.deepEqual(rows, [
      {
        projection: 'failing',
        position: 4,
        event_id: projecting.log.events[4]!.eventId,
        error_code: 'Error',
      },
    ]);
    t.false(runner.health()[0]?.healthy);
    t.true(runner.health()[1]?.healthy);
    await topUp(projecting, tenantId);
    await projecting.caughtUp([other]);

    failing.failAt = null;
    await projecting.caughtUp([failing]);
    await until('one subscription for both', LIMIT_MS, () => projecting.log.subscriptions() === 1);
    t.true(runner.health().every((health) => health.healthy));
  });
  t.deepEqual(await placesOf('failing'), upTo(projecting.lastPosition()));
  t.deepEqual(await placesOf('other', 'other_notes'), upTo(projecting.lastPosition()));
  const { rows } = await database.pool.query('SELECT 1 FROM ops.parked_events');
  t.deepEqual(rows, []);
});

test.serial(
  'a new projection catches up beside those that are there, then keeps step with them',
  async (t) => {
    const projecting = await createProjecting(database.pool);
    const tenantId = await someEvents(projecting);
    const old = notes('old');
    const fresh = notes('fresh', 'other_notes');
    await projecting.project([old]);
    await whileRunning(projecting.runner([old, fresh]), async () => {
      await projecting.caughtUp([fresh]);
      await topUp(projecting, tenantId);
      await projecting.caughtUp([old, fresh]);
      await until('one subscription for both', LIMIT_MS, () => projecting.log.subscriptions() === 1);
    });
    t.deepEqual(await placesOf('fresh', 'other_notes'), upTo(projecting.lastPosition()));
    t.deepEqual(await placesOf('old'), upTo(projecting.lastPosition()));
  },
);

test.serial('one process projects, another stands by and takes over', async (t) => {
  const projecting = await createProjecting(database.pool);
  const tenantId = await someEvents(projecting);
  const [first, second] = [notes('a'), notes('a')];
  const runners = [projecting.runner([first]), projecting.runner([second])] as const;
  await runners[0].start();
  await projecting.caughtUp([first]);
  await runners[1].start();
  await topUp(projecting, tenantId);
  await projecting.caughtUp([first]);
  t.is(second.batches, 0);
  t.is(runners[1].health()[0]?.status, 'standby');
  await runners[0].stop();
  const stoppedAfter = first.batches;
  await topUp(projecting, tenantId);
  await projecting.caughtUp([second]);
  await runners[1].stop();
  t.is(first.batches, stoppedAfter);
  t.true(second.batches > 0);
  t.deepEqual(await placesOf('a'), upTo(projecting.lastPosition()));
});

test.serial('a process that has lost its lease without noticing writes nothing', async (t) => {
  const projecting = await createProjecting(database.pool);
  const tenantId = await someEvents(projecting);
  const projection = notes('a');
  // It renews so seldom that only the transaction itself can tell.
  const leaseTiming = { ttlMs: 60_000, renewMs: 30_000, standbyMs: 20 };
  const runner = projecting.runner([projection], { leaseTiming });
  await whileRunning(runner, async () => {
    await projecting.caughtUp([projection]);
    const before = await placesOf('a');
    await giveLeaseToAnother();
    await topUp(projecting, tenantId);
    await until('it is standby', LIMIT_MS, () => runner.health()[0]?.status === 'standby');
    t.deepEqual(await placesOf('a'), before);
    await t.throwsAsync(
      awaitCaughtUp(database.pool, {
        projections: ['a'],
        position: projecting.lastPosition(),
        timeoutMs: 100,
      }),
      { instanceOf: NotCaughtUpError },
    );
    await database.pool.query('DELETE FROM ops.leases');
    await projecting.caughtUp([projection]);
  });
  t.deepEqual(await placesOf('a'), upTo(projecting.lastPosition()));
});

test.serial('who gave the lease up tells of no failure of its own any more', async (t) => {
  const projecting = await createProjecting(database.pool);
  await someEvents(projecting);
  const projection = notes('a');
  const clock = { now: new Date('2026-01-01T00:00:00Z') };
  const runner = projecting.runner([projection], { now: () => clock.now });
  const health = () => runner.health()[0];
  const isStandby = (): boolean => health()?.status === 'standby';
  await whileRunning(runner, async () => {
    await projecting.caughtUp([projection]);
    projecting.log.setDown(true);
    await until('no subscription', LIMIT_MS, () => projecting.log.subscriptions() === 0);
    await until('it knows of the failure', LIMIT_MS, () => {
      clock.now = new Date(clock.now.getTime() + 60_000);
      return health()?.problem === 'log or database out of reach';
    });
    t.true((health()?.lagMs ?? 0) >= 60_000);
    await giveLeaseToAnother();
    await until('it is standby', LIMIT_MS, isStandby);
    clock.now = new Date(clock.now.getTime() + 60_000);
    t.like(health(), { lagMs: 0, healthy: true, problem: null });
  });
});

test.serial('who is refused stands by like any other once another process leads', async (t) => {
  const projecting = await createProjecting(database.pool);
  await someEvents(projecting);
  const older = notes('older');
  await projecting.project([older]);
  const runner = projecting.runner([{ ...older, version: 2 }]);
  const health = () => runner.health()[0];
  await whileRunning(runner, async () => {
    await until('it is refused', LIMIT_MS, () => health()?.status === 'refused');
    await giveLeaseToAnother();
    await until('it is standby', LIMIT_MS, () => health()?.status === 'standby');
    t.like(health(), { healthy: true, problem: null });
  });
});

test.serial(
  'refuses a checkpoint that does not fit the log, tables of another version, and filled ones',
  async (t) => {
    const projecting = await createProjecting(database.pool);
    await someEvents(projecting);
    const [replaced, older, lost] = [notes('replaced'), notes('older', 'other_notes'), notes('lost')];
    await projecting.project([replaced, older]);
    // The log was restored from an older copy: the event of the checkpoint is not there any more.
    const position = projecting.lastPosition();
    await database.pool.query(
      `UPDATE ops.checkpoints SET event_id = 'ffffffff-ffff-4fff-8fff-ffffffffffff' WHERE projection = 'replaced'`,
    );
    const runner = projecting.runner([replaced, { ...older, version: 2 }, lost]);
    const before = [replaced.batches, older.batches];
    await whileRunning(runner, async () => {
      await until('all are refused', LIMIT_MS, () =>
        runner.health().every((health) => health.status === 'refused'),
      );
      await wait(50);
      t.deepEqual(
        runner.health().map((health) => health.problem),
        [
          'the checkpoint does not fit the log',
          'its tables are of another version: rebuild older',
          'no checkpoint, but notes holds rows: rebuild lost',
        ],
      );
    });
    t.deepEqual([replaced.batches, older.batches, lost.batches], [...before, 0]);
    t.is(projecting.lastPosition(), position);
  },
);

test.serial('one that another version has rebuilt stops alone, and goes on once it is rebuilt', async (t) => {
  const projecting = await createProjecting(database.pool);
  const tenantId = await someEvents(projecting);
  const [taken, other] = [notes('taken'), notes('other', 'other_notes')];
  const runner = projecting.runner([taken, other]);
  const statuses = (): string[] => runner.health().map(({ status }) => status);
  const setVersion = (version: number) =>
    database.pool.query("UPDATE ops.checkpoints SET version = $1 WHERE projection = 'taken'", [version]);
  await whileRunning(runner, async () => {
    await projecting.caughtUp([taken, other]);
    await setVersion(2);
    await topUp(projecting, tenantId);
    await projecting.caughtUp([other]);
    t.deepEqual(statuses(), ['refused', 'running']);
    t.is(runner.health()[0]?.problem, 'its tables are of another version: rebuild taken');
    await setVersion(1);
    await projecting.caughtUp([taken]);
    t.deepEqual(statuses(), ['running', 'running']);
  });
  t.deepEqual(await placesOf('taken'), upTo(projecting.lastPosition()));
});

test.serial('tables of another version are taken up without a restart once they are rebuilt', async (t) => {
  const projecting = await createProjecting(database.pool);
  const tenantId = await someEvents(projecting);
  const [older, other] = [notes('older'), notes('other', 'other_notes')];
  await projecting.project([older, other]);
  const runner = projecting.runner([{ ...older, version: 2 }, other]);
  await whileRunning(runner, async () => {
    await until('it is refused', LIMIT_MS, () => runner.health()[0]?.status === 'refused');
    await topUp(projecting, tenantId);
    await projecting.caughtUp([other]);
    await database.pool.query("UPDATE ops.checkpoints SET version = 2 WHERE projection = 'older'");
    await projecting.caughtUp([older]);
  });
  t.deepEqual(await placesOf('older'), upTo(projecting.lastPosition()));
});

test.serial(
  'what a crash of the database took back is applied again, also where no event follows',
  async (t) => {
    const projecting = await createProjecting(database.pool);
    const projection = notes('a');
    await someEvents(projecting);
    await whileRunning(projecting.runner([projection]), async () => {
      await projecting.caughtUp([projection]);
      await inTransaction(database.pool, async (tx) => {
        await tx.query("DELETE FROM read.notes WHERE projection = 'a' AND place > 1");
        await tx.query("UPDATE ops.checkpoints SET position = 1 WHERE projection = 'a'");
      });
      await until('the rows are there again', LIMIT_MS, async () => (await placesOf('a')).length > 2);
      await projecting.caughtUp([projection]);
    });
    t.deepEqual(await placesOf('a'), upTo(projecting.lastPosition()));
  },
);
