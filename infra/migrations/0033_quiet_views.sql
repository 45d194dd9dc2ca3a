-- Postgres can send the client the plan of each statement, and how much each sort took, also of the statements inside a function
-- that runs with its owner's rights: the plans of these held the key of the noise, and guesses of how many rows there are. A
-- login may switch that on for itself, so the functions switch it off: nothing but errors leaves them.
ALTER FUNCTION analytics_source.shown(text) SET client_min_messages = 'error'
  SET debug_print_parse = off SET debug_print_rewritten = off SET debug_print_plan = off;
ALTER FUNCTION analytics_source.shown_calls() SET client_min_messages = 'error'
  SET debug_print_parse = off SET debug_print_rewritten = off SET debug_print_plan = off;
ALTER FUNCTION analytics_source.shown_deliveries() SET client_min_messages = 'error'
  SET debug_print_parse = off SET debug_print_rewritten = off SET debug_print_plan = off;

-- EXPLAIN ANALYZE runs a statement and tells how many pages it read: one more for one session more, of the running week as
-- well. Whoever may run a statement may explain it, so the views answer no statement that is explained while it runs. Nothing
-- that a login may call runs a text of its own, so the word stands in what the client sent.
CREATE OR REPLACE FUNCTION analytics_source.tenants_of_login() RETURNS uuid[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_query() ~* '\mexplain\M' THEN
    RAISE EXCEPTION 'the views of analytics take no EXPLAIN ANALYZE, and no query with the word explain'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN (
    SELECT CASE WHEN l.tenant_id IS NULL THEN ARRAY(SELECT t.tenant_id FROM read.tenants t) ELSE ARRAY[l.tenant_id] END
    FROM analytics_source.logins l WHERE l.login = session_user);
END $$;
