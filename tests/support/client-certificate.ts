import 'reflect-metadata'; // the library wants it first
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { CERTIFICATE_DAYS, daysAfter, type KeyPair } from '../../infra/event-store/access/certificates.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate that a process shows to a server which asks for one; good for nothing else. */
export async function makeClientCertificate(authority: KeyPair, name: string, now: Date): Promise<KeyPair> {
  const { subject } = new x509.X509Certificate(authority.certificate);
  const pkcs8 = x509.PemConverter.decodeFirst(authority.privateKey);
  const signingKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: subject,
    notBefore: daysAfter(now, -1),
    notAfter: daysAfter(now, CERTIFICATE_DAYS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ],
  });
  const exported = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: `${certificate.toString('pem')}\n`,
    privateKey: `${x509.PemConverter.encode(exported, 'PRIVATE KEY')}\n`,
  };
}
