import { isDiscarded } from '../../domain/event-log/events.ts';
import type { ApiKeyEvent } from '../../domain/api-key/events.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { open, seal } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import type { EventMetadata } from '../event-log/stored-event.ts';
import { streamSubject } from '../event-log/streams.ts';
import { col, fixed, orNull, type RowOf } from '../postgres/columns.ts';
import { rowTable } from '../postgres/row-table.ts';
import { accessRows } from './access-rows.ts';
import { NOTHING_SEALED, passed, rowsFollowing, type RowSealing } from './follow-rows.ts';

/** read.api_keys: the key that a stream stands for now. */
export const apiKeyRows = rowTable({
  name: 'api_keys',
  key: 'lineage_id',
  columns: {
    /** The first key of the stream, which is named after it. */
    lineage_id: col.uuid,
    key_id: col.uuid,
    /** The key that the last rotation took the place of. */
    replaced_key_id: orNull(col.uuid),
    tenant_id: fixed(col.uuid),
    revision: col.int,
    key_hash: col.bytea,
    key_prefix: col.text,
    key_suffix: col.text,
    /** Under the tenant's key; empty once that is destroyed. */
    name_sealed: col.bytea,
    scopes: col.texts,
    rate_limit_rpm: col.int,
    tier_rpm: fixed(col.int),
    is_test: fixed(col.boolean),
    is_active: col.boolean,
    expires_at: orNull(col.time),
    created_at: col.time,
    revoked_at: orNull(col.time),
    /** Who made it, as its event names the actor. A key that rotates itself stays its maker's. */
    created_by_type: orNull(col.text),
    created_by_id: orNull(col.text),
    /** See `apiKeyAccess`; empty where the key is not active. */
    row_mac: col.bytea,
  },
});
export type ApiKeyRow = RowOf<typeof apiKeyRows.columns>;

const BOUND = [
  'lineage_id',
  'key_id',
  'tenant_id',
  'revision',
  'key_hash',
  'key_prefix',
  'scopes',
  'rate_limit_rpm',
  'tier_rpm',
  'is_test',
  'expires_at',
] as const;
/** What a key opens and how often, bound to the keys of its tenant. */
export const apiKeyAccess = accessRows<ApiKeyRow, (typeof BOUND)[number]>('api_key', BOUND);

const namePlace = (tenantId: string, keyId: string): string => `row|${tenantId}|api-key|${keyId}|name`;

/** Opens the name of a row. Throws TamperedError. */
export const openApiKeyName = (
  row: Pick<ApiKeyRow, 'tenant_id' | 'key_id' | 'name_sealed'>,
  keys: TenantKeys,
): string | null =>
  row.name_sealed.length === 0
    ? null
    : open(keys.seal, namePlace(row.tenant_id, row.key_id), row.name_sealed).toString('utf8');

type Sealing = { tenantId: string; keyId: string; sealing: RowSealing };

const sealName = async (name: string, { tenantId, keyId, sealing }: Sealing): Promise<Uint8Array> =>
  seal((await sealing.keysOf(tenantId)).seal, namePlace(tenantId, keyId), name, sealing.random);

/** A key whose name cannot be read any more belongs to an erased tenant, and opens nothing. */
async function created(
  row: ApiKeyRow | undefined,
  fact: DecodedEvent<Extract<ApiKeyEvent, { type: 'api-key-created' }>>,
  sealing: RowSealing,
): Promise<ApiKeyRow> {
  const { key_id, key_hash, test, profile, ...clear } = fact.event.data;
  const { tenant_id } = fact.metadata;
  return {
    ...clear,
    lineage_id: streamSubject(fact.stream),
    key_id,
    replaced_key_id: row?.key_id ?? null,
    tenant_id,
    revision: fact.revision,
    key_hash: Buffer.from(key_hash, 'hex'),
    name_sealed: profile
      ? await sealName(profile.name, { tenantId: tenant_id, keyId: key_id, sealing })
      : NOTHING_SEALED,
    is_test: test,
    is_active: profile !== null,
    created_at: fact.at,
    revoked_at: null,
    ...makerOf(row, fact.metadata.actor),
    row_mac: NOTHING_SEALED,
  };
}

const makerOf = (
  row: ApiKeyRow | undefined,
  { type, id }: EventMetadata['actor'],
): Pick<ApiKeyRow, 'created_by_type' | 'created_by_id'> =>
  row !== undefined && type === 'api_key' && id === row.key_id
    ? { created_by_type: row.created_by_type, created_by_id: row.created_by_id }
    : { created_by_type: type, created_by_id: id };

async function updated(
  row: ApiKeyRow,
  { event }: DecodedEvent<Extract<ApiKeyEvent, { type: 'api-key-updated' }>>,
  sealing: RowSealing,
): Promise<ApiKeyRow> {
  const { scopes = row.scopes, rate_limit_rpm = row.rate_limit_rpm, profile } = event.data;
  const { tenant_id: tenantId, key_id: keyId } = row;
  const name = profile?.name ?? null;
  return {
    ...row,
    scopes,
    rate_limit_rpm,
    name_sealed: name === null ? row.name_sealed : await sealName(name, { tenantId, keyId, sealing }),
  };
}

async function next(
  row: ApiKeyRow | undefined,
  fact: DecodedEvent<ApiKeyEvent>,
  sealing: RowSealing,
): Promise<ApiKeyRow | null> {
  const { event, revision } = fact;
  if (event.type === 'api-key-created') return created(row, { ...fact, event }, sealing);
  if (!row) return null;
  switch (event.type) {
    case 'api-key-updated':
      return { ...(await updated(row, { ...fact, event }, sealing)), revision };
    case 'api-key-revoked':
      return { ...row, is_active: false, revoked_at: fact.at, revision };
  }
}

async function evolve(
  row: ApiKeyRow | undefined,
  fact: DecodedEvent<ApiKeyEvent>,
  sealing: RowSealing,
): Promise<ApiKeyRow | null> {
  const changed = isDiscarded(fact) ? passed(row, fact) : await next(row, fact, sealing);
  if (!changed?.is_active) return changed && { ...changed, row_mac: NOTHING_SEALED };
  return { ...changed, row_mac: apiKeyAccess.macOf(await sealing.keysOf(changed.tenant_id), changed) };
}

/**
 * Brings rows of read.api_keys up to these events, for the projector and for a command right after its append.
 * Returns the number of events that could not be applied because one before them is missing in the row.
 */
export const applyApiKeyEvents = rowsFollowing(apiKeyRows, evolve);
