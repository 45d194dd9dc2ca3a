import { readdirSync } from 'node:fs';
import test from 'ava';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { clinic, duckRows, startDataWorld } from './world.ts';

const world = await startDataWorld();
const SESSIONS = 400;
await writeStepRows(world.pool, {
  tenantId: clinic,
  sessions: SESSIONS,
  from: '2026-03-02',
  days: 28,
  position: 0,
});
await world.reach(10 * SESSIONS);
await world.grant('team');
test.after.always(world.stop);

const QUASI = 'day, age_band, sex, complaint';
const sessionsIn = (place: string): string =>
  `read_parquet('${place}/dataset=sessions/**/*.parquet', hive_partitioning = false)`;

async function classesIn(place: string): Promise<{ k: number; sessions: number }> {
  const [row] = await duckRows(
    `SELECT min(n) AS k, sum(n) AS sessions FROM (SELECT count(*) AS n FROM ${sessionsIn(place)} GROUP BY ${QUASI})`,
  );
  return { k: Number(row!['k']), sessions: Number(row!['sessions']) };
}

test.serial(
  'the manifest says how many sessions are alike, counted over the files as they are',
  async (t) => {
    const { place, statement } = await world.take('plain');
    const { k_anonymity: said } = statement;
    const { k, sessions } = await classesIn(place);
    t.is(said?.k, k);
    t.is(said?.sessions, sessions);
    t.is(said?.coarsened, null);
    const [below] = await duckRows(
      `SELECT sum(n) FILTER (n = 1) AS one, sum(n) FILTER (n < 5) AS five FROM (SELECT count(*) AS n FROM ${sessionsIn(place)} GROUP BY ${QUASI})`,
    );
    t.is(said?.unique, Number(below!['one'] ?? 0));
    t.is(said?.below_5, Number(below!['five'] ?? 0));
  },
);

test.serial(
  'a smallest class that is asked for holds, by the least coarsening that reaches it',
  async (t) => {
    for (const minK of [2, 5, 11]) {
      const { place, statement } = await world.take(`k-${minK}`, { minK });
      const { k, sessions } = await classesIn(place);
      t.true(k >= minK, `${k} for ${minK}`);
      t.is(statement.k_anonymity?.k, k);
      const { coarsened } = statement.k_anonymity!;
      t.is(sessions + coarsened!.sessions_left_out, SESSIONS);
      const days = readdirSync(`${place}/dataset=session_steps`).map((name) => name.slice('day='.length));
      const mondays = days.filter((day) => new Date(day).getUTCDay() === 1);
      t.deepEqual(coarsened!.days === 'week' ? mondays : days, days);
      const [finer] = await duckRows(
        `SELECT count(*) AS n FROM ${sessionsIn(place)} WHERE opened_at <> date_trunc('week', opened_at)`,
      );
      if (coarsened!.days === 'week') t.is(Number(finer!['n']), 0);
    }
  },
);

test.serial('what cannot be made alike is left out of every dataset', async (t) => {
  const { place, statement } = await world.take('too-many', { minK: SESSIONS / 8 });
  const { coarsened, k } = statement.k_anonymity!;
  t.true(k === null || k >= SESSIONS / 8);
  t.true(coarsened!.sessions_left_out > 0);
  const steps = statement.datasets.find(({ name }) => name === 'session_steps')!;
  t.is(steps.rows, (SESSIONS - coarsened!.sessions_left_out) * 10);
  t.truthy(place);
});

test.serial('an increment is not coarsened', async (t) => {
  const { statement } = await world.take('before');
  const error = await t.throwsAsync(world.take('after', { since: statement.until, minK: 5 }), {
    instanceOf: DataError,
  });
  t.regex(error.message, /min-k/);
});
