import test from 'ava';
import { grantLogin } from '../../../infra/analytics/logins.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { startDatabase } from '../../support/database.ts';
import { FLOOR, generateSessions, insertSessions, marginsOf, type Margin } from './generated.ts';
import { connect, grantedAt } from './world.ts';

/** An analyst who subtracts every published number from every other one that counts the same sessions. */
const { pool, databaseUrl, stop } = await startDatabase();
// Fixed, as is the key: the noise of a cell follows from them, and a few hundred cells of other noise may lie further from
// the average than a test can bear.
const tenant = 'c11a1c00-0000-4000-8000-000000000001';
const twin = '07ae4000-0000-4000-8000-000000000002';
await pool.query("UPDATE analytics_source.noise_key SET key = '\\x33'");
const sessions = generateSessions();
for (const one of [tenant, twin]) await insertSessions(pool, one, sessions);
const grant = async (login: string, tenantId: string) =>
  connect(databaseUrl, login, await grantLogin(pool, { login, tenantId, grantedAt }, systemRandom));
const analyst = await grant('analyst', tenant);
const analystOfTwin = await grant('analyst_of_twin', twin);
const published = await marginsOf(analyst, sessions);
test.after.always(async () => {
  await analyst.client.end();
  await analystOfTwin.client.end();
  await stop();
});

type Case = { pair: string; difference: number; hidden: number };

const total = (cells: Margin['cells'], of: 'truth' | 'shown'): number =>
  cells.reduce((sum, cell) => sum + (cell[of] ?? 0), 0);

/** The sessions that the finer margin leaves out of a group that the coarser one shows, and what subtracting says. */
function casesOf(coarse: Margin, fine: Margin): Case[] {
  const common = coarse.keys.filter((key) => fine.keys.includes(key));
  const groupOf = (cell: Margin['cells'][number]): string => common.map((key) => cell.codes[key]).join();
  const groups = new Set(fine.cells.map(groupOf));
  return [...groups].flatMap((group) => {
    const [of, within] = [coarse, fine].map(({ cells }) => cells.filter((cell) => groupOf(cell) === group));
    if (!of || !within || of.some(({ shown }) => shown === null)) return [];
    const hidden = total(
      within.filter(({ shown }) => shown === null),
      'truth',
    );
    if (hidden < 1 || hidden >= FLOOR) return [];
    const difference = total(of, 'shown') - total(within, 'shown');
    return [{ pair: `${coarse.view} - ${fine.view}`, difference, hidden }];
  });
}

/** The views that divide the finalized sessions of a week by level, and further. */
const byLevel = published.filter(({ keys }) => keys.includes('level'));
const ofLevel = ({ cells }: Margin, week: string, level: string): Margin['cells'] =>
  cells.filter(({ codes }) => codes.week === week && codes.level === level);

/** A level that few sessions of a week have: those of the week less all other levels, each from the view that shows most of it. */
function complements(totals: Margin): Case[] {
  const levels = [...new Set(byLevel.flatMap(({ cells }) => cells.map(({ codes }) => codes.level ?? '')))];
  return totals.cells.flatMap(({ codes: { week = '' }, shown }) => {
    const known = (level: string): number =>
      Math.max(...byLevel.map((margin) => total(ofLevel(margin, week, level), 'shown')));
    return levels.flatMap((level) => {
      const hidden = total(ofLevel(byLevel[0]!, week, level), 'truth');
      if (shown === null || hidden < 1 || hidden >= FLOOR) return [];
      const others = levels.filter((other) => other !== level).reduce((sum, other) => sum + known(other), 0);
      return [{ pair: 'completion_v2 - all other levels', difference: shown - others, hidden }];
    });
  });
}

const cases = [
  ...published.flatMap((coarse) =>
    published
      .filter((fine) => fine !== coarse && fine.universe === coarse.universe)
      .flatMap((fine) => casesOf(coarse, fine)),
  ),
  ...published
    .filter(({ universe, keys }) => universe === 'finalized' && keys.length === 1)
    .flatMap((totals) => complements(totals)),
];

const mostCommon = (some: readonly Case[]): number =>
  Math.max(...[1, 2, 3, 4].map((hidden) => some.filter((one) => one.hidden === hidden).length));

test('no difference of two published numbers is the count of a small group that was left out', (t) => {
  t.deepEqual(
    cases.filter(({ difference, hidden }) => difference === hidden),
    [],
  );
  t.true(cases.length > 300, `${cases.length}`);
  t.true(new Set(cases.map(({ pair }) => pair)).size >= 6, 'many pairs of margins leave small groups out');
});

test('whoever knows the difference guesses no better than one who does not', (t) => {
  const blind = mostCommon(cases) / cases.length;
  const differences = [...new Set(cases.map(({ difference }) => difference))];
  const informed =
    differences
      .map((difference) => mostCommon(cases.filter((one) => one.difference === difference)))
      .reduce((sum, hits) => sum + hits, 0) / cases.length;
  t.true(informed - blind < 0.1, `${informed} against ${blind}`);
});

test('what is shown counts 5 or more, to fives, and is right on average', (t) => {
  const shown = published.flatMap(({ cells }) => cells).filter((cell) => cell.shown !== null);
  t.true(shown.length > 1_000);
  t.deepEqual(
    shown.filter((cell) => cell.truth < FLOOR || cell.shown! < 5 || cell.shown! % 5 !== 0),
    [],
  );
  // Where nothing is cut off: for small counts those that the noise makes smaller are not shown.
  const errors = shown.filter(({ truth }) => truth >= 20).map(({ truth, shown }) => shown! - truth);
  t.true(errors.length > 100);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const spread = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
  t.true(Math.abs(mean) < 1, `${mean}`);
  t.true(spread > 2.5 && spread < 4, `${spread}`);
});

test('the noise follows its distribution, and each cell keeps its own', async (t) => {
  const { rows } = await pool.query<{ mean: number; variance: number; zeros: number; same: boolean }>(
    `SELECT avg(noise) AS mean, var_pop(noise) AS variance, avg((noise = 0)::int) AS zeros, bool_and(noise = again) AS same
     FROM (SELECT analytics_source.noise('\\x01', c) AS noise, analytics_source.noise('\\x01', c) AS again
           FROM (SELECT jsonb_build_array('cell', n) AS c FROM generate_series(1, 10000) n) AS cells) AS noises`,
  );
  // Two-sided geometric with a = exp(-1/2): variance 2a / (1 - a)^2 = 7.84, share of zeros (1 - a) / (1 + a) = 0.245.
  const { mean, variance, zeros, same } = rows[0]!;
  t.true(Math.abs(mean) < 0.06, `${mean}`);
  t.true(Math.abs(variance - 7.84) < 0.4, `${variance}`);
  t.true(Math.abs(zeros - 0.245) < 0.01, `${zeros}`);
  t.true(same);
});

async function asked(statements: readonly string[]): Promise<unknown[]> {
  const answers = [];
  for (const sql of statements) answers.push(await analyst.ask(sql));
  return answers;
}

test.serial('asking again, also with other settings, gives the same numbers', async (t) => {
  const views = [...new Set(published.map(({ view }) => view))];
  const look = (): Promise<unknown[]> =>
    asked(views.map((view) => `SELECT * FROM ${view} ORDER BY 1, 2, 3, 4`));
  const before = await look();
  for (const setting of [
    "DateStyle = 'German'",
    "TimeZone = 'Asia/Tokyo'",
    "client_encoding = 'LATIN1'",
    'extra_float_digits = -10',
    "IntervalStyle = 'iso_8601'",
    "bytea_output = 'escape'",
  ]) {
    await analyst.client.query(`SET ${setting}`);
    t.deepEqual(await look(), before, setting);
  }
});

test('a tenant with the same sessions has other noise, so one cannot be read off the other', async (t) => {
  const ask = 'SELECT week, triage_level, sessions FROM triage_levels_v2 ORDER BY 1, 2';
  t.notDeepEqual(await analyst.ask(ask), await analystOfTwin.ask(ask));
});

test('an average says nothing about how many sessions it is of', async (t) => {
  const { rows } = await pool.query(
    `SELECT n, half FROM generate_series(5, 60) n, generate_series(0, 40) half
     WHERE NOT EXISTS (SELECT 1 FROM generate_series(0, 21 * n) s WHERE round(s::numeric * 2 / n) = half)`,
  );
  t.deepEqual(rows, [], 'each half is the average of any number of sessions');
  const averages = await analyst.ask(
    'SELECT average_minutes * 2 AS minutes, average_questions * 2 AS questions FROM triage_levels_v2',
  );
  t.true(averages.length > 50);
  t.deepEqual(
    averages.filter(({ minutes, questions }) => !Number.isInteger(minutes) || !Number.isInteger(questions)),
    [],
  );
});
