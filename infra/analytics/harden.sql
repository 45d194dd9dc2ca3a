-- Takes from every login what Postgres lets everybody do, and what a data team's login must not: hold advisory locks, write
-- large objects, files of snapshots and the write-ahead log, use up transaction ids, run code of its own, and watch what
-- others do (sessions, locks, sizes, statistics, places of the write-ahead log).
-- The owner of the database, as whom the service connects, keeps all of it.
--
-- Only a superuser can do this. Run it in the service's database, once, and again after a restore into a new database
-- or an update to another major version of Postgres; running it twice does no harm. `npm start` does it by itself.
--
--   psql -v ON_ERROR_STOP=1 -f infra/analytics/harden.sql postgresql://<superuser>@<host>/<database>
--
-- It also closes the databases `postgres` and `template1` to all but their owner and superusers: everything above is open in
-- them. The server should hold no other database that everybody may connect to.
DO $harden$
DECLARE
  v_owner CONSTANT name := (SELECT pg_get_userbyid(d.datdba) FROM pg_database d WHERE d.datname = current_database());
  v record;
BEGIN
  IF NOT (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = current_user) THEN
    -- Postgres would only warn, once for each of the lines below.
    RAISE EXCEPTION 'only a superuser can do this' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Whoever may create functions in this database could give a name below another meaning.
  PERFORM set_config('search_path', 'pg_catalog', true);
  FOR v IN
    -- open to everybody: begin
    SELECT 'EXECUTE ON FUNCTION ' || p.oid::regprocedure AS what
    FROM pg_catalog.pg_proc p
    WHERE p.prokind = 'f' AND has_function_privilege('public', p.oid, 'EXECUTE') AND (
      p.proname ~ '^(pg_(try_)?advisory_|lo_|pg_stat_|pg_current_wal_|pg_last_wal_|pg_control_)'
      OR p.proname IN ('loread', 'lowrite', 'pg_notify', 'pg_logical_emit_message', 'pg_export_snapshot', 'pg_current_xact_id',
        'txid_current', 'pg_last_xact_replay_timestamp', 'pg_lock_status', 'pg_prepared_xact', 'pg_blocking_pids', 'pg_safe_snapshot_blocking_pids', 'pg_get_replication_slots', 'pg_relation_size', 'pg_table_size',
        'pg_indexes_size', 'pg_total_relation_size', 'pg_database_size', 'pg_tablespace_size'))
    UNION ALL
    SELECT 'SELECT ON TABLE ' || c.oid::regclass
    FROM pg_catalog.pg_class c
    WHERE c.relkind = 'v' AND has_table_privilege('public', c.oid, 'SELECT')
      AND (c.relname ~ '^pg_(stat|statio)_' OR c.relname IN ('pg_locks', 'pg_prepared_xacts', 'pg_replication_slots'))
    UNION ALL
    SELECT 'USAGE ON LANGUAGE ' || l.lanname
    FROM pg_catalog.pg_language l
    WHERE l.lanname = 'plpgsql' AND has_language_privilege('public', l.oid, 'USAGE')
    UNION ALL
    SELECT 'CONNECT, TEMPORARY ON DATABASE ' || d.datname
    FROM pg_catalog.pg_database d
    WHERE d.datname IN ('postgres', 'template1') AND d.datname <> current_database()
      AND has_database_privilege('public', d.oid, 'CONNECT, TEMPORARY')
    -- open to everybody: end
  LOOP
    EXECUTE format('REVOKE %s FROM PUBLIC', v.what);
    EXECUTE format('GRANT %s TO %I', v.what, v_owner);
  END LOOP;
  -- So that each login can be given a limit for its temporary files, which it cannot lift, and a count of the views of `facts`
  -- that it reads, which it cannot stop.
  FOR v IN
    SELECT p.name FROM unnest(ARRAY['temp_file_limit', 'track_functions']) AS p (name)
    WHERE NOT has_parameter_privilege(v_owner, p.name, 'SET')
  LOOP
    EXECUTE format('GRANT SET ON PARAMETER %I TO %I', v.name, v_owner);
  END LOOP;
END $harden$;
