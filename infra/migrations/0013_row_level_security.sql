-- The application role of the APIs. It owns nothing, and sees and changes rows of the tenant that its connection was
-- lent to (`app.tenant_id`) and of no other: on top of the tenant that every query names itself. Projections, the
-- dispatcher, reactors and operators work for all tenants, with the owner's role.
DO $$
BEGIN
  CREATE ROLE triage_api NOLOGIN NOINHERIT;
EXCEPTION WHEN duplicate_object THEN
  NULL; -- Roles belong to the whole server: another database of it may have made it.
END $$;
GRANT triage_api TO CURRENT_USER;
GRANT USAGE ON SCHEMA read, ops TO triage_api;

-- The tenant that this connection was lent to; null for none, which no row is of.
CREATE FUNCTION ops.current_tenant() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- For functions with their owner's rights that work for one tenant: refuses one that the connection was not lent to.
CREATE FUNCTION ops.require_tenant(p_tenant_id uuid) RETURNS void
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_tenant_id IS DISTINCT FROM ops.current_tenant() THEN
    RAISE EXCEPTION 'the connection is lent to another tenant' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- Whether anybody is a member of any tenant.
CREATE FUNCTION ops.has_members() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$ SELECT EXISTS (SELECT 1 FROM read.members) $$;

-- What belongs to no tenant and the APIs need all the same.
GRANT SELECT ON ops.checkpoints, ops.leases, ops.parked_events TO triage_api;
GRANT SELECT, INSERT ON ops.signing_keys TO triage_api;

-- The functions with their owner's rights that the APIs call; a later migration grants its own. Nobody else may call any
-- function at all: see below.
GRANT EXECUTE ON FUNCTION
  ops.count_call, ops.tenant_of_key, ops.body_limit, ops.authenticate, ops.admit,
  ops.claim_address, ops.find_invitation,
  ops.count_attempt, ops.find_account, ops.find_sso_binding, ops.open_challenge, ops.renew_code,
  ops.account_of_challenge, ops.try_code, ops.open_password_reset, ops.take_password_reset, ops.open_sso_state,
  ops.take_sso_state, ops.revoke_sign_ins,
  ops.add_request_counts, ops.search_patients, ops.has_members
TO triage_api;

-- Puts every table that names a tenant under the policy, and takes from the public what Postgres lets everybody do with
-- a new function. A function with its caller's rights gives the APIs nothing that they have not got, so they keep it; one
-- with its owner's rights they need a grant for. Called after each migration, so that nothing new is left out.
CREATE FUNCTION ops.keep_to_tenants() RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  t record;
  f record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('keep_to_tenants', 0));
  FOR f IN
    SELECT p.oid::regprocedure AS name, p.prosecdef
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('read', 'ops') AND (
      p.proacl IS NULL
      OR EXISTS (SELECT 1 FROM aclexplode(p.proacl) a WHERE a.grantee = 0))
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f.name);
    IF NOT f.prosecdef THEN EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO triage_api', f.name); END IF;
  END LOOP;
  FOR t IN
    SELECT c.oid, n.nspname, c.relname
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname IN ('read', 'ops') AND c.relkind = 'r' AND a.attname = 'tenant_id'
      AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'own_tenant')
  LOOP
    EXECUTE format('ALTER TABLE %I.%I ENABLE ROW LEVEL SECURITY', t.nspname, t.relname);
    EXECUTE format('CREATE POLICY own_tenant ON %I.%I TO triage_api
      USING (tenant_id = ops.current_tenant()) WITH CHECK (tenant_id = ops.current_tenant())', t.nspname, t.relname);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO triage_api', t.nspname, t.relname);
  END LOOP;
END $$;
