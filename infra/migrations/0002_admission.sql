-- One round trip for each call: who is it, may it, is it a repeat, can it be paid, what does it work on. Functions that
-- are called before the tenant is known run with their owner's rights, past row-level security.

-- Counts one call into a rolling minute of 60 whole seconds and the running one. A refused call is not counted.
CREATE FUNCTION ops.count_call(p_bucket text, p_limit int, p_now timestamptz,
  OUT allowed boolean, OUT remaining int, OUT reset_s bigint, OUT retry_after_s int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_width CONSTANT int := 61;
  v_now_s CONSTANT bigint := floor(extract(epoch FROM p_now));
  v_head bigint;
  v_slots int[];
  v_used int;
  v_oldest int;
BEGIN
  SELECT w.head_s, w.slots INTO v_head, v_slots FROM ops.rate_windows w WHERE w.bucket = p_bucket FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ops.rate_windows (bucket, head_s, slots) VALUES (p_bucket, v_now_s, array_fill(0, ARRAY[v_width]))
    ON CONFLICT (bucket) DO NOTHING;
    SELECT w.head_s, w.slots INTO v_head, v_slots FROM ops.rate_windows w WHERE w.bucket = p_bucket FOR UPDATE;
  END IF;
  -- slots[1] is the second `head_s`; older seconds follow. A clock that steps back counts into the head.
  IF v_now_s > v_head THEN
    IF v_now_s - v_head >= v_width THEN
      v_slots := array_fill(0, ARRAY[v_width]);
    ELSE
      v_slots := array_fill(0, ARRAY[(v_now_s - v_head)::int]) || v_slots[1 : v_width - (v_now_s - v_head)::int];
    END IF;
    v_head := v_now_s;
  END IF;
  SELECT coalesce(sum(n), 0), coalesce(max(i) FILTER (WHERE n > 0), 1) INTO v_used, v_oldest
  FROM unnest(v_slots) WITH ORDINALITY AS slot (n, i);
  allowed := v_used < p_limit;
  IF allowed THEN
    v_slots[1] := v_slots[1] + 1;
    v_used := v_used + 1;
    UPDATE ops.rate_windows SET head_s = v_head, slots = v_slots WHERE bucket = p_bucket;
  ELSE
    -- A limit that was lowered meanwhile may want more than the oldest second to leave.
    SELECT min(i) INTO v_oldest
    FROM (SELECT i, sum(n) OVER (ORDER BY i) AS newer FROM unnest(v_slots) WITH ORDINALITY AS slot (n, i)) AS running
    WHERE newer >= p_limit;
  END IF;
  remaining := greatest(p_limit - v_used, 0);
  reset_s := v_head - (v_oldest - 1) + v_width;
  retry_after_s := CASE WHEN allowed THEN 0 ELSE greatest(reset_s - v_now_s, 1) END;
END $$;

-- The effective limit of a key: the smaller of its own and the tenant's. A tier change leaves the tenant's limit
-- as it was when the key was made; an override replaces it.
CREATE FUNCTION ops.effective_limit(p_key_rpm int, p_key_tier_rpm int, p_override int) RETURNS int
LANGUAGE sql IMMUTABLE AS $$ SELECT least(p_key_rpm, coalesce(p_override, p_key_tier_rpm)) $$;

CREATE TYPE ops.call_identity AS (
  code text, tenant_id uuid, key_id uuid, lineage_id uuid, key_prefix text, member_id uuid, role text, session_id uuid,
  scopes text[], test boolean,
  rate_limit int, rate_remaining int, rate_reset_s bigint, retry_after_s int,
  overage_allowed boolean, concurrency_limit int, body_limit_bytes int, feature_flags jsonb
);

-- Who stands behind a credential: an API key by its hash, or a dashboard session, which is a member's or a key's. The
-- session dies with its member or key. `code`: ok, unauthorized.
CREATE FUNCTION ops.find_caller(p_now timestamptz, p_key_hash bytea, p_session_id uuid) RETURNS ops.call_identity
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
           t.overage_allowed, t.concurrency_limit, t.body_limit_bytes, t.feature_flags
    INTO k
    FROM read.members m JOIN read.tenants t ON t.tenant_id = m.tenant_id
    WHERE m.member_id = v.member_id AND m.is_active;
    IF NOT FOUND THEN RETURN v; END IF;
    v.role := k.role;
  ELSE
    SELECT a.tenant_id, a.lineage_id, a.key_prefix, a.scopes, a.is_test,
           ops.effective_limit(a.rate_limit_rpm, a.tier_rpm, t.rate_limit_override) AS rpm,
           t.overage_allowed, t.concurrency_limit, t.body_limit_bytes, t.feature_flags
    INTO k
    FROM read.api_keys a JOIN read.tenants t ON t.tenant_id = a.tenant_id
    WHERE a.key_id = v_key_id AND a.is_active AND (a.expires_at IS NULL OR a.expires_at > p_now);
    IF NOT FOUND THEN RETURN v; END IF;
    v.key_id := v_key_id;
    v.lineage_id := k.lineage_id;
    v.key_prefix := k.key_prefix;
    v.test := k.is_test;
  END IF;
  v.code := 'ok';
  v.tenant_id := k.tenant_id;
  v.scopes := k.scopes;
  v.rate_limit := k.rpm;
  v.overage_allowed := k.overage_allowed;
  v.concurrency_limit := k.concurrency_limit;
  v.body_limit_bytes := k.body_limit_bytes;
  v.feature_flags := k.feature_flags;
  RETURN v;
END $$;

-- The tenant of a key, whether or not the key is still good; null for a key that does not exist.
CREATE FUNCTION ops.tenant_of_key(p_key_hash bytea) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT k.tenant_id FROM read.api_keys k WHERE k.key_hash = p_key_hash
$$;

-- The body limit that a contract gave the caller's tenant, null for the default.
CREATE FUNCTION ops.body_limit(p_now timestamptz, p_key_hash bytea, p_session_id uuid,
  OUT known boolean, OUT body_limit_bytes int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v ops.call_identity := ops.find_caller(p_now, p_key_hash, p_session_id);
BEGIN
  known := v.code = 'ok';
  body_limit_bytes := v.body_limit_bytes;
END $$;

-- Identifies the caller, counts the call and checks what the route demands: a scope, a dashboard session, one of some
-- roles (null: any), a feature that the tenant's flags do not switch off (null: none). A rotated key goes on in the
-- window of the one that it replaced. `code`: ok, unauthorized, rate_limited, forbidden, switched_off.
CREATE FUNCTION ops.identify(p_now timestamptz, p_key_hash bytea, p_session_id uuid, p_scope text,
  p_needs_session boolean, p_roles text[], p_feature text) RETURNS ops.call_identity
LANGUAGE plpgsql AS $$
DECLARE
  v ops.call_identity := ops.find_caller(p_now, p_key_hash, p_session_id);
  c record;
BEGIN
  IF v.code <> 'ok' THEN RETURN v; END IF;
  SELECT * INTO c FROM ops.count_call(
    CASE WHEN v.member_id IS NULL THEN 'key:' || v.lineage_id ELSE 'member:' || v.member_id END, v.rate_limit, p_now);
  v.rate_remaining := c.remaining;
  v.rate_reset_s := c.reset_s;
  v.retry_after_s := c.retry_after_s;
  IF NOT c.allowed THEN
    v.code := 'rate_limited';
  ELSIF (p_scope IS NOT NULL AND NOT p_scope = ANY (v.scopes))
     OR (p_needs_session AND v.session_id IS NULL)
     OR (p_roles IS NOT NULL AND NOT coalesce(v.role = ANY (p_roles), false)) THEN
    v.code := 'forbidden';
  ELSIF p_feature IS NOT NULL AND v.feature_flags ->> p_feature = 'false' THEN
    v.code := 'switched_off';
  ELSIF v.key_id IS NOT NULL AND NOT EXISTS (
    -- Asked before: an insert that ends in nothing would lock the row, and write that, with every call.
    SELECT 1 FROM ops.api_key_usage u WHERE u.key_id = v.key_id AND u.last_used_at >= p_now - interval '30 seconds') THEN
    INSERT INTO ops.api_key_usage AS u (key_id, tenant_id, last_used_at) VALUES (v.key_id, v.tenant_id, p_now)
    ON CONFLICT (key_id) DO UPDATE SET last_used_at = p_now WHERE u.last_used_at < p_now;
  END IF;
  RETURN v;
END $$;

-- For reads and for calls whose input is wrong. The count may be lost in a database crash: not worth a wait.
CREATE FUNCTION ops.authenticate(p_now timestamptz, p_key_hash bytea, p_session_id uuid, p_scope text,
  p_needs_session boolean, p_roles text[], p_feature text) RETURNS ops.call_identity
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN ops.identify(p_now, p_key_hash, p_session_id, p_scope, p_needs_session, p_roles, p_feature);
END $$;

CREATE TYPE ops.admission AS (
  caller ops.call_identity,
  code text, generation int, command_id uuid, is_test boolean, is_takeover boolean, cost int, limit_value int, retry_after_s int,
  response_sealed bytea, response_key_id uuid, response_master text, response_wrapped bytea,
  revision int, state_key_id uuid, state_sealed bytea, state_master text, state_wrapped bytea
);

-- Admits one command, or says why not. `code`: admitted, replay, in_progress, mismatch, reused (the key's 24 hours
-- are over: call again with the next generation), not_found, payment_required, concurrency, and those of `identify`.
-- What is inserted here (mark, intent, keys) is durable before anything is appended to the log. `p_first_event_id` is
-- the id that the command's first event, which carries its charge, has or will have.
CREATE FUNCTION ops.admit(
  p_now timestamptz, p_key_hash bytea, p_login_id uuid, p_scope text, p_needs_session boolean, p_roles text[],
  p_feature text, p_command_id uuid, p_first_event_id uuid, p_stream text, p_session_id uuid, p_creates boolean, p_cost int, p_deadline timestamptz,
  p_idem_hash bytea, p_generation int, p_fingerprint bytea,
  p_subject_id uuid, p_key_ids uuid[], p_key_roles text[], p_key_masters text[], p_key_wrapped bytea[]
) RETURNS ops.admission
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v ops.admission;
  m ops.idempotency_keys;
  s record;
  v_available bigint;
  v_active int;
  v_inserted int;
  v_needs_hold boolean;
BEGIN
  v.caller := ops.identify(p_now, p_key_hash, p_login_id, p_scope, p_needs_session, p_roles, p_feature);
  v.code := (v.caller).code;
  IF v.code <> 'ok' THEN RETURN v; END IF;
  -- A member works on sessions of both modes and opens live ones.
  v.is_test := coalesce((v.caller).test, false);
  v.command_id := p_command_id;
  v.is_takeover := false;

  IF p_idem_hash IS NOT NULL THEN
    SELECT * INTO m FROM ops.idempotency_keys i
    WHERE i.tenant_id = (v.caller).tenant_id AND i.key_hash = p_idem_hash FOR UPDATE;
    IF FOUND THEN
      IF m.expires_at <= p_now AND m.generation < p_generation THEN
        NULL; -- Replaced below.
      ELSIF m.expires_at <= p_now AND (m.is_done OR m.fingerprint <> p_fingerprint) THEN
        v.code := 'reused';
        v.generation := m.generation + 1;
        RETURN v;
      ELSIF m.fingerprint <> p_fingerprint THEN
        v.code := 'mismatch';
        RETURN v;
      ELSIF m.is_done THEN
        v.code := 'replay';
        v.response_sealed := m.response_sealed;
        v.response_key_id := m.response_key_id;
        SELECT d.master_id, d.wrapped INTO v.response_master, v.response_wrapped
        FROM ops.data_keys d WHERE d.key_id = m.response_key_id;
        IF NOT FOUND THEN PERFORM ops.fail_for_lost_key(m.response_key_id); END IF;
        RETURN v;
      ELSIF m.started_at > p_now - interval '20 seconds' THEN
        v.code := 'in_progress';
        RETURN v;
      ELSIF m.generation <> p_generation THEN
        -- To be taken over, but all ids of the command follow from its generation.
        v.code := 'reused';
        v.generation := m.generation;
        RETURN v;
      ELSE
        -- Whoever began this is past every deadline of a handler: take over under the same command id.
        v.is_takeover := true;
        v.command_id := m.command_id;
      END IF;
    END IF;
  END IF;

  IF p_session_id IS NOT NULL AND NOT p_creates THEN
    SELECT r.test, r.revision, r.state_key_id, r.state_sealed, d.key_id, d.master_id, d.wrapped INTO s
    FROM read.sessions r LEFT JOIN ops.data_keys d ON d.key_id = r.state_key_id
    WHERE r.session_id = p_session_id AND r.tenant_id = (v.caller).tenant_id
      AND r.test = coalesce((v.caller).test, r.test);
    IF NOT FOUND THEN
      v.code := 'not_found';
      RETURN v;
    END IF;
    IF s.key_id IS NULL THEN PERFORM ops.fail_for_lost_key(s.state_key_id); END IF;
    v.is_test := s.test;
    v.revision := s.revision;
    v.state_key_id := s.state_key_id;
    v.state_sealed := s.state_sealed;
    v.state_master := s.master_id;
    v.state_wrapped := s.wrapped;
  END IF;

  v.cost := CASE WHEN v.is_test THEN 0 ELSE p_cost END;
  v_needs_hold := v.cost > 0 OR p_creates;
  IF v_needs_hold AND v.is_takeover THEN
    -- What the command holds is still held. Where it holds nothing any more, its charge was projected (the charge and
    -- the end of the intent in one transaction), or its intent was released and it stands like a new command.
    UPDATE ops.intents i SET deadline_at = p_deadline WHERE i.command_id = v.command_id;
    v_needs_hold := NOT FOUND
      AND NOT EXISTS (SELECT 1 FROM read.usage_records u WHERE u.record_id = p_first_event_id);
  END IF;
  IF v_needs_hold THEN
    -- Admissions of one tenant that need money or a place are decided one after the other. The lock is waited for
    -- in a statement of its own: the look at the balance below begins after it is held.
    PERFORM pg_advisory_xact_lock(hashtextextended((v.caller).tenant_id::text, 0));
    IF v.cost > 0 AND NOT (v.caller).overage_allowed THEN
      SELECT coalesce((SELECT b.granted - b.charged FROM read.balances b WHERE b.tenant_id = (v.caller).tenant_id), 0)
           - coalesce((SELECT sum(i.cost) FROM ops.intents i
                       WHERE i.tenant_id = (v.caller).tenant_id AND i.command_id <> v.command_id), 0)
      INTO v_available;
      IF v_available < v.cost THEN
        v.code := 'payment_required';
        RETURN v;
      END IF;
    END IF;
    IF p_creates THEN
      -- Each mode has the tier's places for itself: trying things out with a test key turns no patient away.
      SELECT count(*) INTO v_active FROM (
        SELECT r.session_id FROM read.sessions r
        WHERE r.tenant_id = (v.caller).tenant_id AND r.test = v.is_test AND r.status = 'active'
          AND r.last_activity_at > p_now - interval '30 minutes'
        UNION
        SELECT i.creates FROM ops.intents i
        WHERE i.tenant_id = (v.caller).tenant_id AND i.test = v.is_test AND i.creates IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM read.sessions r WHERE r.session_id = i.creates)
      ) AS busy;
      IF v_active >= (v.caller).concurrency_limit THEN
        v.code := 'concurrency';
        v.limit_value := (v.caller).concurrency_limit;
        SELECT greatest(1, ceil(extract(epoch FROM min(r.last_activity_at) + interval '30 minutes' - p_now)))::int
        INTO v.retry_after_s FROM read.sessions r
        WHERE r.tenant_id = (v.caller).tenant_id AND r.test = v.is_test AND r.status = 'active'
          AND r.last_activity_at > p_now - interval '30 minutes';
        v.retry_after_s := coalesce(v.retry_after_s, 1);
        RETURN v;
      END IF;
    END IF;
  END IF;

  IF p_idem_hash IS NOT NULL THEN
    INSERT INTO ops.idempotency_keys AS i
      (tenant_id, key_hash, generation, fingerprint, command_id, started_at, expires_at)
    VALUES ((v.caller).tenant_id, p_idem_hash, p_generation, p_fingerprint, v.command_id, p_now, p_now + interval '24 hours')
    ON CONFLICT (tenant_id, key_hash) DO UPDATE
      SET generation = excluded.generation, fingerprint = excluded.fingerprint, command_id = excluded.command_id,
          started_at = excluded.started_at, expires_at = excluded.expires_at, is_done = false,
          response_sealed = NULL, response_key_id = NULL
      WHERE v.is_takeover OR i.generation < excluded.generation;
    GET DIAGNOSTICS v_inserted = ROW_COUNT;
    IF v_inserted = 0 THEN
      v.code := 'in_progress';
      RETURN v;
    END IF;
  END IF;
  IF v_needs_hold THEN
    INSERT INTO ops.intents (command_id, tenant_id, stream, cost, creates, test, created_at, deadline_at)
    VALUES (v.command_id, (v.caller).tenant_id, p_stream, v.cost,
            CASE WHEN p_creates THEN p_session_id END, v.is_test, p_now, p_deadline)
    ON CONFLICT (command_id) DO UPDATE SET deadline_at = excluded.deadline_at;
  END IF;
  -- A key that stands already was made by an earlier call with this command id and may have sealed its events: it is
  -- never replaced, and the caller looks for those events first, also where the mark itself is long gone.
  WITH inserted AS (
    INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
    SELECT k.id, (v.caller).tenant_id, p_subject_id, k.role, k.master, k.wrapped, p_now
    FROM unnest(p_key_ids, p_key_roles, p_key_masters, p_key_wrapped) AS k (id, role, master, wrapped)
    ON CONFLICT (key_id) DO NOTHING
    RETURNING 1)
  SELECT count(*) INTO v_inserted FROM inserted;
  v.is_takeover := v.is_takeover OR v_inserted < cardinality(p_key_ids);
  v.code := 'admitted';
  RETURN v;
END $$;

-- Takes back what `admit` inserted for a command that was refused: nothing was appended.
CREATE FUNCTION ops.withdraw(p_tenant_id uuid, p_command_id uuid, p_idem_hash bytea, p_key_ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ops.intents WHERE command_id = p_command_id AND tenant_id = p_tenant_id;
  DELETE FROM ops.data_keys WHERE key_id = ANY (p_key_ids) AND tenant_id = p_tenant_id;
  IF p_idem_hash IS NOT NULL THEN
    DELETE FROM ops.idempotency_keys
    WHERE tenant_id = p_tenant_id AND key_hash = p_idem_hash AND command_id = p_command_id AND NOT is_done;
  END IF;
END $$;

-- Places in a set with a limit, claimed before the append that fills them and released afterwards. A claim that
-- nobody released lapses: by then the projection shows the member, or it was never appended.
CREATE TABLE ops.set_claims (
  member_id  uuid PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('api_key', 'webhook_subscription')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX set_claims_tenant ON ops.set_claims (tenant_id, kind);

-- True where the set has a place left; then it is claimed. Claims of one tenant are decided one after the other.
CREATE FUNCTION ops.claim_place(p_tenant_id uuid, p_kind text, p_member_id uuid, p_limit int, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_taken int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_kind || p_tenant_id::text, 0));
  DELETE FROM ops.set_claims c WHERE c.tenant_id = p_tenant_id AND c.kind = p_kind AND c.expires_at <= p_now;
  IF p_kind = 'api_key' THEN
    SELECT count(*) INTO v_taken FROM (
      SELECT k.key_id FROM read.api_keys k WHERE k.tenant_id = p_tenant_id AND k.is_active AND k.key_id <> p_member_id
      UNION SELECT c.member_id FROM ops.set_claims c
      WHERE c.tenant_id = p_tenant_id AND c.kind = p_kind AND c.member_id <> p_member_id) AS members;
  ELSE
    SELECT count(*) INTO v_taken FROM (
      SELECT s.subscription_id FROM read.webhook_subscriptions s
      WHERE s.tenant_id = p_tenant_id AND s.subscription_id <> p_member_id
      UNION SELECT c.member_id FROM ops.set_claims c
      WHERE c.tenant_id = p_tenant_id AND c.kind = p_kind AND c.member_id <> p_member_id) AS members;
  END IF;
  IF v_taken >= p_limit THEN RETURN false; END IF;
  INSERT INTO ops.set_claims (member_id, tenant_id, kind, expires_at)
  VALUES (p_member_id, p_tenant_id, p_kind, p_now + interval '1 minute')
  ON CONFLICT (member_id) DO UPDATE SET expires_at = excluded.expires_at;
  RETURN true;
END $$;
