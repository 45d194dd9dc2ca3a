import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPostgres } from '../../../infra/embedded/postgres-binaries.ts';
import { postgresSettings } from '../../../infra/embedded/postgres-settings.ts';
import type { Host } from '../network/hosts.ts';
import { supervise, type Supervised } from '../network/supervised.ts';
import { newPassword, type Etc } from './etc.ts';

export type Part = { process: Supervised; url: string; dataFolder: string };
export type PartOptions = {
  host: Host;
  etc: Etc;
  /** Where it keeps its data: a folder that is not there yet, or is empty. */
  dataFolder: string;
  /** Whether something listens on that port of the host. */
  listens: (host: Host, port: number) => Promise<boolean>;
};

const PORT = 5_432;
const NAME = 'triage';
/** Nobody comes in without TLS, and nobody without a password. */
const HBA = 'hostssl all all 0.0.0.0/0 scram-sha-256\n';

/** A Postgres with nothing in it but the service's empty database and its owner, as an operator makes it. */
export async function makeDatabase({ host, etc, dataFolder, listens }: PartOptions): Promise<Part> {
  const { initdb, postgres, user } = findPostgres();
  const own = (file: string): void => user && chownSync(file, user.uid, user.gid);
  const environment = { LC_ALL: 'C', TZ: 'UTC' };
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  own(dataFolder);
  const asOwner = { cwd: dataFolder, env: environment, ...user };
  const kind = ['-A', 'scram-sha-256', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-instructions'];
  const passwordFile = path.join(dataFolder, '../postgres.password');
  writeFileSync(passwordFile, newPassword(), { mode: 0o600 });
  own(passwordFile);
  execFileSync(initdb, ['-D', '.', ...kind, '--pwfile', passwordFile], { ...asOwner, stdio: 'ignore' });
  const password = newPassword();
  execFileSync(postgres, ['--single', '-D', '.', 'postgres'], {
    ...asOwner,
    input: `create role ${NAME} login createrole password '${password}'\ncreate database ${NAME} owner ${NAME}\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const { certificate, privateKey } = await etc.certify(host);
  const files = { 'pg_hba.conf': HBA, 'server.crt': certificate, 'server.key': privateKey };
  for (const [name, contents] of Object.entries(files)) {
    writeFileSync(path.join(dataFolder, name), contents, { mode: 0o600 });
    own(path.join(dataFolder, name));
  }
  const settings = [
    ...postgresSettings({ durable: true, sharedBuffersMb: 128 }),
    'listen_addresses=*',
    'ssl=on',
    'ssl_cert_file=server.crt',
    'ssl_key_file=server.key',
  ].flatMap((setting) => ['-c', setting]);
  const command = [postgres, '-D', '.', '-p', String(PORT), ...settings];
  return {
    dataFolder,
    url: `postgresql://${NAME}:${password}@${host.domainName}:${PORT}/${NAME}?sslmode=verify-full&sslrootcert=${etc.caFile}`,
    process: supervise({
      host,
      name: 'postgres',
      run: () => host.run('postgres', command, { cwd: dataFolder, env: environment, user }),
      isReady: () => listens(host, PORT),
      stopSignal: 'SIGINT', // fast shutdown
    }),
  };
}
