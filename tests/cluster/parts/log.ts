import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { settleAccess } from '../../../infra/event-store/access/settle-access.ts';
import { writePrivateFile } from '../../../infra/embedded/secrets.ts';
import { programOf } from '../../../infra/embedded/program.ts';
import { startLogFronts, type LogFronts } from '../../support/log-front/fronts.ts';
import type { Host } from '../network/hosts.ts';
import { supervise, type Supervised } from '../network/supervised.ts';
import type { PartOptions } from './database.ts';

const PORT = 2_113;
const NAME = 'event-store';

/** The embedded event store by itself on a host, and how its user calls it. */
async function makeStore({ host, etc, dataFolder, listens }: PartOptions) {
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
  const isReady = (): Promise<boolean> => listens(host, PORT);
  const run = () => host.run(NAME, command, { env });
  return { access, process: supervise({ host, name: NAME, run, isReady }) };
}

async function startFronts(options: LogOptions): Promise<LogFronts> {
  const { host, etc, nodes } = options;
  const authority = `tlsCAFile=${encodeURIComponent(etc.caFile)}`;
  const { certificate, privateKey } = await certifyNodes(options);
  return startLogFronts({
    hosts: nodes.map(({ address, domainName }) => ({ host: address, name: domainName, port: PORT })),
    store: `esdb://${host.domainName}:${PORT}?tls=true&${authority}`,
    tls: {
      certFile: etc.put('log-nodes.crt', certificate),
      keyFile: etc.put('log-nodes.key', privateKey),
      caFile: etc.caFile,
    },
    spawn: (index, { command, args, env }) => {
      const node = nodes[index];
      if (node === undefined) throw new Error(`the log has no node ${index}`);
      return node.run('log-front', [command, ...args], { env, isAsked: true }).child;
    },
  });
}

/** One certificate for all nodes. */
const certifyNodes = ({ etc, nodes: [first, ...others] }: LogOptions) => {
  if (first === undefined) throw new Error('a log without nodes');
  return etc.certify(first, ...others.flatMap(({ address, domainName }) => [address, domainName]));
};

export type LogOptions = PartOptions & {
  /** Hosts of the nodes that callers know; `host` is that of the store behind them. */
  nodes: readonly Host[];
};
export type Log = {
  url: string;
  /** What stands for it on hosts of the drill. */
  processes: readonly Supervised[];
  /** Null where the log is an operator's own: nothing happens to it. */
  own: OwnLog | null;
};
export type OwnLog = { process: Supervised; dataFolder: string; nodes: LogFronts };

/** The log as a cluster: nodes that lead and follow, over one embedded event store. */
export async function makeLog(options: LogOptions): Promise<Log> {
  const { access, process } = await makeStore(options);
  const nodes = await startFronts(options);
  const url = nodes.connectionString({ user: access.user, password: access.password });
  return { url, processes: [process], own: { process, dataFolder: options.dataFolder, nodes } };
}
