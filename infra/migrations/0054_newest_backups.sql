-- As of when the newest backup is, by kind, as operator commands note it: the reactors tell it as a metric, so that somebody
-- notices when backups stop. A restore empties it: the new database has no backup of its own yet.
CREATE TABLE ops.newest_backups (
  kind     text PRIMARY KEY CHECK (kind IN ('full', 'incremental', 'verified')),
  taken_at timestamptz NOT NULL
);
COMMENT ON COLUMN ops.newest_backups.kind IS
  'full; incremental: goes on from another one; verified: was restored on trial and found intact';
