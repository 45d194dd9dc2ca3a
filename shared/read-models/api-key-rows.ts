import type { ApiKeyEvent } from '../../domain/api-key/events.ts';
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

/** A row of read.api_keys: the key that a stream stands for now. Times are ISO 8601 UTC. */
export type ApiKeyRow = {
  /** The first key of the stream, which is named after it. */
  lineage_id: string;
  key_id: string;
  /** The key that the last rotation took the place of. */
  replaced_key_id: string | null;
  tenant_id: string;
  revision: number;
  key_hash: Uint8Array;
  key_prefix: string;
  key_suffix: string;
  /** Empty once the tenant's key is destroyed. */
  name_sealed: Uint8Array;
  scopes: string[];
  rate_limit_rpm: number;
  tier_rpm: number;
  is_test: boolean;
  is_active: boolean;
  expires_at: string | null;
  created_at: string;
  revoked_at: string | null;
};

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
  };
}

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

async function evolve(
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

type Times = 'expires_at' | 'created_at' | 'revoked_at';
type Stored = Omit<ApiKeyRow, Times> & {
  expires_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
};

async function loadRows(sql: Sql, lineageIds: string[]): Promise<Map<string, ApiKeyRow>> {
  const { rows } = await sql.query<Stored>(
    `SELECT lineage_id, key_id, replaced_key_id, tenant_id, revision, key_hash, key_prefix, key_suffix, name_sealed,
       scopes, rate_limit_rpm, tier_rpm, is_test, is_active, expires_at, created_at, revoked_at
     FROM api_keys WHERE lineage_id = ANY ($1::uuid[])`,
    [lineageIds],
  );
  const toRow = (row: Stored): ApiKeyRow => ({
    ...row,
    expires_at: isoOrNull(row.expires_at),
    created_at: row.created_at.toISOString(),
    revoked_at: isoOrNull(row.revoked_at),
  });
  return new Map(rows.map((row) => [row.lineage_id, toRow(row)]));
}

/** Scopes travel comma-joined: an array of arrays of different lengths is no Postgres value. */
async function writeRows(sql: Sql, rows: ApiKeyRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO api_keys (lineage_id, key_id, replaced_key_id, tenant_id, revision, key_hash, key_prefix, key_suffix,
       name_sealed, scopes, rate_limit_rpm, tier_rpm, is_test, is_active, expires_at, created_at, revoked_at)
     SELECT u.a, u.b, u.c, u.d, u.e, u.f, u.g, u.h, u.i, string_to_array(u.j, ','), u.k, u.l, u.m, u.n, u.o, u.p, u.q
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::bytea[], $7::text[], $8::text[],
       $9::bytea[], $10::text[], $11::int[], $12::int[], $13::boolean[], $14::boolean[], $15::timestamptz[],
       $16::timestamptz[], $17::timestamptz[]) AS u (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)
     ON CONFLICT (lineage_id) DO UPDATE
     SET key_id = excluded.key_id, replaced_key_id = excluded.replaced_key_id, revision = excluded.revision,
       key_hash = excluded.key_hash, key_prefix = excluded.key_prefix, key_suffix = excluded.key_suffix,
       name_sealed = excluded.name_sealed, scopes = excluded.scopes, rate_limit_rpm = excluded.rate_limit_rpm,
       is_active = excluded.is_active, expires_at = excluded.expires_at, created_at = excluded.created_at,
       revoked_at = excluded.revoked_at
     WHERE api_keys.revision < excluded.revision`,
    [
      column(rows, 'lineage_id'),
      column(rows, 'key_id'),
      column(rows, 'replaced_key_id'),
      column(rows, 'tenant_id'),
      column(rows, 'revision'),
      column(rows, 'key_hash'),
      column(rows, 'key_prefix'),
      column(rows, 'key_suffix'),
      column(rows, 'name_sealed'),
      rows.map((row) => row.scopes.join(',')),
      column(rows, 'rate_limit_rpm'),
      column(rows, 'tier_rpm'),
      column(rows, 'is_test'),
      column(rows, 'is_active'),
      column(rows, 'expires_at'),
      column(rows, 'created_at'),
      column(rows, 'revoked_at'),
    ],
  );
}

/**
 * Brings rows of read.api_keys up to these events, for the projector and for a command right after its append.
 * Returns the number of events that could not be applied because one before them is missing in the row.
 */
export async function applyApiKeyEvents(
  sql: Sql,
  events: readonly DecodedEvent<ApiKeyEvent>[],
  sealing: RowSealing,
): Promise<number> {
  const stored = await loadRows(sql, [...new Set(events.map((fact) => streamSubject(fact.stream)))]);
  const followed = await followRows(events, stored, (row, fact) => evolve(row, fact, sealing));
  await writeRows(sql, rowsToWrite(followed));
  return followed.behind;
}
