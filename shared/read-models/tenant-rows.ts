import type { TenantEvent } from '../../domain/tenant/events.ts';
import { TIERS, type TierName } from '../../domain/tenant/tiers.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { open, seal } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';
import { column, followRows, rowsToWrite, type RowSealing } from './follow-rows.ts';

/** A row of read.tenants. Times are ISO 8601 UTC. */
export type TenantRow = {
  tenant_id: string;
  revision: number;
  /** Null once the tenant's key is destroyed. */
  name_sealed: Uint8Array | null;
  tier: TierName;
  tier_changed_at: string;
  tier_rpm: number;
  concurrency_limit: number;
  rate_limit_override: number | null;
  overage_allowed: boolean;
  body_limit_bytes: number | null;
  feature_flags: Record<string, boolean>;
  created_at: string;
};

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
    case 'tenant-closed':
      return { ...row, name_sealed: null, revision };
    case 'tokens-granted':
    case 'balance-threshold-crossed':
      return { ...row, revision };
  }
}

type Stored = Omit<TenantRow, 'tier_changed_at' | 'created_at'> & { tier_changed_at: Date; created_at: Date };

async function loadRows(sql: Sql, tenantIds: string[]): Promise<Map<string, TenantRow>> {
  const { rows } = await sql.query<Stored>(
    `SELECT tenant_id, revision, name_sealed, tier, tier_changed_at, tier_rpm, concurrency_limit,
       rate_limit_override, overage_allowed, body_limit_bytes, feature_flags, created_at
     FROM tenants WHERE tenant_id = ANY ($1::uuid[])`,
    [tenantIds],
  );
  const toRow = (row: Stored): TenantRow => ({
    ...row,
    tier_changed_at: row.tier_changed_at.toISOString(),
    created_at: row.created_at.toISOString(),
  });
  return new Map(rows.map((row) => [row.tenant_id, toRow(row)]));
}

async function writeRows(sql: Sql, rows: TenantRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO tenants (tenant_id, revision, name_sealed, tier, tier_changed_at, tier_rpm, concurrency_limit,
       rate_limit_override, overage_allowed, body_limit_bytes, feature_flags, created_at)
     SELECT * FROM unnest($1::uuid[], $2::int[], $3::bytea[], $4::text[], $5::timestamptz[], $6::int[], $7::int[],
       $8::int[], $9::boolean[], $10::int[], $11::jsonb[], $12::timestamptz[])
     ON CONFLICT (tenant_id) DO UPDATE
     SET revision = excluded.revision, name_sealed = excluded.name_sealed, tier = excluded.tier,
       tier_changed_at = excluded.tier_changed_at, tier_rpm = excluded.tier_rpm,
       concurrency_limit = excluded.concurrency_limit, rate_limit_override = excluded.rate_limit_override,
       overage_allowed = excluded.overage_allowed, body_limit_bytes = excluded.body_limit_bytes,
       feature_flags = excluded.feature_flags
     WHERE tenants.revision < excluded.revision`,
    [
      column(rows, 'tenant_id'),
      column(rows, 'revision'),
      column(rows, 'name_sealed'),
      column(rows, 'tier'),
      column(rows, 'tier_changed_at'),
      column(rows, 'tier_rpm'),
      column(rows, 'concurrency_limit'),
      column(rows, 'rate_limit_override'),
      column(rows, 'overage_allowed'),
      column(rows, 'body_limit_bytes'),
      rows.map((row) => JSON.stringify(row.feature_flags)),
      column(rows, 'created_at'),
    ],
  );
}

/**
 * Brings rows of read.tenants up to these events, for the projector and for a command right after its append.
 * Returns the number of events that could not be applied because one before them is missing in the row.
 */
export async function applyTenantEvents(
  sql: Sql,
  events: readonly DecodedEvent<TenantEvent>[],
  sealing: RowSealing,
): Promise<number> {
  const stored = await loadRows(sql, [...new Set(events.map((fact) => streamSubject(fact.stream)))]);
  const followed = await followRows(events, stored, (row, fact) => evolve(row, fact, sealing));
  await writeRows(sql, rowsToWrite(followed));
  return followed.behind;
}
