import type { WebhookSubscriptionEvent } from '../../domain/webhook-subscription/events.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { open, openJson, seal, sealJson } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';
import { rotateSecret, type Endpoint, type PreviousSecret } from '../webhooks/endpoint.ts';
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
  /** Those that held at the last rotation; empty where there was none. */
  previous_secrets_sealed: Uint8Array;
  is_active: boolean;
  disabled_reason: string | null;
  created_at: string;
  secret_rotated_at: string | null;
  created_by_test: boolean;
};

type SealedColumns = Pick<SubscriptionRow, 'url_sealed' | 'secret_sealed' | 'previous_secrets_sealed'>;
type SealedEndpoint = Pick<SubscriptionRow, 'tenant_id' | 'subscription_id'> & SealedColumns;
type SealedName = 'url' | 'secret' | 'previous_secrets';

const placeOf = (at: Pick<SubscriptionRow, 'tenant_id' | 'subscription_id'>, name: SealedName): string =>
  `row|${at.tenant_id}|subscription|${at.subscription_id}|${name}`;

/** Opens where to send to and what to sign with; null once the tenant's key is destroyed. Throws TamperedError. */
export function openSubscriptionEndpoint(row: SealedEndpoint, keys: TenantKeys): Endpoint | null {
  if (row.url_sealed.length === 0 || row.secret_sealed.length === 0) return null;
  const opened = (name: 'url' | 'secret', sealed: Uint8Array): string =>
    open(keys.seal, placeOf(row, name), sealed).toString('utf8');
  const previous =
    row.previous_secrets_sealed.length === 0
      ? []
      : (openJson(
          keys.seal,
          placeOf(row, 'previous_secrets'),
          row.previous_secrets_sealed,
        ) as PreviousSecret[]);
  return { url: opened('url', row.url_sealed), secret: opened('secret', row.secret_sealed), previous };
}

const NO_ENDPOINT: SealedColumns = {
  url_sealed: NOTHING_SEALED,
  secret_sealed: NOTHING_SEALED,
  previous_secrets_sealed: NOTHING_SEALED,
};

async function sealedColumns(
  at: Pick<SubscriptionRow, 'tenant_id' | 'subscription_id'>,
  endpoint: Endpoint | null,
  { keysOf, random }: RowSealing,
): Promise<SealedColumns> {
  if (endpoint === null) return NO_ENDPOINT;
  const { seal: key } = await keysOf(at.tenant_id);
  const { url, secret, previous } = endpoint;
  return {
    url_sealed: seal(key, placeOf(at, 'url'), url, random),
    secret_sealed: seal(key, placeOf(at, 'secret'), secret, random),
    previous_secrets_sealed:
      previous.length === 0
        ? NOTHING_SEALED
        : sealJson(key, placeOf(at, 'previous_secrets'), previous, random),
  };
}

type FactOf<T extends WebhookSubscriptionEvent['type']> = DecodedEvent<
  Extract<WebhookSubscriptionEvent, { type: T }>
>;

async function created(
  fact: FactOf<'webhook-subscription-created'>,
  sealing: RowSealing,
): Promise<SubscriptionRow> {
  const { subscription_id, events, endpoint } = fact.event.data;
  const { tenant_id, test } = fact.metadata;
  const opened = endpoint === null ? null : { ...endpoint, previous: [] };
  return {
    subscription_id,
    tenant_id,
    revision: fact.revision,
    events,
    ...(await sealedColumns({ tenant_id, subscription_id }, opened, sealing)),
    is_active: endpoint !== null,
    disabled_reason: null,
    created_at: fact.at,
    secret_rotated_at: null,
    created_by_test: test,
  };
}

async function rotated(
  row: SubscriptionRow,
  fact: FactOf<'webhook-secret-rotated'>,
  sealing: RowSealing,
): Promise<SubscriptionRow> {
  const { signing, previous_valid_until: previousUntil } = fact.event.data;
  const endpoint =
    signing === null ? null : openSubscriptionEndpoint(row, await sealing.keysOf(row.tenant_id));
  const rotation = { secret: signing?.secret ?? '', at: fact.at, previousUntil };
  const after = endpoint === null ? null : rotateSecret(endpoint, rotation);
  const { revision, at: secret_rotated_at } = fact;
  return { ...row, ...(await sealedColumns(row, after, sealing)), revision, secret_rotated_at };
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
    case 'webhook-subscription-enabled':
      return row ? { ...row, is_active: true, disabled_reason: null, revision } : null;
    case 'webhook-secret-rotated':
      return row ? rotated(row, { ...fact, event }, sealing) : null;
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
    `SELECT subscription_id, tenant_id, revision, events, url_sealed, secret_sealed, previous_secrets_sealed,
       is_active, disabled_reason, created_at, secret_rotated_at, created_by_test
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
       previous_secrets_sealed, is_active, disabled_reason, created_at, secret_rotated_at, created_by_test)
     SELECT u.id, u.b, u.c, string_to_array(u.d, ','), u.e, u.f, u.g, u.h, u.i, u.j, u.k, u.l
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[],
       $8::boolean[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::boolean[])
       AS u (id, b, c, d, e, f, g, h, i, j, k, l)
     WHERE NOT EXISTS (SELECT 1 FROM removed_subscriptions r WHERE r.subscription_id = u.id)
     ON CONFLICT (subscription_id) DO UPDATE
     SET revision = excluded.revision, url_sealed = excluded.url_sealed, secret_sealed = excluded.secret_sealed,
       previous_secrets_sealed = excluded.previous_secrets_sealed, is_active = excluded.is_active,
       disabled_reason = excluded.disabled_reason,
       secret_rotated_at = excluded.secret_rotated_at
     WHERE webhook_subscriptions.revision < excluded.revision`,
    [
      column(rows, 'subscription_id'),
      column(rows, 'tenant_id'),
      column(rows, 'revision'),
      rows.map((row) => row.events.join(',')),
      column(rows, 'url_sealed'),
      column(rows, 'secret_sealed'),
      column(rows, 'previous_secrets_sealed'),
      column(rows, 'is_active'),
      column(rows, 'disabled_reason'),
      column(rows, 'created_at'),
      column(rows, 'secret_rotated_at'),
      column(rows, 'created_by_test'),
    ],
  );
}

/** Takes rows out and remembers that they are gone, so that a projector that comes late brings none back. */
async function removeRows(
  sql: Sql,
  removed: { subscriptionId: string; tenantId: string; at: string }[],
): Promise<void> {
  if (removed.length === 0) return;
  await sql.query(
    `INSERT INTO removed_subscriptions (subscription_id, tenant_id, removed_at)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) ON CONFLICT (subscription_id) DO NOTHING`,
    [column(removed, 'subscriptionId'), column(removed, 'tenantId'), column(removed, 'at')],
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
      .map(({ stream, metadata, at }) => ({
        subscriptionId: streamSubject(stream),
        tenantId: metadata.tenant_id,
        at,
      }))
      .filter(({ subscriptionId }) => followed.changed.get(subscriptionId) === null),
  );
  return followed.behind;
}
