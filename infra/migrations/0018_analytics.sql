-- Schema `analytics`: what data teams read. Versioned views over clear columns: counts a week, no rows of single sessions,
-- no ids of people, sessions, keys or members. A view never changes its meaning: what has to mean something else is a new
-- view with the next number, and the old one stays. docs/data/analytics.md is generated from the comments below.
--
-- Schema `analytics_source`: what the views are made of. The views stand on functions and not on the tables, because a
-- rebuild puts other tables in the place of those in `read`, which a view over them would forbid.
CREATE SCHEMA analytics;
CREATE SCHEMA analytics_source;

-- What every login of a data team belongs to: it may read the views and nothing else. See infra/analytics/logins.ts.
DO $$
BEGIN
  CREATE ROLE triage_analyst NOLOGIN;
EXCEPTION WHEN duplicate_object THEN
  NULL; -- Roles belong to the whole server: another database of it may have made it.
END $$;

-- Postgres lets everybody make temporary tables. Nobody here needs them.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- Which tenant a login reads; null: all of them, for the operator's own data team. Not in `ops`, where the APIs' role may
-- write whatever names a tenant.
CREATE TABLE analytics_source.logins (
  login      name PRIMARY KEY,
  tenant_id  uuid,
  granted_at timestamptz NOT NULL
);

-- Counts of live sessions that retention has pruned, by measure and its codes (see `analytics_source.cells`), from what it
-- recorded in the log once all sessions of a week were pruned; until then see `analytics_source.gathered_cells`. `minutes` and `questions`: sums over the sessions.
CREATE TABLE read.session_weeks (
  tenant_id uuid NOT NULL,
  week      date NOT NULL,
  measure   text NOT NULL,
  a         text NOT NULL,
  b         text NOT NULL,
  c         text NOT NULL,
  sessions  bigint NOT NULL,
  minutes   bigint NOT NULL,
  questions bigint NOT NULL,
  PRIMARY KEY (tenant_id, week, measure, a, b, c)
);

-- All that finalized sessions are counted by, so that counting reads no row: rows are wide. One entry a finalized session;
-- the answers before do not touch it. Of the others, those with red flags are found by the second one.
CREATE INDEX sessions_analytics ON read.sessions (tenant_id, created_at)
  INCLUDE (triage_level, complaint, age_band, sex, primary_icd, questions_asked, accuracy, finalized_at)
  WHERE status = 'finalized' AND NOT test;
CREATE INDEX sessions_red_flags ON read.sessions (tenant_id, created_at) WHERE NOT test AND red_flags <> '{}';

-- A week begins on Monday, 00:00 UTC.
CREATE FUNCTION analytics_source.week_of(p_at timestamptz) RETURNS date
LANGUAGE sql STABLE AS $$ SELECT date_trunc('week', p_at AT TIME ZONE 'UTC')::date $$;

-- What is counted, in one place: a row for each live session and measure, with up to three codes (what `gathered_cells` and
-- projectors/analytics make of pruned ones has the same). Inlined into the query that asks for it, which leaves out the
-- branches of other measures.
CREATE FUNCTION analytics_source.cells()
RETURNS TABLE (measure text, tenant_id uuid, week date, a text, b text, c text, minutes int, questions int)
LANGUAGE sql STABLE AS $$
  SELECT 'completion', s.tenant_id, analytics_source.week_of(s.created_at), '', s.status, '', 0, 0
  FROM read.sessions s WHERE NOT s.test
UNION ALL
  SELECT 'triage_levels', s.tenant_id, analytics_source.week_of(s.created_at), '', s.triage_level, '',
    floor(extract(epoch FROM s.finalized_at - s.created_at) / 60)::int, s.questions_asked
  FROM read.sessions s WHERE s.status = 'finalized' AND NOT s.test
UNION ALL
  SELECT 'sessions', s.tenant_id, analytics_source.week_of(s.created_at), s.triage_level, coalesce(s.complaint, 'none'), '',
    floor(extract(epoch FROM s.finalized_at - s.created_at) / 60)::int, s.questions_asked
  FROM read.sessions s WHERE s.status = 'finalized' AND NOT s.test
UNION ALL
  SELECT 'demographics', s.tenant_id, analytics_source.week_of(s.created_at), s.triage_level, s.age_band, s.sex, 0, 0
  FROM read.sessions s WHERE s.status = 'finalized' AND NOT s.test
UNION ALL
  SELECT 'feedback', s.tenant_id, analytics_source.week_of(s.created_at), s.triage_level, coalesce(s.accuracy, 'none'), '', 0, 0
  FROM read.sessions s WHERE s.status = 'finalized' AND NOT s.test
UNION ALL
  SELECT 'diagnoses', s.tenant_id, analytics_source.week_of(s.created_at), coalesce(s.complaint, 'none'), s.primary_icd, '', 0, 0
  FROM read.sessions s WHERE s.status = 'finalized' AND NOT s.test AND s.primary_icd IS NOT NULL
UNION ALL
  SELECT 'diagnoses', s.tenant_id, analytics_source.week_of(s.created_at), coalesce(s.complaint, 'none'), s.primary_icd, '', 0, 0
  FROM read.sessions s WHERE s.status = 'active' AND NOT s.test AND s.primary_icd IS NOT NULL
UNION ALL
  SELECT 'red_flags', s.tenant_id, analytics_source.week_of(s.created_at), coalesce(s.complaint, 'none'), f.flag, '', 0, 0
  FROM read.sessions s CROSS JOIN LATERAL unnest(s.red_flags) AS f (flag)
  WHERE NOT s.test AND s.red_flags <> '{}'
$$;

-- The same cells of sessions that retention has pruned and whose week is not in the log yet. Where it is, its counts may
-- stand here for a minute more and count no more.
CREATE FUNCTION analytics_source.gathered_cells()
RETURNS TABLE (measure text, tenant_id uuid, week date, a text, b text, c text, sessions bigint, minutes bigint, questions bigint)
LANGUAGE sql STABLE AS $$
  SELECT m.measure, g.tenant_id, g.week, m.a, m.b, m.c, g.sessions, m.minutes, m.questions
  FROM ops.retention_counts g
  CROSS JOIN LATERAL (
    SELECT g.codes ->> 'status' = 'finalized' AS is_finalized, g.codes ->> 'triage_level' AS level,
      coalesce(g.codes ->> 'complaint', 'none') AS complaint
  ) AS k
  CROSS JOIN LATERAL (VALUES
    ('completion', g.part = 'groups', '', g.codes ->> 'status', '', 0, 0),
    ('triage_levels', k.is_finalized, '', k.level, '', g.minutes, g.questions_asked),
    ('sessions', k.is_finalized, k.level, k.complaint, '', g.minutes, g.questions_asked),
    ('demographics', k.is_finalized, k.level, g.codes ->> 'age_band', g.codes ->> 'sex', 0, 0),
    ('feedback', k.is_finalized, k.level, coalesce(g.codes ->> 'accuracy', 'none'), '', 0, 0),
    ('diagnoses', g.part = 'diagnoses', k.complaint, g.codes ->> 'icd', '', 0, 0),
    ('red_flags', g.part = 'red_flags', k.complaint, g.codes ->> 'flag', '', 0, 0)
  ) AS m (measure, is_counted, a, b, c, minutes, questions)
  WHERE m.is_counted AND NOT g.test AND NOT EXISTS (
    SELECT 1 FROM read.session_weeks h WHERE h.tenant_id = g.tenant_id AND h.week = g.week)
$$;

-- The tenants that the login behind this connection reads; null for a login that reads none. The login is the one that
-- connected, whatever role it may have taken since.
CREATE FUNCTION analytics_source.tenants_of_login() RETURNS uuid[]
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN l.tenant_id IS NULL THEN ARRAY(SELECT t.tenant_id FROM read.tenants t) ELSE ARRAY[l.tenant_id] END
  FROM analytics_source.logins l WHERE l.login = session_user
$$;

-- Fewer than this are not shown: the usual floor for health statistics that stay within an organisation.
CREATE FUNCTION analytics_source.smallest_cell() RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 5 $$;

-- A measure's cells that may be shown, of the tenants of this login: sessions that are still kept, and those that retention
-- has pruned. Only of weeks that are over: while one runs, two looks in a row would tell what the session between them
-- was. Where the cells with one `a` add up (`p_adds_up`) to a number that another view shows, what is left out must not be
-- told by subtracting: if the small cells of a sum are fewer than the floor all together, the smallest of the others goes
-- as well.
CREATE FUNCTION analytics_source.shown(p_measure text, p_adds_up boolean)
RETURNS TABLE (tenant_id uuid, week date, a text, b text, c text, sessions bigint, minutes bigint, questions bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_tenants CONSTANT uuid[] := analytics_source.tenants_of_login();
  v_floor CONSTANT int := analytics_source.smallest_cell();
BEGIN
  RETURN QUERY
  WITH counted AS (
    SELECT n.tenant_id, n.week, n.a, n.b, n.c, sum(n.sessions)::bigint AS sessions, sum(n.minutes)::bigint AS minutes,
      sum(n.questions)::bigint AS questions
    FROM (
      SELECT l.tenant_id, l.week, l.a, l.b, l.c, count(*) AS sessions, sum(l.minutes) AS minutes, sum(l.questions) AS questions
      FROM analytics_source.cells() l WHERE l.measure = p_measure AND l.tenant_id = ANY (v_tenants)
      GROUP BY 1, 2, 3, 4, 5
      UNION ALL
      SELECT h.tenant_id, h.week, h.a, h.b, h.c, h.sessions, h.minutes, h.questions
      FROM read.session_weeks h WHERE h.measure = p_measure AND h.tenant_id = ANY (v_tenants)
      UNION ALL
      SELECT g.tenant_id, g.week, g.a, g.b, g.c, g.sessions, g.minutes, g.questions
      FROM analytics_source.gathered_cells() g WHERE g.measure = p_measure AND g.tenant_id = ANY (v_tenants)
    ) n
    WHERE n.week < analytics_source.week_of(now())
    GROUP BY 1, 2, 3, 4, 5
  ), ranked AS (
    SELECT n.*, coalesce(sum(n.sessions) OVER (
      PARTITION BY n.tenant_id, n.week, n.a ORDER BY n.sessions, n.b, n.c
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS smaller
    FROM counted n
  )
  SELECT r.tenant_id, r.week, r.a, r.b, r.c, r.sessions, r.minutes, r.questions FROM ranked r
  WHERE r.sessions >= v_floor AND NOT (p_adds_up AND r.smaller BETWEEN 1 AND v_floor - 1);
END $$;

CREATE FUNCTION analytics_source.shown_calls()
RETURNS TABLE (tenant_id uuid, week date, action text, calls bigint, tokens bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT d.tenant_id, analytics_source.week_of(d.day::timestamp AT TIME ZONE 'UTC') AS week, d.action,
    sum(d.calls)::bigint, sum(d.tokens)::bigint
  FROM read.usage_days d
  WHERE d.tenant_id = ANY (analytics_source.tenants_of_login())
    AND d.day < analytics_source.week_of(now())
  GROUP BY 1, 2, 3 HAVING sum(d.calls) >= analytics_source.smallest_cell()
$$;

CREATE FUNCTION analytics_source.shown_deliveries()
RETURNS TABLE (tenant_id uuid, week date, status text, deliveries bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT d.tenant_id, analytics_source.week_of(d.created_at) AS week, d.status, count(*)
  FROM ops.webhook_deliveries d
  WHERE NOT d.test AND d.tenant_id = ANY (analytics_source.tenants_of_login())
    AND d.created_at < analytics_source.week_of(now())::timestamp AT TIME ZONE 'UTC'
  GROUP BY 1, 2, 3 HAVING count(*) >= analytics_source.smallest_cell()
$$;

CREATE VIEW analytics.completion_v1 AS
  SELECT s.tenant_id, s.week, s.b = 'finalized' AS is_finalized, s.sessions FROM analytics_source.shown('completion', true) s;
COMMENT ON VIEW analytics.completion_v1 IS 'Sessions opened in a week, by whether they came to an end.';
COMMENT ON COLUMN analytics.completion_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.completion_v1.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.completion_v1.is_finalized IS 'Whether the session was finalized; false: still open, or left.';
COMMENT ON COLUMN analytics.completion_v1.sessions IS 'How many sessions.';

CREATE VIEW analytics.triage_levels_v1 AS
  SELECT s.tenant_id, s.week, s.b AS triage_level, s.sessions, s.minutes, s.questions
  FROM analytics_source.shown('triage_levels', true) s;
COMMENT ON VIEW analytics.triage_levels_v1 IS 'Finalized sessions by triage level: the triage mix.';
COMMENT ON COLUMN analytics.triage_levels_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.triage_levels_v1.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.triage_levels_v1.triage_level IS
  'Level at the end, from most to least urgent: emergency_ambulance, emergency, urgent, routine, self_care.';
COMMENT ON COLUMN analytics.triage_levels_v1.sessions IS 'How many sessions.';
COMMENT ON COLUMN analytics.triage_levels_v1.minutes IS 'Whole minutes from opening to finalization, over all of these sessions.';
COMMENT ON COLUMN analytics.triage_levels_v1.questions IS 'Questions asked, over all of these sessions; skipped ones count.';

CREATE VIEW analytics.sessions_v1 AS
  SELECT s.tenant_id, s.week, s.a AS triage_level, s.b AS complaint, s.sessions, s.minutes, s.questions
  FROM analytics_source.shown('sessions', true) s;
COMMENT ON VIEW analytics.sessions_v1 IS 'Finalized sessions by triage level and chief complaint.';
COMMENT ON COLUMN analytics.sessions_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.sessions_v1.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.sessions_v1.triage_level IS 'Level at the end.';
COMMENT ON COLUMN analytics.sessions_v1.complaint IS
  'Code of the chief complaint in the knowledge base; none: it was not recognised.';
COMMENT ON COLUMN analytics.sessions_v1.sessions IS 'How many sessions.';
COMMENT ON COLUMN analytics.sessions_v1.minutes IS 'Whole minutes from opening to finalization, over all of these sessions.';
COMMENT ON COLUMN analytics.sessions_v1.questions IS 'Questions asked, over all of these sessions; skipped ones count.';

CREATE VIEW analytics.demographics_v1 AS
  SELECT s.tenant_id, s.week, s.a AS triage_level, s.b AS age_band, s.c AS sex, s.sessions
  FROM analytics_source.shown('demographics', true) s;
COMMENT ON VIEW analytics.demographics_v1 IS 'Finalized sessions by triage level, age and sex.';
COMMENT ON COLUMN analytics.demographics_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.demographics_v1.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.demographics_v1.triage_level IS 'Level at the end.';
COMMENT ON COLUMN analytics.demographics_v1.age_band IS
  'Age in years: 0-1, 2-11, 12-17, 18-39, 40-64, 65-79, 80+ or unknown.';
COMMENT ON COLUMN analytics.demographics_v1.sex IS 'female, male, other or unknown.';
COMMENT ON COLUMN analytics.demographics_v1.sessions IS 'How many sessions.';

CREATE VIEW analytics.feedback_v1 AS
  SELECT s.tenant_id, s.week, s.a AS triage_level, s.b AS accuracy, s.sessions FROM analytics_source.shown('feedback', true) s;
COMMENT ON VIEW analytics.feedback_v1 IS 'Finalized sessions by triage level and what the feedback said.';
COMMENT ON COLUMN analytics.feedback_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.feedback_v1.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.feedback_v1.triage_level IS 'Level at the end.';
COMMENT ON COLUMN analytics.feedback_v1.accuracy IS
  'correct, partially_correct, incorrect or unknown as the feedback has it; none: no feedback was given.';
COMMENT ON COLUMN analytics.feedback_v1.sessions IS 'How many sessions.';

CREATE VIEW analytics.diagnoses_v1 AS
  SELECT s.tenant_id, s.week, s.a AS complaint, s.b AS primary_icd, s.sessions FROM analytics_source.shown('diagnoses', false) s;
COMMENT ON VIEW analytics.diagnoses_v1 IS
  'Sessions by chief complaint and first differential, finalized or not. Those without a differential are left out.';
COMMENT ON COLUMN analytics.diagnoses_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.diagnoses_v1.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.diagnoses_v1.complaint IS
  'Code of the chief complaint in the knowledge base; none: it was not recognised.';
COMMENT ON COLUMN analytics.diagnoses_v1.primary_icd IS 'ICD-10 code of the first differential.';
COMMENT ON COLUMN analytics.diagnoses_v1.sessions IS 'How many sessions.';

CREATE VIEW analytics.red_flags_v1 AS
  SELECT s.tenant_id, s.week, s.a AS complaint, s.b AS flag, s.sessions FROM analytics_source.shown('red_flags', false) s;
COMMENT ON VIEW analytics.red_flags_v1 IS
  'Sessions with a red flag by chief complaint, finalized or not. A session with several flags counts under each.';
COMMENT ON COLUMN analytics.red_flags_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.red_flags_v1.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.red_flags_v1.complaint IS
  'Code of the chief complaint in the knowledge base; none: it was not recognised.';
COMMENT ON COLUMN analytics.red_flags_v1.flag IS 'Code of the red flag in the knowledge base.';
COMMENT ON COLUMN analytics.red_flags_v1.sessions IS 'How many sessions.';

CREATE VIEW analytics.tokens_v1 AS
  SELECT s.tenant_id, s.week, s.action, s.calls, s.tokens FROM analytics_source.shown_calls() s;
COMMENT ON VIEW analytics.tokens_v1 IS
  'Calls of the price list and their tokens. What is owed stands in the usage endpoints, which leave nothing out.';
COMMENT ON COLUMN analytics.tokens_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.tokens_v1.week IS 'Monday of the week (UTC) of the calls.';
COMMENT ON COLUMN analytics.tokens_v1.action IS 'session.create, session.route or session.answer.';
COMMENT ON COLUMN analytics.tokens_v1.calls IS 'How many calls, those of test keys included.';
COMMENT ON COLUMN analytics.tokens_v1.tokens IS 'What they cost; calls of test keys and skipped answers cost nothing.';

CREATE VIEW analytics.deliveries_v1 AS
  SELECT s.tenant_id, s.week, s.status, s.deliveries FROM analytics_source.shown_deliveries() s;
COMMENT ON VIEW analytics.deliveries_v1 IS 'Webhook deliveries of live sessions, by how they stand.';
COMMENT ON COLUMN analytics.deliveries_v1.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.deliveries_v1.week IS 'Monday of the week (UTC) in which the deliveries were made.';
COMMENT ON COLUMN analytics.deliveries_v1.status IS 'pending, failed, dead-lettered, exhausted or delivered.';
COMMENT ON COLUMN analytics.deliveries_v1.deliveries IS 'How many deliveries.';

-- Whoever reads a view calls its functions with rights of their own; without the schema they cannot be named.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA analytics_source FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analytics_source.shown, analytics_source.shown_calls, analytics_source.shown_deliveries
  TO triage_analyst;
GRANT USAGE ON SCHEMA analytics TO triage_analyst;
GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO triage_analyst;
