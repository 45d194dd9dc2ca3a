import test from 'ava';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { clinic, duckRows, startDataWorld } from './world.ts';

/**
 * What an insider finds who knows a patient's visit and has an extract. Each way is tried; docs/data/privacy.md tells what is
 * closed and what is left.
 */

const world = await startDataWorld();
const SESSIONS = 2_000;
const DAYS = 20;
await writeStepRows(world.pool, {
  tenantId: clinic,
  sessions: SESSIONS,
  from: '2026-03-02',
  days: DAYS,
  position: 0,
});
// Steps at a pace of their own, and one diagnosis that nobody else has.
await world.pool.query(
  `UPDATE read.session_steps SET at = at + (abs(hashtext(session_id::text)) % 50) * revision * interval '1 second',
     waited_s = CASE WHEN waited_s IS NOT NULL THEN 21 + abs(hashtext(session_id::text)) % 50 END,
     icds = CASE WHEN position < 10 THEN '{E84.0}' ELSE icds END`,
);
await world.reach(10 * SESSIONS);
await world.grant('team');
await world.grant('university');
const { rows: truth } = await world.pool.query<{ session_id: string; opened_at: Date; waits: string }>(
  `SELECT session_id, min(opened_at) AS opened_at, string_agg(waited_s::text, ',' ORDER BY revision) AS waits
   FROM read.session_steps GROUP BY session_id ORDER BY min(opened_at)`,
);

const team = await world.take('team');
const university = await world.take('university', { name: 'university' });
test.after.always(world.stop);

const files = (place: string, dataset: string): string =>
  `read_parquet('${place}/dataset=${dataset}/**/*.parquet', hive_partitioning = false)`;
const count = async (sql: string): Promise<number> => Number((await duckRows(sql))[0]!['n']);

test('times of calls: who knows the second of a visit finds an hour of sessions', async (t) => {
  const alone = await count(
    `SELECT count(*) AS n FROM (SELECT opened_at FROM ${files(team.place, 'sessions')} GROUP BY opened_at HAVING count(*) = 1)`,
  );
  t.is(alone, 0);
  for (const [dataset, column] of [
    ['sessions', 'opened_at'],
    ['session_steps', 'at'],
    ['audit_events', 'at'],
  ] as const) {
    const known = team.statement.datasets.find(({ name }) => name === dataset);
    if (known === undefined || known.rows === 0) continue;
    t.is(
      await count(
        `SELECT count(*) AS n FROM ${files(team.place, dataset)} WHERE "${column}" <> date_trunc('hour', "${column}")`,
      ),
      0,
    );
  }
});

test('order of rows: it is that of pseudonyms, and tells nothing of the order of visits', async (t) => {
  const [first] = await duckRows(
    `SELECT list(session) AS sessions FROM ${files(team.place, 'sessions')} WHERE day = '2026-03-02'`,
  );
  const sessions = first!['sessions'] as string[];
  t.deepEqual(sessions, [...sessions].sort());
  t.is(sessions.length, SESSIONS / DAYS);
});

test('pseudonyms: two recipients have none in common', async (t) => {
  t.is(
    await count(
      `SELECT count(*) AS n FROM ${files(team.place, 'sessions')} a JOIN ${files(university.place, 'sessions')} b USING (session)`,
    ),
    0,
  );
});

test('what is left: a rare diagnosis is found by whoever knows it', async (t) => {
  t.is(
    await count(
      `SELECT count(DISTINCT session) AS n FROM ${files(team.place, 'differentials')} WHERE icd = 'E84.0'`,
    ),
    1,
  );
});

test('what is left: two recipients who compare how long answers took find sessions that they share', async (t) => {
  const waits = (place: string): string =>
    `(SELECT session, day, string_agg(seconds_waited::text || coalesce(question, ''), ',' ORDER BY step) AS mark FROM ${files(place, 'session_steps')} GROUP BY ALL)`;
  const found = await count(
    `SELECT count(*) AS n FROM (
       SELECT a.session FROM ${waits(team.place)} a JOIN ${waits(university.place)} b USING (day, mark) GROUP BY a.session HAVING count(*) = 1)`,
  );
  t.true(found > SESSIONS / 2, `${found} of ${truth.length}`);
  const unmarked = await world.take('coarse', { minK: 5 });
  const coarse = await world.take('coarse-too', { name: 'university', minK: 5 });
  const still = await count(
    `SELECT count(*) AS n FROM (
       SELECT a.session FROM ${waits(unmarked.place)} a JOIN ${waits(coarse.place)} b USING (day, mark) GROUP BY a.session HAVING count(*) = 1)`,
  );
  t.true(still > 0, 'coarser days do not hide it');
});
