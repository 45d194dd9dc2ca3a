import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  makeAuthority,
  makeCertificate,
  type KeyPair,
} from '../../../infra/event-store/access/certificates.ts';
import { makeClientCertificate } from '../../support/client-certificate.ts';
import type { Host } from '../network/hosts.ts';

/** The folder with certificates and secrets, as /etc/triage has them on each machine. */
export type Etc = {
  /** The path of a file in it. */
  file: (name: string) => string;
  /** Writes a secret or a certificate; gives its path. */
  put: (name: string, contents: string) => string;
  caFile: string;
  /** What is in it. */
  caText: string;
  /** A certificate for the names and the address of a host. */
  certify: (host: Pick<Host, 'address' | 'domainName'>, ...names: string[]) => Promise<KeyPair>;
  /** A certificate that the service shows to a server which asks for one. */
  certifyClient: (name: string) => Promise<{ certificateFile: string; keyFile: string }>;
};

export const newPassword = (): string => randomBytes(18).toString('base64url');

/** Makes the folder, and the one authority that everything in the drill is signed by. */
export async function makeEtc(folder: string): Promise<Etc> {
  mkdirSync(folder, { mode: 0o755 });
  const now = new Date();
  const authority = await makeAuthority(now);
  const file = (name: string): string => path.join(folder, name);
  const put = (name: string, contents: string): string => {
    writeFileSync(file(name), contents, { mode: 0o600 });
    return file(name);
  };
  const caFile = put('ca.crt', authority.certificate);
  return {
    file,
    put,
    caFile,
    caText: authority.certificate,
    certify: ({ address, domainName }, ...names) =>
      makeCertificate(authority, ['localhost', '127.0.0.1', address, domainName, ...names], now),
    certifyClient: async (name) => {
      const { certificate, privateKey } = await makeClientCertificate(authority, name, now);
      return { certificateFile: put(`${name}.crt`, certificate), keyFile: put(`${name}.key`, privateKey) };
    },
  };
}
