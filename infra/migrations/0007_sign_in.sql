-- Signing in to the dashboard. What is found by an address, a code or a link belongs to no tenant until it is opened:
-- these tables name the member alone. The functions below are the only way to them, and from a member to its tenant;
-- they run with their owner's rights, past row-level security.

-- Accepted attempts of a rolling window, oldest first, for limits that are counted by the hour.
CREATE TABLE ops.attempts (
  bucket     text PRIMARY KEY,
  at         timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX attempts_expiry ON ops.attempts (expires_at);

-- Counts one attempt where fewer than `p_limit` stand in the window before it. A refused one is not counted.
CREATE FUNCTION ops.count_attempt(p_bucket text, p_limit int, p_window_s int, p_now timestamptz,
  OUT allowed boolean, OUT retry_after_s int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_window CONSTANT interval := make_interval(secs => p_window_s);
  v_at timestamptz[];
BEGIN
  INSERT INTO ops.attempts (bucket, at, expires_at) VALUES (p_bucket, '{}', p_now + v_window)
  ON CONFLICT (bucket) DO NOTHING;
  SELECT a.at INTO v_at FROM ops.attempts a WHERE a.bucket = p_bucket FOR UPDATE;
  -- The sweeper may have taken the row between the two statements: then it held nothing.
  v_at := ARRAY(SELECT t FROM unnest(v_at) AS t WHERE t > p_now - v_window ORDER BY t);
  allowed := cardinality(v_at) < p_limit;
  retry_after_s := 0;
  IF NOT allowed THEN
    retry_after_s := greatest(1,
      ceil(extract(epoch FROM v_at[cardinality(v_at) - p_limit + 1] + v_window - p_now)))::int;
    RETURN;
  END IF;
  INSERT INTO ops.attempts AS a (bucket, at, expires_at) VALUES (p_bucket, ARRAY[p_now], p_now + v_window)
  ON CONFLICT (bucket) DO UPDATE SET at = v_at || p_now, expires_at = p_now + v_window;
END $$;

-- One-time codes. A challenge without a member answers like any other and never succeeds.
CREATE TABLE ops.challenges (
  challenge_id    uuid PRIMARY KEY,
  purpose         text NOT NULL CHECK (purpose IN ('verify_email', 'login')),
  member_id       uuid,
  -- Of the address that was given, member or not: what attempts are counted by.
  account_hash    bytea NOT NULL,
  code_hash       bytea NOT NULL,
  tries           int NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL,
  code_expires_at timestamptz NOT NULL,
  used_at         timestamptz
);
CREATE INDEX challenges_created ON ops.challenges (created_at);
CREATE INDEX challenges_member ON ops.challenges (member_id) WHERE member_id IS NOT NULL;

-- Links to set a new password: a hash of their token. One without a member opens nothing.
CREATE TABLE ops.password_resets (
  token_hash bytea PRIMARY KEY,
  member_id  uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX password_resets_member ON ops.password_resets (member_id);
CREATE INDEX password_resets_expiry ON ops.password_resets (expires_at);

-- Browsers that have shown a code, by the id in their signed cookie.
CREATE TABLE ops.trusted_devices (
  device_id  uuid PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  member_id  uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX trusted_devices_member ON ops.trusted_devices (member_id);
CREATE INDEX trusted_devices_expiry ON ops.trusted_devices (expires_at);

CREATE TABLE ops.member_logins (
  member_id     uuid PRIMARY KEY,
  tenant_id     uuid NOT NULL,
  last_login_at timestamptz NOT NULL
);

-- Which identity provider may vouch for the addresses of a domain, and in which tenant. Set by an operator.
CREATE TABLE ops.sso_bindings (
  domain               text PRIMARY KEY,
  tenant_id            uuid NOT NULL,
  issuer               text NOT NULL,
  client_id            text NOT NULL,
  client_secret_sealed bytea NOT NULL,
  bound_at             timestamptz NOT NULL
);
CREATE INDEX sso_bindings_tenant ON ops.sso_bindings (tenant_id);

-- Sign-ins that are at their provider, each known by a hash of its state and bound to a browser.
CREATE TABLE ops.sso_states (
  state_hash    bytea PRIMARY KEY,
  browser_hash  bytea NOT NULL,
  domain        text NOT NULL,
  return_sealed bytea NOT NULL,
  expires_at    timestamptz NOT NULL
);
CREATE INDEX sso_states_expiry ON ops.sso_states (expires_at);

CREATE TYPE ops.sign_in_account AS (
  member_id uuid, tenant_id uuid, role text, profile_sealed bytea, password_sealed bytea, is_verified boolean,
  key_id uuid, master_id text, wrapped bytea, is_trusted boolean
);

-- The active member who holds an address, or whom a challenge or a link was made for, with the key that opens the row,
-- and whether a device is one that the member has shown a code on. No row where there is none. A member's id alone opens
-- nothing here: whoever asks has been given an address, or what we made for its owner.
CREATE FUNCTION ops.find_account(p_email_hash bytea, p_challenge_id uuid, p_reset_hash bytea, p_device_id uuid,
  p_now timestamptz) RETURNS SETOF ops.sign_in_account
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT m.member_id, m.tenant_id, m.role, m.profile_sealed, m.password_sealed, m.email_verified_at IS NOT NULL,
         k.key_id, k.master_id, k.wrapped,
         EXISTS (SELECT 1 FROM ops.trusted_devices d
                 WHERE d.device_id = p_device_id AND d.member_id = m.member_id
                   AND d.revoked_at IS NULL AND d.expires_at > p_now)
  FROM read.members m
  LEFT JOIN ops.data_keys k ON k.subject_id = m.member_id AND k.role = 'subject'
  WHERE m.is_active AND (
    m.email_hash = p_email_hash
    OR m.member_id = (SELECT c.member_id FROM ops.challenges c WHERE c.challenge_id = p_challenge_id)
    OR m.member_id = (SELECT r.member_id FROM ops.password_resets r WHERE r.token_hash = p_reset_hash))
  LIMIT 1
$$;

-- The binding of a domain, and whether signing in that way is switched off for its tenant.
CREATE FUNCTION ops.find_sso_binding(p_domain text)
RETURNS TABLE (domain text, tenant_id uuid, issuer text, client_id text, client_secret_sealed bytea,
  bound_at timestamptz, is_switched_off boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT b.domain, b.tenant_id, b.issuer, b.client_id, b.client_secret_sealed, b.bound_at,
         coalesce(t.feature_flags ->> 'single_sign_on' = 'false', false)
  FROM ops.sso_bindings b JOIN read.tenants t ON t.tenant_id = b.tenant_id
  WHERE b.domain = p_domain
$$;

-- A failed sign-in of a member for the audit trail. Written by the statement that counts the failure, so that one with
-- an address that nobody has takes as many round trips.
CREATE FUNCTION ops.record_failure(p_access_id uuid, p_member_id uuid, p_action text, p_request_id text, p_ip text,
  p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ops.access_intake
    (access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at, test)
  SELECT p_access_id, m.tenant_id, 'member', m.member_id, p_action, 'member', m.member_id, p_request_id, p_ip, p_now, false
  FROM read.members m WHERE m.member_id = p_member_id
$$;

-- Opens a challenge; `p_failed_member` is the one whose password was wrong, if any. Both hold the address that the
-- account's hash is of.
CREATE FUNCTION ops.open_challenge(p_challenge_id uuid, p_purpose text, p_member_id uuid, p_account_hash bytea,
  p_code_hash bytea, p_now timestamptz, p_code_expires_at timestamptz,
  p_failed_member uuid, p_access_id uuid, p_request_id text, p_ip text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_holder uuid;
BEGIN
  -- Looked for in either case, so that the time is the same.
  SELECT m.member_id INTO v_holder FROM read.members m WHERE m.email_hash = p_account_hash AND m.is_active LIMIT 1;
  IF coalesce(p_member_id, p_failed_member, v_holder) IS DISTINCT FROM v_holder THEN
    RAISE EXCEPTION 'not the member of this address' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO ops.challenges (challenge_id, purpose, member_id, account_hash, code_hash, created_at, code_expires_at)
  VALUES (p_challenge_id, p_purpose, p_member_id, p_account_hash, p_code_hash, p_now, p_code_expires_at);
  PERFORM ops.record_failure(p_access_id, p_failed_member, 'auth.failed', p_request_id, p_ip, p_now);
END $$;

-- Another code for a challenge that was opened after `p_opened_after` and can still succeed; no row where there is none.
CREATE FUNCTION ops.renew_code(p_challenge_id uuid, p_code_hash bytea, p_code_expires_at timestamptz, p_max_tries int,
  p_opened_after timestamptz) RETURNS TABLE (member_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  UPDATE ops.challenges AS c SET code_hash = p_code_hash, code_expires_at = p_code_expires_at
  WHERE c.challenge_id = p_challenge_id AND c.used_at IS NULL AND c.tries < p_max_tries
    AND c.created_at > p_opened_after
  RETURNING c.member_id
$$;

-- What tries of a challenge are counted by; null where there is none.
CREATE FUNCTION ops.account_of_challenge(p_challenge_id uuid) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.account_hash FROM ops.challenges c WHERE c.challenge_id = p_challenge_id
$$;

-- One try of a code. The row's lock puts simultaneous tries in a line, so that no more than `p_max_tries` are ever
-- compared; the right code is taken once.
CREATE FUNCTION ops.try_code(p_challenge_id uuid, p_code_hash bytea, p_max_tries int, p_now timestamptz,
  p_access_id uuid, p_request_id text, p_ip text, OUT succeeded boolean, OUT member_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  UPDATE ops.challenges AS c
  SET tries = c.tries + 1,
      used_at = CASE WHEN c.code_hash = p_code_hash AND c.member_id IS NOT NULL THEN p_now END
  WHERE c.challenge_id = p_challenge_id AND c.used_at IS NULL AND c.tries < p_max_tries AND c.code_expires_at > p_now
  RETURNING c.used_at IS NOT NULL, c.member_id INTO succeeded, member_id;
  succeeded := coalesce(succeeded, false);
  IF NOT succeeded THEN
    PERFORM ops.record_failure(p_access_id, member_id, 'auth.code_failed', p_request_id, p_ip, p_now);
    member_id := NULL;
  END IF;
END $$;

-- Opens a link for the active member with that address, and returns the member; one that opens nothing where there is
-- none, so that both write one row.
CREATE FUNCTION ops.open_password_reset(p_token_hash bytea, p_email_hash bytea, p_now timestamptz,
  p_expires_at timestamptz) RETURNS SETOF ops.sign_in_account
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ops.password_resets (token_hash, member_id, created_at, expires_at)
  VALUES (p_token_hash, (SELECT a.member_id FROM ops.find_account(p_email_hash, NULL, NULL, NULL, p_now) AS a), p_now,
          p_expires_at);
  SELECT * FROM ops.find_account(p_email_hash, NULL, NULL, NULL, p_now)
$$;

-- Takes a link, once. Null for one that is unknown, used or lapsed.
CREATE FUNCTION ops.take_password_reset(p_token_hash bytea, p_now timestamptz) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  UPDATE ops.password_resets AS r SET used_at = p_now
  WHERE r.token_hash = p_token_hash AND r.used_at IS NULL AND r.expires_at > p_now AND r.member_id IS NOT NULL
  RETURNING r.member_id
$$;

CREATE FUNCTION ops.open_sso_state(p_state_hash bytea, p_browser_hash bytea, p_domain text, p_return_sealed bytea,
  p_expires_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ops.sso_states (state_hash, browser_hash, domain, return_sealed, expires_at)
  VALUES (p_state_hash, p_browser_hash, p_domain, p_return_sealed, p_expires_at)
$$;

-- Takes a state, once, whoever brings it; no row for one that was never opened or is taken already.
CREATE FUNCTION ops.take_sso_state(p_state_hash bytea) RETURNS SETOF ops.sso_states
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  DELETE FROM ops.sso_states AS s WHERE s.state_hash = p_state_hash RETURNING s.*
$$;

-- Ends every way by which a member of the tenant is signed in, or could be without the password.
CREATE FUNCTION ops.revoke_sign_ins(p_tenant_id uuid, p_member_id uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM ops.require_tenant(p_tenant_id);
  IF NOT EXISTS (SELECT 1 FROM read.members m WHERE m.member_id = p_member_id AND m.tenant_id = p_tenant_id) THEN
    RETURN;
  END IF;
  UPDATE ops.login_sessions SET revoked_at = p_now
  WHERE member_id = p_member_id AND tenant_id = p_tenant_id AND revoked_at IS NULL;
  UPDATE ops.trusted_devices SET revoked_at = p_now
  WHERE member_id = p_member_id AND tenant_id = p_tenant_id AND revoked_at IS NULL;
  UPDATE ops.challenges SET used_at = p_now WHERE member_id = p_member_id AND used_at IS NULL;
  UPDATE ops.password_resets SET used_at = p_now WHERE member_id = p_member_id AND used_at IS NULL;
END $$;
