-- Calls and tokens of a tenant a day (UTC) and action, counted up beside read.usage_records in the same transaction.
CREATE TABLE read.usage_days (
  tenant_id uuid NOT NULL,
  day       date NOT NULL,
  action    text NOT NULL,
  tokens    bigint NOT NULL,
  calls     bigint NOT NULL,
  PRIMARY KEY (tenant_id, day, action)
);
