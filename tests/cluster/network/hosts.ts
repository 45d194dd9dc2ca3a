import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync, closeSync } from 'node:fs';
import path from 'node:path';
import { debianProgram } from '../../support/debian.ts';
import { until } from '../../support/until.ts';
import { makeClock, type Clock } from './clocks.ts';
import { ip, killAllIn, pidsIn, removeLeftovers, removeOwn, runName } from './leftovers.ts';

/*
 * Hosts as network namespaces on one bridge, which stands in a namespace of its own: the machine's network is not touched,
 * and nothing in these namespaces reaches it. The namespace of the bridge has the name server.
 */

/** A private network; the partner's address is a public one, because webhooks go to no other. No host can leave. */
const SERVICE_NETWORK = '10.37.0';
const PARTNER_NETWORK = '5.37.0';
const NAME_SERVER = `${SERVICE_NETWORK}.1`;
const DOMAIN = 'triage.example';

export const HOST_NAMES = [
  'database',
  'log-1',
  'log-2',
  'log-3',
  'nats',
  'api-1',
  'api-2',
  'worker-1',
  'worker-2',
  'proxy',
  'operator',
  'partner',
  'store',
] as const;
/** Nodes of the log; what they keep is on `store`. */
export const LOG_HOSTS = ['log-1', 'log-2', 'log-3'] as const;
export type HostName = (typeof HOST_NAMES)[number];
/** Hosts with a clock of their own; the others have the machine's. */
const CLOCK_HOSTS = ['api-2', 'worker-2', 'database', 'store'] as const;
export type ClockHost = (typeof CLOCK_HOSTS)[number];

export type Started = { child: ChildProcess; logFile: string };

export type Host = {
  name: HostName;
  address: string;
  /** Under which other hosts call it. */
  domainName: string;
  namespace: string;
  /** Null where its processes read the machine's. */
  clock: Clock | null;
  /** Its link's end at the bridge, which is in `bridgeNamespace`. */
  bridgePort: string;
  bridgeNamespace: string;
  /** Runs a program in it, with these settings and no others. What it says goes to a file. */
  run(name: string, command: readonly string[], options?: RunOptions): Started;
  /** Ends every process in it at once, as when the machine loses power: nobody hears of it, and its connections stay open. */
  kill(): Promise<void>;
  /** After that: it can be reached again. */
  connect(): void;
};

export type RunOptions = {
  env?: Record<string, string>;
  cwd?: string;
  /** Default: root. */
  user?: { uid: number; gid: number } | undefined;
  /** It is asked over IPC (`remote.ts`). */
  isSpoken?: boolean;
  /** What it says is read from `child`, and does not go to a file. */
  isHeard?: boolean;
  /** It is asked over its input and answers over its output; the file has its errors. */
  isAsked?: boolean;
};

const KILL_LIMIT_MS = 5_000;

const addressOf = (name: HostName): string => {
  const number = 10 + HOST_NAMES.indexOf(name);
  return `${name === 'partner' ? PARTNER_NETWORK : SERVICE_NETWORK}.${number}`;
};
const domainNameOf = (name: HostName): string =>
  name === 'partner' ? 'hooks.partner.example' : `${name}.${DOMAIN}`;

/** Names that stand for several hosts, or for one under the name that callers use. */
export const SERVICE_NAMES = {
  /** What the proxy leads to: each address is a server. */
  apis: `apis.${DOMAIN}`,
  /** What partners call. */
  public: `service.${DOMAIN}`,
} as const;

/** Why a drill of several hosts cannot run on this machine; null where it can. */
export function whyNoHosts(): string | null {
  if (process.platform !== 'linux') return 'it needs network namespaces, which only Linux has';
  if (process.getuid?.() !== 0) return 'it needs root, to make network namespaces';
  const trial = `${runName()}-trial`;
  try {
    debianProgram('ip', 'iproute2');
    ip('netns', 'add', trial);
    ip('-n', trial, 'link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'other');
    ip('netns', 'exec', trial, 'true');
    return null;
  } catch {
    return 'no network namespace with a virtual link could be made here (a container without CAP_SYS_ADMIN?)';
  } finally {
    removeOwn();
  }
}

function writeEtc(namespace: string): void {
  const etc = `/etc/netns/${namespace}`;
  mkdirSync(etc, { recursive: true });
  // One second is enough for a name server that stands beside.
  writeFileSync(path.join(etc, 'resolv.conf'), `nameserver ${NAME_SERVER}\noptions timeout:1 attempts:3\n`);
  writeFileSync(path.join(etc, 'hosts'), '127.0.0.1 localhost\n');
}

const asUser = (user: RunOptions['user']): string[] =>
  user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];

const makeClockOf = (name: HostName, folder: string): Clock | null =>
  (CLOCK_HOSTS as readonly HostName[]).includes(name) ? makeClock(path.join(folder, `${name}.clock`)) : null;

function makeHost(name: HostName, folder: string): Host {
  const namespace = `${runName()}-${name}`;
  const bridgeNamespace = `${runName()}-bridge`;
  const bridgePort = `to-${name}`;
  const address = addressOf(name);
  const within = (...args: string[]): string => ip('-n', namespace, ...args);
  const clock = makeClockOf(name, folder);
  const setLink = (to: 'up' | 'down'): void => void ip('-n', bridgeNamespace, 'link', 'set', bridgePort, to);
  writeEtc(namespace);
  ip('netns', 'add', namespace);
  within('link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', bridgePort, 'netns', bridgeNamespace);
  ip('-n', bridgeNamespace, 'link', 'set', bridgePort, 'master', 'bridge', 'up');
  within('address', 'add', `${address}/24`, 'dev', 'eth0');
  within('link', 'set', 'lo', 'up');
  within('link', 'set', 'eth0', 'up');
  const other = name === 'partner' ? SERVICE_NETWORK : PARTNER_NETWORK;
  within('route', 'add', `${other}.0/24`, 'dev', 'eth0');
  return {
    name,
    address,
    domainName: domainNameOf(name),
    namespace,
    clock,
    bridgePort,
    bridgeNamespace,
    run: (program, command, options = {}) => {
      const { env = {}, cwd = folder, isSpoken = false, isHeard = false, isAsked = false, user } = options;
      const logFile = path.join(folder, `${name}.${program}.log`);
      const fd = openSync(logFile, 'a', 0o600);
      const out = isHeard ? 'pipe' : fd;
      const stdio: StdioOptions = isAsked ? ['pipe', 'pipe', fd] : ['ignore', out, out];
      if (isSpoken) stdio.push('ipc');
      const child = spawn(
        'ip',
        ['netns', 'exec', namespace, ...asUser(user), ...(clock?.command ?? []), ...command],
        {
          cwd,
          env: { PATH: process.env['PATH'], ...env },
          stdio,
        },
      );
      closeSync(fd);
      return { child, logFile };
    },
    kill: () => {
      setLink('down');
      killAllIn(namespace);
      return until(`${name} runs nothing`, KILL_LIMIT_MS, () => pidsIn(namespace).length === 0);
    },
    connect: () => setLink('up'),
  };
}

/** Files of addresses and names, which the name server reads when they come. */
export const nameFolder = (folder: string): string => path.join(folder, 'names');

function startNameServer(bridge: string, folder: string): void {
  const lines = HOST_NAMES.map((name) => `${addressOf(name)} ${domainNameOf(name)}`);
  lines.push(`${addressOf('proxy')} ${SERVICE_NAMES.public}`);
  for (const api of ['api-1', 'api-2'] as const) lines.push(`${addressOf(api)} ${SERVICE_NAMES.apis}`);
  const names = nameFolder(folder);
  mkdirSync(names);
  writeFileSync(path.join(names, 'hosts'), `${lines.join('\n')}\n`);
  const program = debianProgram('dnsmasq', 'dnsmasq-base');
  const options = ['--keep-in-foreground', '--conf-file=/dev/null', '--pid-file=', '--user=root'];
  const answers = ['--no-resolv', '--no-hosts', `--hostsdir=${names}`, '--local=/example/'];
  spawn('ip', ['netns', 'exec', bridge, program, ...options, ...answers], { stdio: 'ignore' });
}

/**
 * Makes the hosts; what they write goes into `folder`. Whoever makes them calls `removeOwn` at the end; a process that ends
 * without it does so in any case.
 */
export function startHosts(folder: string): Record<HostName, Host> {
  removeLeftovers();
  process.once('exit', removeOwn);
  mkdirSync(folder, { mode: 0o755 });
  const bridge = `${runName()}-bridge`;
  ip('netns', 'add', bridge);
  ip('-n', bridge, 'link', 'add', 'bridge', 'type', 'bridge');
  ip('-n', bridge, 'address', 'add', `${NAME_SERVER}/24`, 'dev', 'bridge');
  ip('-n', bridge, 'link', 'set', 'bridge', 'up');
  ip('-n', bridge, 'link', 'set', 'lo', 'up');
  // The partner asks for names as well.
  ip('-n', bridge, 'route', 'add', `${PARTNER_NETWORK}.0/24`, 'dev', 'bridge');
  const hosts = Object.fromEntries(HOST_NAMES.map((name) => [name, makeHost(name, folder)]));
  startNameServer(bridge, folder);
  return hosts as Record<HostName, Host>;
}
