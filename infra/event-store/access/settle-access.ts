import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isIP } from 'node:net';
import { secret, writePrivateFile } from '../../embedded/secrets.ts';
import { CERTIFICATE_DAYS, daysAfter, makeAuthority, makeCertificate, type KeyPair } from './certificates.ts';

/** Who may come in, and what the server shows of itself. */
export type StoreAccess = {
  user: string;
  password: string;
  /** The authority that callers have to trust. */
  caFile: string;
} & KeyPair;

const USER = 'triage';
/** A start with fewer days left makes a new certificate. */
const RENEWAL_DAYS = 60;
const LOCAL_HOSTS = ['localhost', '127.0.0.1'];
/** Not the names of a server, but all that the machine has. */
const ANY_HOST = ['0.0.0.0', '::'];

/** Files of the event store in the folder of secrets. */
const filesIn = (folder: string) => {
  const pair = (name: string) => ({
    certificate: path.join(folder, `${name}.crt`),
    privateKey: path.join(folder, `${name}.key`),
  });
  return { authority: pair('event-store-ca'), server: pair('event-store') };
};
type PairFiles = ReturnType<typeof filesIn>['server'];

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const read = ({ certificate, privateKey }: PairFiles): KeyPair => ({
  certificate: textOf(certificate),
  privateKey: textOf(privateKey),
});

/** The key first: a crash in between leaves a pair that does not fit, which the next start makes anew. */
function write(files: PairFiles, pair: KeyPair): KeyPair {
  writePrivateFile(files.privateKey, pair.privateKey);
  writePrivateFile(files.certificate, pair.certificate);
  return pair;
}

/** False for a file that is missing or damaged. */
function ask(pair: KeyPair, isGood: (certificate: X509Certificate) => boolean): boolean {
  try {
    return isGood(new X509Certificate(pair.certificate));
  } catch {
    return false;
  }
}

const holds = (pair: KeyPair, from: Date, until: Date): boolean =>
  ask(pair, ({ validFrom, validTo }) => new Date(validFrom) <= from && new Date(validTo) >= until);

const fits = (pair: KeyPair): boolean =>
  ask(pair, (certificate) => certificate.checkPrivateKey(createPrivateKey(pair.privateKey)));

const isSigned = (server: KeyPair, authority: KeyPair): boolean =>
  ask(server, (certificate) => certificate.verify(new X509Certificate(authority.certificate).publicKey));

const isNamed = (server: KeyPair, hosts: readonly string[]): boolean =>
  ask(server, (certificate) =>
    hosts.every((host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host))),
  );

export type SettleOptions = {
  /** Folder of the secrets; made where it is not there. */
  folder: string;
  /** Address that the server listens on: in its certificate beside `localhost` and 127.0.0.1. */
  host: string;
  now: () => Date;
  /** Told of what was made, at the first start and when it was renewed. */
  onMade?: (what: 'authority' | 'certificate') => void;
};

/**
 * The password, authority and certificate of an event store. What is missing or damaged is made, and what ends soon: a
 * certificate when fewer than 60 days are left, with it an authority that would end before the new certificate. The
 * authority's key is needed for that alone. Clients read the authority again only when that one is new.
 */
export async function settleAccess({
  folder,
  host,
  now,
  onMade = () => undefined,
}: SettleOptions): Promise<StoreAccess> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const password = secret({ secrets: folder }, 'event-store');
  const files = filesIn(folder);
  const hosts = [...new Set([...LOCAL_HOSTS, ...(ANY_HOST.includes(host) ? [] : [host])])];
  const at = now();
  let authority = read(files.authority);
  let server = read(files.server);
  const renewal = daysAfter(at, RENEWAL_DAYS);
  const isGood =
    holds(authority, at, renewal) &&
    holds(server, at, renewal) &&
    fits(server) &&
    isSigned(server, authority) &&
    isNamed(server, hosts);
  if (!isGood) {
    if (!fits(authority) || !holds(authority, at, daysAfter(at, CERTIFICATE_DAYS))) {
      authority = write(files.authority, await makeAuthority(at));
      onMade('authority');
    }
    server = write(files.server, await makeCertificate(authority, hosts, at));
    onMade('certificate');
  }
  return { user: USER, password, caFile: files.authority.certificate, ...server };
}

/** How a client reaches a store. Holds the password. */
export function connectionStringOf(access: StoreAccess | null, host: string, port: number): string {
  if (access === null) return `esdb://${host}:${port}?tls=false`;
  const user = [access.user, access.password].map(encodeURIComponent).join(':');
  const caFile = encodeURIComponent(path.resolve(access.caFile));
  return `esdb://${user}@${host}:${port}?tls=true&tlsCAFile=${caFile}`;
}
