-- Extracts of data that tenants have asked for by a call: the projectors write them one after another into files beside the
-- database, where they stay for a day. Codes, counts and names of files; nothing clinical.
CREATE TABLE ops.data_extracts (
  extract_id     uuid PRIMARY KEY,
  tenant_id      uuid NOT NULL,
  -- Name of the recipient, whose key makes the pseudonyms.
  recipient      text NOT NULL,
  datasets       text[] NOT NULL,
  format         text NOT NULL CHECK (format IN ('parquet', 'ndjson', 'csv')),
  -- Cursors: what was asked for, and how far it came.
  since          text,
  until          text,
  status         text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed', 'expired')),
  -- How often it was begun: a process that ends in the middle leaves it to the next one.
  attempts       int NOT NULL DEFAULT 0,
  rows_written   bigint NOT NULL DEFAULT 0,
  -- Why it failed, in words for the caller.
  problem        text,
  -- Its files: path, bytes, SHA-256.
  files          jsonb,
  created_at     timestamptz NOT NULL,
  finished_at    timestamptz,
  -- When its files go, or have gone.
  expires_at     timestamptz,
  CHECK ((status = 'failed') = (problem IS NOT NULL)),
  CHECK ((status IN ('done', 'expired')) = (files IS NOT NULL))
);
CREATE INDEX data_extracts_tenant ON ops.data_extracts (tenant_id, created_at DESC, extract_id DESC);
-- One at a time of each tenant.
CREATE UNIQUE INDEX data_extracts_open ON ops.data_extracts (tenant_id) WHERE status IN ('queued', 'running');
CREATE INDEX data_extracts_kept ON ops.data_extracts (expires_at) WHERE status = 'done';

-- Whether an extract may be made for that recipient. The tenant's own team needs no grant; its key is made with its first extract.
CREATE FUNCTION ops.has_data_recipient(p_tenant_id uuid, p_name text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM ops.require_tenant(p_tenant_id);
  RETURN EXISTS (SELECT 1 FROM facts_source.recipients r
    WHERE r.tenant_id = p_tenant_id AND r.name = p_name AND r.login IS NULL AND r.revoked_at IS NULL);
END $$;
GRANT EXECUTE ON FUNCTION ops.has_data_recipient TO triage_api;
