-- Both functions of facts are put into the queries that call them: as IMMUTABLE Postgres would call them row by row, since
-- what they call is STABLE, and a pseudonym would take three times as long.
CREATE OR REPLACE FUNCTION facts_source.pseudonym(p_inner bytea, p_outer bytea, p_text text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(p_outer || sha256(p_inner || convert_to(p_text, 'UTF8'))), 1, 16), 'hex')
$$;

CREATE OR REPLACE FUNCTION facts_source.moment(p_exact boolean, p_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin(CASE WHEN p_exact THEN interval '1 second' ELSE interval '1 hour' END, p_at, timestamptz '2000-01-01Z')
$$;
