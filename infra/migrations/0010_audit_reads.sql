-- What reading the audit trail and the statistics needs.

-- Lists of the trail go by time, newest first; `seq` tells rows of one instant apart.
CREATE INDEX audit_rows_time ON read.audit_rows (tenant_id, at DESC, seq DESC);
CREATE INDEX audit_rows_action ON read.audit_rows (tenant_id, action, at DESC, seq DESC);
CREATE INDEX audit_rows_actor ON read.audit_rows (tenant_id, actor_id, at DESC, seq DESC);

-- An index-only scan saves reading a row only where its page is known to be visible to everybody, which vacuum finds
-- out; the default would let a fifth of the table change first.
ALTER TABLE read.sessions SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
