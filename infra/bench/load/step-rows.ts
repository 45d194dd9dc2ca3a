import type { Sql } from '../../../shared/postgres/pool.ts';

export const STEPS_PER_SESSION = 10;

/** Steps of sessions that were opened at an even pace over some days, made by Postgres. Positions follow each other. */
type StepRows = {
  tenantId: string;
  sessions: number;
  /** First day (YYYY-MM-DD), and over how many. */
  from: string;
  days: number;
  /** Position of the first step. */
  position?: number;
};

/** Puts in an opening, eight answers and the end of each session. */
export async function writeStepRows(sql: Sql, rows: StepRows): Promise<void> {
  const { tenantId, sessions, from, days, position = 0 } = rows;
  await sql.query(WRITE, [tenantId, sessions, from, days, position]);
}

const WRITE = `
INSERT INTO read.session_steps (session_id, revision, tenant_id, position, superseded_position, day, opened_at, at,
  finalized_at, kind, complaint, age_band, sex, language, question, skipped, unclear, waited_s, findings, triage_level,
  previous_level, triage_kind, triage_code, icds, conditions, probabilities, flags, new_flags, asks, stop_reason,
  questions_asked, changed_fields, engine_version)
SELECT md5($1::text || '/' || $5::bigint + s)::uuid, k, $1::uuid, $5::bigint + s * 10 + k,
  CASE WHEN k < 9 THEN $5::bigint + s * 10 + k + 1 END,
  (opened_at AT TIME ZONE 'UTC')::date, opened_at, opened_at + k * interval '21 seconds',
  CASE WHEN k = 9 THEN opened_at + interval '189 seconds' END,
  CASE k WHEN 0 THEN 'opened' WHEN 9 THEN 'finalized' ELSE 'answered' END,
  (ARRAY['headache', 'cough', 'fever', 'chest_pain', 'back_pain'])[1 + s % 5],
  (ARRAY['12-17', '18-39', '40-64', '65-79'])[1 + s % 4], (ARRAY['female', 'male'])[1 + s % 2], 'en',
  CASE WHEN is_answer THEN 'question_' || (s * 7 + k * 13) % 300 END,
  CASE WHEN is_answer THEN (s + k) % 11 = 0 END, CASE WHEN is_answer THEN (s + k) % 17 = 0 END,
  CASE WHEN is_answer THEN (s * 31 + k * 7) % 90 END,
  ARRAY['pq:finding_' || (s + k) % 400], (ARRAY['routine', 'urgent', 'self_care'])[1 + (s + k / 4) % 3], 'routine',
  'condition', 'condition_' || s % 200, ARRAY['G43.9', 'G44.2', 'J06.9'],
  ARRAY['condition_' || s % 200, 'condition_b', 'condition_c'],
  ARRAY[0.3 + ((s * 13 + k * 5) % 600) / 1000.0, 0.1, 0.05]::real[], '{}',
  CASE WHEN k = 4 AND s % 10 = 0 THEN ARRAY['thunderclap'] ELSE '{}' END,
  CASE WHEN k < 8 THEN 'question_' || (s * 7 + k * 13 + 13) % 300 END, CASE WHEN k >= 8 THEN 'certain' END,
  least(k, 8), '{}', '1.18.0+0a0a0a0a'
FROM (
  SELECT s, $3::timestamp AT TIME ZONE 'UTC' + s * ($4::int * interval '1 day' / $2::int) AS opened_at
  FROM generate_series(0, $2::int - 1) AS s
) AS session
CROSS JOIN LATERAL (SELECT k, k BETWEEN 1 AND 8 AS is_answer FROM generate_series(0, 9) AS k) AS step`;
