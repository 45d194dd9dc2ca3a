-- What the administration of webhooks adds to subscriptions and deliveries.

-- Secrets before the current one that held at the last rotation, sealed; empty where there was none.
ALTER TABLE read.webhook_subscriptions ADD COLUMN previous_secrets_sealed bytea NOT NULL DEFAULT ''::bytea;

ALTER TABLE ops.webhook_deliveries
  -- A replay that came while an attempt was under way: its new round begins once that attempt is recorded.
  ADD COLUMN replay_requested_at timestamptz,
  -- The command that replayed or resolved it last: a repeat of that call after a crash finds its own work.
  ADD COLUMN last_command_id uuid;
CREATE INDEX webhook_deliveries_replay ON ops.webhook_deliveries (replay_requested_at)
  WHERE replay_requested_at IS NOT NULL;

-- Indexes of the administration, and what they cost a delivery on its way. Each delivery is inserted once and, with the
-- first attempt's outcome, gets a new version that no index is spared, since `due_at` and `status` are indexed; so
-- every full index costs two entries a delivery, a partial one only where its condition holds. There is one full index
-- beside the primary key. It has all that a list filters by, so that counting a tenant's deliveries and finding the
-- n-th page read the index alone: the rows of one tenant lie scattered over the whole table.
--
-- EXPLAIN (ANALYZE) on 2 cores, 1,000,000 rows of 100 tenants in the order of time, for the largest (50,000). The plans
-- are the same for the APIs' role, whose policy adds a check that runs once a query.
--   page, sorted and filtered   Index Only Scan using webhook_deliveries_tenant       first page 1 ms, last one 9 ms
--   total of any filter         Index Only Scan using webhook_deliveries_tenant       7 to 10 ms
--   one subscription's          Index Only Scan using webhook_deliveries_tenant       5 ms
--   failures summary            Index Only Scan using webhook_deliveries_actionable   1 ms; 7 ms with all 50,000 in it
--   dead letters                Index Scan using webhook_deliveries_actionable        1 ms for 50, 3 ms for 500
-- This holds while vacuum keeps up (Heap Fetches: 0). After all rows of that tenant changed at once, a total takes up
-- to 400 ms until it has; hence the setting below, beside the one for dead rows that stands with the table.
ALTER TABLE ops.webhook_deliveries SET (autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE INDEX webhook_deliveries_tenant ON ops.webhook_deliveries (tenant_id, created_at, delivery_id)
  INCLUDE (status, test, subscription_id);

-- What somebody may have to do something about: few entries, and none of a delivery that succeeds at once.
CREATE INDEX webhook_deliveries_actionable
  ON ops.webhook_deliveries (tenant_id, test, status, dead_lettered_at, delivery_id)
  WHERE status IN ('failed', 'dead-lettered', 'exhausted') AND resolved_at IS NULL;
