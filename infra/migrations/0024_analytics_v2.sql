-- The views' second version: every number is perturbed, so that no difference of numbers tells how many sessions a small
-- cell counts. docs/data/analytics.md explains the method. The first version left out small cells only. They came back by
-- subtracting one view from another, so that version goes, although views otherwise stay: a leak outweighs that rule.
DROP VIEW analytics.completion_v1, analytics.triage_levels_v1, analytics.sessions_v1, analytics.demographics_v1,
  analytics.feedback_v1, analytics.diagnoses_v1, analytics.red_flags_v1, analytics.tokens_v1, analytics.deliveries_v1;
DROP FUNCTION analytics_source.shown(text, boolean);
DROP FUNCTION analytics_source.shown_calls();
DROP FUNCTION analytics_source.shown_deliveries();

-- Whoever knows it can take the noise off. It stays as it is: another one would give every cell a second noise, and the
-- average of two is nearer to the truth.
CREATE TABLE analytics_source.noise_key (key bytea NOT NULL);
INSERT INTO analytics_source.noise_key
SELECT sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) FROM generate_series(1, 4);

-- A number in (0, 1] from 48 bits of a hash.
CREATE FUNCTION analytics_source.uniform(p_bits bytea) RETURNS double precision
LANGUAGE sql IMMUTABLE AS $$
  SELECT (('x' || encode(p_bits, 'hex'))::bit(48)::bigint + 1) / 281474976710656::double precision
$$;

-- The noise of a cell: a whole number k with a probability proportional to exp(-|k| / 2), the difference of two geometric
-- numbers. The same cell has the same noise for ever: asking again tells nothing, and nobody else can compute it. The cell is
-- named by JSON, which writes dates in one way only; a row's text would follow a setting of the connection.
CREATE FUNCTION analytics_source.noise(p_key bytea, p_cell jsonb) RETURNS int
LANGUAGE sql IMMUTABLE AS $$
  SELECT (floor(-2 * ln(analytics_source.uniform(substr(h.hash, 1, 6))))
        - floor(-2 * ln(analytics_source.uniform(substr(h.hash, 7, 6)))))::int
  FROM (SELECT sha256(p_key || convert_to(p_cell::text, 'UTF8')) AS hash) AS h
$$;

-- What is published of a count: null where it is below the floor, else with its noise, rounded to fives; null again where
-- nothing remains.
CREATE FUNCTION analytics_source.published(p_count bigint, p_noise int) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_count >= analytics_source.smallest_cell() AND p_count + p_noise >= 3
    THEN (p_count + p_noise + 2) / 5 * 5 END
$$;

-- A measure's cells that may be shown, of the tenants of this login: sessions that are still kept, and those that retention
-- has pruned. Only of weeks that are over: while one runs, two looks in a row would tell what the session between them
-- was. Averages are rounded to halves: for five sessions or more, each half fits any number of sessions.
CREATE FUNCTION analytics_source.shown(p_measure text)
RETURNS TABLE (tenant_id uuid, week date, a text, b text, c text, sessions bigint, average_minutes numeric,
  average_questions numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_tenants CONSTANT uuid[] := analytics_source.tenants_of_login();
  v_key CONSTANT bytea := (SELECT k.key FROM analytics_source.noise_key k);
BEGIN
  RETURN QUERY
  WITH counted AS (
    SELECT n.tenant_id, n.week, n.a, n.b, n.c, sum(n.sessions)::bigint AS sessions, sum(n.minutes) AS minutes,
      sum(n.questions) AS questions
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
  ), perturbed AS (
    SELECT n.*, analytics_source.published(n.sessions, analytics_source.noise(
      v_key, jsonb_build_array(p_measure, n.tenant_id, n.week, n.a, n.b, n.c))) AS published
    FROM counted n
  )
  SELECT r.tenant_id, r.week, r.a, r.b, r.c, r.published, round(r.minutes * 2 / r.sessions) / 2,
    round(r.questions * 2 / r.sessions) / 2
  FROM perturbed r WHERE r.published IS NOT NULL;
END $$;

-- What a call costs, see costOf in domain/session/commands.ts: tokens are perturbed as the calls that were charged.
CREATE FUNCTION analytics_source.price_of(p_action text) RETURNS int
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_action WHEN 'session.create' THEN 1 WHEN 'session.route' THEN 5 WHEN 'session.answer' THEN 8 END
$$;

CREATE FUNCTION analytics_source.shown_calls()
RETURNS TABLE (tenant_id uuid, week date, action text, calls bigint, tokens bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_tenants CONSTANT uuid[] := analytics_source.tenants_of_login();
  v_key CONSTANT bytea := (SELECT k.key FROM analytics_source.noise_key k);
BEGIN
  RETURN QUERY
  WITH counted AS (
    SELECT d.tenant_id, analytics_source.week_of(d.day::timestamp AT TIME ZONE 'UTC') AS week, d.action,
      sum(d.calls)::bigint AS calls, (sum(d.tokens) / analytics_source.price_of(d.action))::bigint AS charged
    FROM read.usage_days d
    WHERE d.tenant_id = ANY (v_tenants) AND d.day < analytics_source.week_of(now())
    GROUP BY 1, 2, 3
  ), perturbed AS (
    SELECT n.*,
      analytics_source.published(n.calls, analytics_source.noise(
        v_key, jsonb_build_array('calls', n.tenant_id, n.week, n.action))) AS published,
      analytics_source.published(n.charged, analytics_source.noise(
        v_key, jsonb_build_array('charged', n.tenant_id, n.week, n.action))) AS published_charged
    FROM counted n
  )
  SELECT r.tenant_id, r.week, r.action, r.published,
    coalesce(r.published_charged, 0) * analytics_source.price_of(r.action)
  FROM perturbed r WHERE r.published IS NOT NULL;
END $$;

CREATE FUNCTION analytics_source.shown_deliveries()
RETURNS TABLE (tenant_id uuid, week date, status text, deliveries bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_tenants CONSTANT uuid[] := analytics_source.tenants_of_login();
  v_key CONSTANT bytea := (SELECT k.key FROM analytics_source.noise_key k);
BEGIN
  RETURN QUERY
  WITH counted AS (
    SELECT d.tenant_id, analytics_source.week_of(d.created_at) AS week, d.status, count(*) AS deliveries
    FROM ops.webhook_deliveries d
    WHERE NOT d.test AND d.tenant_id = ANY (v_tenants)
      AND d.created_at < analytics_source.week_of(now())::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1, 2, 3
  ), perturbed AS (
    SELECT n.*, analytics_source.published(n.deliveries, analytics_source.noise(
      v_key, jsonb_build_array('deliveries', n.tenant_id, n.week, n.status))) AS published
    FROM counted n
  )
  SELECT r.tenant_id, r.week, r.status, r.published FROM perturbed r WHERE r.published IS NOT NULL;
END $$;

CREATE VIEW analytics.completion_v2 AS
  SELECT s.tenant_id, s.week, s.b = 'finalized' AS is_finalized, s.sessions FROM analytics_source.shown('completion') s;
COMMENT ON VIEW analytics.completion_v2 IS 'Sessions opened in a week, by whether they came to an end.';
COMMENT ON COLUMN analytics.completion_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.completion_v2.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.completion_v2.is_finalized IS 'Whether the session was finalized; false: still open, or left.';
COMMENT ON COLUMN analytics.completion_v2.sessions IS 'How many sessions, perturbed.';

CREATE VIEW analytics.triage_levels_v2 AS
  SELECT s.tenant_id, s.week, s.b AS triage_level, s.sessions, s.average_minutes, s.average_questions
  FROM analytics_source.shown('triage_levels') s;
COMMENT ON VIEW analytics.triage_levels_v2 IS 'Finalized sessions by triage level: the triage mix.';
COMMENT ON COLUMN analytics.triage_levels_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.triage_levels_v2.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.triage_levels_v2.triage_level IS
  'Level at the end, from most to least urgent: emergency_ambulance, emergency, urgent, routine, self_care.';
COMMENT ON COLUMN analytics.triage_levels_v2.sessions IS 'How many sessions, perturbed.';
COMMENT ON COLUMN analytics.triage_levels_v2.average_minutes IS
  'Whole minutes from opening to finalization, the average rounded to halves.';
COMMENT ON COLUMN analytics.triage_levels_v2.average_questions IS
  'Questions asked, the average rounded to halves; skipped ones count.';

CREATE VIEW analytics.sessions_v2 AS
  SELECT s.tenant_id, s.week, s.a AS triage_level, s.b AS complaint, s.sessions
  FROM analytics_source.shown('sessions') s;
COMMENT ON VIEW analytics.sessions_v2 IS 'Finalized sessions by triage level and chief complaint.';
COMMENT ON COLUMN analytics.sessions_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.sessions_v2.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.sessions_v2.triage_level IS 'Level at the end.';
COMMENT ON COLUMN analytics.sessions_v2.complaint IS
  'Code of the chief complaint in the knowledge base; none: it was not recognised.';
COMMENT ON COLUMN analytics.sessions_v2.sessions IS 'How many sessions, perturbed.';

CREATE VIEW analytics.demographics_v2 AS
  SELECT s.tenant_id, s.week, s.a AS triage_level, s.b AS age_band, s.c AS sex, s.sessions
  FROM analytics_source.shown('demographics') s;
COMMENT ON VIEW analytics.demographics_v2 IS 'Finalized sessions by triage level, age and sex.';
COMMENT ON COLUMN analytics.demographics_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.demographics_v2.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.demographics_v2.triage_level IS 'Level at the end.';
COMMENT ON COLUMN analytics.demographics_v2.age_band IS
  'Age in years: 0-1, 2-11, 12-17, 18-39, 40-64, 65-79, 80+ or unknown.';
COMMENT ON COLUMN analytics.demographics_v2.sex IS 'female, male, other or unknown.';
COMMENT ON COLUMN analytics.demographics_v2.sessions IS 'How many sessions, perturbed.';

CREATE VIEW analytics.feedback_v2 AS
  SELECT s.tenant_id, s.week, s.a AS triage_level, s.b AS accuracy, s.sessions FROM analytics_source.shown('feedback') s;
COMMENT ON VIEW analytics.feedback_v2 IS 'Finalized sessions by triage level and what the feedback said.';
COMMENT ON COLUMN analytics.feedback_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.feedback_v2.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.feedback_v2.triage_level IS 'Level at the end.';
COMMENT ON COLUMN analytics.feedback_v2.accuracy IS
  'correct, partially_correct, incorrect or unknown as the feedback has it; none: no feedback was given.';
COMMENT ON COLUMN analytics.feedback_v2.sessions IS 'How many sessions, perturbed.';

CREATE VIEW analytics.diagnoses_v2 AS
  SELECT s.tenant_id, s.week, s.a AS complaint, s.b AS primary_icd, s.sessions FROM analytics_source.shown('diagnoses') s;
COMMENT ON VIEW analytics.diagnoses_v2 IS
  'Sessions by chief complaint and first differential, finalized or not. Those without a differential are left out.';
COMMENT ON COLUMN analytics.diagnoses_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.diagnoses_v2.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.diagnoses_v2.complaint IS
  'Code of the chief complaint in the knowledge base; none: it was not recognised.';
COMMENT ON COLUMN analytics.diagnoses_v2.primary_icd IS 'ICD-10 code of the first differential.';
COMMENT ON COLUMN analytics.diagnoses_v2.sessions IS 'How many sessions, perturbed.';

CREATE VIEW analytics.red_flags_v2 AS
  SELECT s.tenant_id, s.week, s.a AS complaint, s.b AS flag, s.sessions FROM analytics_source.shown('red_flags') s;
COMMENT ON VIEW analytics.red_flags_v2 IS
  'Sessions with a red flag by chief complaint, finalized or not. A session with several flags counts under each.';
COMMENT ON COLUMN analytics.red_flags_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.red_flags_v2.week IS 'Monday of the week (UTC) in which the sessions were opened.';
COMMENT ON COLUMN analytics.red_flags_v2.complaint IS
  'Code of the chief complaint in the knowledge base; none: it was not recognised.';
COMMENT ON COLUMN analytics.red_flags_v2.flag IS 'Code of the red flag in the knowledge base.';
COMMENT ON COLUMN analytics.red_flags_v2.sessions IS 'How many sessions, perturbed.';

CREATE VIEW analytics.tokens_v2 AS
  SELECT s.tenant_id, s.week, s.action, s.calls, s.tokens FROM analytics_source.shown_calls() s;
COMMENT ON VIEW analytics.tokens_v2 IS
  'Calls of the price list and their tokens. What is owed stands in the usage endpoints, which are exact.';
COMMENT ON COLUMN analytics.tokens_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.tokens_v2.week IS 'Monday of the week (UTC) of the calls.';
COMMENT ON COLUMN analytics.tokens_v2.action IS 'session.create, session.route or session.answer.';
COMMENT ON COLUMN analytics.tokens_v2.calls IS 'How many calls, those of test keys included; perturbed.';
COMMENT ON COLUMN analytics.tokens_v2.tokens IS
  'What they cost, perturbed; calls of test keys and skipped answers cost nothing. 0: fewer than 5 calls cost something.';

CREATE VIEW analytics.deliveries_v2 AS
  SELECT s.tenant_id, s.week, s.status, s.deliveries FROM analytics_source.shown_deliveries() s;
COMMENT ON VIEW analytics.deliveries_v2 IS 'Webhook deliveries of live sessions, by how they stand.';
COMMENT ON COLUMN analytics.deliveries_v2.tenant_id IS 'The tenant.';
COMMENT ON COLUMN analytics.deliveries_v2.week IS 'Monday of the week (UTC) in which the deliveries were made.';
COMMENT ON COLUMN analytics.deliveries_v2.status IS 'pending, failed, dead-lettered, exhausted or delivered.';
COMMENT ON COLUMN analytics.deliveries_v2.deliveries IS 'How many deliveries, perturbed.';

-- Whoever reads a view calls its functions with rights of their own; without the schema they cannot be named.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA analytics_source FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analytics_source.shown, analytics_source.shown_calls, analytics_source.shown_deliveries
  TO triage_analyst;
GRANT USAGE ON SCHEMA analytics TO triage_analyst;
GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO triage_analyst;
-- Whoever ends the sessions of a data team's login has to be a member of its role. New logins are made so; this is for those
-- that stand.
DO $$
DECLARE
  l record;
BEGIN
  FOR l IN SELECT r.rolname FROM analytics_source.logins g JOIN pg_roles r ON r.rolname = g.login LOOP
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT TRUE, SET FALSE', l.rolname);
    EXCEPTION WHEN insufficient_privilege THEN
      NULL; -- Made by somebody else. Grant it anew to have its sessions ended.
    END;
  END LOOP;
END $$;
