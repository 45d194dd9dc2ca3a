-- The logins of data teams that read a tenant, for its review of access. Their table is not in `ops`, where the APIs' role
-- may write whatever names a tenant; a login that reads every tenant reads this one as well.
CREATE FUNCTION ops.analyst_logins(p_tenant_id uuid)
RETURNS TABLE (login text, reads_every_tenant boolean, granted_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM ops.require_tenant(p_tenant_id);
  RETURN QUERY SELECT l.login::text, l.tenant_id IS NULL, l.granted_at
               FROM analytics_source.logins l WHERE l.tenant_id = p_tenant_id OR l.tenant_id IS NULL;
END $$;
GRANT EXECUTE ON FUNCTION ops.analyst_logins TO triage_api;
