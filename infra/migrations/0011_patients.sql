-- Patient profiles: one for each of a partner's patient ids and mode. The id stands sealed; it is found by a keyed hash,
-- parts of it by keyed hashes of three characters each (`grams`). `key_id` is the key of the profile itself.
CREATE TABLE read.patient_profiles (
  profile_id     uuid PRIMARY KEY,
  tenant_id      uuid NOT NULL,
  test           boolean NOT NULL,
  revision       int NOT NULL,
  patient_hash   bytea NOT NULL,
  grams          bigint[] NOT NULL,
  key_id         uuid NOT NULL,
  profile_sealed bytea NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL
);
CREATE INDEX patient_profiles_patient ON read.patient_profiles (tenant_id, patient_hash);
CREATE INDEX patient_profiles_list ON read.patient_profiles (tenant_id, test, updated_at DESC, profile_id DESC);
CREATE INDEX patient_profiles_both ON read.patient_profiles (tenant_id, updated_at DESC, profile_id DESC);
CREATE INDEX patient_profiles_grams ON read.patient_profiles USING gin (grams);

-- Which profile a patient id has: decided here before its first event is appended, so that two calls at once make one
-- profile. Stands until the patient is erased.
CREATE TABLE ops.patient_claims (
  tenant_id    uuid NOT NULL,
  test         boolean NOT NULL,
  patient_hash bytea NOT NULL,
  profile_id   uuid NOT NULL,
  PRIMARY KEY (tenant_id, test, patient_hash)
);

-- The profile of a patient id: the one that it has, else `p_profile_id` from now on. A profile of the read model counts
-- where the claim was lost with an older backup.
CREATE FUNCTION ops.claim_patient(p_tenant_id uuid, p_test boolean, p_patient_hash bytea, p_profile_id uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_profile_id uuid;
BEGIN
  SELECT c.profile_id INTO v_profile_id FROM ops.patient_claims c
  WHERE c.tenant_id = p_tenant_id AND c.test = p_test AND c.patient_hash = p_patient_hash;
  IF FOUND THEN RETURN v_profile_id; END IF;
  SELECT p.profile_id INTO v_profile_id FROM read.patient_profiles p
  WHERE p.tenant_id = p_tenant_id AND p.test = p_test AND p.patient_hash = p_patient_hash;
  INSERT INTO ops.patient_claims AS c (tenant_id, test, patient_hash, profile_id)
  VALUES (p_tenant_id, p_test, p_patient_hash, coalesce(v_profile_id, p_profile_id))
  ON CONFLICT (tenant_id, test, patient_hash) DO UPDATE SET profile_id = c.profile_id
  RETURNING c.profile_id INTO v_profile_id;
  RETURN v_profile_id;
END $$;

-- Erasures of patients that have begun: what a repeat goes on with where the first call was killed. Gone once the
-- certificate is signed. `session_ids` are those that it has erased, or is about to.
CREATE TABLE ops.patient_erasures (
  tenant_id    uuid NOT NULL,
  test         boolean NOT NULL,
  patient_hash bytea NOT NULL,
  erasure_id   uuid NOT NULL,
  profile_ids  uuid[] NOT NULL,
  session_ids  uuid[] NOT NULL,
  started_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, test, patient_hash)
);

-- Whether a profile's row may be written: not once the patient was erased, however late the writer comes (compare
-- ops.may_write_session).
CREATE FUNCTION ops.may_write_patient(p_profile_id uuid, p_key_id uuid) RETURNS boolean
LANGUAGE plpgsql COST 1 AS $$
DECLARE
  v_is_alive boolean;
BEGIN
  IF current_schema() <> 'read' THEN RETURN true; END IF;
  PERFORM 1 FROM read.patient_profiles p WHERE p.profile_id = p_profile_id FOR NO KEY UPDATE;
  SELECT k.wrapped IS NOT NULL INTO v_is_alive FROM ops.data_keys k WHERE k.key_id = p_key_id FOR SHARE;
  IF NOT FOUND THEN PERFORM ops.fail_for_lost_key(p_key_id); END IF;
  RETURN v_is_alive;
END $$;

-- Profiles of the tenant whose grams hold all of `p_all`, or any of `p_any` (null: not asked), most recently updated
-- first, after a place in that order (null: from the beginning). Runs with the owner's rights: under row-level security
-- no operator of arrays comes near an index, since none is known to leak nothing. So it looks at the tenant that the
-- connection was lent to, tells ids alone, and its caller reads the rows by itself.
CREATE FUNCTION ops.search_patients(p_tenant_id uuid, p_test boolean, p_all bigint[], p_any bigint[],
  p_after_at timestamptz, p_after_id uuid, p_limit int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF p_tenant_id IS DISTINCT FROM nullif(current_setting('app.tenant_id', true), '')::uuid THEN RETURN; END IF;
  -- Planned anew with each search: how many rows a gram has decides which index is the right one.
  RETURN QUERY EXECUTE
    'SELECT p.profile_id FROM read.patient_profiles p WHERE p.tenant_id = $1'
    || CASE WHEN p_test IS NULL THEN '' ELSE ' AND p.test = $2' END
    || CASE WHEN p_all IS NULL THEN '' ELSE ' AND p.grams OPERATOR(pg_catalog.@>) $3' END
    || CASE WHEN p_any IS NULL THEN '' ELSE ' AND p.grams OPERATOR(pg_catalog.&&) $4' END
    || CASE WHEN p_after_id IS NULL THEN '' ELSE ' AND (p.updated_at, p.profile_id) < ($5, $6)' END
    || ' ORDER BY p.updated_at DESC, p.profile_id DESC LIMIT $7'
  USING p_tenant_id, p_test, p_all, p_any, p_after_at, p_after_id, p_limit;
END $$;
