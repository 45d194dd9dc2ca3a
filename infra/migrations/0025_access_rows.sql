-- Rows that give access carry a code under a key of their tenant (shared/read-models/access-rows.ts), so that nobody gets
-- in who can write to the database and has no master key. Rows from before have none and give no access: the projections
-- `api-keys` and `members` are of another version now, and their rebuild makes the codes from the log.
ALTER TABLE read.api_keys ADD COLUMN row_mac bytea NOT NULL DEFAULT '';
ALTER TABLE read.members ADD COLUMN row_mac bytea NOT NULL DEFAULT '', ADD COLUMN password_revision int;

-- What the code is over, beside what was there already.
ALTER TYPE ops.call_identity
  ADD ATTRIBUTE row_revision int, ADD ATTRIBUTE key_hash bytea, ADD ATTRIBUTE key_rpm int, ADD ATTRIBUTE key_tier_rpm int,
  ADD ATTRIBUTE key_expires_at timestamptz, ADD ATTRIBUTE email_hash bytea,
  ADD ATTRIBUTE email_verified_at timestamptz, ADD ATTRIBUTE password_revision int, ADD ATTRIBUTE row_mac bytea;

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
    SELECT m.tenant_id, m.role, m.scopes, coalesce(t.rate_limit_override, t.tier_rpm) AS rpm,
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

ALTER TYPE ops.sign_in_account
  ADD ATTRIBUTE scopes text[], ADD ATTRIBUTE email_hash bytea, ADD ATTRIBUTE email_verified_at timestamptz,
  ADD ATTRIBUTE revision int, ADD ATTRIBUTE password_revision int, ADD ATTRIBUTE row_mac bytea;

-- The active member who holds an address, or whom a challenge or a link was made for, with the key that opens the row,
-- and whether a device is one that the member has shown a code on. No row where there is none. A member's id alone opens
-- nothing here: whoever asks has been given an address, or what we made for its owner.
CREATE OR REPLACE FUNCTION ops.find_account(p_email_hash bytea, p_challenge_id uuid, p_reset_hash bytea, p_device_id uuid,
  p_now timestamptz) RETURNS SETOF ops.sign_in_account
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT m.member_id, m.tenant_id, m.role, m.profile_sealed, m.password_sealed, m.email_verified_at IS NOT NULL,
         k.key_id, k.master_id, k.wrapped,
         EXISTS (SELECT 1 FROM ops.trusted_devices d
                 WHERE d.device_id = p_device_id AND d.member_id = m.member_id
                   AND d.revoked_at IS NULL AND d.expires_at > p_now),
         m.scopes, m.email_hash, m.email_verified_at, m.revision, m.password_revision, m.row_mac
  FROM read.members m
  LEFT JOIN ops.data_keys k ON k.subject_id = m.member_id AND k.role = 'subject'
  WHERE m.is_active AND (
    m.email_hash = p_email_hash
    OR m.member_id = (SELECT c.member_id FROM ops.challenges c WHERE c.challenge_id = p_challenge_id)
    OR m.member_id = (SELECT r.member_id FROM ops.password_resets r WHERE r.token_hash = p_reset_hash))
  LIMIT 1
$$;
