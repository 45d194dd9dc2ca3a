-- Rules over many members, claimed before the append that needs them and released once the read model shows what was
-- appended. A claim that nobody released lapses: by then the projection shows it, or it was never appended.
CREATE TABLE ops.member_claims (
  kind       text NOT NULL CHECK (kind IN ('address', 'invitation', 'owner_loss')),
  -- What is claimed: the hash of an address (hex), in one tenant or over all of them, or a member.
  claim      text NOT NULL,
  tenant_id  uuid NOT NULL,
  member_id  uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, claim)
);
CREATE INDEX member_claims_tenant ON ops.member_claims (tenant_id, kind);

-- Takes a claim, or says that another member holds it. Call it with the claim's lock held.
CREATE FUNCTION ops.take_member_claim(p_kind text, p_claim text, p_tenant_id uuid, p_member_id uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ops.member_claims AS c (kind, claim, tenant_id, member_id, expires_at)
  VALUES (p_kind, p_claim, p_tenant_id, p_member_id, p_now + interval '1 minute')
  ON CONFLICT (kind, claim) DO UPDATE
    SET tenant_id = excluded.tenant_id, member_id = excluded.member_id, expires_at = excluded.expires_at
    WHERE c.member_id = excluded.member_id OR c.expires_at <= p_now;
  RETURN FOUND;
END $$;

-- An address for one member over all tenants, looked for past row-level security. `outcome`: claimed; taken, by the
-- active member that is named; busy, being claimed by another one just now.
CREATE FUNCTION ops.claim_address(p_email_hash bytea, p_tenant_id uuid, p_member_id uuid, p_now timestamptz,
  OUT outcome text, OUT holder_id uuid, OUT holder_tenant_id uuid, OUT holder_is_verified boolean,
  OUT holder_since timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_claim CONSTANT text := encode(p_email_hash, 'hex');
BEGIN
  PERFORM ops.require_tenant(p_tenant_id);
  PERFORM pg_advisory_xact_lock(hashtextextended('address' || v_claim, 0));
  DELETE FROM ops.member_claims WHERE ctid = ANY (ARRAY(
    SELECT c.ctid FROM ops.member_claims c WHERE c.expires_at <= p_now LIMIT 100 FOR UPDATE SKIP LOCKED));
  SELECT 'taken', m.member_id, m.tenant_id, m.email_verified_at IS NOT NULL, m.created_at
  INTO outcome, holder_id, holder_tenant_id, holder_is_verified, holder_since
  FROM read.members m
  WHERE m.email_hash = p_email_hash AND m.status = 'active' AND m.member_id <> p_member_id LIMIT 1;
  IF FOUND THEN RETURN; END IF;
  outcome := CASE WHEN ops.take_member_claim('address', v_claim, p_tenant_id, p_member_id, p_now)
             THEN 'claimed' ELSE 'busy' END;
END $$;

-- A place in a team for an address. `outcome`: claimed; member or invited, as the member that is named; busy; full.
CREATE FUNCTION ops.claim_invitation(p_tenant_id uuid, p_email_hash bytea, p_member_id uuid, p_limit int,
  p_now timestamptz, OUT outcome text, OUT holder_id uuid)
LANGUAGE plpgsql AS $$
DECLARE
  v_taken int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('team' || p_tenant_id::text, 0));
  SELECT CASE m.status WHEN 'active' THEN 'member' ELSE 'invited' END, m.member_id INTO outcome, holder_id
  FROM read.members m
  WHERE m.tenant_id = p_tenant_id AND m.email_hash = p_email_hash AND m.status <> 'deactivated'
  ORDER BY m.status LIMIT 1;
  IF FOUND THEN RETURN; END IF;
  SELECT count(*) INTO v_taken FROM (
    SELECT m.member_id FROM read.members m WHERE m.tenant_id = p_tenant_id AND m.status <> 'deactivated'
    UNION
    SELECT c.member_id FROM ops.member_claims c
    WHERE c.tenant_id = p_tenant_id AND c.kind = 'invitation' AND c.expires_at > p_now AND c.member_id <> p_member_id
  ) AS places;
  outcome := CASE
    WHEN v_taken >= p_limit THEN 'full'
    WHEN ops.take_member_claim('invitation', p_tenant_id::text || encode(p_email_hash, 'hex'), p_tenant_id,
                               p_member_id, p_now) THEN 'claimed'
    ELSE 'busy' END;
END $$;

-- True where the team keeps an owner who can sign in without this member; until the release, nobody counts on the
-- member any more.
CREATE FUNCTION ops.claim_owner_loss(p_tenant_id uuid, p_member_id uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('owners' || p_tenant_id::text, 0));
  IF NOT EXISTS (
    SELECT 1 FROM read.members m
    WHERE m.tenant_id = p_tenant_id AND m.role = 'owner' AND m.status = 'active' AND m.member_id <> p_member_id
      AND m.email_verified_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ops.member_claims c
                      WHERE c.kind = 'owner_loss' AND c.member_id = m.member_id AND c.expires_at > p_now)
  ) THEN RETURN false; END IF;
  RETURN ops.take_member_claim('owner_loss', p_member_id::text, p_tenant_id, p_member_id, p_now);
END $$;

-- Whose invitation a token opens, found without knowing the tenant. No row for an unknown, used or replaced one.
CREATE FUNCTION ops.find_invitation(p_token_hash bytea)
RETURNS TABLE (member_id uuid, tenant_id uuid, email_hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT m.member_id, m.tenant_id, m.email_hash FROM read.members m WHERE m.invite_hash = p_token_hash LIMIT 1
$$;
