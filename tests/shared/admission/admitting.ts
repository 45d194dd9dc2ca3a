import { randomBytes, randomUUID } from 'node:crypto';
import { createAdmit, type Admission, type AdmitCall } from '../../../shared/admission/admit.ts';
import type { FreshKey, TenantKeys } from '../../../shared/crypto/data-keys.ts';
import { createAccessCheck } from '../../../shared/admission/genuine.ts';
import { sha256 } from '../../../shared/crypto/seal.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import type { Scope } from '../../../shared/http/route-types.ts';
import { apiKeyAccess } from '../../../shared/read-models/api-key-rows.ts';
import type { Pool, Sql } from '../../../shared/postgres/pool.ts';

/** Tenants, keys and sessions as the projections would show them, and commands that ask to be admitted. */

export const T0 = new Date('2026-01-05T08:00:00.000Z');
/** Seconds after T0. */
export const after = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);
export const HOUR = 3_600;

export type TestKey = { keyId: string; tenantId: string; rawKey: string; keyHash: Buffer };

/** The event that every row here follows: each is of revision 0. */
async function* firstEvent(): AsyncIterable<StoredEvent> {
  await Promise.resolve();
  yield { revision: 0, metadata: { occurred_at: T0.toISOString() } } as StoredEvent;
}

/** The keys of every tenant here, and the check of their rows. */
export const KEYS: TenantKeys = { keyId: 'k', seal: randomBytes(32), lookup: randomBytes(32) };
export const access = createAccessCheck({
  dataKeys: { tenantKeys: () => Promise.resolve(KEYS) },
  poolOf: () => null as never,
  log: { readTail: firstEvent, readStream: firstEvent },
  now: () => T0,
});

export async function newTenant(
  sql: Sql,
  options: {
    balance?: number | null;
    overage?: boolean;
    concurrency?: number;
    override?: number;
    bodyLimit?: number;
    flags?: Record<string, boolean>;
  } = {},
): Promise<string> {
  const {
    balance = 1_000,
    overage = false,
    concurrency = 10,
    override = null,
    bodyLimit = null,
    flags = {},
  } = options;
  const tenantId = randomUUID();
  await sql.query(
    `INSERT INTO read.tenants (tenant_id, revision, tier, tier_changed_at, tier_rpm, concurrency_limit,
       rate_limit_override, overage_allowed, body_limit_bytes, feature_flags, created_at)
     VALUES ($1, 0, 'scale', $2, 120, $3, $4, $5, $6, $7, $2)`,
    [tenantId, T0, concurrency, override, overage, bodyLimit, flags],
  );
  // What was granted and charged shows only as their difference.
  if (balance !== null) {
    await sql.query(
      'INSERT INTO read.balances (tenant_id, granted, charged, initial_balance) VALUES ($1, $2, 500, $2)',
      [tenantId, balance + 500],
    );
  }
  return tenantId;
}

export async function newKey(
  sql: Sql,
  tenantId: string,
  options: {
    test?: boolean;
    scopes?: Scope[];
    rpm?: number;
    tierRpm?: number;
    active?: boolean;
    expiresAt?: Date;
  } = {},
): Promise<TestKey> {
  const { test = false, scopes = ['sessions:write'], rpm = 10_000, tierRpm = 10_000 } = options;
  const keyId = randomUUID();
  const rawKey = `svc_${test ? 'test' : 'live'}_${keyId.replaceAll('-', '')}`;
  const keyHash = sha256(rawKey);
  const row = {
    lineage_id: keyId,
    key_id: keyId,
    tenant_id: tenantId,
    revision: 0,
    key_hash: keyHash,
    key_prefix: rawKey.slice(0, 13),
    scopes,
    rate_limit_rpm: rpm,
    tier_rpm: tierRpm,
    is_test: test,
    expires_at: options.expiresAt ?? null,
  };
  await sql.query(
    `INSERT INTO read.api_keys (lineage_id, key_id, tenant_id, revision, key_hash, key_prefix, key_suffix, name_sealed, scopes,
       rate_limit_rpm, tier_rpm, is_test, is_active, expires_at, created_at, row_mac)
     VALUES ($1, $1, $2, 0, $3, $4, 'wxyz', '', $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      keyId,
      tenantId,
      keyHash,
      rawKey.slice(0, 13),
      scopes,
      rpm,
      tierRpm,
      test,
      options.active ?? true,
      options.expiresAt ?? null,
      T0,
      apiKeyAccess.macOf(KEYS, row),
    ],
  );
  return { keyId, tenantId, rawKey, keyHash };
}

/** A session's row, sealed under a key that stands; its content is of no matter here. */
export async function newSession(
  sql: Sql,
  tenantId: string,
  options: {
    sessionId?: string;
    test?: boolean;
    status?: 'active' | 'finalized';
    lastActivity?: Date;
    revision?: number;
    withKey?: boolean;
  } = {},
): Promise<{ sessionId: string; stateKeyId: string }> {
  const { sessionId = randomUUID(), test = false, status = 'active', lastActivity = T0 } = options;
  const stateKeyId = randomUUID();
  if (options.withKey ?? true) {
    await sql.query(
      `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
       VALUES ($1, $2, $3, 'outcome', 'm', '\\x01', $4)`,
      [stateKeyId, tenantId, sessionId, T0],
    );
  }
  await sql.query(
    `INSERT INTO read.sessions (session_id, tenant_id, test, status, revision, triage_level, complaint_hash, age_band,
       sex, questions_asked, red_flags, created_at, last_activity_at, state_key_id, state_sealed, brief_sealed)
     VALUES ($1, $2, $3, $4, $5, 'routine', '', 'unknown', 'unknown', 0, '{}', $6, $6, $7, '\\x02', '\\x03')`,
    [sessionId, tenantId, test, status, options.revision ?? 0, lastActivity, stateKeyId],
  );
  return { sessionId, stateKeyId };
}

export const freshKey = (keyId = randomUUID(), wrapped = [1, 2, 3]): FreshKey => ({
  keyId,
  role: 'outcome',
  key: new Uint8Array(32),
  stored: { masterId: 'm', wrapped: new Uint8Array(wrapped) },
});

/** An answer of 8 tokens to nothing in particular. */
export function callOf(key: TestKey, changes: Partial<AdmitCall> = {}): AdmitCall {
  const now = changes.now ?? T0;
  return {
    now,
    credential: { kind: 'key', keyHash: key.keyHash, test: key.rawKey.startsWith('svc_test_') },
    demand: { scope: 'sessions:write', session: false, roles: null, feature: null },
    asksTest: false,
    commandId: randomUUID(),
    stream: 'session-x',
    sessionId: null,
    creates: false,
    cost: 8,
    deadline: new Date(now.getTime() + 10_000),
    idempotency: null,
    keys: { subjectId: randomUUID(), fresh: [] },
    ...changes,
  };
}

/** A create of 1 token. */
export const createOf = (key: TestKey, changes: Partial<AdmitCall> = {}): AdmitCall =>
  callOf(key, { sessionId: randomUUID(), creates: true, cost: 1, ...changes });

export const idempotencyOf = (
  name: string,
  changes: { generation?: number; body?: string } = {},
): NonNullable<AdmitCall['idempotency']> => ({
  keyHash: sha256(name),
  generation: changes.generation ?? 0,
  fingerprint: sha256(changes.body ?? 'body'),
});

/** The outcome in a word: the kind, or the code of the refusal. */
export const told = (admission: Admission): string =>
  admission.kind === 'refused' ? admission.error.code : admission.kind;

export const createAdmitting = (pool: Pool) => {
  const admit = createAdmit(pool, access);
  return {
    admit,
    told: async (call: AdmitCall): Promise<string> => told(await admit(call)),
    intentsOf: async (
      tenantId: string,
    ): Promise<{ command_id: string; cost: number; creates: string | null }[]> => {
      const { rows } = await pool.query<{ command_id: string; cost: number; creates: string | null }>(
        'SELECT command_id, cost, creates FROM ops.intents WHERE tenant_id = $1 ORDER BY created_at, command_id',
        [tenantId],
      );
      return rows;
    },
    marksOf: async (tenantId: string): Promise<number> => {
      const { rowCount } = await pool.query('SELECT 1 FROM ops.idempotency_keys WHERE tenant_id = $1', [
        tenantId,
      ]);
      return rowCount ?? 0;
    },
    wrappedOf: async (keyId: string): Promise<number[] | null> => {
      const { rows } = await pool.query<{ wrapped: Buffer }>(
        'SELECT wrapped FROM ops.data_keys WHERE key_id = $1',
        [keyId],
      );
      return rows[0] ? [...rows[0].wrapped] : null;
    },
  };
};
