import test from 'ava';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { startFacts } from './facts-world.ts';
import { connect, type Login } from './world.ts';

/** A login of a data team that wants more of the facts than it was granted. */
const world = await startFacts();
const { pool, clinic, other, team, exact, neighbour, counting, stop } = world;
for (const tenantId of [clinic, other])
  await writeStepRows(pool, { tenantId, sessions: 200, from: '2025-01-01', days: 365, alike: true });
await pool.query('ANALYZE read.session_steps');
test.after.always(stop);

const PERMISSION_DENIED = '42501';

type Refusal = { code?: string; message?: string; detail?: string };
const refusalOf = async ({ client }: Login, sql: string): Promise<Refusal> => {
  await client.query('BEGIN READ WRITE');
  try {
    await client.query(sql);
    return { code: 'done' };
  } catch (error) {
    return error as Refusal;
  } finally {
    await client.query('ROLLBACK');
  }
};

test.serial('these functions may be called, and none of them can be named', async (t) => {
  const { rows } = await pool.query<{ name: string; is_nameable: boolean }>(
    `SELECT p.oid::regprocedure::text AS name, has_schema_privilege('clinic_team', n.oid, 'USAGE') AS is_nameable
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND has_function_privilege('clinic_team', p.oid, 'EXECUTE')
     ORDER BY 1`,
  );
  t.deepEqual(
    rows.map(({ name }) => name),
    [
      'analytics_source.shown(text)',
      'analytics_source.shown_calls()',
      'analytics_source.shown_deliveries()',
      'facts_source.moment(boolean,timestamp with time zone)',
      'facts_source.pseudonym(bytea,bytea,text)',
      'facts_source.reader(text)',
    ],
  );
  t.true(rows.every(({ is_nameable }) => !is_nameable));
  const dangerous = await team.ask(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE has_function_privilege(p.oid, 'EXECUTE') AND p.pronamespace = 'pg_catalog'::regnamespace
       AND (p.proname ~ '^(pg_read|pg_ls_|pg_stat_|lo_|pg_(try_)?advisory|pg_logical_emit|pg_switch|pg_reload|pg_rotate|pg_notify|dblink)')`,
  );
  t.deepEqual(dangerous, []);
});

test.serial('these relations may be read: the views, and nothing that they are made of', async (t) => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'v', 'm', 'p', 'S', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
       AND (has_table_privilege('clinic_team', c.oid, 'SELECT') OR has_any_column_privilege('clinic_team', c.oid, 'SELECT'))
     ORDER BY 1`,
  );
  t.deepEqual(rows, [{ name: 'analytics' }, { name: 'facts' }]);
  const { rows: written } = await pool.query(
    `SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND c.relkind IN ('r', 'v', 'p')
       AND has_table_privilege('clinic_team', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')`,
  );
  t.deepEqual(written, []);
});

const ZEROS = `decode(repeat('00', 64), 'hex')`;
const REFUSED = [
  "SELECT * FROM facts_source.reader('sessions')",
  'SELECT * FROM facts_source.reader(NULL)',
  `SELECT facts_source.pseudonym(${ZEROS}, ${ZEROS}, 'x')`,
  'SELECT facts_source.moment(true, now())',
  'SELECT * FROM facts_source.recipients',
  'SELECT inner_key FROM facts_source.recipients',
  'SELECT * FROM facts_source.dimension_rows',
  'SELECT * FROM facts_source.noted_uses',
  'SELECT facts_source."clinic_team/sessions"()',
  'SELECT * FROM read.session_steps',
  'SELECT * FROM read.audit_rows',
  'CREATE OR REPLACE VIEW facts.sessions AS SELECT 1 AS one',
  'CREATE VIEW facts.mine AS SELECT 1 AS one',
  'ALTER VIEW facts.sessions SET (security_barrier = false)',
  'LOCK TABLE facts.sessions IN ACCESS EXCLUSIVE MODE',
  'DROP FUNCTION facts_source."clinic_team/sessions"()',
  'GRANT triage_facts TO counting_team',
  'SET ROLE triage_facts',
  'SET ROLE triage',
  'SET SESSION AUTHORIZATION triage',
  'SET track_functions = none',
  "SELECT set_config('track_functions', 'none', false)",
  'ALTER ROLE clinic_team SET track_functions = none',
  "SELECT pg_read_file('PG_VERSION')",
  "SELECT pg_read_binary_file('global/pg_control')",
  "SELECT pg_ls_dir('.')",
  "COPY facts.sessions TO '/tmp/stolen'",
  "COPY (SELECT 1) TO PROGRAM 'true'",
  "SELECT lo_import('/etc/passwd')",
  "SELECT lo_from_bytea(0, 'x')",
  'SELECT pg_stat_get_function_calls(p.oid) FROM pg_proc p',
  'SELECT pg_stat_reset()',
  'SELECT * FROM pg_stat_user_functions',
  'SELECT * FROM pg_stats',
  'CREATE FUNCTION facts.leak(text) RETURNS boolean LANGUAGE sql COST 0.0001 AS $$ SELECT true $$',
  'CREATE EXTENSION dblink',
  'CREATE EXTENSION postgres_fdw',
];
test.serial('what is not a view of its own is refused', async (t) => {
  for (const sql of REFUSED.filter((one) => !one.includes('pg_stats'))) {
    const { code } = await refusalOf(team, sql);
    t.true(code === PERMISSION_DENIED || code === '0A000', `${sql}: ${code}`);
  }
  t.is((await refusalOf(team, "SELECT dblink('', 'SELECT 1')")).code, '42883', 'not installed');
  const stats = await team.ask("SELECT 1 FROM pg_stats WHERE schemaname IN ('read', 'facts_source', 'ops')");
  t.deepEqual(stats, [], 'no statistics of values');
});

test.serial('a login cannot be connected with the count switched off', async (t) => {
  const { rows } = await pool.query(
    "SELECT setconfig FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole WHERE rolname = 'clinic_team'",
  );
  t.regex(JSON.stringify(rows), /track_functions=pl/);
  const url = new URL(world.databaseUrl);
  url.searchParams.set('options', '-c track_functions=none');
  await pool.query("ALTER ROLE clinic_team PASSWORD 'known'");
  await t.throwsAsync(connect(url.href, 'clinic_team', 'known'), {
    message: /permission denied to set parameter/,
  });
  await team.client.query('RESET ALL');
  t.deepEqual(await team.ask("SELECT current_setting('track_functions') AS it"), [{ it: 'pl' }]);
  await team.client.query('ALTER ROLE clinic_team RESET ALL').catch(() => undefined);
  const again = await connect(world.databaseUrl, 'clinic_team', 'known');
  t.deepEqual(await again.ask("SELECT current_setting('track_functions') AS it"), [{ it: 'pl' }]);
  await again.client.end();
});

test.serial('a login of counts alone reads no facts', async (t) => {
  for (const view of ['facts.sessions', 'facts.conditions', 'facts.calendar'])
    t.is((await refusalOf(counting, `SELECT * FROM ${view}`)).code, PERMISSION_DENIED);
});

/** Conditions that say aloud what they are given: by an error, or by a notice. */
const LOUD = [
  'CAST(session AS int) = 1',
  "CAST(tenant_id::text || 'x' AS int) = 1",
  "1 / (CASE WHEN day < '2000-01-01' THEN 0 ELSE 1 END) = 1",
  "('{' || session)::json IS NULL",
  'inet(session) IS NULL',
];
test.serial('conditions see no row of another tenant, whatever they cost', async (t) => {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*) AS n FROM read.session_steps WHERE tenant_id = $1',
    [other],
  );
  t.true(Number(rows[0]?.n) > 0);
  await team.client.query("SET client_min_messages = 'debug5'");
  for (const condition of LOUD) {
    // Of a day on which the team itself has nothing, while the neighbour has.
    await pool.query("UPDATE read.session_steps SET day = '1999-01-01' WHERE tenant_id = $1", [other]);
    const sql = `SELECT * FROM facts.session_steps WHERE day = '1999-01-01' AND ${condition}`;
    t.is((await refusalOf(team, sql)).code, 'done', condition);
    t.not((await refusalOf(neighbour, sql)).code, 'done', `${condition}: the neighbour has rows there`);
  }
  await team.client.query('RESET client_min_messages');
});

test.serial('errors, notices and plans name neither a key nor an id', async (t) => {
  const { rows } = await pool.query<{ inner_key: Buffer; outer_key: Buffer; session_id: string }>(
    `SELECT r.inner_key, r.outer_key, s.session_id FROM facts_source.recipients r, read.session_steps s
     WHERE r.login = 'clinic_team' AND s.tenant_id = r.tenant_id`,
  );
  const secrets = new Set(
    rows.flatMap(({ inner_key, outer_key, session_id }) => [
      ...[inner_key, outer_key].flatMap((key) => [
        key.toString('hex').slice(0, 40),
        // As Postgres prints bytes of a plan.
        [...key.subarray(0, 12)].map((byte) => (byte < 128 ? byte : byte - 256)).join(' '),
      ]),
      session_id,
    ]),
  );
  const heard: string[] = [];
  team.client.on('notice', ({ message, detail }) =>
    heard.push(`${message} ${detail ?? ''}`.replaceAll(/\s+/g, ' ')),
  );
  for (const name of ['debug_print_parse', 'debug_print_rewritten', 'debug_print_plan', 'trace_sort'])
    await team.client.query(`SET ${name} = on`);
  await team.client.query("SET client_min_messages = 'debug5'");
  for (const tail of ['', ' ORDER BY session', ...LOUD.map((condition) => ` WHERE ${condition}`)]) {
    const { message, detail } = await refusalOf(team, `SELECT * FROM facts.session_steps${tail}`);
    heard.push(`${message} ${detail}`);
  }
  const plan = await team.client.query('EXPLAIN (VERBOSE, SETTINGS) SELECT * FROM facts.sessions');
  heard.push(JSON.stringify(plan.rows));
  t.true(
    heard.some((text) => text.startsWith('plan:')),
    'the plan of its own statement',
  );
  for (const secret of secrets)
    t.false(
      heard.some((text) => text.includes(secret)),
      secret,
    );
  await team.client.query('RESET ALL');
});

test.serial('no explanation tells what was passed over', async (t) => {
  for (const sql of [
    'EXPLAIN ANALYZE SELECT * FROM facts.sessions',
    'explain (analyze, buffers) select * from facts.audit_events',
    'EXPLAIN/**/ANALYZE SELECT * FROM facts.api_calls',
    'SELECT 1; EXPLAIN ANALYZE SELECT * FROM facts.calendar',
    `EXPLAIN ANALYZE DECLARE c CURSOR WITH HOLD FOR SELECT * FROM facts.sessions`,
  ]) {
    t.is((await refusalOf(team, sql)).code, PERMISSION_DENIED, sql);
  }
  t.not((await refusalOf(team, "SELECT query_to_xml('EXP' || 'LAIN ANALYZE SELECT * FROM facts.sessions', true, true, '')")).code, 'done'); // oxfmt-ignore
  t.is((await refusalOf(team, 'EXPLAIN SELECT * FROM facts.sessions')).code, 'done', 'runs nothing');
});

test.serial('two logins hold nothing in common by which rows could be joined', async (t) => {
  const columns = ['session', 'patient'];
  const of = async ({ ask }: Login) => new Set((await ask(`SELECT ${columns.join(', ')} FROM facts.sessions`)).flatMap((row) => columns.map((name) => row[name])).filter((value) => value !== null)); // oxfmt-ignore
  const [mine, theirs] = [await of(team), await of(exact)];
  t.is(mine.size, 200);
  t.deepEqual(
    [...mine].filter((value) => theirs.has(value)),
    [],
  );
});
