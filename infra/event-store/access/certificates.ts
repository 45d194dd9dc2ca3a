import { webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and the private key of its public key, both in PEM. */
export type KeyPair = { certificate: string; privateKey: string };

const DAY_MS = 86_400_000;
export const CERTIFICATE_DAYS = 365;
const AUTHORITY_DAYS = 3_650;
/** Before the clock: a machine whose clock is set back a little still takes them. */
const EARLIER_DAYS = 1;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const AUTHORITY_NAME = 'CN=Authority of the embedded event store';
const CERTIFICATE_NAME = 'CN=Embedded event store';

/** Takes a tenth of a second to load, and only a first start and a renewal need it. It wants the polyfill first. */
async function loadX509() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

export const daysAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** When a certificate ends. */
export const endOf = (certificate: string): Date => new Date(new X509Certificate(certificate).validTo);

const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** Makes an authority for ten years, which signs nothing but certificates of servers. */
export async function makeAuthority(now: Date): Promise<KeyPair> {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: AUTHORITY_NAME,
    notBefore: daysAfter(now, -EARLIER_DAYS),
    notAfter: daysAfter(now, AUTHORITY_DAYS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pem(certificate), privateKey: await privatePem(x509, keys.privateKey) };
}

/** Makes a server's certificate for a year; `hosts` are names and addresses under which it is called. */
export async function makeCertificate(
  authority: KeyPair,
  hosts: readonly string[],
  now: Date,
): Promise<KeyPair> {
  return signCertificate(authority, {
    subject: CERTIFICATE_NAME,
    now,
    extensions: async (x509, { publicKey, issuer }) => [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
}

type X509 = Awaited<ReturnType<typeof loadX509>>;
type Extension = InstanceType<X509['Extension']>;

type Signed = {
  subject: string;
  now: Date;
  /** Beside those of every certificate that is no authority's: what it is for. */
  extensions: (
    x509: X509,
    parts: { publicKey: webcrypto.CryptoKey; issuer: InstanceType<X509['X509Certificate']> },
  ) => Extension[] | Promise<Extension[]>;
};

/** Makes keys, and has the authority sign a certificate of them for a year. */
export async function signCertificate(
  authority: KeyPair,
  { subject, now, extensions }: Signed,
): Promise<KeyPair> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    x509.PemConverter.decodeFirst(authority.privateKey),
    ALGORITHM,
    false,
    ['sign'],
  );
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer.subject,
    notBefore: daysAfter(now, -EARLIER_DAYS),
    notAfter: daysAfter(now, CERTIFICATE_DAYS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...(await extensions(x509, { publicKey: keys.publicKey, issuer })),
    ],
  });
  return { certificate: pem(certificate), privateKey: await privatePem(x509, keys.privateKey) };
}

const pem = (certificate: { toString(format: 'pem'): string }): string => `${certificate.toString('pem')}\n`;

async function privatePem(x509: X509, key: webcrypto.CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}
