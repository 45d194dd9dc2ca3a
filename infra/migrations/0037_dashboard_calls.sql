-- A page of the dashboard takes several calls, so a member's session may send at least 300 a minute, whatever the tier of
-- the tenant: the ten of the smallest one would end within two pages. Keys are limited as before.
CREATE FUNCTION ops.member_limit(p_tenant_rpm int) RETURNS int
LANGUAGE sql IMMUTABLE AS $$ SELECT greatest(p_tenant_rpm, 300) $$;

-- Who stands behind a credential: an API key by its hash, or a dashboard session, which is a member's or a key's. The
-- session dies with its member or key. `code`: ok, unauthorized.
CREATE OR REPLACE FUNCTION ops.find_caller(p_now timestamptz, p_key_hash bytea, p_session_id uuid) RETURNS ops.call_identity
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v ops.call_identity;
  s record;
  k record;
  v_key_id uuid;
BEGIN
  v.code := 'unauthorized';
  IF p_session_id IS NULL THEN
    SELECT a.key_id INTO v_key_id FROM read.api_keys a WHERE a.key_hash = p_key_hash;
  ELSE
    SELECT l.member_id, l.key_id INTO s FROM ops.login_sessions l
    WHERE l.session_id = p_session_id AND l.revoked_at IS NULL AND l.expires_at > p_now;
    IF NOT FOUND THEN RETURN v; END IF;
    v.session_id := p_session_id;
    v.member_id := s.member_id;
    v_key_id := s.key_id;
  END IF;
  IF v.member_id IS NOT NULL THEN
    SELECT m.tenant_id, m.role, m.scopes, ops.member_limit(coalesce(t.rate_limit_override, t.tier_rpm)) AS rpm,
           t.overage_allowed, t.concurrency_limit, t.body_limit_bytes, t.feature_flags,
           m.revision, m.email_hash, m.email_verified_at, m.password_revision, m.row_mac
    INTO k
    FROM read.members m JOIN read.tenants t ON t.tenant_id = m.tenant_id
    WHERE m.member_id = v.member_id AND m.is_active;
    IF NOT FOUND THEN RETURN v; END IF;
    v.role := k.role;
    v.email_hash := k.email_hash;
    v.email_verified_at := k.email_verified_at;
    v.password_revision := k.password_revision;
  ELSE
    SELECT a.tenant_id, a.lineage_id, a.key_prefix, a.scopes, a.is_test,
           ops.effective_limit(a.rate_limit_rpm, a.tier_rpm, t.rate_limit_override) AS rpm,
           t.overage_allowed, t.concurrency_limit, t.body_limit_bytes, t.feature_flags,
           a.revision, a.key_hash, a.rate_limit_rpm, a.tier_rpm, a.expires_at, a.row_mac
    INTO k
    FROM read.api_keys a JOIN read.tenants t ON t.tenant_id = a.tenant_id
    WHERE a.key_id = v_key_id AND a.is_active AND (a.expires_at IS NULL OR a.expires_at > p_now);
    IF NOT FOUND THEN RETURN v; END IF;
    v.key_id := v_key_id;
    v.lineage_id := k.lineage_id;
    v.key_prefix := k.key_prefix;
    v.test := k.is_test;
    v.key_hash := k.key_hash;
    v.key_rpm := k.rate_limit_rpm;
    v.key_tier_rpm := k.tier_rpm;
    v.key_expires_at := k.expires_at;
  END IF;
  v.code := 'ok';
  v.tenant_id := k.tenant_id;
  v.scopes := k.scopes;
  v.rate_limit := k.rpm;
  v.overage_allowed := k.overage_allowed;
  v.concurrency_limit := k.concurrency_limit;
  v.body_limit_bytes := k.body_limit_bytes;
  v.feature_flags := k.feature_flags;
  v.row_revision := k.revision;
  v.row_mac := k.row_mac;
  RETURN v;
END $$;
