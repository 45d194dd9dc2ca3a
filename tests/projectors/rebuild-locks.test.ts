import test from 'ava';
import { repeatReads } from '../../infra/log/repeat-reads.ts';
import { allProjections } from '../../projectors/all.ts';
import {
  rebuild,
  type RebuildOptions,
  type RebuildProgress,
  type RebuildResult,
} from '../../projectors/rebuild/rebuild.ts';
import { LogUnavailableError, type EventLog } from '../../shared/event-log/event-log.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting, type Projecting } from '../support/projecting.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

/** Whether somebody keeps callers or projections waiting: live tables, or checkpoints. */
async function isSomebodyHeldUp(): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM pg_locks WHERE granted AND (
       (mode = 'AccessExclusiveLock' AND relation = 'read.sessions'::regclass) OR
       (mode = 'RowShareLock' AND relation = 'ops.checkpoints'::regclass))`,
  );
  return rows.length > 0;
}

/** Rebuilds everything, into the live tables unless told otherwise. */
const rebuildWith = (projecting: Projecting, options: Partial<RebuildOptions>): Promise<RebuildResult> =>
  rebuild({
    ...projecting,
    projections: allProjections,
    check: false,
    databaseUrl: pool.options.connectionString ?? '',
    now: () => new Date(),
    ...options,
  });

/** Rebuilds over a log that fails as often as it is told to, beginning under the locks of a phase. */
async function rebuildOver(
  projecting: Projecting,
  { failures, check }: { failures: number; check: boolean },
): Promise<{ isSame: boolean; waits: boolean[]; phases: string[] }> {
  const phases: string[] = [];
  const waits: boolean[] = [];
  let left = failures;
  const logOnce: EventLog = {
    ...projecting.log,
    readAll: async function* (after) {
      if (phases.includes(check ? 'compare' : 'switch') && left-- > 0) throw new LogUnavailableError();
      yield* projecting.log.readAll(after);
    },
  };
  const wait = async (): Promise<void> => {
    waits.push(await isSomebodyHeldUp());
  };
  const { isSame } = await rebuildWith(projecting, {
    log: repeatReads(logOnce, { wait, random: () => 0 }),
    logOnce,
    check,
    onProgress: ({ phase }: RebuildProgress) => {
      if (phases.at(-1) !== phase) phases.push(phase);
    },
  });
  return { isSame, waits, phases };
}

async function withHistory(): Promise<Projecting> {
  const projecting = await createProjecting(pool);
  const tenantId = await projecting.world.registerTenant();
  await projecting.world.createApiKey(tenantId);
  for (let count = 0; count < 3; count++)
    await projecting.world.answer(await projecting.world.open(tenantId));
  await projecting.project(allProjections);
  return projecting;
}

for (const check of [false, true]) {
  const phase = check ? 'compare' : 'switch';
  test.serial(`nobody waits for a log that does not answer in the phase ${phase}`, async (t) => {
    const projecting = await withHistory();
    // One read under the locks, and two of the pass without them.
    const { isSame, waits, phases } = await rebuildOver(projecting, { failures: 3, check });
    t.deepEqual(waits, [false, false]);
    t.deepEqual(phases.slice(-3), [phase, 'catch_up', phase]);
    t.true(isSame);
    t.true((await rebuildOver(projecting, { failures: 0, check: true })).isSame);
  });
}

test.serial('a switch is given up where the log never answers under the locks', async (t) => {
  const projecting = await withHistory();
  const { rows: before } = await pool.query('SELECT * FROM ops.checkpoints ORDER BY projection');
  let switches = 0;
  const logOnce: EventLog = {
    ...projecting.log,
    readAll: async function* () {
      await Promise.resolve();
      switches += 1;
      throw new LogUnavailableError();
    },
  };
  await t.throwsAsync(rebuildWith(projecting, { logOnce }), { name: 'LogUnavailableError' });
  t.is(switches, 3);
  t.false(await isSomebodyHeldUp());
  const { rows: after } = await pool.query('SELECT * FROM ops.checkpoints ORDER BY projection');
  t.deepEqual(after, before);
  t.true((await rebuildOver(projecting, { failures: 0, check: true })).isSame);
});

test.serial('nothing is switched where the lock that keeps other rebuilds out was lost', async (t) => {
  const projecting = await withHistory();
  const tableId = async (): Promise<unknown> =>
    (await pool.query<{ id: number }>("SELECT 'read.sessions'::regclass::oid AS id")).rows[0]?.id;
  const before = await tableId();
  const logOnce: EventLog = {
    ...projecting.log,
    readAll: async function* (after) {
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE granted AND relation = 'ops.rebuild_lock'::regclass`,
      );
      yield* projecting.log.readAll(after);
    },
  };
  await t.throwsAsync(rebuildWith(projecting, { logOnce }));
  t.is(await tableId(), before);
  t.true((await rebuildOver(projecting, { failures: 0, check: true })).isSame);
});
