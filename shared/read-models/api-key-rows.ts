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

/** A row of read.api_keys. Times are ISO 8601 UTC. */
export type ApiKeyRow = {
  key_id: string;
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

/** A key whose name cannot be read any more belongs to an erased tenant, and opens nothing. */
async function created(
  fact: DecodedEvent<Extract<ApiKeyEvent, { type: 'api-key-created' }>>,
  sealing: RowSealing,
): Promise<ApiKeyRow> {
  const {
    key_id,
    key_hash,
    key_prefix,
    key_suffix,
    scopes,
    rate_limit_rpm,
    tier_rpm,
    test,
    expires_at,
    profile,
  } = fact.event.data;
  const { tenant_id } = fact.metadata;
  const name = profile
    ? seal((await sealing.keysOf(tenant_id)).seal, namePlace(tenant_id, key_id), profile.name, sealing.random)
    : NOTHING_SEALED;
  return {
    key_id,
    tenant_id,
    revision: fact.revision,
    key_hash: Buffer.from(key_hash, 'hex'),
    key_prefix,
    key_suffix,
    name_sealed: name,
    scopes,
    rate_limit_rpm,
    tier_rpm,
    is_test: test,
    is_active: profile !== null,
    expires_at,
    created_at: fact.at,
    revoked_at: null,
  };
}

async function evolve(
  row: ApiKeyRow | undefined,
  fact: DecodedEvent<ApiKeyEvent>,
  sealing: RowSealing,
): Promise<ApiKeyRow | null> {
  const { event, revision } = fact;
  switch (event.type) {
    case 'api-key-created':
      return created({ ...fact, event }, sealing);
    case 'api-key-revoked':
      return row ? { ...row, is_active: false, revoked_at: fact.at, revision } : null;
  }
}

type Times = 'expires_at' | 'created_at' | 'revoked_at';
type Stored = Omit<ApiKeyRow, Times> & {
  expires_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
};

async function loadRows(sql: Sql, keyIds: string[]): Promise<Map<string, ApiKeyRow>> {
  const { rows } = await sql.query<Stored>(
    `SELECT key_id, tenant_id, revision, key_hash, key_prefix, key_suffix, name_sealed, scopes, rate_limit_rpm,
       tier_rpm, is_test, is_active, expires_at, created_at, revoked_at
     FROM api_keys WHERE key_id = ANY ($1::uuid[])`,
    [keyIds],
  );
  const toRow = (row: Stored): ApiKeyRow => ({
    ...row,
    expires_at: isoOrNull(row.expires_at),
    created_at: row.created_at.toISOString(),
    revoked_at: isoOrNull(row.revoked_at),
  });
  return new Map(rows.map((row) => [row.key_id, toRow(row)]));
}

/** Scopes travel comma-joined: an array of arrays of different lengths is no Postgres value. */
async function writeRows(sql: Sql, rows: ApiKeyRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO api_keys (key_id, tenant_id, revision, key_hash, key_prefix, key_suffix, name_sealed, scopes,
       rate_limit_rpm, tier_rpm, is_test, is_active, expires_at, created_at, revoked_at)
     SELECT u.a, u.b, u.c, u.d, u.e, u.f, u.g, string_to_array(u.h, ','), u.i, u.j, u.k, u.l, u.m, u.n, u.o
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::bytea[], $5::text[], $6::text[], $7::bytea[], $8::text[],
       $9::int[], $10::int[], $11::boolean[], $12::boolean[], $13::timestamptz[], $14::timestamptz[],
       $15::timestamptz[]) AS u (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
     ON CONFLICT (key_id) DO UPDATE
     SET revision = excluded.revision, name_sealed = excluded.name_sealed, scopes = excluded.scopes,
       rate_limit_rpm = excluded.rate_limit_rpm, is_active = excluded.is_active, revoked_at = excluded.revoked_at
     WHERE api_keys.revision < excluded.revision`,
    [
      column(rows, 'key_id'),
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
