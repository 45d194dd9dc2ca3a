import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** A 256-bit data key in the clear. Never logged, never stored unwrapped. */
export type DataKey = Uint8Array;
export type RandomBytes = (size: number) => Uint8Array;

/** Drawn from the system at once: a draw for each nonce would be a third of what sealing a short text takes. */
const DRAW_BYTES = 4_096;

function drawAhead(): RandomBytes {
  const drawn = new Uint8Array(DRAW_BYTES);
  let used = DRAW_BYTES;
  return (size) => {
    if (size > DRAW_BYTES / 16) return randomBytes(size);
    if (used + size > DRAW_BYTES) {
      randomFillSync(drawn);
      used = 0;
    }
    const bytes = drawn.slice(used, used + size);
    drawn.fill(0, used, used + size); // it may become a key, of which there is no second copy
    used += size;
    return bytes;
  };
}

/** The operating system's randomness, good for keys. */
export const systemRandom: RandomBytes = drawAhead();

/** The bytes were changed, moved to another place, or sealed under another key. */
export class TamperedError extends Error {
  constructor() {
    super('sealed bytes failed authentication');
    this.name = 'TamperedError';
  }
}

/** The bytes are authentic, but hold no JSON. Says nothing of what they hold, as the parser's own error would. */
export class NotJsonError extends Error {
  constructor() {
    super('sealed bytes hold no JSON');
    this.name = 'NotJsonError';
  }
}

/** AES-256-GCM. `place` (tenant, stream, event, field, ...) is authenticated: bytes open nowhere else. */
export function seal(key: DataKey, place: string, plain: Uint8Array | string, random: RandomBytes): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(place));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `seal` made. Throws TamperedError. */
export function open(key: DataKey, place: string, sealed: Uint8Array): Buffer {
  if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) throw new TamperedError();
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES));
    return Buffer.concat([body, decipher.final()]);
  } catch {
    throw new TamperedError();
  }
}

export const sealJson = (key: DataKey, place: string, value: unknown, random: RandomBytes): Buffer =>
  seal(key, place, JSON.stringify(value), random);

/** Opens what `sealJson` made. Throws TamperedError, NotJsonError. */
export function openJson(key: DataKey, place: string, sealed: Uint8Array): unknown {
  const text = open(key, place, sealed).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new NotJsonError();
  }
}

/** A key for one purpose, derived from another key (HKDF-SHA-256). */
export const deriveKey = (key: DataKey, purpose: string): DataKey =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), purpose, KEY_BYTES));

/** Keyed hash for exact look-ups of values that are not stored readable. */
export const keyedHash = (key: DataKey, value: string): Buffer =>
  createHmac('sha256', key).update(value).digest();

export const sha256 = (value: string | Uint8Array): Buffer => createHash('sha256').update(value).digest();

/** Whether two byte strings are the same; takes as long wherever they differ. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.byteLength === other.byteLength && timingSafeEqual(one, other);
