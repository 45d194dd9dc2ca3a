import test from 'ava';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { migrate } from '../../../infra/migrations/index.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createPool } from '../../../shared/postgres/pool.ts';
import { startDatabase } from '../../support/database.ts';
import { runOps } from '../../support/run-ops.ts';
import { until } from '../../support/until.ts';

/** `npm run ops -- migrate` on a server of its own, with DATABASE_URL and no other setting. */
const { databaseUrl, adminUrl, pool, stop } = await startDatabase();
test.after.always(stop);

const named = (name: string): string => {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
};

test('a database that is missing is told in one line', async (t) => {
  t.deepEqual(await runOps(['migrate'], { DATABASE_URL: named('not_there') }), {
    code: 1,
    stdout: '',
    stderr:
      'the database that DATABASE_URL names does not exist: make it with CREATE DATABASE, then npm run ops -- migrate\n',
  });
});

test('a server that is down is told in one line', async (t) => {
  const { code, stderr } = await runOps(['migrate'], { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' });
  t.deepEqual(
    [code, stderr],
    [
      1,
      'the database is out of reach: nothing listens at the address of DATABASE_URL, so that it is down or the port is another\n',
    ],
  );
});

test('a server that is too old is told in one line, before anything is made', async (t) => {
  const admin = createPool({ databaseUrl: adminUrl, name: 'test', maxConnections: 1 });
  await admin.query('CREATE DATABASE old OWNER triage');
  await admin.end();
  const old = createPool({ databaseUrl: named('old'), name: 'test', maxConnections: 1 });
  // Postgres itself cannot be made to say so: a function that it finds before its own does.
  await old.query(`CREATE SCHEMA fake;
    CREATE FUNCTION fake.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT '150018' $$;
    ALTER DATABASE old SET search_path = fake, pg_catalog, public`);
  t.deepEqual(await runOps(['migrate'], { DATABASE_URL: named('old') }), {
    code: 1,
    stdout: '',
    stderr: 'the database server is Postgres 15: the service needs 16 or later\n',
  });
  t.deepEqual((await old.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).rows, []);
  await old.end();
});

test.serial('a lock that a killed migration left is told in one line, and taken away', async (t) => {
  await pool.query('UPDATE public.migrations_lock SET is_locked = 1');
  // The database is at the newest migration: without one to run, knex does not look at its lock.
  const { rows } = await pool.query<{ name: string }>(
    'DELETE FROM public.migrations WHERE id = (SELECT max(id) FROM public.migrations) RETURNING name',
  );
  const locked = await runOps(['migrate'], { DATABASE_URL: databaseUrl });
  t.is(locked.code, 1);
  t.regex(locked.stderr, /^a migration of this database is running, or was killed: .*migrate --unlock.*\n$/);
  await pool.query('INSERT INTO public.migrations (name, batch, migration_time) VALUES ($1, 1, now())', [
    rows[0]?.name,
  ]);
  const running = createPool({ databaseUrl, name: 'migrate', maxConnections: 1 });
  await running.query('SELECT 1');
  const refused = await runOps(['migrate', '--unlock'], { DATABASE_URL: databaseUrl });
  t.deepEqual([refused.code, refused.stderr], [1, 'a migration is running: wait for it\n']);
  await running.end();
  t.like(await runOps(['migrate', '--unlock'], { DATABASE_URL: databaseUrl }), { code: 0, stderr: '' });
  t.is((await pool.query('SELECT 1 FROM public.migrations_lock WHERE is_locked = 1')).rowCount, 0);
});

/** The answer where the database has had this migration of another version. */
async function migrateBeside(name: string): Promise<Awaited<ReturnType<typeof runOps>>> {
  await pool.query('INSERT INTO public.migrations (name, batch, migration_time) VALUES ($1, 9, now())', [
    name,
  ]);
  const answer = await runOps(['migrate'], { DATABASE_URL: databaseUrl });
  await pool.query('DELETE FROM public.migrations WHERE name = $1', [name]);
  return answer;
}

test.serial(
  'a newer version that only added is told, and nothing is changed: somebody went back',
  async (t) => {
    const views = "SELECT obj_description('facts'::regnamespace, 'pg_namespace') AS hash";
    await pool.query("COMMENT ON SCHEMA facts IS 'those of the newer version'");
    const { code, stdout, stderr } = await migrateBeside('9999_later.sql');
    t.deepEqual([code, stderr], [0, '']);
    t.regex(
      stdout,
      /"migrations":\["9999_later.sql"\],"msg":"the database is of a newer version, beside which this one works"/,
    );
    t.deepEqual((await pool.query(views)).rows, [{ hash: 'those of the newer version' }]);
  },
);

test.serial('a newer version that took something away is told in one line', async (t) => {
  const { code, stderr } = await migrateBeside('9999_later.contract.sql');
  t.is(code, 1);
  t.regex(
    stderr,
    /^the database is of a newer version of the service, which took away what this one uses \(9999_later.contract.sql\): .*\n$/,
  );
});

test.serial('a version that is neither older nor newer is told in one line', async (t) => {
  const gone = await pool.query<{ name: string }>(
    'DELETE FROM public.migrations WHERE id = (SELECT max(id) FROM public.migrations) RETURNING name',
  );
  const name = gone.rows[0]?.name;
  const { code, stderr } = await migrateBeside('9999_other.sql');
  await pool.query('INSERT INTO public.migrations (name, batch, migration_time) VALUES ($1, 1, now())', [
    name,
  ]);
  t.is(code, 1);
  t.is(
    stderr,
    `the database has migrations of another version (9999_other.sql), and lacks ${name} of this one: start the version that it is of\n`,
  );
});

/** An analyst whose query goes on; and views that have to be made again, which needs them for itself. */
async function readingAnalyst() {
  await pool.query("COMMENT ON SCHEMA facts IS 'those of another version'");
  const analyst = await pool.connect();
  await analyst.query('BEGIN');
  await analyst.query('SELECT 1 FROM facts.sessions LIMIT 1');
  return {
    query: (text: string) => analyst.query(text),
    end: async () => {
      await analyst.query('ROLLBACK');
      analyst.release();
    },
  };
}
const silent = createLogger({ name: 'migrate', level: 'silent' });

test.serial('it gives way to whoever reads a table that it needs, and asks again', async (t) => {
  const analyst = await readingAnalyst();
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    // Callers who came behind it were served meanwhile.
    t.is((await pool.query('SELECT 1 FROM facts.sessions LIMIT 1')).command, 'SELECT');
    await analyst.end();
  };
  t.true(await migrate({ databaseUrl, logger: silent, patience: { tries: 2, pause } }));
  t.deepEqual(pauses, [4_000]);
});

test.serial('it asks again where it and a reader wait for one another', async (t) => {
  const analyst = await readingAnalyst();
  const pause = (): Promise<void> => Promise.resolve();
  const migrating = migrate({ databaseUrl, logger: silent, patience: { tries: 20, pause } });
  const taken: string[] = [];
  await until('the migration waits, and has taken a view', 10_000, async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
       JOIN pg_stat_activity a ON a.pid = l.pid
       WHERE a.application_name = 'migrate' AND a.wait_event_type = 'Lock' AND l.granted
         AND l.mode = 'AccessExclusiveLock' AND c.relnamespace = 'facts'::regnamespace AND c.relkind = 'v'`,
    );
    taken.push(...rows.map(({ name }) => name));
    return taken.length > 0;
  });
  // Whichever of the two notices first that they wait in a circle gives up.
  await analyst.query(`SELECT 1 FROM facts.${taken[0]} LIMIT 1`).catch(() => undefined);
  await analyst.end();
  t.true(await migrating);
});

test.serial('where that does not end, it says so in one line', async (t) => {
  const analyst = await readingAnalyst();
  const patience = { tries: 2, pause: () => Promise.resolve() };
  await t.throwsAsync(migrate({ databaseUrl, logger: silent, patience }), {
    name: 'StartupError',
    message: /^a table that a migration changes is in use all the time: /,
  });
  await analyst.end();
  t.true(await migrate({ databaseUrl, logger: silent }));
});

test.serial('no event store is needed', async (t) => {
  t.like(await runOps(['migrate'], { DATABASE_URL: databaseUrl }), { code: 0, stderr: '' });
  t.is((await pool.query("SELECT 1 FROM pg_tables WHERE schemaname = 'ops' LIMIT 1")).rowCount, 1);
});

test.serial('it leaves what the codes of the facts mean, of the engine of this version', async (t) => {
  await pool.query('DELETE FROM facts_source.dimension_rows; DELETE FROM facts_source.catalogue');
  t.like(await runOps(['migrate'], { DATABASE_URL: databaseUrl }), { code: 0, stderr: '' });
  const { version } = await loadEngine();
  t.deepEqual((await pool.query('SELECT engine_version FROM facts_source.catalogue')).rows, [
    { engine_version: version },
  ]);
  const { rows } = await pool.query('SELECT DISTINCT dimension FROM facts_source.dimension_rows ORDER BY 1');
  t.deepEqual(rows, [
    ...['complaints', 'conditions', 'findings_catalogue', 'questions', 'rules'].map((dimension) => ({
      dimension,
    })),
  ]);
});
