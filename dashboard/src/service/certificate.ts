import type { components } from '../../../client/client.ts';
import { bytesOfBase64, hexOf } from './bytes.ts';

export type Certificate = components['schemas']['ErasureCertificate'];

/** `uncheckable`: the browser has no Ed25519, or the page came over an open line. */
export type Verdict = { state: 'genuine' | 'forged' | 'uncheckable'; fingerprint: string | null };

/** JSON with the keys of every object in the order of their code units, without blanks: what was signed. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
}

/** Checks in the browser that the certificate says what was signed with the key that it names. */
export async function verifyCertificate({ signature, ...statement }: Certificate): Promise<Verdict> {
  try {
    const publicKey = bytesOfBase64(signature.public_key);
    const fingerprint = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey)));
    const key = await crypto.subtle.importKey('spki', publicKey, { name: 'Ed25519' }, false, ['verify']);
    const isRight = await crypto.subtle.verify(
      { name: 'Ed25519' },
      key,
      bytesOfBase64(signature.value),
      new TextEncoder().encode(canonical(statement)),
    );
    return { state: isRight ? 'genuine' : 'forged', fingerprint };
  } catch {
    return { state: 'uncheckable', fingerprint: null };
  }
}
