import type { CommandDeps } from '../kernel/deps.ts';
import { openAccount, type Account, type AccountRow } from './accounts.ts';

/** A reset link works for one hour, once. */
export const RESET_LIFETIME_MS = 3_600_000;

/**
 * Opens a link for the member with that address; null where there is none. A row is written either way, so that the
 * time tells little.
 */
export async function openPasswordReset(
  deps: Pick<CommandDeps, 'pool' | 'dataKeys'>,
  reset: { tokenHash: Uint8Array; emailHash: Uint8Array },
  now: Date,
): Promise<Account | null> {
  const { rows } = await deps.pool.query<AccountRow>({
    name: 'open-password-reset',
    text: 'SELECT * FROM ops.open_password_reset($1, $2, $3, $4)',
    values: [reset.tokenHash, reset.emailHash, now, new Date(now.getTime() + RESET_LIFETIME_MS)],
  });
  return rows[0] ? openAccount(deps, rows[0]) : null;
}

/** Takes a link, once. False for one that is unknown, used or lapsed. */
export async function takePasswordReset(
  { pool }: Pick<CommandDeps, 'pool'>,
  tokenHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { rows } = await pool.query<{ member_id: string | null }>({
    name: 'take-password-reset',
    text: 'SELECT ops.take_password_reset($1, $2) AS member_id',
    values: [tokenHash, now],
  });
  return (rows[0]?.member_id ?? null) !== null;
}

/** Ends every session, trusted browser, open code and open link of a member. */
export async function revokeSignIns(
  { poolOf }: Pick<CommandDeps, 'poolOf'>,
  { tenantId, memberId }: Pick<Account, 'tenantId' | 'memberId'>,
  now: Date,
): Promise<void> {
  await poolOf(tenantId).query('SELECT ops.revoke_sign_ins($1, $2, $3)', [tenantId, memberId, now]);
}
