-- Looks at protected data and sign-ins, on their way into the log: written before the call is answered, appended in
-- batches by a reactor, and deleted once they stand there.
CREATE TABLE ops.access_intake (
  access_id    uuid PRIMARY KEY,
  tenant_id    uuid NOT NULL,
  actor_type   text NOT NULL,
  actor_id     text NOT NULL,
  action       text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  request_id   text NOT NULL,
  ip           text NOT NULL,
  at           timestamptz NOT NULL,
  test         boolean NOT NULL,
  -- Set before a batch is appended: what stands in the log already can only be among these.
  claimed      boolean NOT NULL DEFAULT false
);
CREATE INDEX access_intake_order ON ops.access_intake (claimed DESC, at, access_id);
