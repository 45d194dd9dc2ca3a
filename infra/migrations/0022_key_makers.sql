-- Who made a key: the actor of its first event, or of the rotation that made it. Rows from before get theirs from the audit
-- trail; null where it does not tell.
ALTER TABLE read.api_keys ADD COLUMN created_by_type text, ADD COLUMN created_by_id text;
UPDATE read.api_keys k SET created_by_type = a.actor_type, created_by_id = a.actor_id
FROM read.audit_rows a
WHERE a.tenant_id = k.tenant_id AND a.action = 'key.created' AND a.subject_id = k.key_id::text;
