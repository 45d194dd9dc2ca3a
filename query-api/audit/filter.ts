import type { Knex } from 'knex';
import { ApiError } from '../../shared/http/errors.ts';
import { queryBuilder } from '../../shared/postgres/query-builder.ts';

/** Which rows of a tenant's trail are meant. Null bounds are open; `from` is included, `before` is not. */
export type AuditFilter = {
  tenantId: string;
  from: string | null;
  before: string | null;
  actions?: readonly string[] | undefined;
  actorId?: string | undefined;
};

/** The rows that a filter lets through, unordered. */
export function matchingRows({ tenantId, from, before, actions, actorId }: AuditFilter): Knex.QueryBuilder {
  const matching = queryBuilder.from('read.audit_rows').where('tenant_id', tenantId);
  if (from !== null) void matching.where('at', '>=', from);
  if (before !== null) void matching.where('at', '<', before);
  if (actions !== undefined && actions.length > 0) void matching.whereIn('action', actions);
  if (actorId !== undefined) void matching.where('actor_id', actorId);
  return matching;
}

// What Postgres and ISO 8601 write alike; an offset may lead out of it.
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const DAY_MS = 86_400_000;

/** An instant (ms since 1970) in UTC, within the years 1 to 9999. */
export const utc = (ms: number): string => new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString();

/** The beginning of a day (UTC), and of the one after it. */
export const dayStart = (day: string): string => utc(Date.parse(day));
export const dayAfter = (day: string): string => utc(Date.parse(day) + DAY_MS);

/** 400 where a range ends before it begins. */
export function refuseReversed(
  from: string | undefined,
  to: string | undefined,
  names: [string, string],
): void {
  if (from === undefined || to === undefined || new Date(from) <= new Date(to)) return;
  throw new ApiError('bad_request', `${names[0]} is later than ${names[1]}.`);
}
