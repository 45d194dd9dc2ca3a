import { hash } from 'node:crypto';
import type { PseudonymKey } from '../../shared/datasets/recipient.ts';

/** 128 bits in hex. */
export const PSEUDONYM_DIGITS = 32;

/** The pseudonym of a text of ASCII, as facts_source.pseudonym makes it. */
export function pseudonymsOf({ inner, outer }: PseudonymKey): (text: string) => string {
  const second = Buffer.alloc(outer.length + 32, outer);
  return (text) => {
    second.set(hash('sha256', Buffer.concat([inner, Buffer.from(text, 'latin1')]), 'buffer'), outer.length);
    return hash('sha256', second, 'hex').slice(0, PSEUDONYM_DIGITS);
  };
}
