-- The list of sessions with red flags is counted and paged through without reading rows, in both modes. The analytics views
-- find those of live mode in the same index, as they did in the one of 0018.
DROP INDEX read.sessions_red_flags;
CREATE INDEX sessions_red_flags ON read.sessions (tenant_id, test, created_at DESC, session_id DESC)
  INCLUDE (status, triage_level) WHERE red_flags <> '{}';
