-- The key of the MACs that the events of the log carry, see shared/event-log/log-key.ts. One row, made by whichever process
-- uses the log first.
CREATE TABLE ops.log_keys (
  log_key_id     uuid PRIMARY KEY,
  master_id      text NOT NULL,
  wrapped        bytea NOT NULL,
  -- The last event that may lack a MAC, as canonical JSON; null where every event has to carry one.
  unsigned_until text,
  -- Proves `unsigned_until`, under the key itself.
  proof          bytea NOT NULL,
  created_at     timestamptz NOT NULL
);
CREATE UNIQUE INDEX log_keys_one ON ops.log_keys ((true));
GRANT SELECT, INSERT ON ops.log_keys TO triage_api;

-- Events that stand in the log's streams, that the service did not write as they stand, and about which no operator has
-- decided yet. Projections note them as they pass them.
CREATE TABLE ops.strange_events (
  event_id uuid NOT NULL,
  position bigint NOT NULL,
  stream   text NOT NULL,
  problem  text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (position)
);

-- The three functions of 0017 see the new table as well.
DO $$
DECLARE
  f record;
BEGIN
  FOR f IN
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = 'ops' AND p.proname IN ('refuse_master_key', 'prove_unwrapped', 'allow_master_key')
  LOOP
    EXECUTE replace(f.definition, $x$'ops.signing_keys']$x$, $x$'ops.signing_keys', 'ops.log_keys']$x$);
  END LOOP;
END $$;

-- A master key that was retired before may wrap no log key either.
DO $$
DECLARE
  v_name text;
BEGIN
  FOR v_name IN
    SELECT m.master_id FROM ops.master_keys m WHERE m.retired_at IS NOT NULL
  LOOP
    EXECUTE format('ALTER TABLE ops.log_keys ADD CONSTRAINT %I CHECK (master_id <> %L)',
      'master_key_retired_' || md5(v_name), v_name);
  END LOOP;
END $$;
