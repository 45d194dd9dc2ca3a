import type { Knex } from 'knex';
import { ApiError } from '../../shared/http/errors.ts';

/** A stretch of time, in ISO 8601 UTC: `from` is included, `before` is not, null is open. */
export type TimeRange = { from: string | null; before: string | null };

/** A bound that a caller may leave out. */
type Bound = string | null | undefined;

// What Postgres and ISO 8601 write alike; an offset may lead out of it.
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const DAY_MS = 86_400_000;

/** An instant (ms since 1970) in UTC, within the years 1 to 9999. */
export const utc = (ms: number): string => new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString();

/** The time from one day (YYYY-MM-DD, UTC) to another, both included whole. */
export const wholeDays = (firstDay: Bound, lastDay: Bound): TimeRange => ({
  from: typeof firstDay === 'string' ? utc(Date.parse(firstDay)) : null,
  before: typeof lastDay === 'string' ? utc(Date.parse(lastDay) + DAY_MS) : null,
});

/** Keeps a query to the rows whose time lies in a range. */
export function keepWithin(rows: Knex.QueryBuilder, column: string, { from, before }: TimeRange): void {
  if (from !== null) void rows.where(column, '>=', from);
  if (before !== null) void rows.where(column, '<', before);
}

/** 400 where a range of days or of instants ends before it begins; the names are those of its parameters. */
export function refuseReversed(from: Bound, to: Bound, names: readonly [string, string]): void {
  if (typeof from !== 'string' || typeof to !== 'string') return;
  if (Date.parse(from) > Date.parse(to)) {
    throw new ApiError('bad_request', `${names[0]} is later than ${names[1]}.`);
  }
}
