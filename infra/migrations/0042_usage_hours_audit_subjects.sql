-- Calls and tokens of a tenant an hour, key and action, counted up beside read.usage_records in the same transaction: what
-- the usage summary adds up. A table beside read.usage_days, since a day has no key, and its rows would be many a day.
CREATE TABLE read.usage_hours (
  tenant_id uuid NOT NULL,
  -- Where the hour begins.
  hour      timestamptz NOT NULL,
  -- All zeros: members in the dashboard, who have no key.
  key_id    uuid NOT NULL,
  action    text NOT NULL,
  tokens    bigint NOT NULL,
  calls     bigint NOT NULL,
  PRIMARY KEY (tenant_id, hour, key_id, action)
);

-- GET /v1/admin/audit-log/events?subject_id=: all that was done to one session, patient, key or member.
CREATE INDEX audit_rows_subject ON read.audit_rows (tenant_id, subject_id, at DESC, seq DESC);
