-- Places that the long calls of a tenant hold while they run, over all API processes: exports, calls that wait for events, the
-- test of a webhook. A process that dies leaves its places to those who come after `until`. Lost in a database crash without
-- harm: the calls that held them have lost their connection too.
CREATE UNLOGGED TABLE ops.held_places (
  tenant_id uuid NOT NULL,
  kind      text NOT NULL,
  -- Whose limit it is: the tenant's, or that of one of its webhooks.
  of_id     uuid NOT NULL,
  place     int NOT NULL,
  holder    uuid NOT NULL,
  until     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, kind, of_id, place)
);

-- Takes the first of so many places that nobody holds; false where all are held. By the clock of the database, since the
-- processes that share a limit run on several machines.
CREATE FUNCTION ops.take_place(
  p_tenant_id uuid, p_kind text, p_of_id uuid, p_limit int, p_holder uuid, p_for interval
) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN 1..p_limit LOOP
    INSERT INTO ops.held_places AS h (tenant_id, kind, of_id, place, holder, until)
    VALUES (p_tenant_id, p_kind, p_of_id, n, p_holder, clock_timestamp() + p_for)
    ON CONFLICT (tenant_id, kind, of_id, place) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE h.until <= clock_timestamp();
    IF FOUND THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
