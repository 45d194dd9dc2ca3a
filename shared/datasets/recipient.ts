import type { RandomBytes } from '../crypto/seal.ts';

/** Of who takes extracts: stands in file names, on the command line and in manifests. */
export const RECIPIENT_NAME = /^[a-z][a-z0-9_-]{1,39}$/;

/** The key of HMAC-SHA-256, filled up to a block, combined with the two constants of RFC 2104: as facts_source.recipients holds it. */
export type PseudonymKey = { inner: Buffer; outer: Buffer };

const KEY_BYTES = 32;
export const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

/** Both halves of a key, as SQL takes them. */
export function padsOf(key: Uint8Array): PseudonymKey {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(key);
  return {
    inner: block.map((byte) => byte ^ INNER) as Buffer,
    outer: block.map((byte) => byte ^ OUTER) as Buffer,
  };
}

/** A new key for the pseudonyms of one recipient. */
export const newPseudonymKey = (random: RandomBytes): PseudonymKey => padsOf(random(KEY_BYTES));
