-- Schema `read`: projections, rebuilt from the event log at any time. Schema `ops`: operational state, never rebuilt.
-- Values that a caller can write freely are stored sealed (bytea, *_sealed) or as keyed hashes (*_hash).
CREATE SCHEMA read;
CREATE SCHEMA ops;

-- Data keys, each wrapped by a master key. A destroyed key keeps its row, empty.
CREATE TABLE ops.data_keys (
  key_id       uuid PRIMARY KEY,
  tenant_id    uuid NOT NULL,
  subject_id   uuid NOT NULL,
  role         text NOT NULL CHECK (role IN ('tenant', 'subject', 'answer', 'outcome')),
  master_id    text,
  wrapped      bytea,
  created_at   timestamptz NOT NULL,
  destroyed_at timestamptz,
  erasure_id   uuid,
  CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL)),
  CHECK ((wrapped IS NULL) = (master_id IS NULL))
);
CREATE INDEX data_keys_subject ON ops.data_keys (subject_id);

CREATE TABLE ops.checkpoints (
  projection text NOT NULL,
  version    int NOT NULL,
  position   bigint NOT NULL,
  event_id   uuid NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (projection, version)
);

-- Events that a projection could not apply; it stands still until the cause is gone.
CREATE TABLE ops.parked_events (
  projection text PRIMARY KEY,
  position   bigint NOT NULL,
  event_id   uuid NOT NULL,
  error_code text NOT NULL,
  parked_at  timestamptz NOT NULL
);

CREATE TABLE ops.leases (
  name       text PRIMARY KEY,
  holder     uuid NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Calls of the last minute, one slot a second. Lost in a database crash without harm.
CREATE UNLOGGED TABLE ops.rate_windows (
  bucket text PRIMARY KEY,
  head_s bigint NOT NULL,
  slots  int[] NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE ops.idempotency_keys (
  tenant_id       uuid NOT NULL,
  key_hash        bytea NOT NULL,
  generation      int NOT NULL DEFAULT 0,
  fingerprint     bytea NOT NULL,
  command_id      uuid NOT NULL,
  is_done         boolean NOT NULL DEFAULT false,
  response_sealed bytea,
  response_key_id uuid,
  started_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX idempotency_keys_expiry ON ops.idempotency_keys (expires_at);

-- Money in flight: what admitted commands will charge once their append is projected. A free create stands here
-- as well, as its claim on the tier's concurrency.
CREATE TABLE ops.intents (
  command_id  uuid PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  stream      text NOT NULL,
  cost        int NOT NULL CHECK (cost >= 0),
  creates     uuid,
  test        boolean NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL,
  deadline_at timestamptz NOT NULL
);
CREATE INDEX intents_tenant ON ops.intents (tenant_id);
CREATE INDEX intents_deadline ON ops.intents (deadline_at);

-- Dashboard sessions, by the id in their token: a member's, or made from an API key. Logging out revokes.
CREATE TABLE ops.login_sessions (
  session_id uuid PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  member_id  uuid,
  key_id     uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  CHECK ((member_id IS NULL) <> (key_id IS NULL))
);
CREATE INDEX login_sessions_member ON ops.login_sessions (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX login_sessions_expiry ON ops.login_sessions (expires_at);

CREATE TABLE ops.api_key_usage (
  key_id       uuid PRIMARY KEY,
  tenant_id    uuid NOT NULL,
  last_used_at timestamptz NOT NULL
);

CREATE TABLE read.tenants (
  tenant_id           uuid PRIMARY KEY,
  revision            int NOT NULL,
  name_sealed         bytea,
  tier                text NOT NULL,
  tier_changed_at     timestamptz NOT NULL,
  tier_rpm            int NOT NULL,
  concurrency_limit   int NOT NULL,
  rate_limit_override int,
  overage_allowed     boolean NOT NULL,
  body_limit_bytes    int,
  feature_flags       jsonb NOT NULL,
  created_at          timestamptz NOT NULL
);

-- A rotation puts another key in the place of the one before, in the same row: `lineage_id` is the id of the first one,
-- which the stream is named after, `replaced_key_id` that of the one before. Nothing but the primary key is declared
-- unique: handler and projector may insert a new row at the same time, and shall meet there.
CREATE TABLE read.api_keys (
  lineage_id      uuid PRIMARY KEY,
  key_id          uuid NOT NULL,
  replaced_key_id uuid,
  tenant_id       uuid NOT NULL,
  revision        int NOT NULL,
  key_hash        bytea NOT NULL,
  key_prefix      text NOT NULL,
  key_suffix      text NOT NULL,
  name_sealed     bytea NOT NULL,
  scopes          text[] NOT NULL,
  rate_limit_rpm  int NOT NULL,
  tier_rpm        int NOT NULL,
  is_test         boolean NOT NULL,
  is_active       boolean NOT NULL,
  expires_at      timestamptz,
  created_at      timestamptz NOT NULL,
  revoked_at      timestamptz
);
CREATE INDEX api_keys_id ON read.api_keys (key_id);
CREATE INDEX api_keys_hash ON read.api_keys (key_hash);
CREATE INDEX api_keys_tenant ON read.api_keys (tenant_id, created_at);

-- Who may sign in to the dashboard. Address, name and password hash are sealed under the member's own key; the
-- address is found by a hash keyed for the installation, since it is unique over all tenants.
CREATE TABLE read.members (
  member_id         uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL,
  revision          int NOT NULL,
  status            text NOT NULL CHECK (status IN ('invited', 'active', 'deactivated')),
  email_hash        bytea NOT NULL,
  profile_sealed    bytea NOT NULL,
  password_sealed   bytea NOT NULL,
  role              text NOT NULL,
  scopes            text[] NOT NULL,
  is_active         boolean NOT NULL,
  email_verified_at timestamptz,
  accepted_at       timestamptz,
  invite_hash       bytea,
  invite_expires_at timestamptz,
  created_at        timestamptz NOT NULL
);
CREATE INDEX members_tenant ON read.members (tenant_id, created_at);
CREATE INDEX members_email ON read.members (email_hash);
CREATE INDEX members_invite ON read.members (invite_hash) WHERE invite_hash IS NOT NULL;

-- The session as it stands: clear columns for lists and statistics; the whole state sealed under the key of its
-- latest outcome, so that destroying that key leaves nothing of it readable in any older copy of the row.
CREATE TABLE read.sessions (
  session_id       uuid PRIMARY KEY,
  tenant_id        uuid NOT NULL,
  test             boolean NOT NULL,
  status           text NOT NULL CHECK (status IN ('active', 'finalized')),
  revision         int NOT NULL,
  triage_level     text NOT NULL,
  complaint        text,
  complaint_hash   bytea NOT NULL,
  patient_hash     bytea,
  age_band         text NOT NULL,
  sex              text NOT NULL,
  primary_icd      text,
  questions_asked  int NOT NULL,
  red_flags        text[] NOT NULL,
  accuracy         text,
  created_at       timestamptz NOT NULL,
  last_activity_at timestamptz NOT NULL,
  timed_out_since  timestamptz,
  finalized_at     timestamptz,
  state_key_id     uuid NOT NULL,
  state_sealed     bytea NOT NULL,
  brief_sealed     bytea NOT NULL
) WITH (fillfactor = 70);
-- Lists, and with what they include the statistics: they are counted and paged through without reading rows.
CREATE INDEX sessions_list ON read.sessions (tenant_id, test, created_at DESC, session_id DESC)
  INCLUDE (status, triage_level);
CREATE INDEX sessions_patient ON read.sessions (tenant_id, patient_hash, created_at DESC) WHERE patient_hash IS NOT NULL;
CREATE INDEX sessions_complaint ON read.sessions (tenant_id, complaint, test, created_at DESC, session_id DESC)
  INCLUDE (status);
CREATE INDEX sessions_complaint_text
  ON read.sessions (tenant_id, complaint_hash, test, created_at DESC, session_id DESC) INCLUDE (status, complaint);
CREATE INDEX sessions_active ON read.sessions (tenant_id, last_activity_at) WHERE status = 'active';

CREATE TABLE read.patients (
  tenant_id       uuid NOT NULL,
  test            boolean NOT NULL,
  patient_hash    bytea NOT NULL,
  sessions_count  int NOT NULL,
  finalized_count int NOT NULL,
  last_session_at timestamptz,
  PRIMARY KEY (tenant_id, test, patient_hash)
);
-- Which patient a session belongs to, so that its erasure can be counted back.
CREATE TABLE read.patient_sessions (
  session_id   uuid PRIMARY KEY,
  tenant_id    uuid NOT NULL,
  test         boolean NOT NULL,
  patient_hash bytea NOT NULL,
  created_at   timestamptz NOT NULL,
  is_finalized boolean NOT NULL
);
CREATE INDEX patient_sessions_patient ON read.patient_sessions (tenant_id, test, patient_hash, created_at DESC);

CREATE TABLE read.balances (
  tenant_id       uuid PRIMARY KEY,
  granted         bigint NOT NULL,
  charged         bigint NOT NULL,
  initial_balance bigint NOT NULL,
  last_topup_at   timestamptz
);

CREATE TABLE read.usage_records (
  record_id  uuid PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  key_id     uuid,
  session_id uuid,
  action     text NOT NULL,
  tokens     int NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX usage_records_tenant ON read.usage_records (tenant_id, created_at DESC, record_id DESC);

CREATE TABLE read.audit_rows (
  tenant_id      uuid NOT NULL,
  seq            bigint NOT NULL,
  event_id       uuid NOT NULL,
  at             timestamptz NOT NULL,
  action         text NOT NULL,
  actor_type     text NOT NULL,
  actor_id       text NOT NULL,
  subject_type   text NOT NULL,
  subject_id     text NOT NULL,
  changed_fields text[] NOT NULL,
  request_id     text NOT NULL,
  ip             text,
  canonical      text NOT NULL,
  hash           bytea NOT NULL,
  previous_hash  bytea NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);
CREATE TABLE read.audit_heads (
  tenant_id uuid PRIMARY KEY,
  seq       bigint NOT NULL,
  hash      bytea NOT NULL
);

CREATE TABLE read.webhook_subscriptions (
  subscription_id   uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL,
  revision          int NOT NULL,
  events            text[] NOT NULL,
  url_sealed        bytea NOT NULL,
  secret_sealed     bytea NOT NULL,
  is_active         boolean NOT NULL,
  disabled_reason   text,
  created_at        timestamptz NOT NULL,
  secret_rotated_at timestamptz,
  created_by_test   boolean NOT NULL
);
CREATE INDEX webhook_subscriptions_tenant ON read.webhook_subscriptions (tenant_id, created_at);

-- Ed25519 keys that sign erasure certificates; the private half is wrapped by a master key.
CREATE TABLE ops.signing_keys (
  signing_key_id uuid PRIMARY KEY,
  public_key     bytea NOT NULL,
  master_id      text NOT NULL,
  wrapped        bytea NOT NULL,
  created_at     timestamptz NOT NULL
);

-- A key without its row is no destroyed key: whoever meets it stops.
CREATE FUNCTION ops.fail_for_lost_key(p_key_id uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a data key is missing' USING ERRCODE = 'DK001', DETAIL = p_key_id;
END $$;

-- Whether a session's row may be written, sealed under that key: not once the session was erased, however late the
-- writer comes. Row and key stay locked until the writer commits, in the order in which an erasure takes them. The
-- rows of a rebuild are nobody else's yet.
CREATE FUNCTION ops.may_write_session(p_session_id uuid, p_key_id uuid) RETURNS boolean
LANGUAGE plpgsql COST 1 AS $$
DECLARE
  v_is_alive boolean;
BEGIN
  IF current_schema() <> 'read' THEN RETURN true; END IF;
  PERFORM 1 FROM read.sessions s WHERE s.session_id = p_session_id FOR NO KEY UPDATE;
  SELECT k.wrapped IS NOT NULL INTO v_is_alive FROM ops.data_keys k WHERE k.key_id = p_key_id FOR SHARE;
  IF NOT FOUND THEN PERFORM ops.fail_for_lost_key(p_key_id); END IF;
  RETURN v_is_alive;
END $$;
