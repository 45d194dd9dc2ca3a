-- What proves the audit trail, and the counting of reads that are too many for a row each.

-- How many reads a row stands for; null where it stands for one event.
ALTER TABLE read.audit_rows ADD COLUMN count int;

-- The proof of one row is asked for by its event.
CREATE INDEX audit_rows_event ON read.audit_rows (tenant_id, event_id);

-- Signed places of the tenants' chains, as they stand in the log.
CREATE TABLE read.audit_checkpoints (
  tenant_id      uuid NOT NULL,
  number         int NOT NULL,
  seq            bigint NOT NULL,
  hash           bytea NOT NULL,
  -- Canonical JSON of what was signed.
  statement      text NOT NULL,
  signing_key_id uuid NOT NULL,
  public_key     text NOT NULL,
  signature      text NOT NULL,
  PRIMARY KEY (tenant_id, number),
  UNIQUE (tenant_id, seq)
);

-- What the witness has computed of every tenant's chain from the log, sealed under the installation's key: whoever
-- rewrites the rows cannot rewrite this along with them.
CREATE TABLE ops.audit_witness (
  name       text PRIMARY KEY,
  sealed     bytea NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Tenants that asked for a checkpoint of what stands now.
CREATE TABLE ops.audit_checkpoint_requests (
  tenant_id    uuid PRIMARY KEY,
  requested_at timestamptz NOT NULL
);

-- Reads of session state and results, counted here until their minute is over.
CREATE TABLE ops.read_counts (
  tenant_id  uuid NOT NULL,
  minute     timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id   text NOT NULL,
  action     text NOT NULL,
  session_id uuid NOT NULL,
  test       boolean NOT NULL,
  count      int NOT NULL CHECK (count > 0),
  -- Of the first of them.
  access_id  uuid NOT NULL,
  request_id text NOT NULL,
  ip         text NOT NULL,
  PRIMARY KEY (tenant_id, minute, actor_id, session_id, action)
);
CREATE INDEX read_counts_minute ON ops.read_counts (minute);
ALTER TABLE ops.access_intake ADD COLUMN count int CHECK (count > 0);
-- An operator's command comes from no address.
ALTER TABLE ops.access_intake ALTER COLUMN ip DROP NOT NULL;
