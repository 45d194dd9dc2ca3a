import { FACTS_READ } from '../../domain/access/events.ts';
import type { Sql } from '../postgres/pool.ts';

// A count below the one that was noted is of a server that lost its counts in a crash and began again.
const NOTE = `
  WITH grown AS (
    SELECT c.login, c.dataset, c.calls,
      CASE WHEN c.calls >= coalesce(n.calls, 0) THEN c.calls - coalesce(n.calls, 0) ELSE c.calls END AS uses
    FROM facts_source.counters() c LEFT JOIN facts_source.noted_uses n USING (login, dataset)
    WHERE c.calls <> coalesce(n.calls, 0)
  ), noted AS (
    INSERT INTO facts_source.noted_uses (login, dataset, calls) SELECT login, dataset, calls FROM grown
    ON CONFLICT (login, dataset) DO UPDATE SET calls = excluded.calls
  )
  INSERT INTO ops.access_intake
    (access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, at, test, count)
  SELECT gen_random_uuid(), t.tenant_id, 'login', g.login, '${FACTS_READ}', 'dataset', g.dataset, 'facts-uses', $1, false, g.uses
  FROM grown g JOIN facts_source.recipients r ON r.login = g.login
  JOIN read.tenants t ON r.tenant_id IS NULL OR t.tenant_id = r.tenant_id
  WHERE g.uses > 0`;

/**
 * Leaves in the intake of the audit trail how often each login has read each view of schema `facts` since the last time, for every
 * tenant that the login reads; returns the number of rows. In a transaction: of several at once, one notes a use.
 */
export async function noteFactsUses(tx: Sql, now: Date): Promise<number> {
  await tx.query('LOCK TABLE facts_source.noted_uses IN SHARE ROW EXCLUSIVE MODE');
  const { rowCount } = await tx.query(NOTE, [now]);
  return rowCount ?? 0;
}
