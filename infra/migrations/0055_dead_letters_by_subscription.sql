-- The dead letters of one subscription that nobody has dealt with. A deletion locks and resolves them: without this index that
-- read those of all tenants, which stay for good.
CREATE INDEX webhook_deliveries_dead_of_subscription ON ops.webhook_deliveries (subscription_id)
  WHERE status IN ('dead-lettered', 'exhausted') AND resolved_at IS NULL;
