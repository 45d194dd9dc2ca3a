-- Where the service may go for an identity provider, beyond the host of its issuer: what a provider publishes of itself
-- names the addresses that are asked next.
ALTER TABLE ops.sso_bindings
  ADD COLUMN allowed_hosts text[] NOT NULL DEFAULT '{}',
  ADD COLUMN private_network boolean NOT NULL DEFAULT false;

DROP FUNCTION ops.find_sso_binding(text);
CREATE FUNCTION ops.find_sso_binding(p_domain text)
RETURNS TABLE (domain text, tenant_id uuid, issuer text, client_id text, client_secret_sealed bytea,
  allowed_hosts text[], private_network boolean, bound_at timestamptz, is_switched_off boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT b.domain, b.tenant_id, b.issuer, b.client_id, b.client_secret_sealed, b.allowed_hosts, b.private_network,
         b.bound_at, coalesce(t.feature_flags ->> 'single_sign_on' = 'false', false)
  FROM ops.sso_bindings b JOIN read.tenants t ON t.tenant_id = b.tenant_id
  WHERE b.domain = p_domain
$$;
GRANT EXECUTE ON FUNCTION ops.find_sso_binding TO triage_api;
