import { hash, verify } from '@node-rs/argon2';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import { codePointLength } from '../../shared/http/text.ts';
import { isCommonPassword } from './common-passwords.ts';

/** At least 12 characters. The maximum bounds what one attempt makes us hash. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 200;

/**
 * Argon2id (the library's default variant) with the minimum that the OWASP Password Storage Cheat Sheet names:
 * 19 MiB of memory, two passes, one lane.
 */
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const SALT_BYTES = 16;

/** The hash of a random password that nobody knows: what an attempt on no account is compared with. */
export const HASH_OF_NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$cBCmMhJZ1dvk86T0k5oWOw$HHgbdLMZxvypuTpP2xbMeKIXQfRPHQVVh4AKOPSmO+4';

/** Why a password cannot be taken, as a field error tells it. */
export type PasswordProblem = { code: 'too_small' | 'too_big' | 'common_password'; message: string };

/** The problem with a new password, null where it may be taken. Length counts characters, not bytes. */
export function checkPassword(text: string): PasswordProblem | null {
  const length = codePointLength(text);
  if (length < PASSWORD_MIN_LENGTH) {
    return { code: 'too_small', message: `Must have at least ${PASSWORD_MIN_LENGTH} characters.` };
  }
  if (length > PASSWORD_MAX_LENGTH) {
    return { code: 'too_big', message: `Must have at most ${PASSWORD_MAX_LENGTH} characters.` };
  }
  return isCommonPassword(text)
    ? { code: 'common_password', message: 'This password is among the first that are guessed.' }
    : null;
}

/** One password typed on two keyboards gives the same bytes (NIST SP 800-63B, 5.1.1.2). */
const canonical = (password: string): string => password.normalize('NFKC');

/** The salted hash in PHC form. Takes about 10 ms of a core and 19 MiB. */
export const hashPassword = (password: string, random: RandomBytes): Promise<string> =>
  hash(canonical(password), { ...ARGON2_PARAMETERS, salt: random(SALT_BYTES) });

/**
 * Whether the password fits the hash. Where there is none (no such account, no password set) the same work is done
 * in vain, so that the time tells nothing. Throws on a damaged hash.
 */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  const fits = await verify(storedHash ?? HASH_OF_NOBODY, canonical(password));
  return storedHash !== null && fits;
}
