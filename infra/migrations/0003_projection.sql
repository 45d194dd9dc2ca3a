-- What the runner of projections, rebuilds and reactors need besides.

-- Tables of a rebuild in progress, of the same names and shapes as in `read`.
CREATE SCHEMA read_next;

-- Where the event named by `event_id` stands, so that a start can verify that this is still the same log.
ALTER TABLE ops.checkpoints ADD COLUMN stream text, ADD COLUMN revision int;

-- Subscriptions that were deleted: a projector that comes late must not bring one back.
CREATE TABLE read.removed_subscriptions (
  subscription_id uuid PRIMARY KEY,
  tenant_id       uuid NOT NULL,
  removed_at      timestamptz NOT NULL
);

-- Sessions for which no time-out of the running idle period was recorded yet.
CREATE INDEX sessions_idle ON read.sessions (last_activity_at)
  WHERE status = 'active' AND timed_out_since IS DISTINCT FROM last_activity_at;

-- Stored responses that are still there.
CREATE INDEX idempotency_keys_responses ON ops.idempotency_keys (expires_at) WHERE response_sealed IS NOT NULL;

-- What the balance reactor has seen of a tenant: it stands at that reactor's own checkpoint, not at that of
-- read.balances. `armed` names the thresholds that have not been crossed since the last grant.
CREATE TABLE ops.balance_watch (
  tenant_id       uuid PRIMARY KEY,
  balance         bigint NOT NULL,
  initial_balance bigint NOT NULL,
  armed           text[] NOT NULL
);
