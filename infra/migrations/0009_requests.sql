-- How many calls a tenant made, by route, how many failed and how long they took: the usage summary. Operational: the
-- API processes add what they counted every few seconds, so a crash loses seconds of it. Money is not counted here.
CREATE TABLE ops.request_counts (
  tenant_id uuid NOT NULL,
  start_at  timestamptz NOT NULL,
  -- A minute as it is counted; an hour once minutes are rolled up.
  width_s   int NOT NULL CHECK (width_s IN (60, 3600)),
  -- Method and path template.
  route     text NOT NULL,
  requests  int NOT NULL,
  errors    int NOT NULL,
  -- Calls by duration, in the steps of shared/requests/latency.ts; calls whose client left are not in it.
  latency   int[] NOT NULL,
  PRIMARY KEY (tenant_id, start_at, width_s, route)
);
CREATE INDEX request_counts_age ON ops.request_counts (width_s, start_at);

-- Adds what a process counted, for many tenants in one statement; therefore with the rights of the tables' owner. Rows
-- are written in the order given, which is the same in every process: so none waits for another in a circle.
CREATE FUNCTION ops.add_request_counts(p_tenant_ids uuid[], p_starts timestamptz[], p_routes text[],
  p_requests int[], p_errors int[], p_latencies text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ops.request_counts AS c (tenant_id, start_at, width_s, route, requests, errors, latency)
  SELECT n.tenant_id, n.start_at, 60, n.route, n.requests, n.errors, n.latency::int[]
  FROM unnest(p_tenant_ids, p_starts, p_routes, p_requests, p_errors, p_latencies)
    WITH ORDINALITY AS n (tenant_id, start_at, route, requests, errors, latency, i)
  ORDER BY n.i
  ON CONFLICT (tenant_id, start_at, width_s, route) DO UPDATE
  SET requests = c.requests + excluded.requests,
      errors = c.errors + excluded.errors,
      latency = ARRAY(SELECT a + b FROM unnest(c.latency, excluded.latency) WITH ORDINALITY AS both_sides (a, b, i)
                      ORDER BY i)
$$;

-- Every grant of tokens, so that a balance can be followed back in time.
CREATE TABLE read.token_grants (
  grant_id  uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  tokens    bigint NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX token_grants_tenant ON read.token_grants (tenant_id, at);
