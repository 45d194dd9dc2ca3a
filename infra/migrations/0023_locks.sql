-- The service's own locks. Postgres's advisory locks are open to everybody who may connect, and everybody may see which
-- keys are held: the login of a data team could hold those of another tenant. Here a lock is a row, or a table, on which
-- such a login has no right.

-- For a transaction that is short. A row is made when its name is first locked, and stays.
CREATE TABLE ops.locks (name text PRIMARY KEY);

-- Waits for the lock and holds it until the transaction ends.
CREATE FUNCTION ops.lock(p_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM FROM ops.locks l WHERE l.name = p_name FOR UPDATE;
  IF FOUND THEN RETURN; END IF;
  -- Waits for a transaction that makes the same row.
  INSERT INTO ops.locks (name) VALUES (p_name) ON CONFLICT DO NOTHING;
  PERFORM FROM ops.locks l WHERE l.name = p_name FOR UPDATE;
END $$;
GRANT EXECUTE ON FUNCTION ops.lock TO triage_api;

-- For work that takes minutes or hours: shared/postgres/lock.ts locks the table. A locked row would give the transaction a
-- number, and then nothing that died since could be vacuumed until the work is done; a locked table does not.
CREATE TABLE ops.rebuild_lock (nothing boolean);
CREATE TABLE ops.keys_lock (nothing boolean);

-- In each function only this call changes. Addresses share 256 locks: a row for each would outlive its member.
DO $$
DECLARE
  f record;
BEGIN
  FOR f IN
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('read', 'ops') AND p.prosrc LIKE '%pg\_advisory\_xact\_lock(%'
  LOOP
    EXECUTE replace(
      regexp_replace(f.definition, 'pg_advisory_xact_lock\(hashtextextended\(([^\n]*), 0\)\)', 'ops.lock(\1)', 'g'),
      $x$ops.lock('address' || v_claim)$x$, $x$ops.lock('address' || left(v_claim, 2))$x$);
  END LOOP;
END $$;
