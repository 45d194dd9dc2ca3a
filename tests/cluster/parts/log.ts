import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { connectionStringOf, settleAccess } from '../../../infra/event-store/access/settle-access.ts';
import { writePrivateFile } from '../../../infra/embedded/secrets.ts';
import { programOf } from '../../../infra/embedded/program.ts';
import { supervise } from '../network/supervised.ts';
import type { Part, PartOptions } from './database.ts';

const PORT = 2_113;
const NAME = 'event-store';

/** The embedded event store by itself on a host: the log of the drill where no other one is named. */
export async function makeLog({ host, etc, dataFolder, listens }: PartOptions): Promise<Part> {
  const secrets = etc.file(`${NAME}-${host.name}`);
  mkdirSync(secrets, { mode: 0o700 });
  const { certificate, privateKey } = await etc.certify(host);
  writePrivateFile(path.join(secrets, 'event-store.crt'), certificate);
  writePrivateFile(path.join(secrets, 'event-store.key'), privateKey);
  writePrivateFile(path.join(secrets, 'event-store-ca.crt'), etc.caText);
  const settled = { folder: secrets, host: host.address, now: () => new Date() };
  const access = await settleAccess({
    ...settled,
    onMade: (what) => {
      throw new Error(`the event store would make a ${what} of its own`);
    },
  });
  const env = {
    EVENT_STORE_DIR: dataFolder,
    EVENT_STORE_SECRETS: secrets,
    EVENT_STORE_PORT: String(PORT),
    HOST: host.address,
    METRICS_HOST: '0.0.0.0',
    METRICS_PORT: '9464',
    LOG_LEVEL: 'warn',
  };
  const command = [process.execPath, programOf('infra/event-store/main.ts')];
  return {
    dataFolder,
    url: connectionStringOf(access, host.domainName, PORT),
    process: supervise({
      host,
      name: NAME,
      run: () => host.run(NAME, command, { env }),
      isReady: () => listens(host, PORT),
    }),
  };
}
