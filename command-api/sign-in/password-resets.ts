import { deriveKey, keyedHash, sameBytes } from '../../shared/crypto/seal.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { openAccount, type Account, type AccountRow } from './accounts.ts';

/** A reset link works for one hour, once. */
export const RESET_LIFETIME_MS = 3_600_000;

const TAG_BYTES = 16;
/** 32 bytes in base64url. */
const SECRET_LENGTH = 43;

async function tagOf({ serviceKeys }: Pick<CommandDeps, 'serviceKeys'>, secret: string, of: Uint8Array) {
  const key = deriveKey((await serviceKeys()).seal, 'password-reset');
  const account = Buffer.from(of).toString('hex');
  return keyedHash(key, `${secret}|${account}`).subarray(0, TAG_BYTES);
}

/**
 * The token of a link for the holder of an address. Half of it binds it to that address, so that a row that was made or
 * changed by somebody else opens nobody's account.
 */
export async function newResetToken(
  deps: Pick<CommandDeps, 'serviceKeys' | 'random'>,
  emailHash: Uint8Array,
): Promise<string> {
  const secret = Buffer.from(deps.random(32)).toString('base64url');
  return secret + (await tagOf(deps, secret, emailHash)).toString('base64url');
}

/** Whether a token was made for the holder of this address. */
export async function isTokenOf(
  deps: Pick<CommandDeps, 'serviceKeys'>,
  token: string,
  { emailHash }: Pick<Account, 'emailHash'>,
): Promise<boolean> {
  const wanted = await tagOf(deps, token.slice(0, SECRET_LENGTH), emailHash);
  return sameBytes(Buffer.from(token.slice(SECRET_LENGTH), 'base64url'), wanted);
}

/**
 * Opens a link for the member with that address; null where there is none. A row is written either way, so that the
 * time tells little.
 */
export async function openPasswordReset(
  deps: Pick<CommandDeps, 'pool' | 'dataKeys' | 'access'>,
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
