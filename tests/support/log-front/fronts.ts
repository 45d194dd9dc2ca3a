import { spawn as spawnChild, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programOf, projectRoot } from '../../../infra/embedded/program.ts';
import { until } from '../until.ts';
import type { Pace } from './front.ts';
import type { Gossip } from './gossip.ts';

/** What a process of a front is told to do; it answers with its gossip. */
export type FrontCommand = 'gossip' | 'lead' | 'resign';

/**
 * Starts a process where that front belongs, with pipes for its input and output, and gives the process itself: signals go to it.
 * `ip netns exec` becomes the program that it starts, so that it fits.
 */
export type SpawnFront = (
  index: number,
  program: { command: string; args: string[]; env: Record<string, string> },
) => ChildProcess;

export type LogFrontsOptions = {
  /** Where each listens: `host` is an address of its machine, `name` what it advertises; its certificate holds that. */
  hosts: readonly { host: string; name: string; port: number }[];
  /** Connection string of the one store behind them, without user: callers' users and passwords are passed on. */
  store: string;
  /** Files. Left out: without TLS. */
  tls?: { certFile: string; keyFile: string; caFile: string };
  pace?: Pace;
  /** Default: a child of this process on this machine. */
  spawn?: SpawnFront;
};

/** Three or more fronts, each a process of its own: the log as a cluster. */
export type LogFronts = {
  /** Names all; with `nodePreference=leader`, and more options of the driver. */
  connectionString: (options?: { user?: string; password?: string; more?: string }) => string;
  /** What a front says of all. */
  gossip: (index: number) => Promise<Gossip>;
  /** Which one leads; waits until most members follow one. */
  leader: () => Promise<number>;
  /** Another is elected (the next one that runs); the one that led ends its calls and comes back as a follower. */
  depose: (index: number) => Promise<void>;
  /** It leads no more, without an end of its connections. */
  resign: (index: number) => Promise<void>;
  kill: (index: number) => Promise<void>;
  /** Starts one that was killed, at its address. */
  start: (index: number) => Promise<void>;
  /** It stops answering, without an end of its connections, and goes on. */
  freeze: (index: number) => void;
  thaw: (index: number) => void;
  stop: () => Promise<void>;
};

type Running = { child: ChildProcess; ask: (command: FrontCommand) => Promise<Gossip>; isFrozen: boolean };

const PACE: Pace = { everyMs: 250, timeoutMs: 1_000 };
const AGREE_LIMIT_MS = 15_000;

const here: SpawnFront = (_, { command, args, env }) =>
  spawnChild(command, args, { cwd: projectRoot, env, stdio: ['pipe', 'pipe', 'inherit'] });

export async function startLogFronts(options: LogFrontsOptions): Promise<LogFronts> {
  const { hosts, store, tls, pace = PACE, spawn = here } = options;
  const members = hosts.map(({ name, port }) => `${name}:${port}`);
  const running = new Map<number, Running>();

  async function start(index: number): Promise<void> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      LOG_FRONT_HOST: hosts[index]?.host ?? '',
      LOG_FRONT_MEMBERS: members.join(','),
      LOG_FRONT_INDEX: String(index),
      LOG_FRONT_STORE: store,
      LOG_FRONT_EVERY_MS: String(pace.everyMs),
      LOG_FRONT_TIMEOUT_MS: String(pace.timeoutMs),
      ...(tls && {
        LOG_FRONT_CERT_FILE: tls.certFile,
        LOG_FRONT_KEY_FILE: tls.keyFile,
        LOG_FRONT_CA_FILE: tls.caFile,
      }),
    };
    const args = [programOf('tests/support/log-front/main.ts')];
    const front = control(spawn(index, { command: process.execPath, args, env }));
    running.set(index, front);
    await front.started;
  }
  const get = (index: number): Running => {
    const front = running.get(index);
    if (front === undefined) throw new Error(`front ${index} does not run`);
    return front;
  };
  /** The one that says it leads and that most members follow; -1 where there is none. */
  async function agreed(): Promise<number> {
    const awake = [...running].filter(([, { isFrozen }]) => !isFrozen);
    const views = await Promise.all(awake.map(([, front]) => front.ask('gossip')));
    const named = views.map((view) => leaderIn(view));
    const found = awake.find(([index], place) => named[place] === members[index])?.[0] ?? -1;
    const followers = named.filter((name) => name === members[found]).length;
    return followers > members.length / 2 ? found : -1;
  }
  async function leader(): Promise<number> {
    let found = -1;
    await until('the fronts agree on a leader', AGREE_LIMIT_MS, async () => (found = await agreed()) >= 0);
    return found;
  }

  await Promise.all(hosts.map((_, index) => start(index)));
  await leader();
  return {
    connectionString: ({ user, password = '', more } = {}) => {
      const login = user === undefined ? '' : `${[user, password].map(encodeURIComponent).join(':')}@`;
      const secure = tls === undefined ? 'tls=false' : `tls=true&tlsCAFile=${encodeURIComponent(tls.caFile)}`;
      const query = [secure, 'nodePreference=leader', ...(more === undefined ? [] : [more])].join('&');
      return `esdb://${login}${members.join(',')}?${query}`;
    },
    gossip: (index) => get(index).ask('gossip'),
    leader,
    depose: async (index) => {
      const next = [...running.keys()].find((one) => one !== index && !get(one).isFrozen);
      if (next !== undefined) await get(next).ask('lead');
    },
    resign: async (index) => void (await get(index).ask('resign')),
    kill: async (index) => {
      const { child } = get(index);
      running.delete(index);
      await end(child);
    },
    start,
    freeze: (index) => {
      const front = get(index);
      front.isFrozen = true;
      front.child.kill('SIGSTOP');
    },
    thaw: (index) => {
      const front = get(index);
      front.isFrozen = false;
      front.child.kill('SIGCONT');
    },
    stop: async () => {
      await Promise.all([...running.values()].map(({ child }) => end(child)));
      running.clear();
    },
  };
}

const leaderIn = ({ members }: Gossip): string | undefined => {
  const leader = members.find(({ state, isAlive }) => isAlive && state === 'Leader');
  return leader && `${leader.httpEndPointIp}:${leader.httpEndPointPort}`;
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Asks a front on its input; each line that it writes is an answer, the first one says that it listens. */
function control(child: ChildProcess): Running & { started: Promise<Gossip> } {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('a front needs pipes for its input and output');
  const waiting: { resolve: (answer: Gossip) => void; reject: (error: Error) => void }[] = [];
  const next = (): Promise<Gossip> =>
    new Promise((resolve, reject) => {
      if (hasEnded(child)) reject(new Error('the front has ended'));
      else waiting.push({ resolve, reject });
    });
  stdin.on('error', () => undefined);
  createInterface(stdout).on('line', (line) => waiting.shift()?.resolve(JSON.parse(line) as Gossip));
  child.once('exit', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the front has ended'));
  });
  const ask = (command: FrontCommand): Promise<Gossip> => {
    const answered = next();
    stdin.write(`${command}\n`);
    return answered;
  };
  return { child, ask, isFrozen: false, started: next() };
}
