import { randomUUID } from 'node:crypto';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { json } from 'node:stream/consumers';
import { GOSSIP, STREAMS } from '../../../infra/event-store/protocol.ts';
import { gossipMember } from '../../../infra/event-store/services/gossip.ts';
import { messageField } from '../../../infra/event-store/wire/protobuf.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import type { Upstream } from '../store-upstream.ts';
import { answer, notReady, refuseForLeader } from './grpc-answers.ts';
import { ELECTION_PATH, endpointOf, GOSSIP_PATH, gossipOf, readGossip, type Gossip } from './gossip.ts';
import { createMembership, type Election, type Membership } from './membership.ts';
import { createPeer, type Peer } from './peer.ts';
import { startProxy, type Call, type Proxy } from './proxy.ts';

export type LogFrontOptions = {
  /** Address to listen on. */
  host: string;
  /** `host:port` of all members as they advertise themselves; the first that can leads. */
  members: readonly string[];
  /** Which of them this one is. */
  index: number;
  store: Upstream;
  /** Left out: without TLS. */
  tls?: { cert: string; key: string; ca: string } | undefined;
  pace?: Pace;
  /** Sends the answers of appends, now or later. */
  answering?: (send: () => void) => void;
};

/** How often the members ask one another, and how long they wait for an answer. */
export type Pace = { everyMs: number; timeoutMs: number };
const DEFAULT_PACE: Pace = { everyMs: 250, timeoutMs: 1_000 };

/** Calls it between the end of a node's reads and the end of its connections. */
export type Leaving = () => Promise<unknown>;

/**
 * One node of a cluster as its callers see it: it answers gossip, and passes calls on to one event store. Nothing is replicated.
 * With a header `requires-leader` a follower refuses and names the leader; without it, it passes the call on, as EventStoreDB
 * does. Without a majority there is no leader, and appends are answered with "not ready"; reads go on.
 */
export type LogFront = {
  gossip: () => Gossip;
  /** Has the others elect it, whoever leads. The one that led ends itself and comes back as a follower. */
  lead: () => Promise<void>;
  /** Leads no more; connections and subscriptions stay. */
  resign: () => void;
  /** Loses the other members and stays in reach of its callers. */
  isolate: (isIsolated: boolean) => void;
  /** What happens when it is deposed, beside its end. */
  onLeaving: (leaving: Leaving | undefined) => void;
  /** Resolves once it is back, where it was deposed. */
  settled: () => Promise<void>;
  stop: (leaving?: Leaving) => Promise<void>;
};

const isAppend = (path: string): boolean => path === STREAMS.batchAppend.path;

export async function startLogFront(options: LogFrontOptions): Promise<LogFront> {
  const { host, members, index, store, tls, pace = DEFAULT_PACE, answering } = options;
  const name = members[index] ?? '';
  const stopping = new AbortController();
  let isIsolated = false;
  const isApart = (): boolean => isIsolated || stopping.signal.aborted;
  let leaving: Leaving | undefined;
  let back: Promise<void> = Promise.resolve();
  let proxy: Proxy | undefined;
  let membership = begin();

  function begin(): Membership {
    return createMembership({
      self: { name, id: randomUUID() },
      members,
      aliveMs: pace.everyMs + 2 * pace.timeoutMs,
      now: () => performance.now(),
      onDeposed: () => void (back = endAndReturn()),
    });
  }

  async function serveElection(stream: ServerHttp2Stream): Promise<void> {
    const election = (await json(stream)) as Election;
    if (election.isWon) membership.hear(election.name, election.told);
    stream.respond({ ':status': 200 });
    stream.end(JSON.stringify({ isGranted: election.isWon || membership.votes(election) }));
  }

  function serve({ stream, headers, path, passOn }: Call): void {
    if (path === GOSSIP.read.path) answer(stream, clientGossip(membership));
    else if (path === GOSSIP_PATH || path === ELECTION_PATH) {
      if (isApart()) stream.close(constants.NGHTTP2_REFUSED_STREAM);
      else if (path === ELECTION_PATH) serveElection(stream).catch(() => stream.destroy());
      else {
        stream.respond({ ':status': 200, 'content-type': 'application/json' });
        stream.end(JSON.stringify(gossipOf(name, membership.seen())));
      }
    } else {
      const leader = membership.leader();
      const isForOther = headers['requires-leader'] === 'true' && leader !== null && leader !== name;
      if (isForOther) refuseForLeader(stream, endpointOf(leader));
      else if (!isAppend(path)) passOn();
      else
        passOn({ answering, refuse: (message) => (membership.leader() === null ? notReady(message) : null) });
    }
  }

  async function listen(): Promise<void> {
    const { port } = endpointOf(name);
    proxy = await startProxy({ host, port, tls, store, serve });
  }
  async function end(beforeEnd: Leaving | undefined): Promise<void> {
    const ending = proxy;
    proxy = undefined;
    if (beforeEnd !== undefined) {
      ending?.endCalls((path) => !isAppend(path));
      await beforeEnd();
    }
    await ending?.end();
  }
  async function endAndReturn(): Promise<void> {
    await end(leaving);
    if (stopping.signal.aborted) return;
    membership = begin();
    await listen();
  }

  const peers = members
    .filter((member) => member !== name)
    .map((member) => createPeer({ name: member, ca: tls?.ca ?? null, timeoutMs: pace.timeoutMs }));
  const ask = (peer: Peer, path: string, body?: unknown): Promise<unknown> =>
    isApart() ? Promise.reject(new Error('left the others')) : peer.ask(path, body);
  async function elect(isForced: boolean): Promise<void> {
    const election = membership.stand(isForced);
    const answers = await Promise.allSettled(peers.map((peer) => ask(peer, ELECTION_PATH, election)));
    const votes = answers.filter((one) => one.status === 'fulfilled' && isGranted(one.value)).length;
    if (!membership.win(election, votes)) return;
    const won = { ...election, told: membership.tell(), isWon: true };
    await Promise.allSettled(peers.map((peer) => ask(peer, ELECTION_PATH, won)));
  }
  async function listenTo(peer: Peer): Promise<void> {
    while (!stopping.signal.aborted) {
      const asked = membership;
      try {
        const told = readGossip(await ask(peer, GOSSIP_PATH));
        if (asked === membership) membership.hear(peer.name, told);
      } catch {
        membership.miss(peer.name);
      }
      await sleep(pace.everyMs, stopping.signal);
    }
  }
  async function standWhereNeeded(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (proxy !== undefined && membership.shouldStand()) await elect(false);
      await sleep(pace.everyMs, stopping.signal);
    }
  }

  await listen();
  const loops = [...peers.map(listenTo), standWhereNeeded()];
  return {
    gossip: () => gossipOf(name, membership.seen()),
    lead: () => elect(true),
    resign: () => membership.resign(),
    isolate: (value) => (isIsolated = value),
    onLeaving: (value) => (leaving = value),
    settled: () => back,
    stop: async (beforeEnd) => {
      stopping.abort();
      for (const peer of peers) {
        peer.close();
        membership.miss(peer.name);
      }
      await back;
      await end(beforeEnd);
      await Promise.all(loops);
    },
  };
}

const isGranted = (answered: unknown): boolean => (answered as { isGranted?: unknown }).isGranted === true;

/** What callers ask for: event_store.client.gossip.Gossip/Read. */
function clientGossip(membership: Membership): Buffer {
  const members = membership.seen().map(({ name, told, isAlive }) => {
    const { host: address, port } = endpointOf(name);
    const { id, state } = told;
    return messageField(1, ...gossipMember({ id, port, address, at: new Date(), state, isAlive }));
  });
  return Buffer.concat(members);
}
