import { signCertificate, type KeyPair } from '../../infra/event-store/access/certificates.ts';

/** A certificate that a process shows to a server which asks for one; good for nothing else. */
export const makeClientCertificate = (authority: KeyPair, name: string, now: Date): Promise<KeyPair> =>
  signCertificate(authority, {
    subject: `CN=${name}`,
    now,
    extensions: (x509) => [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
  });
