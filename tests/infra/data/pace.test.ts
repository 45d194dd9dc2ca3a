import { setTimeout as passed } from 'node:timers/promises';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { behindProjections } from '../../../projectors/extracts/pace.ts';
import { READ_FROM } from '../../../projectors/extracts/snapshot.ts';
import { clinic, startDataWorld } from './world.ts';

const world = await startDataWorld();
const { pool } = world;
await writeStepRows(pool, { tenantId: clinic, sessions: 40, from: '2026-01-05', days: 4 });
await world.reach(2_000);
await world.grant('team');
test.after.always(world.stop);

const names = READ_FROM.map(({ name }) => name);
const logAt = (position: bigint) => ({ lastPosition: () => Promise.resolve(position) });
const QUICK = { workMs: 0, pollMs: 5 };

test.serial(
  'work waits until the projections have what the log had, and no longer than it has patience',
  async (t) => {
    const pace = behindProjections({ pool, log: logAt(3_000n) }, names, { ...QUICK, patienceMs: 60_000 });
    let isOver = false;
    const waiting = pace().then(() => (isOver = true));
    await passed(100);
    t.false(isOver, 'they have not come to 3000 yet');
    await world.reach(3_000);
    await waiting;
    const impatient = behindProjections({ pool, log: logAt(9_000n) }, names, { ...QUICK, patienceMs: 20 });
    await t.notThrowsAsync(impatient());
  },
);

test.serial('work goes on for a while between two looks, and without a log', async (t) => {
  let asked = 0;
  const log = { lastPosition: () => Promise.resolve(BigInt((asked += 1))) };
  const pace = behindProjections({ pool, log }, names, { workMs: 60_000 });
  for (let call = 0; call < 5; call++) await pace();
  t.is(asked, 1);
  const unreachable = { lastPosition: () => Promise.reject(new Error('the log cannot be reached')) };
  await t.notThrowsAsync(behindProjections({ pool, log: unreachable }, names)());
});

test.serial(
  'an extract that is given up leaves nothing, and the connection it read on is not lent out again',
  async (t) => {
    const stopping = new AbortController();
    const before = pool.totalCount;
    await t.throwsAsync(
      world.take('given-up', {
        signal: stopping.signal,
        onRows: () => stopping.abort(new Error('the process ends')),
      }),
      { message: 'the process ends' },
    );
    t.false(existsSync(path.join(world.folders, 'given-up')));
    t.deepEqual(readdirSync(world.folders), []);
    t.true(pool.totalCount <= before);
    const { statement } = await world.take('afterwards', { named: ['session_steps'] });
    t.is(statement.datasets[0]?.rows, 400);
  },
);
