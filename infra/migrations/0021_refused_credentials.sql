-- A key or dashboard session that was good once and is refused now, for the audit trail of its tenant. What was never
-- one leaves nothing. A credential leaves at most 6 rows an hour and a tenant 60, so that nobody fills the trail.
CREATE FUNCTION ops.record_refused_credential(p_access_id uuid, p_key_hash bytea, p_session_id uuid, p_request_id text,
  p_ip text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  v_type text;
  v_id uuid;
  v_tenant uuid;
  v_test boolean;
BEGIN
  IF p_session_id IS NULL THEN
    SELECT 'api_key', k.key_id, k.tenant_id, k.is_test INTO v_type, v_id, v_tenant, v_test
    FROM read.api_keys k WHERE k.key_hash = p_key_hash;
  ELSE
    SELECT CASE WHEN l.member_id IS NULL THEN 'api_key' ELSE 'member' END, coalesce(l.member_id, l.key_id), l.tenant_id,
           false
    INTO v_type, v_id, v_tenant, v_test
    FROM ops.login_sessions l WHERE l.session_id = p_session_id;
  END IF;
  IF NOT FOUND THEN RETURN; END IF;
  IF NOT (SELECT c.allowed FROM ops.count_attempt('refused:' || v_id, 6, 3600, p_now) AS c) THEN RETURN; END IF;
  IF NOT (SELECT c.allowed FROM ops.count_attempt('refused:' || v_tenant, 60, 3600, p_now) AS c) THEN RETURN; END IF;
  INSERT INTO ops.access_intake
    (access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at, test)
  VALUES (p_access_id, v_tenant, v_type, v_id, 'auth.credential_refused', v_type, v_id, p_request_id, p_ip, p_now,
          v_test);
END $$;
GRANT EXECUTE ON FUNCTION ops.record_refused_credential TO triage_api;
