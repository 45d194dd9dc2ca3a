-- A row a step of a live session, in codes: what the facts of docs/data are made of. No text, no id of a patient, no exact
-- age. Written by the projection `session-steps`; a rectification empties what it has cleared, an erasure leaves one row
-- that says so and nothing else.
CREATE TABLE read.session_steps (
  session_id          uuid NOT NULL,
  revision            int NOT NULL,
  tenant_id           uuid NOT NULL,
  position            bigint NOT NULL,
  -- Position of the session's next step; null in its last one.
  superseded_position bigint,
  -- By which later step the row was emptied, where it was.
  changed_revision    int,
  changed_position    bigint,
  changed_at          timestamptz,
  -- Of the opening, in UTC; of the erasure in the one row that it leaves.
  day                 date NOT NULL,
  opened_at           timestamptz,
  at                  timestamptz NOT NULL,
  -- When the question that is open was put.
  asked_at            timestamptz,
  finalized_at        timestamptz,
  kind                text NOT NULL,
  profile_id          uuid,
  complaint           text,
  -- As they are known after the step, and what they were told by the step itself or stated for the session.
  age_band            text NOT NULL,
  sex                 text NOT NULL,
  stated_age_band     text,
  stated_sex          text,
  told_age_band       text,
  told_sex            text,
  told_language       text,
  language            text NOT NULL,
  question            text,
  skipped             boolean,
  unclear             boolean,
  waited_s            int,
  -- `pq:code`: p present, a absent, u unknown; q asked, t told, d derived, r from the patient's profile.
  findings            text[] NOT NULL,
  triage_level        text,
  previous_level      text,
  triage_kind         text,
  triage_code         text,
  -- Possible diagnoses, the likeliest first, in three lists of the same length; '' for a code that was not recorded.
  icds                text[] NOT NULL,
  conditions          text[] NOT NULL,
  probabilities       real[] NOT NULL,
  flags               text[] NOT NULL,
  new_flags           text[] NOT NULL,
  asks                text,
  stop_reason         text,
  questions_asked     int NOT NULL,
  -- Which of age and sex a rectification changed, and how many answers it cleared.
  changed_fields      text[] NOT NULL,
  cleared             int,
  accuracy            text,
  actual_icd          text,
  engine_version      text,
  PRIMARY KEY (session_id, revision)
) WITH (fillfactor = 90);
CREATE INDEX session_steps_day ON read.session_steps (tenant_id, day);
CREATE INDEX session_steps_position ON read.session_steps (tenant_id, position);
CREATE INDEX session_steps_changed ON read.session_steps (tenant_id, changed_position) WHERE changed_position IS NOT NULL;

-- What the views of schema `facts` and the extracts are made with: see shared/datasets.
CREATE SCHEMA facts_source;

-- Who is given facts: a login of a data team, or whoever takes extracts. Each has a key of its own for pseudonyms (the two
-- halves of HMAC-SHA-256, filled up to a block), so that two cannot join what they hold. It stands readable, beside the ids that it hides.
CREATE TABLE facts_source.recipients (
  recipient_id uuid PRIMARY KEY,
  -- Null: every tenant, for the operator's own data team.
  tenant_id    uuid,
  name         text NOT NULL,
  -- The login of Postgres that reads the views; null for who takes extracts alone.
  login        name UNIQUE,
  -- Moments to the second rather than to the hour.
  exact_times  boolean NOT NULL,
  inner_key    bytea NOT NULL CHECK (length(inner_key) = 64),
  outer_key    bytea NOT NULL CHECK (length(outer_key) = 64),
  -- Rises when the keys are made anew: cursors of before fit no more.
  generation   int NOT NULL DEFAULT 1,
  granted_at   timestamptz NOT NULL,
  revoked_at   timestamptz
);
CREATE UNIQUE INDEX recipients_name ON facts_source.recipients (tenant_id, name) NULLS NOT DISTINCT WHERE revoked_at IS NULL;

-- HMAC-SHA-256, the first 128 bits in hex.
CREATE FUNCTION facts_source.pseudonym(p_inner bytea, p_outer bytea, p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(p_outer || sha256(p_inner || convert_to(p_text, 'UTF8'))), 1, 16), 'hex')
$$;

CREATE FUNCTION facts_source.moment(p_exact boolean, p_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_exact THEN date_trunc('second', p_at, 'UTC') ELSE date_trunc('hour', p_at, 'UTC') END
$$;

-- Nobody but the views and extracts, which have the owner's rights.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA facts_source FROM PUBLIC;
