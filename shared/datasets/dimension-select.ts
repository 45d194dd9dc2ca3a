import type { Recipient } from './select.ts';

/** The rows of the dimensions that follow from the facts, in SQL: for the views and for extracts. */

/** The first day of which the recipient may hold facts; null where there are none. */
export const firstDay = (recipient: Recipient): string =>
  `SELECT min(least(
     (SELECT min(s.day) FROM read.session_steps s WHERE s.tenant_id = r.tenant_id),
     (SELECT (min(a.at) AT TIME ZONE 'UTC')::date FROM read.audit_rows a WHERE a.tenant_id = r.tenant_id)))
   FROM ${recipient} AS r`;

/**
 * SQL of the rows of `engine_versions`: those that concluded something of what the recipient reads, found by one look into an
 * index each, and the one that runs.
 */
export const engineVersionRows = (recipient: Recipient, current: string): string =>
  `SELECT v.version, v.version = (${current}) AS is_current FROM (
     SELECT n.version FROM ${recipient} AS r CROSS JOIN LATERAL (
       WITH RECURSIVE seen (version) AS (
         SELECT min(s.engine_version) FROM read.session_steps s WHERE s.tenant_id = r.tenant_id
         UNION ALL
         SELECT (SELECT min(s.engine_version) FROM read.session_steps s
                 WHERE s.tenant_id = r.tenant_id AND s.engine_version > seen.version)
         FROM seen WHERE seen.version IS NOT NULL)
       SELECT seen.version FROM seen WHERE seen.version IS NOT NULL) AS n
     UNION SELECT (${current})) AS v
   WHERE v.version IS NOT NULL`;
