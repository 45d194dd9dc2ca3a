-- GET /v1/events hands out the bodies that webhooks send, in log order: what an event is, and its place in the log.
-- Bodies from before have none and are not in it.
ALTER TABLE ops.webhook_messages
  ADD COLUMN position bigint,
  ADD COLUMN event_type text,
  ADD COLUMN test boolean,
  -- False: nobody subscribed to it. Such a body is kept for the feed alone, for as long as that goes back.
  ADD COLUMN has_deliveries boolean NOT NULL DEFAULT true;

-- The next page of each type is one range of it.
CREATE INDEX webhook_messages_feed ON ops.webhook_messages (tenant_id, test, event_type, position)
  INCLUDE (event_id, created_at) WHERE position IS NOT NULL;
CREATE INDEX webhook_messages_feed_only ON ops.webhook_messages (created_at) WHERE NOT has_deliveries;

-- Reading a session's events from the feed is in the accounting of disclosures: the index of 0035 with it.
DROP INDEX read.audit_rows_disclosed;
CREATE INDEX audit_rows_disclosed ON read.audit_rows (tenant_id, subject_id, at DESC, event_id DESC)
  WHERE action IN ('patient.viewed', 'patient.sessions_viewed', 'patient.summary_viewed', 'patient.disclosures_viewed',
    'session.list_accessed', 'session.viewed', 'session.state_viewed', 'session.results_viewed', 'session.events_read',
    'session.exported', 'session.history_viewed', 'session.explained', 'replay.opened');
