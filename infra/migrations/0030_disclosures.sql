-- For whom a partner's software made a call (X-Svc-On-Behalf-Of), sealed under the tenant's key; null where it named
-- nobody. The row of the trail repeats what stands in its canonical content, in base64 there.
ALTER TABLE ops.access_intake ADD COLUMN on_behalf_of_sealed bytea;
ALTER TABLE read.audit_rows ADD COLUMN on_behalf_of_sealed bytea;

-- The accounting of disclosures of one patient: what was read of the profile and of each session, newest first. A
-- partial index: most rows of a trail are changes, and these pay nothing for it. The queries repeat this list from
-- `shared/audit/disclosure-actions.ts`; a test compares the two.
CREATE INDEX audit_rows_disclosed ON read.audit_rows (tenant_id, subject_id, at DESC, event_id DESC)
  WHERE action IN ('patient.viewed', 'patient.sessions_viewed', 'patient.summary_viewed', 'patient.disclosures_viewed',
    'session.list_accessed', 'session.state_viewed', 'session.results_viewed', 'session.exported',
    'session.history_viewed', 'session.explained', 'replay.opened');
