import { canonical } from '../../../client/audit/proof.mjs';
import type { components } from '../../../client/client.ts';
import { bytesOfBase64 } from './bytes.ts';
import { isSigned, sha256 } from './ed25519.ts';

export type Certificate = components['schemas']['ErasureCertificate'];

/** `uncheckable`: the browser has no Ed25519, or the page came over an open line. */
export type Verdict = { state: 'genuine' | 'forged' | 'uncheckable'; fingerprint: string | null };

/** Checks in the browser that the certificate says what was signed with the key that it names. */
export async function verifyCertificate({ signature, ...statement }: Certificate): Promise<Verdict> {
  try {
    const publicKey = bytesOfBase64(signature.public_key);
    const fingerprint = await sha256(publicKey);
    const bytes = new TextEncoder().encode(canonical(statement));
    const isRight = await isSigned({ publicKey, bytes, value: bytesOfBase64(signature.value) });
    return { state: isRight ? 'genuine' : 'forged', fingerprint };
  } catch {
    return { state: 'uncheckable', fingerprint: null };
  }
}
