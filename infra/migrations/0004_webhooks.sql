-- Webhook deliveries: operational state, never rebuilt, covered by backup.

-- Where a tenant wants to be told of what, as of the fan-out's own place in the log: kept by the fan-out itself, so
-- that no event is matched against subscriptions of an earlier or a later moment.
CREATE TABLE ops.webhook_endpoints (
  subscription_id    uuid PRIMARY KEY,
  tenant_id          uuid NOT NULL,
  revision           int NOT NULL,
  events             text[] NOT NULL,
  -- Made by a test key: told of test sessions only.
  test               boolean NOT NULL,
  endpoint_sealed    bytea NOT NULL,
  is_active          boolean NOT NULL,
  -- Since when nothing but failures came back; null after each success.
  failing_since      timestamptz,
  -- To be switched off, and under which command id; the event that does it is on its way into the log.
  disable_reason     text CHECK (disable_reason IN ('gone', 'failing')),
  disable_command_id uuid,
  CHECK ((disable_reason IS NULL) = (disable_command_id IS NULL))
);
CREATE INDEX webhook_endpoints_tenant ON ops.webhook_endpoints (tenant_id) WHERE is_active;

-- One body for all deliveries of an event: the exact bytes, sealed under the key that dies with what they tell.
CREATE TABLE ops.webhook_messages (
  event_id    uuid PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  session_id  uuid,
  key_id      uuid NOT NULL,
  body_sealed bytea NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX webhook_messages_session ON ops.webhook_messages (session_id) WHERE session_id IS NOT NULL;

-- Pages are half filled: a claim finds room for its new version beside the old one and touches no index.
-- `due_at`: when the next attempt is due; null when none is. A claim leaves it as it is and only sets the lease;
-- a lease that has run out is no lease.
CREATE TABLE ops.webhook_deliveries (
  delivery_id       uuid PRIMARY KEY,
  event_id          uuid NOT NULL,
  subscription_id   uuid NOT NULL,
  tenant_id         uuid NOT NULL,
  event_type        text NOT NULL,
  test              boolean NOT NULL,
  status            text NOT NULL DEFAULT 'pending'
                    CHECK (status IN ('pending', 'failed', 'dead-lettered', 'exhausted', 'delivered')),
  -- Over all rounds, and in this round: a replay begins a new one.
  attempts          int NOT NULL DEFAULT 0,
  round_attempts    int NOT NULL DEFAULT 0,
  due_at            timestamptz,
  lease_id          uuid,
  leased_until      timestamptz,
  -- Claims since the last recorded outcome: more than one means that a process ended in between.
  claims            int NOT NULL DEFAULT 0,
  last_status_code  int,
  last_error        text,
  -- The latest attempts, oldest first, written with the row that they change: see shared/webhooks/attempt-log.ts.
  attempt_log       jsonb NOT NULL DEFAULT '[]',
  created_at        timestamptz NOT NULL,
  delivered_at      timestamptz,
  dead_lettered_at  timestamptz,
  resolved_at       timestamptz,
  -- Our own reason as a code, or the caller's, sealed under the tenant's key.
  resolution_code   text CHECK (resolution_code IN ('subject erased', 'subscription deleted')),
  resolution_sealed bytea,
  CHECK (due_at IS NULL OR status IN ('pending', 'failed')),
  CHECK (due_at IS NOT NULL OR lease_id IS NULL),
  CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
  CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX webhook_deliveries_due ON ops.webhook_deliveries (subscription_id, due_at) WHERE due_at IS NOT NULL;
-- Lists, counts, and the way from an event (its tenant and time) to its deliveries: see 0012.
CREATE INDEX webhook_deliveries_dead ON ops.webhook_deliveries (dead_lettered_at)
  WHERE status = 'dead-lettered' AND resolved_at IS NULL;
