import { hash } from 'node:crypto';
import type { PseudonymKey } from '../../shared/datasets/recipient.ts';

/** 128 bits in hex. */
export const PSEUDONYM_DIGITS = 32;
/** The text of a UUID. */
export const ID_CHARACTERS = 36;
const SHA256_BYTES = 32;

/**
 * The pseudonym of an id, which is the text of a UUID, as facts_source.pseudonym makes it. What is hashed is put behind the key in
 * the same place each time, and the digest goes on as text: that takes half as long as a buffer of each.
 */
export function pseudonymsOf({ inner, outer }: PseudonymKey): (id: string) => string {
  const first = Buffer.alloc(inner.length + ID_CHARACTERS, inner);
  const second = Buffer.alloc(outer.length + SHA256_BYTES, outer);
  return (id) => {
    if (id.length !== ID_CHARACTERS) throw new Error('only ids have a pseudonym');
    first.write(id, inner.length, 'latin1');
    second.write(hash('sha256', first, 'binary'), outer.length, 'latin1');
    return hash('sha256', second, 'hex').slice(0, PSEUDONYM_DIGITS);
  };
}
