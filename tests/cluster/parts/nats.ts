import { mkdirSync } from 'node:fs';
import { findNatsServer } from '../../../infra/embedded/nats.ts';
import { NATS_FOLDERS } from '../../support/nats-server.ts';
import { supervise } from '../network/supervised.ts';
import type { Part, PartOptions } from './database.ts';
import { newPassword } from './etc.ts';

const PORT = 4_222;
const USER = 'triage';

export type Nats = Part & {
  /** Settings of a process that comes with TLS, a certificate of its own and credentials. */
  settings: Record<string, string>;
};

/** NATS with JetStream, which lets nobody in without TLS, a certificate of the authority, and a password. */
export async function makeNats({ host, etc, dataFolder, listens }: PartOptions): Promise<Nats> {
  const { certificate, privateKey } = await etc.certify(host);
  const client = await etc.certifyClient('nats-client');
  const password = newPassword();
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const configuration = [
    `listen: "0.0.0.0:${PORT}"`,
    `authorization { user: ${USER}, password: "${password}" }`,
    `jetstream { store_dir: ${JSON.stringify(dataFolder)} }`,
    'tls {',
    `  cert_file: ${JSON.stringify(etc.put('nats.crt', certificate))}`,
    `  key_file: ${JSON.stringify(etc.put('nats.key', privateKey))}`,
    `  ca_file: ${JSON.stringify(etc.caFile)}`,
    '  verify: true',
    '}',
  ];
  const command = [
    findNatsServer([...(process.env['PATH'] ?? '').split(':'), ...NATS_FOLDERS]),
    '--config',
    etc.put('nats.conf', configuration.join('\n')),
  ];
  const url = `tls://${USER}:${password}@${host.domainName}:${PORT}`;
  return {
    dataFolder,
    url,
    settings: {
      NATS_URL_FILE: etc.put('nats-url', url),
      NATS_CA_FILE: etc.caFile,
      NATS_CERT_FILE: client.certificateFile,
      NATS_KEY_FILE: client.keyFile,
    },
    process: supervise({
      host,
      name: 'nats-server',
      run: () => host.run('nats-server', command),
      isReady: () => listens(host, PORT),
    }),
  };
}
