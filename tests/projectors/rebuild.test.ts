import test from 'ava';
import { setTimeout as wait } from 'node:timers/promises';
import { allProjections } from '../../projectors/all.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { LogBehindError } from '../../projectors/rebuild/live-checkpoints.ts';
import { rebuild, RebuildRunningError, type RebuildProgress } from '../../projectors/rebuild/rebuild.ts';
import { sessionsProjection } from '../../projectors/sessions/projection.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { verifyAuditTrail } from '../../infra/audit/verify-rows.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting, type Projecting } from '../support/projecting.ts';
import { until } from '../support/until.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

/** Two tenants; sessions that are active, finalized, rectified, held and erased. */
async function someHistory({ world }: Projecting): Promise<string[]> {
  const tenantIds = [await world.registerTenant('growth'), await world.registerTenant()];
  for (const tenantId of tenantIds) {
    await world.createApiKey(tenantId);
    const { subscriptionId } = await world.createSubscription(tenantId);
    await world.switchSubscription(tenantId, subscriptionId, 'webhook-subscription-deleted');
    const standing = await world.createSubscription(tenantId);
    const rotation = { secret: 'whsec_new', previousUntil: '2027-01-05T08:00:00.000Z' };
    await world.rotateSecret(tenantId, standing.subscriptionId, rotation);
    const change = { url: 'https://partner.example/other', events: ['session.timeout' as const] };
    await world.changeSubscription(tenantId, standing.subscriptionId, change);
    await world.switchSubscription(tenantId, standing.subscriptionId, 'webhook-subscription-disabled');
    await world.switchSubscription(tenantId, standing.subscriptionId, 'webhook-subscription-enabled');
    const sessions: string[] = [];
    for (let count = 0; count < 6; count++) {
      sessions.push(await world.open(tenantId, { patientId: `P-${count % 2}`, test: count === 5 }));
    }
    for (let round = 0; round < 3; round++) for (const sessionId of sessions) await world.answer(sessionId);
    const [finalized, rectified, erased] = sessions as [string, string, string];
    await world.session(finalized, { kind: 'finalize' });
    const clear_answers = ['q-two'];
    await world.session(rectified, { kind: 'rectify', age: 40, sex: undefined, clear_answers, reason: null });
    await world.session(erased, { kind: 'erase', cause: 'requested' });
    for (const held of sessions.slice(3, 5)) {
      await world.session(held, { kind: 'place_hold', reason: 'claim' });
    }
    await world.session(sessions[4]!, { kind: 'lift_hold' });
    await world.tenant(tenantId, { kind: 'top_up', tokens: 100 });
    for (const sessionId of sessions.slice(3)) await world.answer(sessionId);
  }
  return tenantIds;
}

const optionsOf = (projecting: Projecting, projections: readonly Projection[], check: boolean) => ({
  projections,
  check,
  databaseUrl: pool.options.connectionString ?? '',
  log: projecting.log,
  codec: projecting.codec,
  dataKeys: projecting.dataKeys,
  now: () => new Date(),
});

const tableNames = (projections: readonly Projection[]): string[] =>
  projections.flatMap((projection) => projection.tables.map((table) => table.name));

/** All rows of a table, without what differs each time that it is sealed. */
async function contentOf(table: string): Promise<unknown[]> {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(t) AS row FROM read.${table} t`,
  );
  return rows
    .map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('_sealed'))))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

/** Definitions of a table that a rebuild has to carry over. */
async function shapeOf(table: string): Promise<unknown> {
  const { rows } = await pool.query(
    `SELECT c.reloptions,
       (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid::regclass::text) FROM pg_index WHERE indrelid = c.oid) AS indexes,
       (SELECT array_agg(conname || ' ' || pg_get_constraintdef(oid) ORDER BY conname) FROM pg_constraint WHERE conrelid = c.oid) AS constraints,
       (SELECT array_agg(attname || ' ' || atttypid::regtype || attnotnull ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0) AS columns
     FROM pg_class c WHERE c.oid = $1::regclass`,
    [`read.${table}`],
  );
  return rows;
}

async function leftovers(): Promise<number> {
  const { rows } = await pool.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'read_next'`);
  return rows.length;
}

test.serial(
  'a rebuild gives the same rows, under the same definitions, and the live projections go on',
  async (t) => {
    const projecting = await createProjecting(pool);
    const [tenantId] = await someHistory(projecting);
    await projecting.project(allProjections);
    const tables = tableNames(allProjections);
    const before = await Promise.all(tables.map(contentOf));
    const shapes = await Promise.all(tables.map(shapeOf));
    const verdict = await verifyAuditTrail(pool, tenantId!);
    const reports: RebuildProgress[] = [];

    const checked = await rebuild(optionsOf(projecting, allProjections, true));
    t.true(checked.isSame);
    t.deepEqual(
      checked.differences.map(({ table, onlyLive, onlyRebuilt, sealedDiffering, inFlight }) => [
        table,
        onlyLive + onlyRebuilt + sealedDiffering + inFlight,
      ]),
      tables.map((table) => [table, 0]),
    );
    t.is(checked.differences.find(({ table }) => table === 'sessions')?.rows, 10);
    t.is(await leftovers(), 0);

    const onProgress = (progress: RebuildProgress) => reports.push(progress);
    const result = await rebuild({ ...optionsOf(projecting, allProjections, false), onProgress });
    t.is(result.events, projecting.log.events.length);
    t.true(result.eventsPerSecond > 0);
    t.deepEqual(await Promise.all(tables.map(contentOf)), before);
    t.deepEqual(await Promise.all(tables.map(shapeOf)), shapes);
    t.deepEqual(await verifyAuditTrail(pool, tenantId!), verdict);
    t.is(await leftovers(), 0);
    t.is(reports.at(-1)?.phase, 'switch');
    t.true(
      reports.some(({ phase, position }) => phase === 'replay' && position === projecting.lastPosition()),
    );

    const sessionId = await projecting.world.open(tenantId!);
    await projecting.world.answer(sessionId);
    await projecting.project(allProjections);
    t.true((await rebuild(optionsOf(projecting, allProjections, true))).isSame);
  },
);

test.serial('a check names the tables and rows that differ from the log, and touches nothing', async (t) => {
  const projecting = await createProjecting(pool);
  const [tenantId] = await someHistory(projecting);
  await projecting.project(allProjections);
  await pool.query('UPDATE read.balances SET charged = charged - 1 WHERE tenant_id = $1', [tenantId]);
  const { rows } = await pool.query<{ session_id: string; other: string }>(
    `SELECT a.session_id, b.session_id AS other FROM read.sessions a, read.sessions b
     WHERE a.tenant_id = b.tenant_id AND a.session_id < b.session_id AND a.state_key_id <> b.state_key_id LIMIT 1`,
  );
  await pool.query('DELETE FROM read.sessions WHERE session_id = $1', [rows[0]!.session_id]);
  await pool.query(`UPDATE read.tenants SET overage_allowed = NOT overage_allowed WHERE tenant_id = $1`, [
    tenantId,
  ]);
  const result = await rebuild(optionsOf(projecting, allProjections, true));
  t.false(result.isSame);
  const differing = result.differences.filter(({ onlyLive, onlyRebuilt }) => onlyLive + onlyRebuilt > 0);
  t.deepEqual(
    differing.map(({ table, onlyLive, onlyRebuilt, samples }) => ({ table, onlyLive, onlyRebuilt, samples })),
    [
      { table: 'tenants', onlyLive: 1, onlyRebuilt: 1, samples: [tenantId] },
      { table: 'sessions', onlyLive: 0, onlyRebuilt: 1, samples: [rows[0]!.session_id] },
      { table: 'balances', onlyLive: 1, onlyRebuilt: 1, samples: [tenantId] },
    ],
  );
  t.is((await contentOf('balances')).length, 2);
});

test.serial('a rebuild goes on beside live traffic and loses none of it', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const [tenantId] = await someHistory(projecting);
  const runner = projecting.runner(allProjections);
  await runner.start();
  await projecting.caughtUp(allProjections);
  let isOver = false;
  const traffic = async (): Promise<number> => {
    let sessions = 0;
    while (!isOver) {
      const sessionId = await world.open(tenantId!, { patientId: 'P-live' });
      sessions += 1;
      await world.answer(sessionId);
      await world.answer(sessionId);
      if (sessions % 3 === 0) {
        await world.session(sessionId, {
          kind: 'rectify',
          age: 9,
          sex: 'male',
          clear_answers: ['q-one'],
          reason: null,
        });
      }
      if (sessions % 5 === 0) await world.session(sessionId, { kind: 'erase', cause: 'requested' });
      await wait(1);
    }
    return sessions;
  };
  const running = traffic();
  const switched = await rebuild(optionsOf(projecting, allProjections, false));
  const checked = await rebuild(optionsOf(projecting, allProjections, true));
  const again = await rebuild(optionsOf(projecting, [sessionsProjection], false));
  isOver = true;
  const sessions = await running;
  await projecting.caughtUp(allProjections);
  await runner.stop();
  t.true(checked.isSame, JSON.stringify(checked.differences));
  t.true(switched.events > 0 && again.events > 0 && sessions > 0);
  const settled = await rebuild(optionsOf(projecting, allProjections, true));
  t.true(settled.isSame, JSON.stringify(settled.differences));
});

test.serial(
  'rows that commands wrote ahead are no difference to a check, and are kept by a switch',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant();
    await world.open(tenantId);
    const ahead = await world.open(tenantId);
    await projecting.project(allProjections);
    await world.answer(ahead);
    await projecting.writeThrough(ahead, tenantId);
    const created = await world.open(tenantId);
    await projecting.writeThrough(created, tenantId);
    const rows = await contentOf('sessions');
    t.is(rows.length, 3);
    const checked = await rebuild(optionsOf(projecting, allProjections, true));
    t.true(checked.isSame);
    const sessions = checked.differences.find(({ table }) => table === 'sessions');
    t.deepEqual([sessions?.rows, sessions?.inFlight], [3, 2]);
    await rebuild(optionsOf(projecting, allProjections, false));
    t.deepEqual(await contentOf('sessions'), rows);
    await projecting.project(allProjections);
    t.deepEqual(await contentOf('sessions'), rows);
  },
);

test.serial(
  'money in flight of a command that the live projection has not reached is let go exactly once',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant();
    const sessionId = await world.open(tenantId);
    await projecting.project(allProjections);
    const commandId = world.nextId();
    await pool.query(
      `INSERT INTO ops.intents (command_id, tenant_id, stream, cost, created_at, deadline_at)
     VALUES ($1, $2, $3, 8, now(), now())`,
      [commandId, tenantId, `session-${sessionId}`],
    );
    await world.answer(sessionId, 'yes', { commandId });
    await rebuild(optionsOf(projecting, [balancesProjection], false));
    const held = async () => (await pool.query('SELECT command_id FROM ops.intents')).rowCount;
    const charged = async () =>
      (await pool.query<{ charged: number }>('SELECT charged FROM read.balances')).rows[0]?.charged;
    t.deepEqual([await held(), await charged()], [1, 1]);
    await projecting.project([balancesProjection]);
    t.deepEqual([await held(), await charged()], [0, 9]);
  },
);

test.serial('a rebuild that breaks off leaves the live tables alone and can be started again', async (t) => {
  const projecting = await createProjecting(pool);
  await someHistory(projecting);
  await projecting.project(allProjections);
  const before = await contentOf('sessions');
  const breaking: Projection = {
    ...balancesProjection,
    project: () => Promise.reject(new Error('broken off')),
  };
  const projections = [sessionsProjection, breaking];
  await t.throwsAsync(rebuild(optionsOf(projecting, projections, false)), { message: 'broken off' });
  t.deepEqual(await contentOf('sessions'), before);
  t.true((await leftovers()) > 0);
  await rebuild(optionsOf(projecting, [sessionsProjection, balancesProjection], false));
  t.deepEqual(await contentOf('sessions'), before);
});

/** Ends the connections of a rebuild as kill -9 of its process does; resolves when there was one. */
const killed = (waiting: boolean): Promise<void> =>
  until('a rebuild to kill', 10_000, async () => {
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'rebuild' AND (NOT $1 OR wait_event_type = 'Lock')`,
      [waiting],
    );
    return (rowCount ?? 0) > 0;
  });

test.serial(
  'a rebuild that is killed midway leaves the live tables alone, and the next one starts clean',
  async (t) => {
    const projecting = await createProjecting(pool);
    await someHistory(projecting);
    await projecting.project(allProjections);
    const tables = tableNames(allProjections);
    const before = await Promise.all(tables.map(contentOf));
    const checkpoints = await pool.query('SELECT * FROM ops.checkpoints ORDER BY projection');
    const unchanged = async (): Promise<void> => {
      t.deepEqual(await Promise.all(tables.map(contentOf)), before);
      t.deepEqual(
        (await pool.query('SELECT * FROM ops.checkpoints ORDER BY projection')).rows,
        checkpoints.rows,
      );
    };

    const dying: Projection = { ...balancesProjection, project: () => killed(false) };
    const others = allProjections.filter(({ name }) => name !== dying.name);
    await t.throwsAsync(rebuild(optionsOf(projecting, [...others, dying], false)));
    await unchanged();
    t.true((await leftovers()) > 0);

    // In the switch: a caller's look at a table holds it up, and it is killed while it waits.
    const caller = await pool.connect();
    await caller.query('BEGIN');
    await caller.query('SELECT 1 FROM read.sessions');
    const switching = t.throwsAsync(rebuild(optionsOf(projecting, allProjections, false)));
    await killed(true);
    await switching;
    await caller.query('ROLLBACK');
    caller.release();
    await unchanged();

    await rebuild(optionsOf(projecting, allProjections, false));
    await unchanged();
    t.is(await leftovers(), 0);
    t.true((await rebuild(optionsOf(projecting, allProjections, true))).isSame);
  },
);

test.serial('nothing is rebuilt from a log that ends before the live tables', async (t) => {
  const projecting = await createProjecting(pool);
  await someHistory(projecting);
  await projecting.project(allProjections);
  await pool.query(`UPDATE ops.checkpoints SET revision = revision + 1000 WHERE projection = 'usage'`);
  for (const check of [true, false]) {
    await t.throwsAsync(rebuild(optionsOf(projecting, allProjections, check)), {
      instanceOf: LogBehindError,
    });
  }
});

test.serial('one rebuild runs at a time', async (t) => {
  const projecting = await createProjecting(pool);
  await someHistory(projecting);
  const runs = [1, 2].map(() => rebuild(optionsOf(projecting, [sessionsProjection], false)));
  const outcomes = await Promise.allSettled(runs);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  t.true(failed.length <= 1);
  t.true(failed.every(({ reason }) => reason instanceof RebuildRunningError));
  t.is((await contentOf('sessions')).length, 10);
});

test.serial('a projection of a new version waits for its rebuild and then goes on from there', async (t) => {
  const projecting = await createProjecting(pool);
  const [tenantId] = await someHistory(projecting);
  await projecting.project([balancesProjection]);
  const next = { ...balancesProjection, version: 2 };
  const refused = projecting.runner([next]);
  await refused.start();
  await until('it is refused', 5_000, () => refused.health()[0]?.status === 'refused');
  await refused.stop();
  await rebuild(optionsOf(projecting, [next], false));
  await projecting.world.tenant(tenantId!, { kind: 'top_up', tokens: 5 });
  await projecting.project([next]);
  t.true((await rebuild(optionsOf(projecting, [next], true))).isSame);
  const { rows } = await pool.query('SELECT version FROM ops.checkpoints');
  t.deepEqual(rows, [{ version: 2 }]);
});
