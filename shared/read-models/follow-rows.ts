import { isDiscarded, isUnreadable } from '../../domain/event-log/events.ts';
import type { AnyEvent } from '../../domain/kernel/event-definition.ts';
import type { OpenedKey, TenantKeys } from '../crypto/data-keys.ts';
import type { RandomBytes } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';
import type { RowTable } from '../postgres/row-table.ts';

/** What sealing columns of rows takes; a tenant's keys are asked for only where one of its values is written. */
export type RowSealing = {
  keysOf: (tenantId: string) => TenantKeys | Promise<TenantKeys>;
  random: RandomBytes;
};

/** For rows of which a part is sealed under the key of their own subject: a member, a patient. */
export type SubjectSealing = RowSealing & {
  /** A key that an event was sealed with, by its id (`fact.keys.subject`). */
  keyOf: (keyId: string) => OpenedKey | Promise<OpenedKey>;
};

export type FollowedRows<Row> = {
  /** Rows as they stand after the events; null where the row has to go. By stream subject. */
  changed: Map<string, Row | null>;
  /** Events that do not follow on what is stored: one before them is missing. */
  behind: number;
};

/**
 * Applies the events of many streams to their rows. An event that a row reflects already is passed over; one that
 * leaves a gap is counted and not applied. Events of one stream come in order.
 */
export async function followRows<E extends AnyEvent, Row extends { revision: number }>(
  events: readonly DecodedEvent<E>[],
  stored: ReadonlyMap<string, Row>,
  evolve: (row: Row | undefined, event: DecodedEvent<E>) => Promise<Row | null>,
): Promise<FollowedRows<Row>> {
  const changed = new Map<string, Row | null>();
  let behind = 0;
  for (const event of events) {
    const subject = streamSubject(event.stream);
    const current = changed.get(subject) ?? stored.get(subject);
    const reflected = current?.revision ?? -1;
    if (event.revision <= reflected || changed.get(subject) === null) continue;
    if (event.revision > reflected + 1) {
      behind += 1;
      continue;
    }
    const isForEvolve = !isUnreadable(event) || (isDiscarded(event) && isAccess(event));
    changed.set(subject, isForEvolve ? await evolve(current, event) : missing(current, event));
  }
  return { changed, behind };
}

/** Of rows that give access, the revision is bound to what they say: they are made anew also where nothing happened. */
const isAccess = ({ stream }: DecodedEvent): boolean =>
  stream.startsWith('apikey-') || stream.startsWith('member-');

/** The row of a key or member after an event that was discarded: nothing happened. */
export const passed = <Row extends { revision: number }>(
  row: Row | undefined,
  { revision }: DecodedEvent,
): Row | null => (row === undefined ? null : { ...row, revision });

/**
 * A row after an event that cannot be read: as it was. Only a key or a member has no access any more, because the event
 * may have taken it away.
 */
const missing = <Row extends { revision: number }>(row: Row | undefined, fact: DecodedEvent): Row | null => {
  if (row === undefined) return null;
  const { revision } = fact;
  return { ...row, revision, ...(isAccess(fact) && { is_active: false, row_mac: NOTHING_SEALED }) };
};

/**
 * What brings rows of a table up to events, for the projector and for a command right after its append. It returns the
 * number of events that could not be applied because one before them is missing in the row.
 */
export const rowsFollowing =
  <E extends AnyEvent, Row extends { revision: number }, Sealing>(
    table: RowTable<Row>,
    evolve: (row: Row | undefined, event: DecodedEvent<E>, sealing: Sealing) => Promise<Row | null>,
  ) =>
  async (sql: Sql, events: readonly DecodedEvent<E>[], sealing: Sealing): Promise<number> => {
    const stored = await table.load(sql, [...new Set(events.map((fact) => streamSubject(fact.stream)))]);
    const followed = await followRows(events, stored, (row, fact) => evolve(row, fact, sealing));
    await table.write(sql, rowsToWrite(followed));
    return followed.behind;
  };

/** The rows of a followed set that are to be written. */
export const rowsToWrite = <Row>(followed: FollowedRows<Row>): Row[] =>
  [...followed.changed.values()].filter((row) => row !== null);

/** The value of one column in each row, as a parameter for `unnest`. */
export const column = <Row, K extends keyof Row>(rows: readonly Row[], name: K): Row[K][] =>
  rows.map((row) => row[name]);

/** Stands in a sealed column whose value can no longer be read, because the tenant's key was destroyed. */
export const NOTHING_SEALED = Buffer.alloc(0);
