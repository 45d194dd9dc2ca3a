-- Who holds a claim writes the member's row first and gives the claim up afterwards. Between a look at the rows and the
-- taking of the claim both can happen, so that two members came out of one address. So the rows are looked at once more
-- when the claim is taken; where the member is found then, the claim is given up again.

CREATE OR REPLACE FUNCTION ops.claim_address(p_email_hash bytea, p_tenant_id uuid, p_member_id uuid, p_now timestamptz,
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
  FOR v_look IN 1..2 LOOP
    SELECT 'taken', m.member_id, m.tenant_id, m.email_verified_at IS NOT NULL, m.created_at
    INTO outcome, holder_id, holder_tenant_id, holder_is_verified, holder_since
    FROM read.members m
    WHERE m.email_hash = p_email_hash AND m.status = 'active' AND m.member_id <> p_member_id LIMIT 1;
    IF FOUND THEN
      DELETE FROM ops.member_claims c WHERE c.kind = 'address' AND c.claim = v_claim AND c.member_id = p_member_id;
      RETURN;
    END IF;
    IF v_look = 1 AND NOT ops.take_member_claim('address', v_claim, p_tenant_id, p_member_id, p_now) THEN
      outcome := 'busy';
      RETURN;
    END IF;
  END LOOP;
  outcome := 'claimed';
END $$;

CREATE OR REPLACE FUNCTION ops.claim_invitation(p_tenant_id uuid, p_email_hash bytea, p_member_id uuid, p_limit int,
  p_now timestamptz, OUT outcome text, OUT holder_id uuid)
LANGUAGE plpgsql AS $$
DECLARE
  v_claim CONSTANT text := p_tenant_id::text || encode(p_email_hash, 'hex');
  v_taken int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('team' || p_tenant_id::text, 0));
  FOR v_look IN 1..2 LOOP
    SELECT CASE m.status WHEN 'active' THEN 'member' ELSE 'invited' END, m.member_id INTO outcome, holder_id
    FROM read.members m
    WHERE m.tenant_id = p_tenant_id AND m.email_hash = p_email_hash AND m.status <> 'deactivated'
    ORDER BY m.status LIMIT 1;
    IF FOUND THEN
      DELETE FROM ops.member_claims c WHERE c.kind = 'invitation' AND c.claim = v_claim AND c.member_id = p_member_id;
      RETURN;
    END IF;
    CONTINUE WHEN v_look = 2;
    SELECT count(*) INTO v_taken FROM (
      SELECT m.member_id FROM read.members m WHERE m.tenant_id = p_tenant_id AND m.status <> 'deactivated'
      UNION
      SELECT c.member_id FROM ops.member_claims c
      WHERE c.tenant_id = p_tenant_id AND c.kind = 'invitation' AND c.expires_at > p_now AND c.member_id <> p_member_id
    ) AS places;
    IF v_taken >= p_limit THEN
      outcome := 'full';
      RETURN;
    END IF;
    IF NOT ops.take_member_claim('invitation', v_claim, p_tenant_id, p_member_id, p_now) THEN
      outcome := 'busy';
      RETURN;
    END IF;
  END LOOP;
  outcome := 'claimed';
END $$;
