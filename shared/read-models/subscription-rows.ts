import type { WebhookSubscriptionEvent } from '../../domain/webhook-subscription/events.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { open, seal } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';
import {
  column,
  followRows,
  isoOrNull,
  NOTHING_SEALED,
  rowsToWrite,
  type RowSealing,
} from './follow-rows.ts';

/** A row of read.webhook_subscriptions; a deleted subscription has none. Times are ISO 8601 UTC. */
export type SubscriptionRow = {
  subscription_id: string;
  tenant_id: string;
  revision: number;
  events: string[];
  /** Both empty once the tenant's key is destroyed. */
  url_sealed: Uint8Array;
  secret_sealed: Uint8Array;
  is_active: boolean;
  disabled_reason: string | null;
  created_at: string;
  secret_rotated_at: string | null;
  created_by_test: boolean;
};

const placeOf = (tenantId: string, subscriptionId: string, name: 'url' | 'secret'): string =>
  `row|${tenantId}|subscription|${subscriptionId}|${name}`;

/** Opens where to send to and what to sign with; null once the tenant's key is destroyed. Throws TamperedError. */
export function openSubscriptionEndpoint(
  row: Pick<SubscriptionRow, 'tenant_id' | 'subscription_id' | 'url_sealed' | 'secret_sealed'>,
  keys: TenantKeys,
): { url: string; secret: string } | null {
  if (row.url_sealed.length === 0) return null;
  const opened = (name: 'url' | 'secret', sealed: Uint8Array): string =>
    open(keys.seal, placeOf(row.tenant_id, row.subscription_id, name), sealed).toString('utf8');
  return { url: opened('url', row.url_sealed), secret: opened('secret', row.secret_sealed) };
}

async function created(
  fact: DecodedEvent<Extract<WebhookSubscriptionEvent, { type: 'webhook-subscription-created' }>>,
  sealing: RowSealing,
): Promise<SubscriptionRow> {
  const { subscription_id, events, endpoint } = fact.event.data;
  const { tenant_id, test } = fact.metadata;
  const keys = endpoint ? await sealing.keysOf(tenant_id) : null;
  const sealed = (name: 'url' | 'secret'): Uint8Array =>
    keys && endpoint
      ? seal(keys.seal, placeOf(tenant_id, subscription_id, name), endpoint[name], sealing.random)
      : NOTHING_SEALED;
  return {
    subscription_id,
    tenant_id,
    revision: fact.revision,
    events,
    url_sealed: sealed('url'),
    secret_sealed: sealed('secret'),
    is_active: endpoint !== null,
    disabled_reason: null,
    created_at: fact.at,
    secret_rotated_at: null,
    created_by_test: test,
  };
}

async function evolve(
  row: SubscriptionRow | undefined,
  fact: DecodedEvent<WebhookSubscriptionEvent>,
  sealing: RowSealing,
): Promise<SubscriptionRow | null> {
  const { event, revision } = fact;
  switch (event.type) {
    case 'webhook-subscription-created':
      return created({ ...fact, event }, sealing);
    case 'webhook-subscription-disabled':
      return row ? { ...row, is_active: false, disabled_reason: event.data.reason, revision } : null;
    case 'webhook-subscription-deleted':
      return null;
  }
}

type Stored = Omit<SubscriptionRow, 'created_at' | 'secret_rotated_at'> & {
  created_at: Date;
  secret_rotated_at: Date | null;
};

async function loadRows(sql: Sql, subscriptionIds: string[]): Promise<Map<string, SubscriptionRow>> {
  const { rows } = await sql.query<Stored>(
    `SELECT subscription_id, tenant_id, revision, events, url_sealed, secret_sealed, is_active, disabled_reason,
       created_at, secret_rotated_at, created_by_test
     FROM webhook_subscriptions WHERE subscription_id = ANY ($1::uuid[])`,
    [subscriptionIds],
  );
  const toRow = (row: Stored): SubscriptionRow => ({
    ...row,
    created_at: row.created_at.toISOString(),
    secret_rotated_at: isoOrNull(row.secret_rotated_at),
  });
  return new Map(rows.map((row) => [row.subscription_id, toRow(row)]));
}

/** Event names travel comma-joined: an array of arrays of different lengths is no Postgres value. */
async function writeRows(sql: Sql, rows: SubscriptionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO webhook_subscriptions (subscription_id, tenant_id, revision, events, url_sealed, secret_sealed,
       is_active, disabled_reason, created_at, secret_rotated_at, created_by_test)
     SELECT u.id, u.b, u.c, string_to_array(u.d, ','), u.e, u.f, u.g, u.h, u.i, u.j, u.k
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::bytea[], $6::bytea[], $7::boolean[], $8::text[],
       $9::timestamptz[], $10::timestamptz[], $11::boolean[]) AS u (id, b, c, d, e, f, g, h, i, j, k)
     WHERE NOT EXISTS (SELECT 1 FROM removed_subscriptions r WHERE r.subscription_id = u.id)
     ON CONFLICT (subscription_id) DO UPDATE
     SET revision = excluded.revision, url_sealed = excluded.url_sealed, secret_sealed = excluded.secret_sealed,
       is_active = excluded.is_active, disabled_reason = excluded.disabled_reason,
       secret_rotated_at = excluded.secret_rotated_at
     WHERE webhook_subscriptions.revision < excluded.revision`,
    [
      column(rows, 'subscription_id'),
      column(rows, 'tenant_id'),
      column(rows, 'revision'),
      rows.map((row) => row.events.join(',')),
      column(rows, 'url_sealed'),
      column(rows, 'secret_sealed'),
      column(rows, 'is_active'),
      column(rows, 'disabled_reason'),
      column(rows, 'created_at'),
      column(rows, 'secret_rotated_at'),
      column(rows, 'created_by_test'),
    ],
  );
}

/** Takes rows out and remembers that they are gone, so that a projector that comes late brings none back. */
async function removeRows(sql: Sql, removed: { subscriptionId: string; at: string }[]): Promise<void> {
  if (removed.length === 0) return;
  await sql.query(
    `INSERT INTO removed_subscriptions (subscription_id, removed_at)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) ON CONFLICT (subscription_id) DO NOTHING`,
    [column(removed, 'subscriptionId'), column(removed, 'at')],
  );
  await sql.query('DELETE FROM webhook_subscriptions WHERE subscription_id = ANY ($1::uuid[])', [
    column(removed, 'subscriptionId'),
  ]);
}

async function removedAmong(sql: Sql, subscriptionIds: string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ subscription_id: string }>(
    'SELECT subscription_id FROM removed_subscriptions WHERE subscription_id = ANY ($1::uuid[])',
    [subscriptionIds],
  );
  return new Set(column(rows, 'subscription_id'));
}

/**
 * Brings rows of read.webhook_subscriptions up to these events, for the projector and for a command right after
 * its append. Returns the number of events that could not be applied because one before them is missing in the row.
 */
export async function applySubscriptionEvents(
  sql: Sql,
  events: readonly DecodedEvent<WebhookSubscriptionEvent>[],
  sealing: RowSealing,
): Promise<number> {
  const subscriptionIds = [...new Set(events.map((fact) => streamSubject(fact.stream)))];
  const removed = await removedAmong(sql, subscriptionIds);
  const standing = events.filter((fact) => !removed.has(streamSubject(fact.stream)));
  const stored = await loadRows(sql, subscriptionIds);
  const followed = await followRows(standing, stored, (row, fact) => evolve(row, fact, sealing));
  await writeRows(sql, rowsToWrite(followed));
  const deletions = standing.filter((fact) => fact.event.type === 'webhook-subscription-deleted');
  await removeRows(
    sql,
    deletions
      .map((fact) => ({ subscriptionId: streamSubject(fact.stream), at: fact.at }))
      .filter(({ subscriptionId }) => followed.changed.get(subscriptionId) === null),
  );
  return followed.behind;
}
