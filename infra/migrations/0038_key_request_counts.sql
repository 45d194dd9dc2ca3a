-- How many calls a tenant made by each of its API keys, how many failed and how long they took: the usage summary by key,
-- beside ops.request_counts, which has them by route. A table of its own: keys times routes would be many times its rows.
CREATE TABLE ops.key_request_counts (
  tenant_id uuid NOT NULL,
  start_at  timestamptz NOT NULL,
  -- A minute as it is counted; an hour once minutes are rolled up.
  width_s   int NOT NULL CHECK (width_s IN (60, 3600)),
  -- All zeros: members in the dashboard, who have no key.
  key_id    uuid NOT NULL,
  requests  int NOT NULL,
  errors    int NOT NULL,
  -- Calls by duration, in the steps of shared/requests/latency.ts; calls whose client left are not in it.
  latency   int[] NOT NULL,
  PRIMARY KEY (tenant_id, start_at, width_s, key_id)
);
CREATE INDEX key_request_counts_age ON ops.key_request_counts (width_s, start_at);

-- Adds what a process counted, as ops.add_request_counts does, with the same rights and for the same reasons.
CREATE FUNCTION ops.add_key_request_counts(p_tenant_ids uuid[], p_starts timestamptz[], p_key_ids uuid[],
  p_requests int[], p_errors int[], p_latencies text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ops.key_request_counts AS c (tenant_id, start_at, width_s, key_id, requests, errors, latency)
  SELECT n.tenant_id, n.start_at, 60, n.key_id, n.requests, n.errors, n.latency::int[]
  FROM unnest(p_tenant_ids, p_starts, p_key_ids, p_requests, p_errors, p_latencies)
    WITH ORDINALITY AS n (tenant_id, start_at, key_id, requests, errors, latency, i)
  ORDER BY n.i
  ON CONFLICT (tenant_id, start_at, width_s, key_id) DO UPDATE
  SET requests = c.requests + excluded.requests,
      errors = c.errors + excluded.errors,
      latency = ARRAY(SELECT a + b FROM unnest(c.latency, excluded.latency) WITH ORDINALITY AS both_sides (a, b, i)
                      ORDER BY i)
$$;
GRANT EXECUTE ON FUNCTION ops.add_key_request_counts TO triage_api;
