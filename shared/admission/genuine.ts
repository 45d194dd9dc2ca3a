import { Counter, type Registry } from 'prom-client';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Role } from '../http/route-types.ts';
import type { DataKeys, TenantKeys } from '../crypto/data-keys.ts';
import { sameBytes } from '../crypto/seal.ts';
import { ApiError } from '../http/errors.ts';
import { apiKeyStream, memberStream } from '../event-log/streams.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { Logger } from '../logging/logger.ts';
import { countFromZero } from '../metrics/from-zero.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';
import { apiKeyAccess } from '../read-models/api-key-rows.ts';
import { memberAccess } from '../read-models/member-rows.ts';
import type { Credential } from './credential.ts';
import type { IdentityRow } from './identity.ts';
import { createStreamEnds } from './stream-ends.ts';
import type { TenantOfKey } from './tenant-of-key.ts';

/** The bound columns of a member's row, with its code. */
type MemberFacts = {
  member_id: string;
  tenant_id: string;
  revision: number;
  email_hash: Buffer;
  role: Role;
  scopes: string[];
  email_verified_at: Date | null;
  password_revision: number | null;
  row_mac: Buffer;
};

/** Whether rows that give access were written by us. */
export type AccessCheck = {
  /**
   * The row that the database found for a credential is ours, is the row of this credential, and no older one than the
   * log tells of. Throws 503 for a row from before codes were made.
   */
  isCaller(credential: Credential, row: IdentityRow): Promise<boolean>;
  isMember(row: MemberFacts): Promise<boolean>;
  /** Counts and logs one that was found out otherwise; false. */
  refuse(kind: AccessKind, id: string | null): false;
};

type AccessCheckDeps = {
  dataKeys: Pick<DataKeys, 'tenantKeys'>;
  poolOf: TenantPools;
  log: Pick<EventLog, 'readStream' | 'readTail'>;
  now: () => Date;
  tenantOfKey?: Pick<TenantOfKey, 'forget'> | undefined;
  logger?: Pick<Logger, 'error'> | undefined;
  registry?: Registry | undefined;
};

const KINDS = ['api_key', 'member', 'session', 'sso_binding'] as const;
type AccessKind = (typeof KINDS)[number];

/** Rows that are named in the log once each; further ones are counted only. */
const MAX_NAMED = 1_000;

const NOT_OURS = 'a row that gives access was not written by us';
const OLD_ROW =
  'a row that gives access is older than the log tells: it was put back, or its projection stands still';
const NO_CODE =
  'a row that gives access has no code: after an update run npm run ops -- rebuild api-keys members, else it was planted';

/**
 * Checks rows of keys and members against their codes (`accessRows`) and the log, and sessions against their signed token.
 * A row that fails counts as none: it is refused like an unknown credential, counted, and logged once with its id.
 */
export function createAccessCheck(deps: AccessCheckDeps): AccessCheck {
  const { dataKeys, poolOf, logger, registry, tenantOfKey } = deps;
  const ends = createStreamEnds(deps);
  const refused = registry && refusals(registry);
  const named = new Set<string>();

  const refuseAs = (why: string, kind: AccessKind, id: string | null): false => {
    refused?.inc({ kind });
    const name = `${kind} ${id}`;
    if (!named.has(name) && named.size < MAX_NAMED) {
      named.add(name);
      logger?.error({ access_kind: kind, access_id: id }, why);
    }
    return false;
  };

  const refuse: AccessCheck['refuse'] = (kind, id) => refuseAs(NOT_OURS, kind, id);

  /** Null for a tenant that was closed: its rows give no access. */
  const openKeys = async (tenantId: string): Promise<TenantKeys | null> =>
    dataKeys.tenantKeys(poolOf(tenantId), tenantId).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return null;
      throw error;
    });

  const isMember: AccessCheck['isMember'] = async (row) => {
    const { member_id: id } = row;
    if (row.row_mac.length === 0) return refuseAs(NO_CODE, 'member', id);
    const keys = await openKeys(row.tenant_id);
    if (keys === null) return false;
    if (!memberAccess.isGenuine(keys, row, row.row_mac)) return refuse('member', id);
    return (await ends.isCurrent(memberStream(id), row.revision)) || refuseAs(OLD_ROW, 'member', id);
  };

  const isKey = async (row: IdentityRow): Promise<boolean> => {
    const keys = await openKeys(row.tenant_id);
    if (keys === null) return false;
    const key = { ...row, ...keyFacts(row) };
    if (!apiKeyAccess.isGenuine(keys, key, row.row_mac)) return refuse('api_key', key.key_id);
    const isCurrent = await ends.isCurrent(apiKeyStream(key.lineage_id), key.revision);
    return isCurrent || refuseAs(OLD_ROW, 'api_key', key.key_id);
  };

  const isCaller: AccessCheck['isCaller'] = async (credential, row) => {
    if (!isOfCredential(credential, row)) return refuse('session', row.session_id);
    if (row.row_mac.length === 0) {
      refuseAs(NO_CODE, row.member_id === null ? 'api_key' : 'member', row.member_id ?? row.key_id);
      throw notReady();
    }
    return row.member_id === null
      ? isKey(row)
      : isMember({ ...(row as Omit<MemberFacts, 'revision'>), revision: row.row_revision });
  };

  return {
    refuse,
    isMember,
    isCaller: async (credential, row) => {
      const isOurs = await isCaller(credential, row);
      if (!isOurs && credential.kind === 'key') tenantOfKey?.forget(credential.keyHash);
      return isOurs;
    },
  };
}

/** The bound columns of a key's row, as its identity names them. */
const keyFacts = (row: IdentityRow) => ({
  lineage_id: row.lineage_id ?? '',
  key_id: row.key_id ?? '',
  key_prefix: row.key_prefix ?? '',
  revision: row.row_revision,
  rate_limit_rpm: row.key_rpm,
  tier_rpm: row.key_tier_rpm,
  is_test: row.test ?? false,
  expires_at: row.key_expires_at,
});

/** Not 401: callers throw a key away that is refused so. */
const notReady = (): ApiError =>
  new ApiError(
    'service_unavailable',
    'The service was updated, and its keys and members are not ready yet: its operator has to run npm run ops -- ' +
      'rebuild api-keys members. Try again later.',
  );

/** A key's row holds the hash of the key that was shown; a session's row has the holder and tenant of its signed token. */
function isOfCredential(credential: Credential, row: IdentityRow): boolean {
  if (credential.kind === 'key') {
    return row.member_id === null && sameBytes(row.key_hash, credential.keyHash);
  }
  return (
    row.session_id === credential.sessionId &&
    row.tenant_id === credential.tenantId &&
    (row.member_id ?? row.key_id) === credential.holderId &&
    row.test === credential.test
  );
}

function refusals(registry: Registry): Counter<'kind'> {
  const counter = new Counter({
    name: 'triage_access_rows_refused_total',
    help: 'Credentials that were refused because the row behind them was not written by the service.',
    labelNames: ['kind'],
    registers: [registry],
  });
  countFromZero(
    counter,
    KINDS.map((kind) => ({ kind })),
  );
  return counter;
}
