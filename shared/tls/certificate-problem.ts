/** What is wrong with the TLS of a server, as Node and OpenSSL name it. */
export type CertificateProblem = 'untrusted' | 'expired' | 'not_yet_valid' | 'wrong_host_name' | 'no_tls';

const BY_CODE: Partial<Record<string, CertificateProblem>> = {
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  CERT_SIGNATURE_FAILURE: 'untrusted',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_host_name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no_tls',
};

/** Where a client has replaced the code by its own, and left the words of OpenSSL and Node. */
const BY_TEXT: readonly [RegExp, CertificateProblem][] = [
  [/does not match certificate's altnames/, 'wrong_host_name'],
  [/certificate has expired/, 'expired'],
  [/certificate is not yet valid/, 'not_yet_valid'],
  [/self.signed certificate|unable to (verify the first|get (local )?issuer) certificate/, 'untrusted'],
  [/wrong version number|packet length too long/, 'no_tls'],
];

/** How deep a client may have wrapped what TLS said. */
const MAX_DEPTH = 3;

/** Null where an error tells of no certificate. Looks into what a client has wrapped. */
export function certificateProblem(error: unknown, depth = 0): CertificateProblem | null {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return null;
  const { code, message, cause, chainedError } = error as Partial<Record<string, unknown>>;
  const known = typeof code === 'string' ? BY_CODE[code] : undefined;
  const worded = BY_TEXT.find(([pattern]) => pattern.test(String(message)))?.[1];
  return (
    known ?? worded ?? certificateProblem(cause, depth + 1) ?? certificateProblem(chainedError, depth + 1)
  );
}

/** How a server is called, and where an operator names its authority and its address. */
export type TlsServer = { server: string; authority: string; address: string };

/** One line for an operator, which names settings and no value. */
export function describeCertificate(
  problem: CertificateProblem,
  { server, authority, address }: TlsServer,
): string {
  const of = `the certificate of ${server}`;
  const sentences: Record<CertificateProblem, string> = {
    untrusted: `${of} is signed by an authority that is not trusted: ${authority}`,
    expired: `${of} has expired: renew it`,
    not_yet_valid: `${of} is not valid yet: check the clocks`,
    wrong_host_name: `${of} is for another host name than ${address} has`,
    no_tls: `${server} does not speak TLS at the address of ${address}`,
  };
  return sentences[problem];
}
