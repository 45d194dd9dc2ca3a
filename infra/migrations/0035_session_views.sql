-- A look at one session in whole (`session.viewed`) is in the accounting of disclosures: the index of 0030 with it.
DROP INDEX read.audit_rows_disclosed;
CREATE INDEX audit_rows_disclosed ON read.audit_rows (tenant_id, subject_id, at DESC, event_id DESC)
  WHERE action IN ('patient.viewed', 'patient.sessions_viewed', 'patient.summary_viewed', 'patient.disclosures_viewed',
    'session.list_accessed', 'session.viewed', 'session.state_viewed', 'session.results_viewed', 'session.exported',
    'session.history_viewed', 'session.explained', 'replay.opened');
