import type { RandomBytes } from '../../shared/crypto/seal.ts';

const KEY_BYTES = 32;
/** Block of SHA-256, to which HMAC fills its key up (RFC 2104). */
const BLOCK_BYTES = 64;

/** A new key for pseudonyms, as facts_source.recipients holds it: filled up, and mixed with each of HMAC's two constants. */
export function newRecipientKeys(random: RandomBytes): { inner: Buffer; outer: Buffer } {
  const key = Buffer.alloc(BLOCK_BYTES);
  key.set(random(KEY_BYTES));
  return { inner: key.map((byte) => byte ^ 0x36) as Buffer, outer: key.map((byte) => byte ^ 0x5c) as Buffer };
}
