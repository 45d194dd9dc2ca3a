-- The master keys that data keys are, or were, wrapped by; the keys themselves are in no database. `check_wrapped` is a known
-- value that each has wrapped, so that a wrong key of the same id is noticed before anything is done with it.
CREATE TABLE ops.master_keys (
  master_id     text PRIMARY KEY,
  check_wrapped bytea NOT NULL,
  added_at      timestamptz NOT NULL,
  -- From then on nothing may be wrapped by it, see ops.refuse_master_key.
  retired_at    timestamptz
);
-- Whichever process starts first with a new key leaves the check value.
GRANT SELECT, INSERT ON ops.master_keys TO triage_api;

-- No row may be wrapped by that key any more, whatever key ring a process still has in memory. Waits for those who write,
-- and does not look at the rows that stand: ops.prove_unwrapped does, beside the traffic.
CREATE FUNCTION ops.refuse_master_key(p_master_id text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_table regclass;
  v_name text := 'master_key_retired_' || md5(p_master_id);
BEGIN
  PERFORM set_config('lock_timeout', '2s', true);
  FOREACH v_table IN ARRAY ARRAY['ops.data_keys', 'ops.signing_keys']::regclass[] LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', v_table, v_name);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I CHECK (master_id <> %L) NOT VALID', v_table, v_name, p_master_id);
  END LOOP;
END $$;

-- Fails (check_violation) where a row is wrapped by a key that is refused.
CREATE FUNCTION ops.prove_unwrapped(p_master_id text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_table regclass;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['ops.data_keys', 'ops.signing_keys']::regclass[] LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', v_table, 'master_key_retired_' || md5(p_master_id));
  END LOOP;
END $$;

-- Takes ops.refuse_master_key back.
CREATE FUNCTION ops.allow_master_key(p_master_id text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_table regclass;
BEGIN
  PERFORM set_config('lock_timeout', '2s', true);
  FOREACH v_table IN ARRAY ARRAY['ops.data_keys', 'ops.signing_keys']::regclass[] LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', v_table, 'master_key_retired_' || md5(p_master_id));
  END LOOP;
END $$;
