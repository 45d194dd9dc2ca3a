import { createHmac } from 'node:crypto';
import test from 'ava';
import { migrate } from '../../../infra/migrations/index.ts';
import { writeCatalogue } from '../../../infra/analytics/catalogue.ts';
import { loadCatalogue } from '../../../shared/clinical/load-knowledge.ts';
import { datasets, dimensions, facts } from '../../../shared/datasets/all.ts';
import type { ColumnType } from '../../../shared/datasets/dataset.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { STEPS_PER_SESSION, writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { startFacts } from './facts-world.ts';
import type { Login } from './world.ts';

/** The views of schema `facts`, asked as a data team asks them. */
const world = await startFacts();
const { pool, databaseUrl, clinic, other, team, exact, neighbour, everyone, stop } = world;
for (const tenantId of [clinic, other])
  await writeStepRows(pool, { tenantId, sessions: 2_000, from: '2025-01-01', days: 365, alike: true });
await pool.query(
  `UPDATE read.session_steps SET kind = 'erased' WHERE tenant_id = $1 AND revision = 0 AND position = 10`,
  [clinic],
);
await pool.query(`DELETE FROM read.session_steps WHERE tenant_id = $1 AND position BETWEEN 11 AND 19`, [
  clinic,
]);
/** A step after the last one of a session, as it stands there but for what is told. */
const addStep = (after: number, told: object) =>
  pool.query(
    `INSERT INTO read.session_steps
     SELECT (jsonb_populate_record(NULL::read.session_steps, to_jsonb(s) || $3)).*
     FROM read.session_steps s WHERE tenant_id = $1 AND position = $2`,
    [clinic, after, { revision: 10, position: after + 20_000, ...told }],
  );
await addStep(9, { kind: 'feedback', accuracy: 'correct', actual_icd: 'J18.9' });
await addStep(29, { kind: 'rectified', changed_fields: ['age'], cleared: 1 });
await pool.query(
  'UPDATE read.session_steps SET superseded_position = position + 20000 WHERE tenant_id = $1 AND position IN (9, 29)',
  [clinic],
);
await pool.query('ANALYZE read.session_steps');
const catalogue = await loadCatalogue();
await writeCatalogue(pool, catalogue);
test.after.always(stop);

const TYPES: Record<ColumnType, readonly string[]> = {
  string: ['text', 'uuid'],
  boolean: ['boolean'],
  integer: ['integer', 'bigint'],
  number: ['double precision', 'real'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
};

const countOf = async ({ ask }: Login, from: string): Promise<unknown> =>
  (await ask(`SELECT count(*)::int AS n FROM ${from}`))[0]?.n;

test.serial('every dataset has a view with the declared columns, types and comments', async (t) => {
  const { rows } = await pool.query<{
    view: string;
    name: string;
    type: string;
    means: string;
    about: string;
  }>(
    `SELECT c.relname AS view, a.attname AS name, format_type(a.atttypid, -1) AS type,
       col_description(c.oid, a.attnum) AS means, obj_description(c.oid, 'pg_class') AS about
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     WHERE c.relnamespace = 'facts'::regnamespace ORDER BY c.relname, a.attnum`,
  );
  t.deepEqual([...new Set(rows.map(({ view }) => view))], datasets.map(({ name }) => name).sort());
  for (const { name: dataset, about, columns } of datasets) {
    const own = rows.filter(({ view }) => view === dataset);
    t.deepEqual(own.map(({ name }) => name), columns.map(({ name }) => name), dataset); // oxfmt-ignore
    columns.forEach(({ name, type, meaning }, index) => {
      const found = own[index];
      t.true(TYPES[type].includes(found?.type ?? ''), `${dataset}.${name} is ${found?.type}`);
      t.true(found?.means.startsWith(meaning), `${dataset}.${name}`);
      t.is(found?.about, about);
    });
  }
});

test.serial(
  'every dataset has rows here, unique by its key, with no empty value that is not declared',
  async (t) => {
    for (const { name, key, columns } of datasets) {
      const empty = columns.filter(({ nullable }) => !nullable).map((column) => `${column.name} IS NULL`);
      const [found] = await team.ask(
        `SELECT count(*)::int AS n, count(DISTINCT (${key.join(', ')}))::int AS keys,
         count(*) FILTER (WHERE ${empty.join(' OR ')})::int AS empty FROM ${name}`,
      );
      t.true(Number(found?.n) > 0, name);
      t.deepEqual([found?.keys, found?.empty], [found?.n, 0], name);
    }
  },
);

test.serial(
  'a login sees its own tenant, the team of the operator all of them, and the service itself none',
  async (t) => {
    for (const { name } of facts) {
      const [mine, theirs, all] = [
        await countOf(team, name),
        await countOf(neighbour, name),
        await countOf(everyone, name),
      ];
      t.is(all, Number(mine) + Number(theirs), name);
      t.deepEqual(await team.ask(`SELECT DISTINCT tenant_id FROM ${name}`), [{ tenant_id: clinic }], name);
      t.is((await pool.query(`SELECT 1 FROM facts.${name}`)).rowCount, 0, name);
    }
    await neighbour.client.query("SELECT set_config('app.tenant_id', $1, false)", [clinic]);
    t.is(
      await countOf(neighbour, `sessions WHERE tenant_id = '${clinic}'`),
      0,
      'whatever the connection says',
    );
  },
);

test.serial(
  'erased sessions are in the tombstones alone; a session stands as after its last step',
  async (t) => {
    t.is(await countOf(team, 'sessions'), 1_999);
    t.is(await countOf(team, 'session_steps'), 1_999 * STEPS_PER_SESSION + 2);
    t.deepEqual(await team.ask('SELECT step, cause FROM tombstones'), [{ step: -1, cause: 'erased' }]);
    t.deepEqual(await team.ask("SELECT accuracy, revision FROM sessions WHERE accuracy = 'correct'"), [
      { accuracy: 'correct', revision: 10 },
    ]);
  },
);

test.serial('pseudonyms are HMAC-SHA-256 under a key of each login, and join its datasets', async (t) => {
  const pseudonymOf = async (login: string, id: string): Promise<string> => {
    const { rows } = await pool.query<{ inner_key: Buffer; outer_key: Buffer }>(
      'SELECT inner_key, outer_key FROM facts_source.recipients WHERE login = $1',
      [login],
    );
    const key = Buffer.from(rows[0]?.inner_key.map((byte) => byte ^ 0x36) ?? []);
    t.deepEqual(Buffer.from(rows[0]?.outer_key.map((byte) => byte ^ 0x5c) ?? []), key);
    return createHmac('sha256', key).update(id).digest('hex').slice(0, 32);
  };
  const { rows } = await pool.query<{ id: string }>(
    'SELECT session_id AS id FROM read.session_steps WHERE tenant_id = $1 AND position = 50',
    [clinic],
  );
  const id = rows[0]?.id ?? '';
  const [mine, finer] = [await pseudonymOf('clinic_team', id), await pseudonymOf('clinic_exact', id)];
  t.not(mine, finer);
  t.is(await countOf(team, `sessions WHERE session = '${mine}'`), 1);
  t.is(await countOf(exact, `sessions WHERE session = '${finer}'`), 1);
  t.is(await countOf(exact, `sessions WHERE session = '${mine}'`), 0);
  t.is(
    await countOf(team, `sessions s JOIN session_steps USING (session, day) WHERE session = '${mine}'`),
    10,
  );
  t.is(
    await countOf(team, `findings JOIN findings_catalogue c ON c.code = finding WHERE session = '${mine}'`),
    16,
  );
});

test.serial('moments are those of the hour, but for a login with exact times', async (t) => {
  const moments = "SELECT DISTINCT at FROM session_steps WHERE day = '2025-01-01' AND step = 1";
  t.deepEqual(await team.ask(moments), [{ at: '2025-01-01T11:00:00+00:00' }]);
  t.deepEqual(await exact.ask(moments), [{ at: '2025-01-01T11:00:18+00:00' }]);
});

test.serial('the dimensions are the catalogue, the engines and the days of the facts', async (t) => {
  t.deepEqual(await team.ask("SELECT name, icd FROM conditions WHERE code = 'viral_conjunctivitis'"), [
    { name: 'Viral conjunctivitis', icd: 'B30.9' },
  ]);
  t.deepEqual(await team.ask('SELECT version, is_current FROM engine_versions ORDER BY version'), [
    ...[
      { version: '1.19.0+0a1b2c3d', is_current: false },
      { version: catalogue.version, is_current: true },
    ].sort((a, b) => (a.version < b.version ? -1 : 1)),
  ]);
  t.deepEqual(
    await team.ask("SELECT week, month, weekday, is_weekend FROM calendar WHERE day = '2025-02-01'"),
    [{ week: '2025-01-27', month: '2025-02-01', weekday: 6, is_weekend: true }],
  );
  t.is(await countOf(team, 'session_steps WHERE day NOT IN (SELECT day FROM calendar)'), 0);
  for (const { name } of dimensions) t.deepEqual(await everyone.ask(`SELECT * FROM ${name} ORDER BY 1`), await team.ask(`SELECT * FROM ${name} ORDER BY 1`), name); // oxfmt-ignore
});

test.serial('the rows of the catalogue are written when they are others, and not again', async (t) => {
  t.false(await writeCatalogue(pool, catalogue));
  const later = { ...catalogue, version: '9.9.9+ffffffff', concepts: catalogue.concepts.slice(0, 1) };
  t.true(await writeCatalogue(pool, later));
  t.is(await countOf(team, 'conditions'), 0);
  t.is(await countOf(team, "engine_versions WHERE version = '9.9.9+ffffffff' AND is_current"), 1);
  t.true(await writeCatalogue(pool, catalogue));
  t.true(Number(await countOf(team, 'conditions')) > 100);
});

/** The lines of a plan, as the login gets it. */
async function planOf({ client }: Login, sql: string): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const OF_DAY = [...facts.filter(({ ofSession }) => ofSession).map(({ name }) => name)];
for (const name of OF_DAY) {
  test.serial(`an index is used over a day and over some days of ${name}`, async (t) => {
    for (const condition of ["day = '2025-03-01'", "day BETWEEN '2025-03-01' AND '2025-03-03'"]) {
      const plan = await planOf(team, `SELECT * FROM ${name} WHERE ${condition}`);
      t.regex(plan, /Index (Only )?Scan using session_steps_day on session_steps/, plan);
      t.regex(plan, /Index Cond: \(\(tenant_id = r\.tenant_id\) AND \(day /, plan);
      t.notRegex(plan, /Seq Scan/, plan);
    }
  });
}

test.serial(
  'an index is used over a session with its day, and over the sessions of a day with their steps',
  async (t) => {
    const [one] = await team.ask("SELECT session, day FROM sessions WHERE day = '2025-03-01' LIMIT 1");
    const byKey = await planOf(
      team,
      `SELECT * FROM session_steps WHERE day = '2025-03-01' AND session = '${String(one?.session)}'`,
    );
    t.regex(byKey, /session_steps_day/, byKey);
    const joined = await planOf(
      team,
      "SELECT * FROM sessions s JOIN session_steps USING (session, day) WHERE s.day = '2025-03-01'",
    );
    t.is(joined.match(/Scan using session_steps_day/g)?.length, 2, joined);
  },
);

test.serial('an index is used over a day of the audit trail', async (t) => {
  // In parts, since a statement has a time limit.
  for (let first = 1; first < 8000; first += 1000) {
    await pool.query(
      `INSERT INTO read.audit_rows
       SELECT (jsonb_populate_record(NULL::read.audit_rows, to_jsonb(a) || jsonb_build_object('seq', 1000 + n,
         'event_id', gen_random_uuid(), 'at', timestamptz '2025-01-01' + n * interval '1 hour'))).*
       FROM (SELECT * FROM read.audit_rows WHERE tenant_id = $1 LIMIT 1) a, generate_series($2::int, $2::int + 999) n`,
      [clinic, first],
    );
  }
  await pool.query('ANALYZE read.audit_rows');
  for (const name of ['audit_events', 'erasures', 'token_ledger']) {
    const plan = await planOf(team, `SELECT * FROM ${name} WHERE day = '2025-03-01'`);
    t.regex(plan, /Index Scan using audit_rows_(day|action) on audit_rows/, plan);
    if (name === 'audit_events') t.regex(plan, /audit_rows_day/, plan);
  }
});

test.serial(
  'a start makes the views anew where they are of another version, and else leaves them alone',
  async (t) => {
    const logger = createLogger({ name: 'test', level: 'silent' });
    const oids = async (): Promise<number[]> => {
      const { rows } = await pool.query<{ oid: number }>(
        "SELECT oid FROM pg_class WHERE relnamespace = 'facts'::regnamespace ORDER BY oid",
      );
      return rows.map(({ oid }) => oid);
    };
    const before = await oids();
    await migrate({ databaseUrl, logger });
    t.deepEqual(await oids(), before);
    await pool.query("COMMENT ON SCHEMA facts IS 'of another version'");
    await pool.query('DROP VIEW facts.feedback');
    await pool.query('CREATE VIEW facts.of_before AS SELECT 1 AS one');
    await pool.query('DROP FUNCTION facts_source."clinic_team/feedback"()');
    await migrate({ databaseUrl, logger });
    t.is((await oids()).length, before.length);
    t.is(await countOf(team, 'feedback'), 1, 'granted, and counted');
  },
);
