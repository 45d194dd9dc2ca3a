-- read.usage_hours has a projection of its own: version 1 of `usage`, which the release before has, keeps its two tables as they
-- were, and both releases work beside one another. A database on which `usage` kept all three is told so.
INSERT INTO ops.checkpoints (projection, version, position, event_id, stream, revision, updated_at)
  SELECT 'usage-hours', 1, position, event_id, stream, revision, updated_at
  FROM ops.checkpoints WHERE projection = 'usage' AND version = 2
  ON CONFLICT DO NOTHING;
DELETE FROM ops.checkpoints WHERE projection = 'usage' AND version = 1
  AND EXISTS (SELECT 1 FROM ops.checkpoints WHERE projection = 'usage' AND version = 2);
UPDATE ops.checkpoints SET version = 1 WHERE projection = 'usage' AND version = 2;
