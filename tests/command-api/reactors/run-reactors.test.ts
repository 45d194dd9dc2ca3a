import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { Registry } from 'prom-client';
import { createRateWindowExpiry, KEEP_WINDOW_S } from '../../../command-api/reactors/rate-window-expiry.ts';
import type { Reactor } from '../../../command-api/reactors/reactor.ts';
import { createReactorRunner } from '../../../command-api/reactors/run-reactors.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { LEASE_TIMING } from '../../../shared/projection/leases.ts';
import { startDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const LIMIT_MS = 5_000;
const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

test('rate windows that nobody has touched for an hour go, and places of processes that died', async (t) => {
  const nowMs = Date.parse('2026-02-01T00:00:00.000Z');
  const edge = nowMs / 1_000 - KEEP_WINDOW_S;
  for (const [bucket, head] of [
    ['ip:a', edge - 1],
    ['ip:b', edge],
  ]) {
    await pool.query(`INSERT INTO ops.rate_windows (bucket, head_s, slots) VALUES ($1, $2, '{1}')`, [
      bucket,
      head,
    ]);
  }
  for (const hours of [0, 2]) {
    await pool.query(
      `INSERT INTO ops.held_places (tenant_id, kind, of_id, place, holder, until)
       SELECT id, 'export', id, $1, id, clock_timestamp() - make_interval(hours => $1) FROM gen_random_uuid() AS id`,
      [hours],
    );
  }
  t.is(await createRateWindowExpiry({ pool, now: () => new Date(nowMs) }).runOnce(), 2);
  const { rows } = await pool.query('SELECT bucket FROM ops.rate_windows');
  t.deepEqual(rows, [{ bucket: 'ip:b' }]);
  const { rows: places } = await pool.query('SELECT place FROM ops.held_places');
  t.deepEqual(places, [{ place: 0 }]);
});

test.serial('reactors run in one process at a time, and one that fails is tried again', async (t) => {
  const runs = { first: 0, second: 0 };
  const counting = (name: keyof typeof runs): Reactor => ({
    name: 'counting',
    intervalMs: 5,
    runOnce: () => {
      runs[name] += 1;
      return runs[name] === 1 ? Promise.reject(new Error('out of reach')) : Promise.resolve(1);
    },
  });
  const runner = (name: keyof typeof runs, holder: string) =>
    createReactorRunner({
      reactors: [counting(name)],
      now: () => new Date('2026-03-01T08:00:00Z'),
      pool,
      holder,
      logger: createLogger({ name: 'test', level: 'silent' }),
      registry: new Registry(),
    });
  const first = runner('first', '00000000-0000-4000-8000-000000000001');
  const second = runner('second', '00000000-0000-4000-8000-000000000002');
  await first.start();
  await until('three runs of the first', LIMIT_MS, () => runs.first >= 3);
  await second.start();
  await wait(50);
  t.is(runs.second, 0);
  await first.stop();
  const stoppedAt = runs.first;
  await until('three runs of the second', LIMIT_MS, () => runs.second >= 3);
  await second.stop();
  t.is(runs.first, stoppedAt);
});

test.serial('a process that may not lead leaves the reactors to one that may', async (t) => {
  const runs = { first: 0, second: 0 };
  const mayLead = { first: true, second: true };
  const runner = (name: keyof typeof runs, holder: string) =>
    createReactorRunner({
      reactors: [{ name: 'counting', intervalMs: 5, runOnce: () => Promise.resolve((runs[name] += 1)) }],
      now: () => new Date('2026-03-01T08:00:00Z'),
      pool,
      holder,
      logger: createLogger({ name: 'test', level: 'silent' }),
      registry: new Registry(),
      mayLead: () => mayLead[name],
    });
  const first = runner('first', '00000000-0000-4000-8000-000000000004');
  const second = runner('second', '00000000-0000-4000-8000-000000000005');
  t.teardown(() => Promise.all([first.stop(), second.stop()]));
  await first.start();
  await until('a run of the first', LIMIT_MS, () => runs.first > 0);
  await second.start();
  mayLead.first = false;
  const { ttlMs, standbyMs } = LEASE_TIMING;
  await until('a run of the second', ttlMs + standbyMs, () => runs.second > 0);
  const before = runs.first;

  mayLead.second = false;
  await until('nobody holds the lease', LIMIT_MS, async () => {
    const { rowCount } = await pool.query("SELECT 1 FROM ops.leases WHERE name = 'reactors'");
    return rowCount === 0;
  });
  t.is(runs.first, before);
  mayLead.first = true;
  await until('a run of the first again', ttlMs + standbyMs, () => runs.first > before);
});

test.serial(
  'one that never ends its first run shows since when it runs, and that it has not failed yet',
  async (t) => {
    const registry = new Registry();
    let isRunning = false;
    const hanging: Reactor = {
      name: 'hanging',
      intervalMs: 5,
      runOnce: (signal) => {
        isRunning = true;
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(0)));
      },
    };
    const runner = createReactorRunner({
      reactors: [hanging],
      now: () => new Date('2026-03-01T08:00:00Z'),
      pool,
      holder: '00000000-0000-4000-8000-000000000003',
      logger: createLogger({ name: 'test', level: 'silent' }),
      registry,
    });
    t.teardown(() => runner.stop());
    await runner.start();
    await until('its first run', LIMIT_MS, () => isRunning);
    const text = await registry.metrics();
    t.true(
      text.includes(
        `triage_reactor_last_run_timestamp_seconds{reactor="hanging"} ${Date.parse('2026-03-01T08:00:00Z') / 1_000}`,
      ),
    );
    t.true(text.includes('triage_reactor_failures_total{reactor="hanging"} 0'));
  },
);
