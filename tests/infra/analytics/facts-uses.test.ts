import test from 'ava';
import { createAccessIntake } from '../../../command-api/reactors/access-intake.ts';
import { createFactsUses } from '../../../command-api/reactors/facts-uses.ts';
import { listLogins, revokeLogin } from '../../../infra/analytics/logins.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { until } from '../../support/until.ts';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { startFacts } from './facts-world.ts';
import { connect, grantedAt, type Login } from './world.ts';

/** Each use of a view leaves a row in the audit trail of the tenant. */
const world = await startFacts();
const { pool, clinic, other, team, everyone, grant, projecting, stop } = world;
await writeStepRows(pool, { tenantId: clinic, sessions: 20, from: '2025-01-01', days: 365, alike: true });
test.after.always(stop);

const at = new Date('2026-04-01T12:00:00.000Z');
const uses = createFactsUses({ pool, now: () => at });
const intake = createAccessIntake({
  pool,
  log: projecting.log,
  codec: projecting.codec,
  now: () => at,
  reportFact: () => undefined,
});

type Row = { actor_type: string; actor_id: string; subject_type: string; subject_id: string; n: number };

/** What the trail of a tenant has of a login, by view. */
async function trailOf(tenantId: string, login: string): Promise<Row[]> {
  await intake.runOnce();
  await projecting.project([auditProjection]);
  const { rows } = await pool.query<Row>(
    `SELECT actor_type, actor_id, subject_type, subject_id, sum(count)::int AS n FROM read.audit_rows
     WHERE tenant_id = $1 AND action = 'facts.read' AND actor_id = $2 GROUP BY 1, 2, 3, 4 ORDER BY 4`,
    [tenantId, login],
  );
  return rows;
}
const row = (login: string, dataset: string, n: number): Row => ({
  actor_type: 'login',
  actor_id: login,
  subject_type: 'dataset',
  subject_id: dataset,
  n,
});

/** Until the server was told by the login's connection, which reports at the latest some seconds after a transaction. */
const noted = (login: string, dataset: string, calls: number): Promise<void> =>
  until('the uses are noted', 20_000, async () => {
    await uses.runOnce();
    const { rows } = await pool.query<{ calls: number }>(
      'SELECT calls FROM facts_source.noted_uses WHERE login = $1 AND dataset = $2',
      [login, dataset],
    );
    return rows[0]?.calls === calls;
  });

const read = async ({ client }: Login, sql: string): Promise<void> => {
  await client.query(sql);
};

test.serial(
  'uses are counted by login and view, also those rolled back, cancelled, or read by a cursor',
  async (t) => {
    const { client } = team;
    await read(team, 'SELECT count(*) FROM sessions');
    await read(team, 'SELECT count(*) FROM sessions s JOIN session_steps USING (session, day)');
    await client.query('BEGIN READ ONLY');
    await read(team, 'SELECT * FROM session_steps');
    await client.query('ROLLBACK');
    await client.query('BEGIN');
    await read(team, 'DECLARE c CURSOR FOR SELECT * FROM session_steps');
    await read(team, 'FETCH 5 FROM c');
    await client.query('ROLLBACK');
    await t.throwsAsync(read(team, 'SELECT 1 / (step - 5) FROM session_steps ORDER BY step'));
    await client.query("SET statement_timeout = '30ms'");
    await t.throwsAsync(
      read(team, 'SELECT pg_sleep(0.01) FROM feedback UNION ALL SELECT pg_sleep(0.01) FROM session_steps'),
    );
    await client.query('RESET statement_timeout');
    await read(team, "SELECT query_to_xml('select * from ' || 'facts.session_steps', true, true, '')");
    await read(team, 'SELECT * FROM U&"f\\0061cts".U&"session\\005fsteps" LIMIT 1');
    await noted('clinic_team', 'session_steps', 7);
    t.deepEqual(await trailOf(clinic, 'clinic_team'), [
      row('clinic_team', 'feedback', 1),
      row('clinic_team', 'session_steps', 7),
      row('clinic_team', 'sessions', 2),
    ]);
    t.deepEqual(await trailOf(other, 'clinic_team'), [], 'of its tenant alone');
    const { rows } = await pool.query<{ at: Date; test: boolean }>(
      "SELECT DISTINCT at FROM read.audit_rows WHERE action = 'facts.read'",
    );
    t.deepEqual(rows, [{ at }]);
  },
);

test.serial('what was noted is not noted again; what reads no facts is not noted', async (t) => {
  t.is(await uses.runOnce(), 0);
  await read(team, 'SELECT * FROM conditions, calendar, engine_versions LIMIT 1');
  await read(team, 'EXPLAIN SELECT * FROM sessions');
  await read(team, 'SELECT * FROM analytics.sessions_v2');
  await read(team, 'SELECT * FROM findings LIMIT 1');
  await noted('clinic_team', 'findings', 1);
  t.deepEqual(
    (await trailOf(clinic, 'clinic_team')).map(({ subject_id, n }) => [subject_id, n]),
    [
      ['feedback', 1],
      ['findings', 1],
      ['session_steps', 7],
      ['sessions', 2],
    ],
  );
});

test.serial('a login of all tenants leaves a row in the trail of each', async (t) => {
  await read(everyone, 'SELECT * FROM sessions');
  await noted('own_team', 'sessions', 1);
  for (const tenantId of [clinic, other]) {
    t.deepEqual(await trailOf(tenantId, 'own_team'), [row('own_team', 'sessions', 1)]);
  }
});

test.serial('after a crash of the server counts begin again, and go on', async (t) => {
  // As if the server had counted more before it lost them.
  await pool.query("UPDATE facts_source.noted_uses SET calls = 1000 WHERE login = 'own_team'");
  await read(everyone, 'SELECT * FROM sessions');
  await noted('own_team', 'sessions', 2);
  t.is((await trailOf(clinic, 'own_team'))[0]?.n, 3, 'the two that the server knows of');
});

test.serial('several that note at once note each use once', async (t) => {
  const login = await grant('busy_team', clinic, { exactTimes: false });
  for (let n = 0; n < 5; n += 1) await read(login, 'SELECT * FROM sessions');
  await login.client.end();
  await until('they are counted', 20_000, async () => {
    await Promise.all([uses.runOnce(), uses.runOnce(), uses.runOnce()]);
    return (await trailOf(clinic, 'busy_team'))[0]?.n === 5;
  });
  await Promise.all([uses.runOnce(), uses.runOnce()]);
  t.deepEqual(await trailOf(clinic, 'busy_team'), [row('busy_team', 'sessions', 5)]);
  await revokeLogin(pool, 'busy_team', grantedAt);
});

test.serial(
  'taking a login away notes what it read, ends its recipient, and leaves nothing of it behind',
  async (t) => {
    const leaver = await grant('leaving_team', clinic, { exactTimes: true });
    t.deepEqual(
      (await listLogins(pool)).filter(({ login }) => ['leaving_team', 'counting_team'].includes(login)),
      [
        { login: 'counting_team', tenantId: clinic, grantedAt, facts: undefined },
        { login: 'leaving_team', tenantId: clinic, grantedAt, facts: { exactTimes: true } },
      ],
    );
    const mine = 'SELECT session FROM sessions ORDER BY session';
    const before = await leaver.ask(mine);
    t.true(await revokeLogin(pool, 'leaving_team', at));
    t.deepEqual(await trailOf(clinic, 'leaving_team'), [row('leaving_team', 'sessions', 1)]);
    const { rows } = await pool.query(
      `SELECT login, revoked_at, exact_times, (SELECT count(*)::int FROM facts_source.counters() WHERE login = 'leaving_team') AS counters
     FROM facts_source.recipients WHERE name = 'leaving_team'`,
    );
    t.deepEqual(rows, [{ login: null, revoked_at: at, exact_times: true, counters: 0 }]);
    await leaver.client.end();

    const again = await grant('leaving_team', clinic, { exactTimes: false });
    const after = new Set((await again.ask(mine)).map(({ session }) => session));
    t.is(after.size, before.length);
    t.false(
      before.some(({ session }) => after.has(session)),
      'another key',
    );
    await noted('leaving_team', 'sessions', 1);
    t.is((await trailOf(clinic, 'leaving_team'))[0]?.n, 2);
    await again.client.end();
    await revokeLogin(pool, 'leaving_team', at);
  },
);

test.serial('a view whose uses could not be counted is not shown', async (t) => {
  const login = await grant('uncounted', clinic, { exactTimes: false });
  await login.client.end();
  await pool.query("ALTER ROLE uncounted RESET track_functions; ALTER ROLE uncounted PASSWORD 'known'");
  const open = await connect(world.databaseUrl, 'uncounted', 'known');
  await t.throwsAsync(open.ask('SELECT * FROM sessions'), { message: /uses of facts are not counted here/ });
  await open.client.end();
});
