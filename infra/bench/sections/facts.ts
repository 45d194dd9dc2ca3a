import pg from 'pg';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createPool } from '../../../shared/postgres/pool.ts';
import { grantLogin } from '../../analytics/logins.ts';
import { STEPS_PER_SESSION, writeStepRows } from '../load/step-rows.ts';
import { goalAtMost, repeated, type Measure } from '../report/measure.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts } from '../stack/accounts.ts';
import { durability, withInfrastructure } from '../stack/bench-stack.ts';

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { sessions: 10_000, rounds: 2 } : { sessions: 1_000_000, rounds: 5 };

const DAYS = 365;
const FILL_TIMEOUT_MS = 3_600_000;
/** After this a login's statement ends. */
const LIMIT_MS = 60_000;

/** As docs/data/facts.md has them. */
const QUERIES = [
  {
    name: 'one day',
    goalMs: 1_000,
    sql: "SELECT count(*), avg(seconds_to_finalize) FROM sessions WHERE day = '2025-03-03'",
  },
  {
    name: 'one session with its day',
    goalMs: 1_000,
    sql: "SELECT * FROM session_steps WHERE day = '2025-03-03' AND session = $1 ORDER BY step",
  },
  {
    name: "a day's sessions with their steps",
    goalMs: 2_000,
    sql: `SELECT s.triage_level, count(*), avg(t.seconds_waited) FROM sessions s JOIN session_steps t USING (session, day)
          WHERE s.day = '2025-03-03' GROUP BY 1`,
  },
  {
    name: "a month's funnel",
    goalMs: 10_000,
    sql: `SELECT step, count(*), count(*) FILTER (WHERE is_skipped), avg(seconds_waited) FROM session_steps
          WHERE day BETWEEN '2025-03-01' AND '2025-03-31' GROUP BY step ORDER BY step`,
  },
  {
    name: 'all sessions by month and level',
    goalMs: LIMIT_MS,
    sql: "SELECT date_trunc('month', day), triage_level, count(*) FROM sessions GROUP BY 1, 2 ORDER BY 1, 2",
  },
  {
    name: 'all steps by question',
    goalMs: LIMIT_MS,
    sql: 'SELECT question, count(*), avg(seconds_waited) FROM session_steps GROUP BY 1 ORDER BY 1',
  },
  { name: 'all pseudonyms', goalMs: LIMIT_MS, sql: 'SELECT count(DISTINCT session) FROM sessions' },
] as const;

/** What a data team's login waits for, over the views of schema `facts`. */
export const factsSection: Section = {
  name: 'facts',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { sessions, rounds } = sizesOf(options);
      const { installation, infrastructure } = stack;
      const { databaseUrl } = infrastructure;
      const [account] = await openAccounts(installation, { tenants: 1, keysPerTenant: 1 });
      if (!account) throw new Error('there is no account');
      const filling = createPool({
        databaseUrl,
        name: 'bench',
        maxConnections: 1,
        statementTimeoutMs: FILL_TIMEOUT_MS,
      });
      await writeStepRows(filling, {
        ...{ tenantId: account.tenantId, sessions, from: '2025-01-01', days: DAYS, alike: true },
        onProgress: (done) => options.tell(`filling ${done} of ${sessions} sessions`),
      });
      await filling.query('VACUUM ANALYZE read.session_steps');
      await filling.end();
      const granted = { login: 'bench_team', tenantId: account.tenantId, grantedAt: new Date() };
      const facts = { exactTimes: false };
      const url = new URL(databaseUrl);
      url.username = granted.login;
      url.password = await grantLogin(installation.pool, { ...granted, facts }, systemRandom);
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      const { rows } = await client.query<{ session: string }>(
        "SELECT session FROM sessions WHERE day = '2025-03-03' LIMIT 1",
      );
      const measures: Measure[] = [];
      for (const { name, goalMs, sql } of QUERIES) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          options.tell(`${name}, ${round + 1} of ${rounds}`);
          const startedMs = performance.now();
          await client.query(sql, sql.includes('$1') ? [rows[0]?.session] : []);
          times.push(performance.now() - startedMs);
        }
        measures.push(repeated({ name, unit: 'ms', target: goalAtMost(goalMs) }, times));
      }
      await client.end();
      return {
        conditions: [
          ...(await durability(stack)),
          `${sessions * STEPS_PER_SESSION} steps of ${sessions} sessions of one tenant, over ${DAYS} days; one connection, read ${rounds} times`,
        ],
        measures,
      };
    }),
};
