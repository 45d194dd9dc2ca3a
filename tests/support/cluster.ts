import { freePort } from '../../infra/embedded/ports.ts';
import { startLogFront, type Leaving, type LogFront } from './log-front/front.ts';
import { upstreamOf } from './store-upstream.ts';
import { until } from './until.ts';

/**
 * A cluster of three as its callers see it, in this process: fronts that answer gossip and pass every other call on to one event
 * store. It is the caller's side that is tested with it: nothing is replicated.
 */
export type Cluster = {
  /** Names all three nodes; a caller finds the leader by gossip. `options` are more of the driver's. */
  connectionString(options: string): string;
  /** Names one from which the others are found out. */
  discoverString(options: string): string;
  /** That node leads from now on. The one that led ends itself and comes back as a follower, as EventStoreDB does. */
  lead(index: number, leaving?: Leaving): Promise<void>;
  /** Nodes go away. Fewer than two left: there is no leader, and an append is answered with "not ready". */
  lose(indexes: readonly number[], leaving?: Leaving): Promise<void>;
  /** Nodes come back at their addresses; where none leads, the first does. */
  giveBack(indexes: readonly number[]): Promise<void>;
  /** These nodes, and only these, lose the others and stay in reach of their callers. */
  cutOff(indexes: readonly number[]): Promise<void>;
  /** While it is true, appends are written and their answers wait. */
  withholdAnswers(isWithheld: boolean): void;
  /** Answers that wait. */
  withheld(): number;
  stop(): Promise<void>;
};

const SIZE = 3;
const HOST = '127.0.0.1';
const PACE = { everyMs: 20, timeoutMs: 1_000 };
const AGREE_LIMIT_MS = 10_000;

/**
 * Starts the fronts of a cluster on free ports, without TLS and users; `storeUrl` is the connection string of the event store
 * behind them.
 */
export async function startCluster(storeUrl: string): Promise<Cluster> {
  const store = upstreamOf(storeUrl);
  const members: string[] = [];
  while (members.length < SIZE) members.push(`${HOST}:${await freePort()}`);
  const fronts = new Map<number, LogFront>();
  const cut = new Set<number>();
  const answers = createGate();

  /** Resolves when each node knows what the others do: who is there, and one leader for the majority. */
  const agreed = (): Promise<void> => {
    const together = [...fronts.keys()].filter((index) => !cut.has(index));
    const hasLeader = together.length > SIZE / 2;
    return until('the nodes agree', AGREE_LIMIT_MS, () => {
      const views = [...fronts].map(([index, front]) => {
        const isAmong = !cut.has(index);
        const alive = front.gossip().members.filter(({ isAlive }) => isAlive);
        const leader = alive.find(({ state }) => state === 'Leader')?.instanceId;
        const knowsAll = alive.length === (isAmong ? together.length : 1);
        return { leader, isRight: knowsAll && (leader !== undefined) === (isAmong && hasLeader) };
      });
      const leaders = new Set(views.flatMap(({ leader }) => leader ?? []));
      return views.every(({ isRight }) => isRight) && leaders.size <= 1;
    });
  };
  const begin = async (index: number): Promise<void> => {
    if (fronts.has(index)) return;
    const options = { host: HOST, members, index, store, pace: PACE, answering: answers.pass };
    fronts.set(index, await startLogFront(options));
  };
  const end = async (indexes: readonly number[], leaving?: Leaving): Promise<void> => {
    const ending = indexes.flatMap((index) => fronts.get(index) ?? []);
    for (const index of indexes) fronts.delete(index);
    let left: Promise<unknown> | undefined;
    const together = leaving && (() => (left ??= leaving()));
    await Promise.all(ending.map((front) => front.stop(together)));
  };

  await Promise.all(members.map((_, index) => begin(index)));
  await agreed();
  return {
    connectionString: (options) => `esdb://${members.join(',')}?tls=false&${options}`,
    discoverString: (options) => `esdb+discover://${members[0]}?tls=false&${options}`,
    lead: async (index, leaving) => {
      for (const front of fronts.values()) front.onLeaving(leaving);
      await fronts.get(index)?.lead();
      for (const front of fronts.values()) await front.settled();
      await agreed();
    },
    lose: async (indexes, leaving) => {
      await end(indexes, leaving);
      await agreed();
    },
    giveBack: async (indexes) => {
      await Promise.all(indexes.map(begin));
      await agreed();
    },
    cutOff: async (indexes) => {
      cut.clear();
      for (const index of indexes) cut.add(index);
      for (const [index, front] of fronts) front.isolate(cut.has(index));
      await agreed();
    },
    withholdAnswers: answers.close,
    withheld: answers.waiting,
    stop: () => end([...fronts.keys()]),
  };
}

/** What is sent waits while the gate is closed. */
function createGate() {
  const held: (() => void)[] = [];
  let isClosed = false;
  return {
    pass: (send: () => void): void => {
      if (isClosed) held.push(send);
      else send();
    },
    close: (value: boolean): void => {
      isClosed = value;
      if (!isClosed) for (const send of held.splice(0)) send();
    },
    waiting: (): number => held.length,
  };
}
