import type { Role } from '../../domain/member/index.ts';
import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import { openMemberProfile, openPasswordHash } from '../../shared/read-models/member-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** An active member, as signing in needs it. */
export type Account = {
  memberId: string;
  tenantId: string;
  role: Role;
  email: string;
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
};

/** By address (`emailHash`), or by what was made for its owner: a challenge, or a link (SHA-256 of its token). */
export type AccountQuery = { emailHash: Uint8Array } | { challengeId: string } | { resetHash: Uint8Array };

/**
 * The active member who is asked for, over all tenants; null where there is none. One round trip either way, so that
 * the time tells little. Throws TamperedError.
 */
export async function findAccount(
  deps: Pick<CommandDeps, 'pool' | 'dataKeys'>,
  query: AccountQuery,
  at: { now: Date; deviceId?: string | null },
): Promise<Account | null> {
  const { rows } = await deps.pool.query<AccountRow>({
    name: 'find-account',
    text: 'SELECT * FROM ops.find_account($1, $2, $3, $4, $5)',
    values: [
      'emailHash' in query ? query.emailHash : null,
      'challengeId' in query ? query.challengeId : null,
      'resetHash' in query ? query.resetHash : null,
      at.deviceId ?? null,
      at.now,
    ],
  });
  return rows[0] ? openAccount(deps, rows[0]) : null;
}

/** Null once the member's key is destroyed. Throws TamperedError. */
export async function openAccount(
  { dataKeys }: Pick<CommandDeps, 'dataKeys'>,
  row: AccountRow,
): Promise<Account | null> {
  const key = await dataKeys.unwrap(subjectKeyId(row.member_id), {
    ...row,
    has_key: row.key_id !== null,
  });
  const profile = openMemberProfile(row, key);
  if (profile === null) return null;
  return {
    memberId: row.member_id,
    tenantId: row.tenant_id,
    role: row.role,
    email: profile.email,
    passwordHash: openPasswordHash(row, key),
    isVerified: row.is_verified,
    isTrusted: row.is_trusted,
  };
}
