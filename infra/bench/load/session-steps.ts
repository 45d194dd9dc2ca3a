import type { Sql } from '../../../shared/postgres/pool.ts';

export type Steps = { tenantId: string; sessions: number };

/** Steps in each session that `addSteps` makes: an opening, eight answers, the end. */
export const STEPS_OF_SESSION = 10;

/** Days from the first of 2025 on, over which the sessions are spread. */
export const DAYS = 365;
const BATCH_SESSIONS = 1_000;

/** Sessions of ten steps, the last of which stands. Their ids follow from tenant and number. */
export async function addSteps(
  sql: Sql,
  { tenantId, sessions }: Steps,
  onProgress: (sessions: number) => void = () => undefined,
): Promise<void> {
  for (let from = 0; from < sessions; from += BATCH_SESSIONS) {
    const below = Math.min(sessions, from + BATCH_SESSIONS);
    await sql.query(INSERT, [tenantId, from, below, DAYS / sessions]);
    onProgress(below);
  }
}

const INSERT = `INSERT INTO read.session_steps (session_id, revision, tenant_id, position, superseded_position, day, opened_at, at,
       finalized_at, kind, complaint, age_band, sex, language, question, skipped, unclear, waited_s, findings, triage_level,
       previous_level, triage_kind, triage_code, icds, conditions, probabilities, flags, new_flags, asks, stop_reason,
       questions_asked, changed_fields, engine_version)
     SELECT md5($1::text || '/' || n)::uuid, k, $1::text::uuid, n * 10 + k, CASE WHEN k < 9 THEN n * 10 + k + 1 END, o.at::date, o.at,
       o.at + k * interval '20 s', CASE WHEN k = 9 THEN o.at + interval '180 s' END,
       CASE k WHEN 0 THEN 'opened' WHEN 9 THEN 'finalized' ELSE 'answered' END, 'cough', '40-64', 'female', 'en',
       CASE WHEN k BETWEEN 1 AND 8 THEN 'q' || k END, CASE WHEN k BETWEEN 1 AND 8 THEN k = 8 END,
       CASE WHEN k BETWEEN 1 AND 8 THEN false END, CASE WHEN k BETWEEN 1 AND 8 THEN 20 END,
       CASE WHEN k BETWEEN 1 AND 8 THEN ARRAY['pq:has_fever', 'aq:vomiting'] ELSE '{}' END,
       CASE WHEN k < 4 THEN 'routine' ELSE 'urgent' END, CASE WHEN k = 0 THEN NULL WHEN k < 5 THEN 'routine' ELSE 'urgent' END,
       'condition', 'pneumonia', ARRAY['J18.9', 'J06.9'], ARRAY['pneumonia', 'common_cold'], ARRAY[0.5, 0.25]::real[],
       CASE WHEN k >= 4 THEN ARRAY['rf_sepsis'] ELSE '{}' END, CASE WHEN k = 4 THEN ARRAY['rf_sepsis'] ELSE '{}' END,
       CASE WHEN k < 8 THEN 'q' || k + 1 END, CASE WHEN k >= 8 THEN 'certain' END, least(k, 8), '{}', '1.19.0+0a1b2c3d'
     FROM generate_series($2::int, $3::int - 1) AS n
     CROSS JOIN LATERAL (SELECT (date '2025-01-01' + floor(n * $4::float8)::int)::timestamp AT TIME ZONE 'UTC' + interval '10:59:58' AS at) AS o
     CROSS JOIN generate_series(0, 9) AS k`;
