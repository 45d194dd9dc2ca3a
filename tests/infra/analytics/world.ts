import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { takeBatch } from '../../../command-api/reactors/retention-batch.ts';
import { appendCountedWeeks, gatherCounts } from '../../../command-api/reactors/retention-counts.ts';
import type { CountedSession } from '../../../domain/retention/count.ts';
import { grantLogin } from '../../../infra/analytics/logins.ts';
import { sessionWeeksProjection } from '../../../projectors/analytics/projection.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { startDatabase } from '../../support/database.ts';
import { createProjecting } from '../../support/projecting.ts';

/** Mondays. */
export const [FIRST, SECOND] = ['2026-01-05', '2026-01-12'] as const;
export const grantedAt = new Date('2026-03-01T00:00:00.000Z');
/** Fixed, as the key is below: the noise of a cell follows from its tenant. */
export const [clinic, other] = [
  'c11a1c00-0000-4000-8000-000000000001',
  '07ae4000-0000-4000-8000-000000000002',
];

type Seed = {
  count: number;
  week?: string;
  tenant?: string;
  complaint?: string | null;
  level?: string;
  minutes?: number;
  questions?: number;
  accuracy?: string | null;
  flags?: string[];
  icd?: string | null;
  age?: string;
  sex?: string;
  open?: boolean;
  test?: boolean;
};

const SEEDS: Seed[] = [
  { count: 60, accuracy: 'correct', flags: ['acs_pattern', 'syncope'], icd: 'I21.9', sex: 'male' },
  { count: 60, accuracy: 'partially_correct', minutes: 20, questions: 6, icd: 'I20.9' },
  { count: 50, complaint: 'headache', level: 'emergency', minutes: 5, questions: 2, flags: ['thunderclap'] },
  // Too few to be shown.
  { count: 2, level: 'emergency', minutes: 5, questions: 2, flags: ['acs_pattern'], icd: 'I21.9' },
  { count: 50, complaint: 'headache', level: 'routine', open: true, icd: 'G43.9' },
  { count: 100, week: SECOND, accuracy: 'correct', flags: ['acs_pattern'], icd: 'I21.9', sex: 'male' },
  {
    count: 80,
    week: SECOND,
    complaint: null,
    level: 'routine',
    accuracy: 'incorrect',
    minutes: 6,
    questions: 3,
  },
  {
    count: 60,
    week: SECOND,
    complaint: 'headache',
    level: 'emergency',
    minutes: 4,
    questions: 1,
    icd: 'G43.9',
  },
  { count: 3, week: SECOND, complaint: 'headache', level: 'self_care' },
  { count: 90, tenant: other, complaint: 'cough' },
  { count: 200, test: true, level: 'self_care' },
  { count: 300, week: new Date().toISOString().slice(0, 10), complaint: 'cough' },
];
async function seed(pool: Pool, one: Seed): Promise<void> {
  const row = {
    week: FIRST, tenant: clinic, complaint: 'chest_pain', level: 'urgent', minutes: 10, questions: 4, accuracy: null,
    flags: [], icd: null, age: '40-64', sex: 'female', open: false, test: false, ...one,
  }; // oxfmt-ignore
  await pool.query(
    `INSERT INTO read.sessions (session_id, tenant_id, test, status, revision, triage_level, complaint, complaint_hash,
       age_band, sex, primary_icd, questions_asked, red_flags, accuracy, created_at, last_activity_at, finalized_at,
       state_key_id, state_sealed, brief_sealed)
     SELECT gen_random_uuid(), $2, $3, CASE WHEN $4 THEN 'active' ELSE 'finalized' END, 5, $5, $6, '', $7, $8, $9, $10,
       $11, $12, at, at, CASE WHEN NOT $4 THEN at + $14 * interval '1 minute' END, gen_random_uuid(), '', ''
     FROM (SELECT $13::timestamptz + n * interval '1 minute' AS at FROM generate_series(0, $1 - 1) AS n) AS times`,
    [
      row.count, row.tenant, row.test, row.open, row.level, row.complaint, row.age, row.sex, row.icd, row.questions,
      row.flags, row.accuracy, `${row.week}T00:00:00Z`, row.minutes,
    ], // oxfmt-ignore
  );
}

async function fill(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO read.tenants (tenant_id, revision, tier, tier_changed_at, tier_rpm, concurrency_limit, overage_allowed,
       feature_flags, created_at)
     SELECT id, 1, 'starter', now(), 60, 10, false, '{}', now() FROM unnest($1::uuid[]) AS id`,
    [[clinic, other]],
  );

  await pool.query("UPDATE analytics_source.noise_key SET key = '\\x33'");
  for (const one of SEEDS) await seed(pool, one);
  await pool.query(
    `INSERT INTO read.usage_days (tenant_id, day, action, tokens, calls) VALUES
     ($1, '2026-01-05', 'session.create', 50, 50), ($1, '2026-01-11', 'session.create', 30, 30),
     ($1, '2026-01-06', 'session.answer', 560, 80), ($1, '2026-01-12', 'session.route', 20, 4),
     ($2, '2026-01-05', 'session.create', 90, 90), ($1, now()::date, 'session.create', 5000, 5000)`,
    [clinic, other],
  );
  await pool.query(
    `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
       delivered_at, created_at)
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), d.tenant_id, 'session.finalized', d.test, d.status,
       CASE WHEN d.status = 'delivered' THEN now() END, '2026-01-11T23:59:59Z'
     FROM (VALUES ($1::uuid, false, 'delivered', 150), ($1, false, 'dead-lettered', 50), ($1, false, 'failed', 4),
                  ($1, true, 'failed', 500), ($2::uuid, false, 'failed', 70)) AS d (tenant_id, test, status, n)
     CROSS JOIN LATERAL generate_series(1, d.n)`,
    [clinic, other],
  );
}

export type Login = {
  name: string;
  client: pg.Client;
  ask: (sql: string) => Promise<Record<string, unknown>[]>;
};

export async function connect(databaseUrl: string, name: string, password: string): Promise<Login> {
  const url = new URL(databaseUrl);
  [url.username, url.password] = [name, password];
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  const ask = async (sql: string) => {
    const asked = `SELECT to_jsonb(q) AS row FROM (${sql.trim().replace(/;$/, '')}) AS q`;
    return (await client.query<{ row: Record<string, unknown> }>(asked)).rows.map(({ row }) => row);
  };
  return { name, client, ask };
}

/** A database with sessions of two tenants, and logins to its views: one for each tenant, one for both. */
export async function startAnalytics() {
  const { pool, databaseUrl, adminUrl, stop } = await startDatabase();
  const projecting = await createProjecting(pool);
  await fill(pool);
  const grant = async (name: string, tenantId: string | null): Promise<Login> =>
    connect(databaseUrl, name, await grantLogin(pool, { login: name, tenantId, grantedAt }, systemRandom));
  const team = await grant('clinic_team', clinic);
  const neighbour = await grant('other_team', other);
  const everyone = await grant('own_team', null);

  const viewNames = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'analytics'::regnamespace ORDER BY relname COLLATE "C"`,
    );
    return rows.map((row) => row.name);
  };
  /** What a login sees, of every view. */
  const snapshot = async ({ ask }: Login): Promise<Record<string, unknown[]>> => {
    const found: Record<string, unknown[]> = {};
    for (const view of await viewNames()) {
      const rows = await ask(`SELECT * FROM analytics.${view}`);
      found[view] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return found;
  };

  /** Takes the sessions of a tenant out, and gathers what they were like in the parts that they are pruned in. */
  async function prune(tenantId: string): Promise<void> {
    const batchId = randomUUID();
    const now = new Date('2026-03-03T00:00:00.000Z');
    await takeBatch(pool, { batchId, tenantId }, { now, limit: 1_000 });
    const { rows } = await pool.query<CountedSession & { test: boolean }>(
      'SELECT *, week::text AS week FROM ops.retention_items WHERE batch_id = $1',
      [batchId],
    );
    for (const sessions of [rows.slice(0, 7), rows.slice(7)]) {
      await gatherCounts(pool, tenantId, { sessions, now: grantedAt });
    }
    await pool.query(
      'DELETE FROM read.sessions WHERE session_id IN (SELECT session_id FROM ops.retention_items)',
    );
    await pool.query('DELETE FROM ops.retention_items');
  }

  /** One run on the Monday after: the first appends what was gathered, the second takes that out. */
  async function appendWeeks(): Promise<void> {
    const now = (): Date => new Date('2026-03-02T00:00:00.000Z');
    await appendCountedWeeks({ ...projecting, now, reportFact: () => undefined });
    await projecting.project([sessionWeeksProjection]);
  }

  return {
    pool,
    databaseUrl,
    adminUrl,
    projecting,
    team,
    neighbour,
    everyone,
    viewNames,
    snapshot,
    prune,
    appendWeeks,
    stop: async () => {
      for (const { client } of [team, neighbour, everyone]) await client.end();
      await stop();
    },
  };
}
