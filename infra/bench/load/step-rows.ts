import type { Sql } from '../../../shared/postgres/pool.ts';

/** An opening, eight answers and the end. */
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
  /** Whether all sessions say the same, and begin at the same time of their day; each something of its own without. */
  alike?: boolean;
  onProgress?: (sessions: number) => void;
};

/** More at once would be one statement that takes minutes. */
const BATCH_SESSIONS = 10_000;

/** Puts in the steps of sessions, whose ids follow from the tenant, the first position and their number. */
export async function writeStepRows(sql: Sql, rows: StepRows): Promise<void> {
  const { tenantId, sessions, from, days, position = 0, alike = false, onProgress } = rows;
  for (let first = 0; first < sessions; first += BATCH_SESSIONS) {
    const before = Math.min(sessions, first + BATCH_SESSIONS);
    const place = [tenantId, sessions, from, days, position];
    await sql.query(insertOf(alike ? ALIKE : VARIED), [...place, first, before]);
    onProgress?.(before);
  }
}

/** When a session is opened, by its number `s`. */
type Values = { openedAt: string; columns: Readonly<Record<string, string>> };

/** What no step says differently, and where it stands: `s` is the number of the session, `k` that of its step. */
const PLACE = {
  session_id: "md5($1::text || '/' || $5::bigint + s)::uuid",
  revision: 'k',
  tenant_id: '$1::uuid',
  position: '$5::bigint + s * 10 + k',
  superseded_position: 'CASE WHEN k < 9 THEN $5::bigint + s * 10 + k + 1 END',
  day: "(opened_at AT TIME ZONE 'UTC')::date",
  opened_at: 'opened_at',
  kind: "CASE k WHEN 0 THEN 'opened' WHEN 9 THEN 'finalized' ELSE 'answered' END",
  language: "'en'",
  triage_kind: "'condition'",
  stop_reason: "CASE WHEN k >= 8 THEN 'certain' END",
  questions_asked: 'least(k, 8)',
  changed_fields: "'{}'",
};

const VARIED: Values = {
  openedAt: "$3::timestamp AT TIME ZONE 'UTC' + s * ($4::int * interval '1 day' / $2::int)",
  columns: {
    at: "opened_at + k * interval '21 seconds'",
    finalized_at: "CASE WHEN k = 9 THEN opened_at + interval '189 seconds' END",
    complaint: "(ARRAY['headache', 'cough', 'fever', 'chest_pain', 'back_pain'])[1 + s % 5]",
    age_band: "(ARRAY['12-17', '18-39', '40-64', '65-79'])[1 + s % 4]",
    sex: "(ARRAY['female', 'male'])[1 + s % 2]",
    question: "CASE WHEN is_answer THEN 'question_' || (s * 7 + k * 13) % 300 END",
    skipped: 'CASE WHEN is_answer THEN (s + k) % 11 = 0 END',
    unclear: 'CASE WHEN is_answer THEN (s + k) % 17 = 0 END',
    waited_s: 'CASE WHEN is_answer THEN (s * 31 + k * 7) % 90 END',
    findings: "ARRAY['pq:finding_' || (s + k) % 400]",
    triage_level: "(ARRAY['routine', 'urgent', 'self_care'])[1 + (s + k / 4) % 3]",
    previous_level: "'routine'",
    triage_code: "'condition_' || s % 200",
    icds: "ARRAY['G43.9', 'G44.2', 'J06.9']",
    conditions: "ARRAY['condition_' || s % 200, 'condition_b', 'condition_c']",
    probabilities: 'ARRAY[0.3 + ((s * 13 + k * 5) % 600) / 1000.0, 0.1, 0.05]::real[]',
    flags: "'{}'",
    new_flags: "CASE WHEN k = 4 AND s % 10 = 0 THEN ARRAY['thunderclap'] ELSE '{}' END",
    asks: "CASE WHEN k < 8 THEN 'question_' || (s * 7 + k * 13 + 13) % 300 END",
    engine_version: "'1.18.0+0a0a0a0a'",
  },
};

const ALIKE: Values = {
  openedAt:
    "($3::date + floor(s * ($4::int / $2::float8))::int)::timestamp AT TIME ZONE 'UTC' + interval '10:59:58'",
  columns: {
    at: "opened_at + k * interval '20 s'",
    finalized_at: "CASE WHEN k = 9 THEN opened_at + interval '180 s' END",
    complaint: "'cough'",
    age_band: "'40-64'",
    sex: "'female'",
    question: "CASE WHEN is_answer THEN 'q' || k END",
    skipped: 'CASE WHEN is_answer THEN k = 8 END',
    unclear: 'CASE WHEN is_answer THEN false END',
    waited_s: 'CASE WHEN is_answer THEN 20 END',
    findings: "CASE WHEN is_answer THEN ARRAY['pq:has_fever', 'aq:vomiting'] ELSE '{}' END",
    triage_level: "CASE WHEN k < 4 THEN 'routine' ELSE 'urgent' END",
    previous_level: "CASE WHEN k = 0 THEN NULL WHEN k < 5 THEN 'routine' ELSE 'urgent' END",
    triage_code: "'pneumonia'",
    icds: "ARRAY['J18.9', 'J06.9']",
    conditions: "ARRAY['pneumonia', 'common_cold']",
    probabilities: 'ARRAY[0.5, 0.25]::real[]',
    flags: "CASE WHEN k >= 4 THEN ARRAY['rf_sepsis'] ELSE '{}' END",
    new_flags: "CASE WHEN k = 4 THEN ARRAY['rf_sepsis'] ELSE '{}' END",
    asks: "CASE WHEN k < 8 THEN 'q' || k + 1 END",
    engine_version: "'1.19.0+0a1b2c3d'",
  },
};

function insertOf({ openedAt, columns }: Values): string {
  const all = Object.entries({ ...PLACE, ...columns });
  return `INSERT INTO read.session_steps (${all.map(([name]) => name).join(', ')})
    SELECT ${all.map(([, sql]) => sql).join(', ')}
    FROM (SELECT s, ${openedAt} AS opened_at FROM generate_series($6::int, $7::int - 1) AS s) AS session
    CROSS JOIN LATERAL (SELECT k, k BETWEEN 1 AND 8 AS is_answer FROM generate_series(0, 9) AS k) AS step`;
}
