import type { Knex } from 'knex';
import { queryBuilder } from '../kernel/query-builder.ts';
import { keepWithin, type TimeRange } from '../kernel/date-range.ts';

/** Which rows of a tenant's trail are meant. */
export type AuditFilter = TimeRange & {
  tenantId: string;
  actions?: readonly string[] | undefined;
  actorId?: string | undefined;
  subjectId?: string | undefined;
};

/** The rows that a filter lets through, unordered. */
export function matchingRows({
  tenantId,
  from,
  before,
  actions,
  actorId,
  subjectId,
}: AuditFilter): Knex.QueryBuilder {
  const matching = queryBuilder.from('read.audit_rows').where('tenant_id', tenantId);
  keepWithin(matching, 'at', { from, before });
  if (actions !== undefined && actions.length > 0) void matching.whereIn('action', actions);
  if (actorId !== undefined) void matching.where('actor_id', actorId);
  if (subjectId !== undefined) void matching.where('subject_id', subjectId);
  return matching;
}
