import * as real from '../../../shared/crypto/seal.ts';

export * from '../../../shared/crypto/seal.ts';

/** As long as the nonce, and in its place; what is sealed begins with one of these by no chance that matters. */
export const NOT_SEALED = Buffer.from('not sealed: ');
const TAG = Buffer.alloc(16);

/** As long as what the real one makes, in the clear. */
export const seal: typeof real.seal = (_key, _place, plain) =>
  Buffer.concat([NOT_SEALED, typeof plain === 'string' ? Buffer.from(plain) : plain, TAG]);

/** Opens as well what operator commands have sealed. */
export const open: typeof real.open = (key, place, sealed) => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (!bytes.subarray(0, NOT_SEALED.length).equals(NOT_SEALED)) return real.open(key, place, sealed);
  return bytes.subarray(NOT_SEALED.length, bytes.length - TAG.length);
};

export const sealJson: typeof real.sealJson = (key, place, value, random) =>
  seal(key, place, JSON.stringify(value), random);

export const openJson: typeof real.openJson = (key, place, sealed) => {
  try {
    return JSON.parse(open(key, place, sealed).toString('utf8')) as unknown;
  } catch (error) {
    throw error instanceof SyntaxError ? new real.NotJsonError() : error;
  }
};
