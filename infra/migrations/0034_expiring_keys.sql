-- A key that has expired takes no place among the keys of the tier any more. Else as it was (0002, 0023).
CREATE OR REPLACE FUNCTION ops.claim_place(p_tenant_id uuid, p_kind text, p_member_id uuid, p_limit int, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_taken int;
BEGIN
  PERFORM ops.lock(p_kind || p_tenant_id::text);
  DELETE FROM ops.set_claims c WHERE c.tenant_id = p_tenant_id AND c.kind = p_kind AND c.expires_at <= p_now;
  IF p_kind = 'api_key' THEN
    SELECT count(*) INTO v_taken FROM (
      SELECT k.key_id FROM read.api_keys k
      WHERE k.tenant_id = p_tenant_id AND k.is_active AND (k.expires_at IS NULL OR k.expires_at > p_now)
        AND k.key_id <> p_member_id
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
