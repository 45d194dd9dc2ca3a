import type { Role } from '../../domain/member/index.ts';
import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import { TamperedError } from '../../shared/crypto/seal.ts';
import { openMemberProfile, openPasswordHash } from '../../shared/read-models/member-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { Device } from './trusted-device.ts';

/** An active member, as signing in needs it. */
export type Account = {
  memberId: string;
  tenantId: string;
  role: Role;
  email: string;
  /** See `emailHash`. */
  emailHash: Buffer;
  passwordHash: string | null;
  /** The address was shown to be theirs. */
  isVerified: boolean;
  /** The device that was asked about has shown a code of this member, and stands. */
  isTrusted: boolean;
};

/** A row of type ops.sign_in_account. */
export type AccountRow = {
  member_id: string;
  tenant_id: string;
  role: Role;
  profile_sealed: Buffer;
  password_sealed: Buffer;
  is_verified: boolean;
  /** Null where the key's row is gone. */
  key_id: string | null;
  master_id: string | null;
  wrapped: Buffer | null;
  is_trusted: boolean;
  scopes: string[];
  email_hash: Buffer;
  email_verified_at: Date | null;
  revision: number;
  password_revision: number | null;
  row_mac: Buffer;
};

/** By address (`emailHash`), or by the link that was made for its owner (SHA-256 of its token). */
export type AccountQuery = { emailHash: Uint8Array } | { resetHash: Uint8Array };

/**
 * The active member who is asked for, over all tenants; null where there is none. One round trip either way, so that
 * the time tells little.
 */
export async function findAccount(
  deps: Pick<CommandDeps, 'pool' | 'dataKeys' | 'access'>,
  query: AccountQuery,
  at: { now: Date; device?: Device | null },
): Promise<Account | null> {
  const { rows } = await deps.pool.query<AccountRow>({
    name: 'find-account',
    text: 'SELECT * FROM ops.find_account($1, $2, $3, $4, $5)',
    values: [
      'emailHash' in query ? query.emailHash : null,
      null,
      'resetHash' in query ? query.resetHash : null,
      at.device?.deviceId ?? null,
      at.now,
    ],
  });
  const row = rows[0];
  // The one who was asked for, whatever the function found.
  if (row === undefined || ('emailHash' in query && !row.email_hash.equals(query.emailHash))) return null;
  // The device's token says whose it is: a row that was changed to name another member does not make it theirs.
  return openAccount(deps, { ...row, is_trusted: row.is_trusted && at.device?.memberId === row.member_id });
}

/** Null once the member's key is destroyed, and for a row that is not ours. */
export async function openAccount(
  { dataKeys, access }: Pick<CommandDeps, 'dataKeys' | 'access'>,
  row: AccountRow,
): Promise<Account | null> {
  if (!(await access.isMember(row))) return null;
  try {
    const wrapped = { ...row, has_key: row.key_id !== null };
    const key = await dataKeys.unwrap(subjectKeyId(row.member_id), wrapped);
    const profile = openMemberProfile(row, key);
    if (profile === null) return null;
    return {
      memberId: row.member_id,
      tenantId: row.tenant_id,
      role: row.role,
      email: profile.email,
      emailHash: row.email_hash,
      passwordHash: openPasswordHash(row, key),
      isVerified: row.is_verified,
      isTrusted: row.is_trusted,
    };
  } catch (error) {
    if (!(error instanceof TamperedError)) throw error;
    access.refuse('member', row.member_id);
    return null;
  }
}
