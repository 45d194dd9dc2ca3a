import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { dictionaryOf, withDictionary } from '../../../infra/analytics/dictionary.ts';
import { formatted } from '../../../infra/scripts/formatted.ts';
import { sessionWeeksProjection } from '../../../projectors/analytics/projection.ts';
import { rebuild } from '../../../projectors/rebuild/rebuild.ts';
import { clinic, FIRST, other, SECOND, startAnalytics } from './world.ts';

/** What data teams read, asked as a data team would: over a login of its own. */
const {
  pool,
  databaseUrl,
  projecting,
  team,
  neighbour,
  everyone,
  viewNames,
  snapshot,
  prune,
  appendWeeks,
  stop,
} = await startAnalytics();
test.after.always(stop);

const pagePath = new URL('../../../docs/data/analytics.md', import.meta.url);
const page = readFileSync(pagePath, 'utf8');

/**
 * Every question of the page, by its heading, and what it answers over the sessions of world.ts. Each number is off by the
 * noise of its cell: 120 urgent ones and 52 emergencies in the first week, 100, 80 and 60 in the second.
 */
const ANSWERS: Record<string, unknown[]> = {
  'Triage mix by week': [
    { week: FIRST, triage_level: 'urgent', sessions: 120, percent: 70.6 },
    { week: FIRST, triage_level: 'emergency', sessions: 50, percent: 29.4 },
    { week: SECOND, triage_level: 'urgent', sessions: 95, percent: 40.4 },
    { week: SECOND, triage_level: 'routine', sessions: 80, percent: 34 },
    { week: SECOND, triage_level: 'emergency', sessions: 60, percent: 25.5 },
  ],
  'Red flags by complaint': [
    { complaint: 'chest_pain', flag: 'acs_pattern', sessions: 160 },
    { complaint: 'chest_pain', flag: 'syncope', sessions: 55 },
    { complaint: 'headache', flag: 'thunderclap', sessions: 50 },
  ],
  'Time to finish': [
    { triage_level: 'urgent', average_minutes: 12.8, average_questions: 4.6 },
    { triage_level: 'routine', average_minutes: 6, average_questions: 3 },
    { triage_level: 'emergency', average_minutes: 4.5, average_questions: 1.5 },
  ],
  'Agreement with feedback': [
    { triage_level: 'routine', rated: 90, percent_correct: null },
    { triage_level: 'urgent', rated: 215, percent_correct: 74.4 },
  ],
  'Token use': [
    { week: FIRST, action: 'session.answer', calls: 80, tokens: 560 },
    { week: FIRST, action: 'session.create', calls: 80, tokens: 80 },
  ],
  'Sessions that come to an end': [
    { week: FIRST, percent_finalized: 77.8 },
    { week: SECOND, percent_finalized: 100 },
  ],
  'Complaints that end as an emergency': [
    { complaint: 'headache', emergencies: 110, sessions: 110 },
    { complaint: 'chest_pain', emergencies: 0, sessions: 220 },
    { complaint: 'none', emergencies: 0, sessions: 80 },
  ],
  'First diagnoses by complaint': [
    { complaint: 'chest_pain', primary_icd: 'I21.9', sessions: 160 },
    { complaint: 'headache', primary_icd: 'G43.9', sessions: 110 },
    { complaint: 'chest_pain', primary_icd: 'I20.9', sessions: 65 },
  ],
  'Who the urgent ones are': [
    { age_band: '40-64', sex: 'female', sessions: 170 },
    { age_band: '40-64', sex: 'male', sessions: 160 },
  ],
  'Webhooks that arrive': [{ week: FIRST, percent_delivered: 75 }],
};

const questions = new Map(
  [...page.matchAll(/^### (.+)\n[^#]*?```sql\n([\s\S]*?)```/gm)].map(([, title = '', sql = '']) => [
    title,
    sql,
  ]),
);

test('every question of the page is here', (t) => {
  t.deepEqual([...questions.keys()], Object.keys(ANSWERS));
});

for (const [title, sql] of questions) {
  test.serial(`the page's question is answered: ${title}`, async (t) => {
    t.deepEqual(await team.ask(sql), ANSWERS[title]);
  });
}

test.serial('another tenant sees its own alone, and the team of the operator sees each', async (t) => {
  t.deepEqual(await neighbour.ask('SELECT * FROM triage_levels_v2'), [
    {
      tenant_id: other,
      week: FIRST,
      triage_level: 'urgent',
      sessions: 90,
      average_minutes: 10,
      average_questions: 4,
    },
  ]);
  t.deepEqual(await neighbour.ask('SELECT deliveries FROM deliveries_v2'), [{ deliveries: 75 }]);
  t.deepEqual(await neighbour.ask('SELECT tokens FROM tokens_v2'), [{ tokens: 85 }]);
  await neighbour.client.query("SELECT set_config('app.tenant_id', $1, false)", [clinic]);
  t.is((await neighbour.ask('SELECT * FROM sessions_v2')).length, 1, 'whatever the connection says');
  const [all, clinics, others] = [await snapshot(everyone), await snapshot(team), await snapshot(neighbour)];
  for (const view of Object.keys(all)) {
    t.deepEqual(all[view], [...(clinics[view] ?? []), ...(others[view] ?? [])].sort(), view);
  }
  t.is(
    await pool.query('SELECT * FROM analytics.sessions_v2').then(({ rowCount }) => rowCount),
    0,
    'no login',
  );
});

test.serial('pruning takes the sessions, and no view changes; nor does a rebuild change it', async (t) => {
  const before = await snapshot(everyone);
  t.true(Object.values(before).every((rows) => rows.length > 0));
  for (const tenantId of [clinic, other]) await prune(tenantId);
  t.is(
    (await pool.query('SELECT 1 FROM read.sessions WHERE NOT test')).rowCount,
    300,
    'those of the running week',
  );
  const gathered = async (): Promise<number | null> =>
    (await pool.query('SELECT 1 FROM ops.retention_counts')).rowCount;
  t.true(((await gathered()) ?? 0) > 0);
  t.deepEqual(await snapshot(everyone), before, 'gathered');
  await appendWeeks();
  t.true(((await gathered()) ?? 0) > 0);
  t.deepEqual(await snapshot(everyone), before, 'in the log, and gathered still');
  await appendWeeks();
  t.is(await gathered(), 0);
  t.deepEqual(await snapshot(everyone), before, 'in the log');

  const { log, codec } = projecting;
  const again = { projections: [sessionWeeksProjection], databaseUrl, log, codec, now: () => new Date() };
  const options = { ...again, dataKeys: projecting.newDataKeys() };
  t.true((await rebuild({ ...options, check: true })).isSame);
  await rebuild({ ...options, check: false });
  t.deepEqual(await snapshot(everyone), before);
});

test.serial('a login can read the views, and nothing else in the database', async (t) => {
  const all = async (sql: string): Promise<string[]> =>
    (await pool.query<{ name: string }>(sql, [team.name])).rows.map(({ name }) => name);
  const ours = "n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')";
  const relations = `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ours} AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')`;
  t.deepEqual(
    (await all(`${relations} AND c.relkind <> 'S' AND has_any_column_privilege($1, c.oid, 'SELECT')`)).sort(),
    (await viewNames()).map((view) => `analytics.${view}`),
  );
  const writes = "has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')";
  const columnWrites = "has_any_column_privilege($1, c.oid, 'INSERT, UPDATE, REFERENCES')";
  t.deepEqual(await all(`${relations} AND c.relkind <> 'S' AND (${writes} OR ${columnWrites})`), []);
  t.deepEqual(
    await all(
      `${relations} AND CASE c.relkind WHEN 'S' THEN has_sequence_privilege($1, c.oid, 'USAGE, SELECT, UPDATE') END`,
    ),
    [],
  );
  t.deepEqual(
    await all(
      `SELECT n.nspname || '.' || p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE ${ours} AND has_function_privilege($1, p.oid, 'EXECUTE') ORDER BY 1`,
    ),
    ['shown', 'shown_calls', 'shown_deliveries'].map((name) => `analytics_source.${name}`),
  );
  const schemas = `SELECT n.nspname AS name FROM pg_namespace n WHERE ${ours} AND n.nspname !~ '^pg_'`;
  t.deepEqual(await all(`${schemas} AND has_schema_privilege($1, n.oid, 'USAGE') ORDER BY 1`), [
    'analytics',
    'public',
  ]);
  t.deepEqual(await all(`${schemas} AND has_schema_privilege($1, n.oid, 'CREATE')`), []);
  t.deepEqual(
    await all(
      "SELECT datname AS name FROM pg_database WHERE datname = current_database() AND has_database_privilege($1, datname, 'CREATE, TEMPORARY')",
    ),
    [],
  );
});

test.serial('a login is nobody else and may become nobody else', async (t) => {
  const { rows } = await pool.query(
    `SELECT r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication AS is_more,
       EXISTS (SELECT 1 FROM pg_class c WHERE c.relowner = r.oid) AS owns,
       ARRAY(SELECT o.rolname::text FROM pg_roles o WHERE o.oid <> r.oid AND pg_has_role(r.oid, o.oid, 'MEMBER')) AS of,
       ARRAY(SELECT o.rolname::text FROM pg_roles o WHERE o.oid <> r.oid AND pg_has_role(r.oid, o.oid, 'SET')) AS becomes
     FROM pg_roles r WHERE r.rolname IN ($1, 'triage_analyst') ORDER BY r.rolname`,
    [team.name],
  );
  t.deepEqual(rows, [
    { is_more: false, owns: false, of: ['triage_analyst'], becomes: [] },
    { is_more: false, owns: false, of: [], becomes: [] },
  ]);
  const settings = [
    'statement_timeout',
    'default_transaction_read_only',
    'idle_in_transaction_session_timeout',
  ];
  const shown = await team.ask(
    `SELECT ${settings.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
  );
  t.deepEqual(shown, [
    {
      statement_timeout: '1min',
      default_transaction_read_only: 'on',
      idle_in_transaction_session_timeout: '1min',
    },
  ]);
});

test.serial('what a login tries beyond the views is refused by the server', async (t) => {
  await team.client.query('SET default_transaction_read_only = off');
  const refused = [
    'SELECT 1 FROM read.sessions',
    'SELECT 1 FROM ops.data_keys',
    'SELECT 1 FROM analytics_source.logins',
    "SELECT * FROM analytics_source.shown('sessions')",
    'SELECT * FROM analytics_source.noise_key',
    'SELECT * FROM analytics_source.cells()',
    'SELECT ops.current_tenant()',
    'SET ROLE triage_analyst',
    'SET ROLE triage_api',
    `SET ROLE ${everyone.name}`,
    `SET SESSION AUTHORIZATION ${everyone.name}`,
    'CREATE TEMPORARY TABLE own (a int)',
    'CREATE TABLE public.own (a int)',
    'CREATE VIEW analytics.own AS SELECT 1',
    'DELETE FROM analytics.sessions_v2',
    `ALTER ROLE ${team.name} CREATEROLE`,
  ];
  for (const sql of refused)
    await t.throwsAsync(team.client.query(sql), { message: /denied|must|cannot/ }, sql);
  await team.client.query('RESET default_transaction_read_only');
});

test('no column could name a person, or anything that leads to one', async (t) => {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `SELECT DISTINCT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'analytics'`,
  );
  t.true(rows.length > 10);
  t.deepEqual(
    rows
      .filter(({ name, type }) => type === 'uuid' || /id$|hash|sealed|name|text/.test(name))
      .map(({ name }) => name),
    ['tenant_id'],
  );
  t.deepEqual(
    rows.filter(({ type }) => /timestamp|time|bytea|json|ARRAY/.test(type)),
    [],
    'nothing finer than a week, nothing without a closed list',
  );
});

test.serial('the dictionary in docs/data/analytics.md is what the database says', async (t) => {
  const text = withDictionary(page, await dictionaryOf(pool));
  const generated = await formatted(fileURLToPath(pagePath), text);
  if (process.env.UPDATE_DICTIONARY) writeFileSync(pagePath, generated);
  t.is(readFileSync(pagePath, 'utf8'), generated, 'UPDATE_DICTIONARY=1 writes it anew');
  for (const view of await viewNames()) t.regex(view, /_v[1-9]\d*$/);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('CREATE VIEW analytics.later_v2 AS SELECT 1 AS a');
    await t.throwsAsync(dictionaryOf(client), { message: 'analytics.later_v2 has no comment' });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
