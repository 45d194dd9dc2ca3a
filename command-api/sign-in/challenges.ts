import { deriveKey, keyedHash, type RandomBytes } from '../../shared/crypto/seal.ts';
import type { ServiceKeys } from '../../shared/crypto/service-keys.ts';
import type { Pool } from '../../shared/postgres/pool.ts';

/** A code has 6 digits, stands 10 minutes and takes 5 tries, which a resend does not give anew. */
export const CODE_LIFETIME_MS = 10 * 60_000;
export const MAX_CODE_TRIES = 5;
/** How long another code may be asked for under the same challenge. */
export const CHALLENGE_LIFETIME_MS = 3_600_000;

/** Why the code is asked for: an address that nobody has shown to be theirs yet, or a browser that we do not know. */
export type ChallengePurpose = 'verify_email' | 'login';

export type ChallengeDeps = {
  pool: Pool;
  serviceKeys: ServiceKeys;
  random: RandomBytes;
  newId: () => string;
};

/** Who asked, for the audit trail of what fails. */
export type Asking = { requestId: string; ip: string; now: Date };

export type NewChallenge = Asking & {
  purpose: ChallengePurpose;
  /** Null opens a challenge that looks like any other and never succeeds. */
  memberId: string | null;
  /** `emailHash` of the address that was given, whether or not somebody has it. */
  accountHash: Uint8Array;
  /** The member whose password was wrong: audited as auth.failed. */
  failedMemberId?: string | null;
};

/** The code leaves here once, for the mail; a keyed hash of it is stored. */
export type IssuedChallenge = { challengeId: string; code: string; codeExpiresAt: Date };

const CODES = 1_000_000;
/** The largest multiple of a million that four bytes hold; numbers from there on would favour the small codes. */
const FAIR_BELOW = 2 ** 32 - (2 ** 32 % CODES);

/** Six digits, each of the million codes as likely as any other. */
function newCode(random: RandomBytes): string {
  for (;;) {
    const number = Buffer.from(random(4)).readUInt32BE();
    if (number < FAIR_BELOW) return String(number % CODES).padStart(6, '0');
  }
}

/** A code opens one account only: a row that is changed to name another one does not hold its hash. */
async function codeHash(
  deps: Pick<ChallengeDeps, 'serviceKeys'>,
  { challengeId, accountHash, code }: { challengeId: string; accountHash: Uint8Array; code: string },
): Promise<Buffer> {
  const { seal } = await deps.serviceKeys();
  const account = Buffer.from(accountHash).toString('hex');
  return keyedHash(deriveKey(seal, 'one-time-code'), `${challengeId}|${account}|${code}`);
}

/** For a challenge that does not exist: no code is of this account. */
const NO_ACCOUNT = Buffer.alloc(0);

/** Opens a challenge. The same one statement for members and for nobody. */
export async function issueChallenge(deps: ChallengeDeps, request: NewChallenge): Promise<IssuedChallenge> {
  const challengeId = deps.newId();
  const code = newCode(deps.random);
  const codeExpiresAt = new Date(request.now.getTime() + CODE_LIFETIME_MS);
  await deps.pool.query({
    name: 'open-challenge',
    text: 'SELECT ops.open_challenge($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      challengeId,
      request.purpose,
      request.memberId,
      request.accountHash,
      await codeHash(deps, { challengeId, accountHash: request.accountHash, code }),
      request.now,
      codeExpiresAt,
      request.failedMemberId ?? null,
      deps.newId(),
      request.requestId,
      request.ip,
    ],
  });
  return { challengeId, code, codeExpiresAt };
}

/**
 * Another code for a challenge that is open; the one before opens nothing any more, and the tries stay counted.
 * `memberId` is null where nobody is to get a mail. Null for a challenge that is used, used up, too old or unknown.
 */
export async function renewCode(
  deps: ChallengeDeps,
  challengeId: string,
  now: Date,
): Promise<(IssuedChallenge & { memberId: string | null; accountHash: Buffer }) | null> {
  const code = newCode(deps.random);
  const accountHash = (await accountOfChallenge(deps, challengeId)) ?? NO_ACCOUNT;
  const codeExpiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
  const { rows } = await deps.pool.query<{ member_id: string | null }>({
    name: 'renew-code',
    text: 'SELECT member_id FROM ops.renew_code($1, $2, $3, $4, $5)',
    values: [
      challengeId,
      await codeHash(deps, { challengeId, accountHash, code }),
      codeExpiresAt,
      MAX_CODE_TRIES,
      new Date(now.getTime() - CHALLENGE_LIFETIME_MS),
    ],
  });
  return rows[0] ? { challengeId, code, codeExpiresAt, memberId: rows[0].member_id, accountHash } : null;
}

/** What tries of a challenge's code are counted by; null for one that does not exist. */
export async function accountOfChallenge(
  { pool }: Pick<ChallengeDeps, 'pool'>,
  challengeId: string,
): Promise<Buffer | null> {
  const { rows } = await pool.query<{ account_hash: Buffer | null }>({
    name: 'account-of-challenge',
    text: 'SELECT ops.account_of_challenge($1) AS account_hash',
    values: [challengeId],
  });
  return rows[0]?.account_hash ?? null;
}

/**
 * One try; `accountHash` is that of `accountOfChallenge`. Returns the member whose code it is, null for a code that is wrong, lapsed, used or no longer tried. The
 * database compares keyed hashes, so that the time of a comparison tells nothing about a code.
 */
export async function tryCode(
  deps: ChallengeDeps,
  given: { challengeId: string; accountHash: Uint8Array | null; code: string },
  asking: Asking,
): Promise<string | null> {
  const { rows } = await deps.pool.query<{ succeeded: boolean; member_id: string | null }>({
    name: 'try-code',
    text: 'SELECT succeeded, member_id FROM ops.try_code($1, $2, $3, $4, $5, $6, $7)',
    values: [
      given.challengeId,
      await codeHash(deps, { ...given, accountHash: given.accountHash ?? NO_ACCOUNT }),
      MAX_CODE_TRIES,
      asking.now,
      deps.newId(),
      asking.requestId,
      asking.ip,
    ],
  });
  return rows[0]?.succeeded === true ? rows[0].member_id : null;
}
