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

-- Whether anybody is a member of any tenant.
CREATE FUNCTION ops.has_members() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$ SELECT EXISTS (SELECT 1 FROM read.members) $$;

-- What belongs to no tenant and the APIs need all the same.
GRANT SELECT ON ops.checkpoints, ops.leases, ops.parked_events TO triage_api;
GRANT SELECT, INSERT ON ops.signing_keys TO triage_api;

-- An attempt names no tenant, for it is written with every delivery: it is its delivery's.
ALTER TABLE ops.webhook_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON ops.webhook_attempts FOR SELECT TO triage_api USING (
  EXISTS (SELECT 1 FROM ops.webhook_deliveries d WHERE d.delivery_id = webhook_attempts.delivery_id));
GRANT SELECT ON ops.webhook_attempts TO triage_api;

-- Puts every table that names a tenant under the policy. Called after each migration, so that no new table is left out.
CREATE FUNCTION ops.keep_to_tenants() RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  t record;
BEGIN
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
