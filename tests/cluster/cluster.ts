import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '../../infra/embedded/program.ts';
import { programIn, type Release } from '../support/releases.ts';
import type { CallerHandlers } from './fixtures/caller.ts';
import { makeDisk, type Disk } from './network/disks.ts';
import { HOST_NAMES, LOG_HOSTS, startHosts, type Host, type HostName } from './network/hosts.ts';
import { removeOwn, runName } from './network/leftovers.ts';
import { remoteOf, type Remote } from './network/remote.ts';
import type { Supervised } from './network/supervised.ts';
import { makeDatabase, type Part, type PartOptions } from './parts/database.ts';
import { makeEtc, type Etc } from './parts/etc.ts';
import { makeLog, type Log } from './parts/log.ts';
import { makeNats } from './parts/nats.ts';
import { reachOutsideLog } from './parts/outside-log.ts';
import { makeProxy, type Proxy } from './parts/proxy.ts';
import { makeService, type ServiceProcess } from './parts/service.ts';
import { startProgram, testProgram } from './programs.ts';

/** A service on several hosts, over TLS, with all that it needs and a partner. */
export type Cluster = {
  folder: string;
  hosts: Record<HostName, Host>;
  etc: Etc;
  /** Of the hosts that keep what may not be lost. */
  disks: Record<'database' | 'store', Disk>;
  database: Part;
  log: Log;
  nats: Part;
  proxy: Proxy;
  /** The processes of the service, host by host. */
  processes: readonly ServiceProcess[];
  /** Settings of every process and of operator commands. */
  settings: Record<string, string>;
  /** Calls from the operator's host, and from the partner's. */
  fromOperator: Remote<CallerHandlers>;
  fromPartner: Remote<CallerHandlers>;
  /** Runs an operator command on the operator's host; gives what it prints. Throws what it says where it fails. */
  command: (...words: string[]) => Promise<string>;
  /** The same of one that prints JSON. */
  ops: <T = unknown>(...words: string[]) => Promise<T>;
  /** Processes and commands are of this release from their next start on. */
  switchTo: (release: Release) => void;
  /** Runs a program of the tests there, to its end; gives what it prints. */
  runProgram: (program: string, env: Record<string, string>) => Promise<string>;
  /** Another process of a host, which goes and comes with it, and ends with the cluster. */
  join: (one: Supervised) => void;
  /** All that a host runs ends at once, and stays away. */
  powerOff: (name: HostName) => Promise<void>;
  /** Starts again what it ran, and waits until all of it is ready. */
  powerOn: (name: HostName) => Promise<void>;
  /** Waits until every process is ready, those of the infrastructure among them. */
  allReady: (limitMs?: number) => Promise<void>;
  stop: () => Promise<void>;
};

export type ClusterOptions = {
  /** What processes and commands are of at first. */
  release: Release;
  /** Connection string of an event store that is no part of the drill, in the place of its own. */
  outsideUrl?: string | undefined;
};

/** Where the last drill leaves what its processes wrote, and what partners noted. */
const KEPT = path.join(projectRoot, 'build/cluster-drill');

function keepRecords(folder: string): void {
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true, mode: 0o700 });
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()))
    copyFileSync(path.join(folder, name), path.join(KEPT, name));
}
const MASTER_KEY_BYTES = 32;

type Running = Pick<Cluster, 'hosts' | 'settings' | 'folder'>;

/** Runs a program of Node on the operator's host. */
async function runOnOperator(
  { hosts, folder }: Running,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const { child } = hosts.operator.run('command', [process.execPath, ...args], {
    env,
    cwd: folder,
    isHeard: true,
  });
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

const CLI = 'infra/cli/main.ts';

async function migrate(running: Running, cli: string): Promise<void> {
  const { DATABASE_URL_FILE = '', MASTER_KEY_FILE = '' } = running.settings;
  await runOnOperator(running, [cli, 'migrate'], { DATABASE_URL_FILE });
  const env = { MASTER_KEY: randomBytes(MASTER_KEY_BYTES).toString('base64') };
  await runOnOperator(running, [cli, 'keys', 'make-ring', MASTER_KEY_FILE], env);
}

function startCaller(host: Host, etc: Etc): Remote<CallerHandlers> {
  const env = { NODE_EXTRA_CA_CERTS: etc.caFile };
  return remoteOf<CallerHandlers>(startProgram(host, 'caller.ts', { env, isSpoken: true }).child);
}

/** Starts everything, from empty hosts to processes that are ready, in the order of docs/operator/distributed.md. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  try {
    return await startAll(path.join(os.tmpdir(), runName()), options);
  } catch (error) {
    removeOwn();
    throw error;
  }
}

async function startAll(folder: string, { release: first, outsideUrl }: ClusterOptions): Promise<Cluster> {
  const hosts = startHosts(folder);
  const inFolder = (name: string): string => path.join(folder, name);
  // Two of them are storage that the hosts share; each part makes its own folder in `data`.
  for (const name of ['erasures', 'extracts', 'data']) mkdirSync(inFolder(name), { mode: 0o755 });
  const etc = await makeEtc(inFolder('etc'));
  const fromOperator = startCaller(hosts.operator, etc);
  const fromPartner = startCaller(hosts.partner, etc);
  const listens: PartOptions['listens'] = (host, port) =>
    fromOperator('connects', { host: host.address, port });
  const answers = (url: string): Promise<boolean> =>
    fromOperator('call', { url }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const disks = { database: makeDisk(inFolder('data/database')), store: makeDisk(inFolder('data/store')) };
  const partOf = (name: HostName, dataFolder: string): PartOptions => ({
    host: hosts[name],
    etc,
    listens,
    dataFolder,
  });

  const [database, log, nats] = await Promise.all([
    makeDatabase(partOf('database', disks.database.dataFolder)),
    outsideUrl === undefined
      ? makeLog({ ...partOf('store', disks.store.dataFolder), nodes: LOG_HOSTS.map((name) => hosts[name]) })
      : reachOutsideLog({ url: outsideUrl, hosts, through: LOG_HOSTS, folder, listens }),
    makeNats(partOf('nats', inFolder('data/nats'))),
  ]);
  const proxy = await makeProxy({ host: hosts.proxy, etc, answers });
  const settings = {
    DATABASE_URL_FILE: etc.put('database-url', database.url),
    EVENTSTORE_URL_FILE: etc.put('eventstore-url', log.url),
    ...nats.settings,
    MASTER_KEY_FILE: etc.file('master-keys.json'),
    ERASURE_LEDGER: inFolder('erasures'),
    EXTRACTS_DIR: inFolder('extracts'),
    PUBLIC_URL: proxy.publicUrl,
    TRUSTED_PROXIES: `${hosts.proxy.address}/32`,
    NODE_EXTRA_CA_CERTS: etc.caFile,
    NODE_ENV: 'production',
  };
  const running = { folder, hosts, settings };
  const infrastructure: Supervised[] = [database.process, ...log.processes, nats.process];
  await Promise.all(infrastructure.map((part) => part.start()));
  let release = first;
  await migrate(running, programIn(release, CLI));
  const processes = makeService({ hosts, settings, release: () => release, answers });
  await Promise.all(processes.map((one) => one.start()));
  await proxy.process.start();

  const all: Supervised[] = [...infrastructure, proxy.process, ...processes];
  const onHost = (name: HostName): Supervised[] => all.filter(({ host }) => host.name === name);
  const command = (...words: string[]): Promise<string> =>
    runOnOperator(running, [programIn(release, CLI), ...words], settings);
  return {
    ...running,
    etc,
    disks,
    database,
    log,
    nats,
    proxy,
    processes,
    fromOperator,
    fromPartner,
    command,
    ops: async <T>(...words: string[]) => JSON.parse(await command(...words)) as T,
    switchTo: (next) => void (release = next),
    runProgram: (program, env) => runOnOperator(running, [testProgram(program)], { ...settings, ...env }),
    join: (one) => void all.push(one),
    powerOff: async (name) => {
      for (const one of onHost(name)) one.abandon();
      await hosts[name].kill();
    },
    powerOn: async (name) => {
      hosts[name].connect();
      await Promise.all(onHost(name).map((one) => one.start()));
    },
    allReady: async (limitMs) => void (await Promise.all(all.map((one) => one.becomesReady(limitMs)))),
    stop: async () => {
      for (const one of all) one.abandon();
      for (const name of HOST_NAMES) await hosts[name].kill();
      keepRecords(folder);
      removeOwn();
    },
  };
}
