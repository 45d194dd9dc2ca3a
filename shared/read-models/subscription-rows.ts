import type { WebhookSubscriptionEvent } from '../../domain/webhook-subscription/events.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { open, openJson, seal, sealJson } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import { col, fixed, orNull, rowSet, type RowOf } from '../postgres/columns.ts';
import type { Sql } from '../postgres/pool.ts';
import { rowTable } from '../postgres/row-table.ts';
import { rotateSecret, type Endpoint, type PreviousSecret } from '../webhooks/endpoint.ts';
import { column, followRows, NOTHING_SEALED, rowsToWrite, type RowSealing } from './follow-rows.ts';

/** read.webhook_subscriptions; a deleted subscription has no row. What is sealed is so under the tenant's key. */
const subscriptionRows = rowTable({
  name: 'webhook_subscriptions',
  key: 'subscription_id',
  allowed: 'NOT EXISTS (SELECT 1 FROM removed_subscriptions r WHERE r.subscription_id = u.subscription_id)',
  columns: {
    subscription_id: col.uuid,
    tenant_id: fixed(col.uuid),
    revision: col.int,
    events: col.texts,
    /** Both empty once the tenant's key is destroyed. */
    url_sealed: col.bytea,
    secret_sealed: col.bytea,
    /** Those that held at the last rotation; empty where there was none. */
    previous_secrets_sealed: col.bytea,
    is_active: col.boolean,
    disabled_reason: orNull(col.text),
    created_at: fixed(col.time),
    secret_rotated_at: orNull(col.time),
    created_by_test: fixed(col.boolean),
  },
});
export type SubscriptionRow = RowOf<typeof subscriptionRows.columns>;

type SealedColumns = Pick<SubscriptionRow, 'url_sealed' | 'secret_sealed' | 'previous_secrets_sealed'>;
type SealedEndpoint = Pick<SubscriptionRow, 'tenant_id' | 'subscription_id'> & SealedColumns;
type SealedName = 'url' | 'secret' | 'previous_secrets';

const placeOf = (at: Pick<SubscriptionRow, 'tenant_id' | 'subscription_id'>, name: SealedName): string =>
  `row|${at.tenant_id}|subscription|${at.subscription_id}|${name}`;

/** Opens where to send to; null once the tenant's key is destroyed. Throws TamperedError. */
export const openSubscriptionUrl = (
  row: Pick<SealedEndpoint, 'tenant_id' | 'subscription_id' | 'url_sealed'>,
  keys: TenantKeys,
): string | null =>
  row.url_sealed.length === 0 ? null : open(keys.seal, placeOf(row, 'url'), row.url_sealed).toString('utf8');

/** Opens where to send to and what to sign with; null once the tenant's key is destroyed. Throws TamperedError. */
export function openSubscriptionEndpoint(row: SealedEndpoint, keys: TenantKeys): Endpoint | null {
  const url = openSubscriptionUrl(row, keys);
  if (url === null || row.secret_sealed.length === 0) return null;
  const secret = open(keys.seal, placeOf(row, 'secret'), row.secret_sealed).toString('utf8');
  const previous =
    row.previous_secrets_sealed.length === 0
      ? []
      : (openJson(
          keys.seal,
          placeOf(row, 'previous_secrets'),
          row.previous_secrets_sealed,
        ) as PreviousSecret[]);
  return { url, secret, previous };
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

async function changed(
  row: SubscriptionRow,
  { event, revision }: FactOf<'webhook-subscription-changed'>,
  { keysOf, random }: RowSealing,
): Promise<SubscriptionRow> {
  const { events = row.events, endpoint } = event.data;
  const url = endpoint?.url ?? null;
  if (url === null) return { ...row, events, revision };
  const { seal: key } = await keysOf(row.tenant_id);
  return { ...row, events, revision, url_sealed: seal(key, placeOf(row, 'url'), url, random) };
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
    case 'webhook-subscription-changed':
      return row ? changed(row, { ...fact, event }, sealing) : null;
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

const removedRows = rowSet({ subscription_id: col.uuid, tenant_id: col.uuid, removed_at: col.time });
const REMEMBER = `${removedRows.insertInto('removed_subscriptions')} ON CONFLICT (subscription_id) DO NOTHING`;

/** Takes rows out and remembers that they are gone, so that a projector that comes late brings none back. */
async function removeRows(sql: Sql, removed: RowOf<typeof removedRows.columns>[]): Promise<void> {
  if (removed.length === 0) return;
  await sql.query(REMEMBER, removedRows.values(removed));
  await sql.query('DELETE FROM webhook_subscriptions WHERE subscription_id = ANY ($1::uuid[])', [
    column(removed, 'subscription_id'),
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
  const stored = await subscriptionRows.load(sql, subscriptionIds);
  const followed = await followRows(standing, stored, (row, fact) => evolve(row, fact, sealing));
  await subscriptionRows.write(sql, rowsToWrite(followed));
  const deletions = standing.filter((fact) => fact.event.type === 'webhook-subscription-deleted');
  await removeRows(
    sql,
    deletions
      .map(({ stream, metadata, at }) => ({
        subscription_id: streamSubject(stream),
        tenant_id: metadata.tenant_id,
        removed_at: at,
      }))
      .filter((row) => followed.changed.get(row.subscription_id) === null),
  );
  return followed.behind;
}
