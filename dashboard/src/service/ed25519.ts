import { hexOf } from './bytes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** SHA-256 in hex. Throws where the page came over an open line: then browsers give no cryptography. */
export const sha256 = async (bytes: Bytes): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

const algorithm = { name: 'Ed25519' };

/** Whether a key (DER, SPKI) has signed these bytes. Throws where the browser has no Ed25519. */
export async function isSigned({
  publicKey,
  bytes,
  value,
}: Record<'publicKey' | 'bytes' | 'value', Bytes>): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('spki', publicKey, algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, key, value, bytes);
  } catch (error) {
    // What is no key has signed nothing.
    if (error instanceof DOMException && error.name === 'DataError') return false;
    throw error;
  }
}
