-- Schema `facts`: what data teams read row by row. Its views follow from shared/datasets and are made after the migrations, by
-- infra/analytics/fact-views.ts, which keeps in the comment of the schema what it made them from. They name the tables themselves,
-- so that a condition on the day reaches an index; a rebuild carries them over to the new tables (projectors/rebuild).
CREATE SCHEMA facts;

-- What a login needs beside triage_analyst to read facts.
DO $$
BEGIN
  CREATE ROLE triage_facts NOLOGIN;
EXCEPTION WHEN duplicate_object THEN
  NULL; -- Roles belong to the whole server: another database of it may have made it.
END $$;
GRANT USAGE ON SCHEMA facts TO triage_facts;

-- Rows of the dimensions that follow from the catalogue, of the engine that the database was migrated for last.
CREATE TABLE facts_source.catalogue (
  engine_version text NOT NULL,
  -- Over the rows.
  digest         bytea NOT NULL
);
CREATE TABLE facts_source.dimension_rows (
  dimension text NOT NULL,
  code      text COLLATE "C" NOT NULL,
  row       jsonb NOT NULL,
  PRIMARY KEY (dimension, code)
);

-- Which engines concluded something, found without reading each step.
CREATE INDEX session_steps_engine ON read.session_steps (tenant_id, engine_version);
-- The day of an entry, as the views have it.
CREATE INDEX audit_rows_day ON read.audit_rows (tenant_id, ((at AT TIME ZONE 'UTC')::date));

-- How often a login has read a view, as far as that is in the audit trail: see command-api/reactors/facts-uses.ts.
CREATE TABLE facts_source.noted_uses (
  login   name NOT NULL,
  dataset text NOT NULL,
  calls   bigint NOT NULL,
  PRIMARY KEY (login, dataset)
);

-- The name of the function that counts the uses of a view by a login: it does nothing, and is there once for each of both.
CREATE FUNCTION facts_source.counter_of(p_login name, p_dataset text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$ SELECT format('facts_source.%I()', p_login || '/' || p_dataset) $$;

CREATE FUNCTION facts_source.make_counters(p_login name, p_datasets text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_dataset text;
  v_counter text;
BEGIN
  FOREACH v_dataset IN ARRAY p_datasets LOOP
    v_counter := facts_source.counter_of(p_login, v_dataset);
    EXECUTE format('CREATE OR REPLACE FUNCTION %s RETURNS void LANGUAGE plpgsql STABLE AS %L', v_counter, 'BEGIN END');
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', v_counter);
  END LOOP;
END $$;

CREATE FUNCTION facts_source.drop_counters(p_login name) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v record;
BEGIN
  FOR v IN SELECT c.counter FROM facts_source.counters() c WHERE c.login = p_login LOOP
    EXECUTE format('DROP FUNCTION %s', v.counter);
  END LOOP;
END $$;

-- All of them, with the calls that the server has counted.
CREATE FUNCTION facts_source.counters() RETURNS TABLE (login name, dataset text, counter regprocedure, calls bigint)
LANGUAGE sql STABLE AS $$
  SELECT split_part(p.proname, '/', 1)::name, split_part(p.proname, '/', 2), p.oid::regprocedure,
    coalesce(pg_stat_get_function_calls(p.oid), 0)
  FROM pg_proc p WHERE p.pronamespace = 'facts_source'::regnamespace AND p.proname LIKE '%/%'
$$;

-- The recipient behind this connection, one row for each tenant that it reads; none for a login that reads no facts. The login is
-- the one that connected, whatever role it may have taken since.
--
-- Each use is counted, by a call of the counter: Postgres counts calls of functions also in transactions that write nothing or are
-- rolled back, and the login can neither stop it nor take it back. The dimensions hold nothing of a session: they call this one
-- with null, which is not counted. The settings keep away what happens inside, as for the views of `analytics`; and EXPLAIN
-- ANALYZE would tell how many rows of other tenants were passed over.
CREATE FUNCTION facts_source.reader(p_dataset text)
RETURNS TABLE (tenant_id uuid, inner_key bytea, outer_key bytea, exact_times boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 SET search_path = '' SET client_min_messages = 'error'
SET debug_print_parse = off SET debug_print_rewritten = off SET debug_print_plan = off AS $$
DECLARE
  v facts_source.recipients;
BEGIN
  SELECT f.* INTO v FROM facts_source.recipients f WHERE f.login = session_user AND f.revoked_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  IF current_query() ~* '\mexplain\M' THEN
    RAISE EXCEPTION 'the views of facts take no EXPLAIN ANALYZE, and no query with the word explain'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF p_dataset IS NOT NULL THEN
    IF current_setting('track_functions') = 'none' THEN
      RAISE EXCEPTION 'the uses of facts are not counted here: have the login granted anew'
        USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    EXECUTE 'SELECT ' || facts_source.counter_of(session_user, p_dataset);
  END IF;
  IF v.tenant_id IS NULL THEN
    RETURN QUERY SELECT t.tenant_id, v.inner_key, v.outer_key, v.exact_times FROM read.tenants t;
  ELSE
    RETURN QUERY SELECT v.tenant_id, v.inner_key, v.outer_key, v.exact_times;
  END IF;
END $$;

-- Whoever reads a view calls its functions with rights of their own; without the schema they cannot be named.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA facts_source FROM PUBLIC;
GRANT EXECUTE ON FUNCTION facts_source.reader, facts_source.pseudonym, facts_source.moment TO triage_facts;

-- Which of a tenant's logins read facts, for reviews of access.
DROP FUNCTION ops.analyst_logins(uuid);
CREATE FUNCTION ops.analyst_logins(p_tenant_id uuid)
RETURNS TABLE (login text, reads_every_tenant boolean, reads_facts boolean, granted_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM ops.require_tenant(p_tenant_id);
  RETURN QUERY SELECT l.login::text, l.tenant_id IS NULL, r.login IS NOT NULL, l.granted_at
               FROM analytics_source.logins l
               LEFT JOIN facts_source.recipients r ON r.login = l.login AND r.revoked_at IS NULL
               WHERE l.tenant_id = p_tenant_id OR l.tenant_id IS NULL;
END $$;
REVOKE EXECUTE ON FUNCTION ops.analyst_logins FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.analyst_logins TO triage_api;
