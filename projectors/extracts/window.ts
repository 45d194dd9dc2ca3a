import pg from 'pg';
import type { Column, Fact } from '../../shared/datasets/dataset.ts';
import { selectOf } from '../../shared/datasets/select.ts';
import { isAtOrBefore, readCursor, type Places } from './cursor.ts';
import { DataError } from './data-error.ts';
import type { Recipient } from './recipients.ts';
import type { Days } from './spans.ts';

/** What changed after `since` and stood at `until`; `since` null: everything. */
export type Window = { since: Places | null; until: Places };

/** A recipient sees no trail but its own. */
const ownPlaces = ({ tenantId }: Recipient, places: Places): Places =>
  tenantId === null ? places : { ...places, trail: { [tenantId]: places.trail[tenantId] ?? 0 } };

/** The window that two cursors name; up to where the snapshot has come without `until`. Throws DataError. */
export function windowOf(
  recipient: Recipient,
  reached: Places,
  { since, until }: { since: string | null; until: string | null },
): Window {
  const read = (name: string, cursor: string): Places => {
    let places: Places;
    try {
      places = readCursor(recipient, cursor);
    } catch (error) {
      throw error instanceof DataError ? new DataError(`--${name} ${error.message}`) : error;
    }
    if (!isAtOrBefore(places, reached)) {
      throw new DataError(
        `--${name} lies beyond the log: was the service restored from an older backup? Begin with a full extract`,
      );
    }
    return places;
  };
  const window = {
    since: since === null ? null : read('since', since),
    until: until === null ? ownPlaces(recipient, reached) : read('until', until),
  };
  if (window.since && !isAtOrBefore(window.since, window.until)) {
    throw new DataError('--since lies after --until');
  }
  return window;
}

const { escapeLiteral } = pg;
const sqlDate = (day: string): string => `DATE ${escapeLiteral(day)}`;
const BEFORE_ALL: Places = { log: -1, trail: {}, time: '-infinity' };

/** The rows of a dataset for a recipient. No key stands in the text: logs of Postgres may show it. */
export function factQuery(
  fact: Fact,
  recipient: Recipient,
  {
    window,
    days,
    columns,
  }: { window: Window; days?: Days; columns?: readonly Pick<Column, 'name' | 'sql'>[] },
): string {
  const { since, until } = { since: window.since ?? BEFORE_ALL, until: window.until };
  const bounds = {
    log: { since: String(since.log), until: String(until.log) },
    trail: { since: 'r.trail_since', until: 'r.trail_until' },
    time: {
      since: `${escapeLiteral(since.time)}::timestamptz`,
      until: `${escapeLiteral(until.time)}::timestamptz`,
    },
  };
  return selectOf(fact, {
    recipient: recipientRows(recipient, { since, until }),
    window: bounds[fact.clock],
    ...(columns && { columns }),
    ...(days && { days: { from: sqlDate(days.from), before: sqlDate(days.before) } }),
  });
}

const KEY = 'k.inner_key, k.outer_key, k.exact_times';

function recipientRows(
  { recipientId, tenantId }: Recipient,
  { since, until }: { since: Places; until: Places },
): string {
  const keyRow = `facts_source.recipients k WHERE k.recipient_id = ${escapeLiteral(recipientId)}`;
  if (tenantId !== null) {
    const seqOf = ({ trail }: Places): string => `${trail[tenantId] ?? 0}::bigint`;
    return `(SELECT ${escapeLiteral(tenantId)}::uuid AS tenant_id, ${KEY}, ${seqOf(since)} AS trail_since, ${seqOf(until)} AS trail_until FROM ${keyRow})`;
  }
  const seqOf = ({ trail }: Places): string =>
    `coalesce((${escapeLiteral(JSON.stringify(trail))}::jsonb ->> t.tenant_id::text)::bigint, 0)`;
  return `(SELECT t.tenant_id, ${KEY}, ${seqOf(since)} AS trail_since, ${seqOf(until)} AS trail_until FROM read.tenants t CROSS JOIN ${keyRow})`;
}
