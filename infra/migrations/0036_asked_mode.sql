-- A member sees both modes. What a member creates is live, unless the call asks for test mode (X-Svc-Mode). In the function
-- only this changes. Left out, as processes of the version before call it, nobody asks.
DO $$
DECLARE
  v_before text := pg_get_functiondef('ops.admit'::regproc);
  v_after text := replace(replace(v_before,
    'p_key_wrapped bytea[])', 'p_key_wrapped bytea[], p_asks_test boolean DEFAULT false)'),
    'coalesce((v.caller).test, false)', 'coalesce((v.caller).test, p_asks_test)');
BEGIN
  IF v_after NOT LIKE '%DEFAULT false)%' OR v_after NOT LIKE '%(v.caller).test, p_asks_test)%' THEN
    RAISE EXCEPTION 'ops.admit is another function than this migration knows';
  END IF;
  DROP FUNCTION ops.admit;
  EXECUTE v_after;
END $$;
GRANT EXECUTE ON FUNCTION ops.admit TO triage_api;
