import type { RandomBytes } from '../crypto/seal.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks writes it. */
export const newWebhookSecret = (random: RandomBytes): string =>
  PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');

/** Keys of one secret: our own signature uses the whole text, Standard Webhooks the decoded bytes. */
export type SecretKeys = { whole: Buffer; decoded: Buffer };

export const secretKeys = (secret: string): SecretKeys => ({
  whole: Buffer.from(secret, 'utf8'),
  decoded: Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64'),
});
