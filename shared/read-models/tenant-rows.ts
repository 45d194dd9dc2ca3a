import type { TenantEvent } from '../../domain/tenant/events.ts';
import { DEFAULT_RETENTION_DAYS } from '../../domain/retention/types.ts';
import { TIERS, type TierName } from '../../domain/tenant/tiers.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { open, seal } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import { col, fixed, orNull, type RowOf } from '../postgres/columns.ts';
import { rowTable } from '../postgres/row-table.ts';
import { rowsFollowing, type RowSealing } from './follow-rows.ts';

/** read.tenants. */
const tenantRows = rowTable({
  name: 'tenants',
  key: 'tenant_id',
  columns: {
    tenant_id: col.uuid,
    revision: col.int,
    /** Under the tenant's key; null once that is destroyed. */
    name_sealed: orNull(col.bytea),
    tier: col.code<TierName>(),
    tier_changed_at: col.time,
    tier_rpm: col.int,
    concurrency_limit: col.int,
    rate_limit_override: orNull(col.int),
    retention_days: col.int,
    overage_allowed: col.boolean,
    body_limit_bytes: orNull(col.int),
    feature_flags: col.json<Record<string, boolean>>(),
    created_at: fixed(col.time),
  },
});
export type TenantRow = RowOf<typeof tenantRows.columns>;

const namePlace = (tenantId: string): string => `row|${tenantId}|tenant|name`;

/** Opens the name of a row. Throws TamperedError. */
export const openTenantName = (
  row: Pick<TenantRow, 'tenant_id' | 'name_sealed'>,
  keys: TenantKeys,
): string | null =>
  row.name_sealed === null
    ? null
    : open(keys.seal, namePlace(row.tenant_id), row.name_sealed).toString('utf8');

const tierColumns = (tier: TierName): Pick<TenantRow, 'tier' | 'tier_rpm' | 'concurrency_limit'> => ({
  tier,
  tier_rpm: TIERS[tier].rpm,
  concurrency_limit: TIERS[tier].concurrency,
});

async function registered(
  fact: DecodedEvent<Extract<TenantEvent, { type: 'tenant-registered' }>>,
  sealing: RowSealing,
): Promise<TenantRow> {
  const tenantId = streamSubject(fact.stream);
  const { profile, tier } = fact.event.data;
  const name = profile
    ? seal((await sealing.keysOf(tenantId)).seal, namePlace(tenantId), profile.name, sealing.random)
    : null;
  return {
    tenant_id: tenantId,
    revision: fact.revision,
    name_sealed: name,
    ...tierColumns(tier),
    tier_changed_at: fact.at,
    rate_limit_override: null,
    retention_days: DEFAULT_RETENTION_DAYS,
    overage_allowed: false,
    body_limit_bytes: null,
    feature_flags: {},
    created_at: fact.at,
  };
}

/** Settings that an event does not name stay as they are; so does each feature flag. */
function withSettings(
  row: TenantRow,
  data: Extract<TenantEvent, { type: 'tenant-settings-changed' }>['data'],
): TenantRow {
  return {
    ...row,
    overage_allowed: data.overage_allowed ?? row.overage_allowed,
    body_limit_bytes: data.body_limit_bytes === undefined ? row.body_limit_bytes : data.body_limit_bytes,
    feature_flags: { ...row.feature_flags, ...data.feature_flags },
  };
}

async function evolve(
  row: TenantRow | undefined,
  fact: DecodedEvent<TenantEvent>,
  sealing: RowSealing,
): Promise<TenantRow | null> {
  const { event, revision } = fact;
  if (event.type === 'tenant-registered') return registered({ ...fact, event }, sealing);
  if (!row) return null;
  switch (event.type) {
    case 'tier-changed':
      return { ...row, ...tierColumns(event.data.to), tier_changed_at: fact.at, revision };
    case 'tenant-settings-changed':
      return { ...withSettings(row, event.data), revision };
    case 'rate-limit-override-set':
      return { ...row, rate_limit_override: event.data.rate_limit_rpm, revision };
    case 'retention-changed':
      return { ...row, retention_days: event.data.retention_days, revision };
    case 'tenant-closed':
      return { ...row, name_sealed: null, revision };
    case 'tokens-granted':
    case 'balance-threshold-crossed':
      return { ...row, revision };
  }
}

/**
 * Brings rows of read.tenants up to these events, for the projector and for a command right after its append.
 * Returns the number of events that could not be applied because one before them is missing in the row.
 */
export const applyTenantEvents = rowsFollowing(tenantRows, evolve);
