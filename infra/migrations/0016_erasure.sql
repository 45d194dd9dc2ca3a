-- What was erased, and the pruning of old sessions.

-- Every erasure: what for, under which event, and how much it destroyed. Written by whoever destroys (command, projector,
-- dispatcher), each adding what it found; the ledger outside of the database and the certificates are made from it.
CREATE TABLE ops.erasures (
  -- Id of the event that says so.
  erasure_id           uuid PRIMARY KEY,
  tenant_id            uuid NOT NULL,
  -- `answers`: single answers of a session, and what was concluded with them.
  subject_type         text NOT NULL CHECK (subject_type IN ('session', 'patient', 'member', 'tenant', 'answers')),
  subject_id           uuid NOT NULL,
  cause                text NOT NULL,
  -- Of `answers` alone: else every key of the subject is meant.
  key_ids              uuid[] CHECK ((key_ids IS NOT NULL) = (subject_type = 'answers')),
  erased_at            timestamptz NOT NULL,
  keys                 int NOT NULL DEFAULT 0,
  sessions             int NOT NULL DEFAULT 0,
  stored_answers       int NOT NULL DEFAULT 0,
  webhook_bodies       int NOT NULL DEFAULT 0,
  response_excerpts    int NOT NULL DEFAULT 0,
  cancelled_deliveries int NOT NULL DEFAULT 0,
  -- When it was written into the ledger.
  ledgered_at          timestamptz
);
CREATE INDEX erasures_subject ON ops.erasures (subject_id);
CREATE INDEX erasures_unledgered ON ops.erasures (erased_at) WHERE ledgered_at IS NULL;

-- The stored answers that a destroyed key has sealed.
CREATE INDEX idempotency_keys_response_key ON ops.idempotency_keys (response_key_id) WHERE response_sealed IS NOT NULL;

-- What retention looks for, a tenant at a time: finalized sessions by their end; unfinished ones are found by
-- sessions_active. An entry is made once, when a session is finalized.
CREATE INDEX sessions_finalized ON read.sessions (tenant_id, finalized_at) WHERE status = 'finalized';

-- Sessions that are being pruned: what was decided before the first of them was touched, so that whoever goes on after
-- a crash counts each of them once. Gone once the batch is.
CREATE TABLE ops.retention_items (
  session_id      uuid PRIMARY KEY,
  tenant_id       uuid NOT NULL,
  batch_id        uuid NOT NULL,
  test            boolean NOT NULL,
  revision        int NOT NULL,
  status          text NOT NULL,
  -- Monday of the week in which the session was opened, UTC.
  week            date NOT NULL,
  triage_level    text NOT NULL,
  complaint       text,
  age_band        text NOT NULL,
  sex             text NOT NULL,
  primary_icd     text,
  accuracy        text,
  red_flags       text[] NOT NULL,
  questions_asked int NOT NULL,
  -- From opening to finalization, of a finalized one.
  minutes         int,
  -- Whether it was erased in the name of this batch; null until that is known.
  is_pruned       boolean
);
CREATE INDEX retention_items_batch ON ops.retention_items (batch_id);

-- What pruned sessions were like, without an id or a time of any: gathered here by tenant, mode and the week in which they
-- were opened, until the last of a week is pruned and all go into the log together. Appended as they are pruned, they could be
-- told from each other there: a batch is often one session. A row is a line of the event `sessions-counted`.
CREATE TABLE ops.retention_counts (
  tenant_id       uuid NOT NULL,
  test            boolean NOT NULL,
  -- Monday of the week in which the sessions were opened, UTC.
  week            date NOT NULL,
  part            text NOT NULL CHECK (part IN ('groups', 'red_flags', 'diagnoses')),
  codes           jsonb NOT NULL,
  sessions        bigint NOT NULL,
  questions_asked bigint NOT NULL,
  minutes         bigint NOT NULL,
  -- The Monday, after the last of them was pruned, from which it is looked whether the week is over: the latest of its rows.
  due             date NOT NULL,
  PRIMARY KEY (tenant_id, test, week, part, codes)
);
