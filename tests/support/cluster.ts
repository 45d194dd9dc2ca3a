import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  constants,
  createServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { GOSSIP, STREAMS, type BatchAppendReq } from '../../infra/event-store/protocol.ts';
import { gossipMember, MEMBER_STATE } from '../../infra/event-store/services/gossip.ts';
import { messageField } from '../../infra/event-store/wire/protobuf.ts';
import { batchFailure } from '../../infra/event-store/wire/responses.ts';
import { upstreamOf, type Upstream } from './store-upstream.ts';

/**
 * A cluster of three as its callers see it: fronts that answer gossip and pass every other call on to one event store.
 * It is the caller's side that is tested with it: nothing is replicated.
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

/**
 * Left out, a node goes away as if killed. Else it ends its reads and subscriptions first, calls this, and ends the
 * connections after it.
 */
type Leaving = () => Promise<unknown>;

const SIZE = 3;
const HOST = '127.0.0.1';
/** What HTTP/2 forbids a proxy to pass on. */
const NOT_FOR_OTHERS = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding', 'upgrade']);

type Node = { id: string; port: number; front: Front | null; isCutOff: boolean };
type Front = {
  port: number;
  endCalls: (isMeant: (path: string) => boolean) => void;
  end: () => Promise<void>;
};
type Serve = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: ClientHttp2Session) => void;

const isUp = ({ front, isCutOff }: Node): boolean => front !== null && !isCutOff;
const isAppend = (path: string): boolean => path === STREAMS.batchAppend.path;

/**
 * Starts the fronts of a cluster on free ports, without TLS and users; `storeUrl` is the connection string of the event store
 * behind them.
 */
export async function startCluster(storeUrl: string): Promise<Cluster> {
  const store = upstreamOf(storeUrl);
  const nodes: Node[] = Array.from({ length: SIZE }, () => ({
    id: randomUUID(),
    port: 0,
    front: null,
    isCutOff: false,
  }));
  const answers = createGate();
  let leader = 0;

  const belongs = (node: Node): boolean => isUp(node) && nodes.filter(isUp).length > SIZE / 2;
  const stateOf = (node: Node): number => {
    if (!belongs(node)) return MEMBER_STATE.unknown;
    return node === nodes[leader] ? MEMBER_STATE.leader : MEMBER_STATE.follower;
  };
  /** What a node knows: without a majority, nothing of the others. */
  const gossip = (asked: Node): Buffer => {
    const members = (belongs(asked) ? nodes : [asked]).map((node) => {
      const { id, port } = node;
      const isAlive = node === asked || isUp(node);
      return messageField(
        1,
        ...gossipMember({ id, port, address: HOST, at: new Date(), state: stateOf(node), isAlive }),
      );
    });
    return Buffer.concat(members);
  };

  const serve =
    (node: Node): Serve =>
    (stream, headers, upstream) => {
      const path = String(headers[':path']);
      if (path === GOSSIP.read.path) answer(stream, gossip(node));
      else if (!isAppend(path)) passOn(stream, upstream.request(passable(headers, store)));
      else {
        const refuse = (chunk: Buffer): Buffer | null => (belongs(node) ? null : notReady(chunk));
        passOn(stream, upstream.request(passable(headers, store)), { answering: answers.pass, refuse });
      }
    };
  const begin = async (node: Node): Promise<void> => {
    node.front ??= await startFront(node.port, store, serve(node));
    node.port = node.front.port;
  };
  const end = async (leavingNodes: readonly Node[], leaving?: Leaving): Promise<void> => {
    const fronts = leavingNodes.flatMap(({ front }) => front ?? []);
    for (const node of leavingNodes) node.front = null;
    if (leaving) {
      for (const front of fronts) front.endCalls((path) => !isAppend(path));
      await leaving();
    }
    await Promise.all(fronts.map((front) => front.end()));
  };
  const pick = (indexes: readonly number[]): Node[] => nodes.filter((_, index) => indexes.includes(index));
  const elect = (): void => {
    if (!nodes.some((node) => stateOf(node) === MEMBER_STATE.leader)) leader = nodes.findIndex(belongs);
  };
  const hosts = (): string => nodes.map(({ port }) => `${HOST}:${port}`).join(',');

  for (const node of nodes) await begin(node);
  return {
    connectionString: (options) => `esdb://${hosts()}?tls=false&${options}`,
    discoverString: (options) => `esdb+discover://${HOST}:${nodes[0]?.port}?tls=false&${options}`,
    lead: async (index, leaving) => {
      const deposed = pick([leader]);
      leader = index;
      await end(deposed, leaving);
      await Promise.all(deposed.map(begin));
    },
    lose: async (indexes, leaving) => {
      await end(pick(indexes), leaving);
      elect();
    },
    giveBack: async (indexes) => {
      await Promise.all(pick(indexes).map(begin));
      elect();
    },
    cutOff: (indexes) => {
      for (const [index, node] of nodes.entries()) node.isCutOff = indexes.includes(index);
      elect();
      return Promise.resolve();
    },
    withholdAnswers: answers.close,
    withheld: answers.waiting,
    stop: () => end(nodes),
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

/** A server of HTTP/2 with a connection of its own to the store for each of its callers. */
async function startFront(port: number, store: Upstream, serve: Serve): Promise<Front> {
  const callers = new Map<ServerHttp2Session, ClientHttp2Session>();
  const calls = new Map<ServerHttp2Stream, string>();
  const server = createServer();
  server.on('session', (caller) => {
    const upstream = store.connect();
    upstream.on('error', () => caller.destroy());
    upstream.on('close', () => caller.destroy());
    caller.on('close', () => {
      callers.delete(caller);
      upstream.destroy();
    });
    caller.on('error', () => undefined);
    caller.on('stream', (stream, headers) => {
      calls.set(stream, String(headers[':path']));
      stream.on('error', () => undefined);
      stream.on('close', () => calls.delete(stream));
      serve(stream, headers, upstream);
    });
    callers.set(caller, upstream);
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    endCalls: (isMeant) => {
      for (const [stream, path] of calls) if (isMeant(path)) stream.close(constants.NGHTTP2_REFUSED_STREAM);
    },
    end: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const [caller, upstream] of callers) {
        caller.destroy();
        upstream.destroy();
      }
      await closed;
    },
  };
}

const passable = (
  headers: IncomingHttpHeaders,
  to: Pick<Upstream, 'headers'> = { headers: {} },
): OutgoingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FOR_OTHERS.has(name))),
  ...to.headers,
});

const GRPC_HEADERS = { ':status': 200, 'content-type': 'application/grpc+proto' };

/** The framing of gRPC: no compression, then the length. */
function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
const FRAME_HEAD = 5;

/** A call with one answer. */
function answer(stream: ServerHttp2Stream, message: Buffer): void {
  stream.respond(GRPC_HEADERS, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(framed(message));
}

/** As EventStoreDB answers appends where no leader is known. A chunk holds whole appends: those of tests are small. */
function notReady(chunk: Buffer): Buffer {
  const answered: Buffer[] = [];
  for (let at = 0; at < chunk.length;) {
    const end = at + FRAME_HEAD + chunk.readUInt32BE(at + 1);
    const request = STREAMS.batchAppend.requestDeserialize(chunk.subarray(at + FRAME_HEAD, end));
    const { correlationId, streamName } = echoOf(request as BatchAppendReq);
    const error = { code: 14, message: 'Server Is Not Ready', type: 'google.protobuf.Empty', fields: [] };
    answered.push(framed(batchFailure({ correlationId, streamName, expected: { kind: 'any' } }, error)));
    at = end;
  }
  return Buffer.concat(answered);
}

const echoOf = (request: BatchAppendReq) => ({
  correlationId: request.getCorrelationId()?.serializeBinary() ?? new Uint8Array(),
  streamName: Buffer.from(request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []),
});

type Passing = {
  /** Sends what is answered, now or later. */
  answering?: (send: () => void) => void;
  /** What is answered to a part of the request in place of passing it on; null: it is passed on. */
  refuse?: (chunk: Buffer) => Buffer | null;
};

function passOn(
  stream: ServerHttp2Stream,
  call: ReturnType<ClientHttp2Session['request']>,
  { answering = (send) => send(), refuse = () => null }: Passing = {},
): void {
  stream.on('data', (chunk: Buffer) => {
    const refused = refuse(chunk);
    if (refused === null) return call.write(chunk);
    if (!stream.headersSent) stream.respond(GRPC_HEADERS, { waitForTrailers: true });
    return stream.write(refused);
  });
  stream.on('end', () => call.end());
  stream.on('close', () => {
    if (!call.closed) call.close(constants.NGHTTP2_CANCEL);
  });
  call.on('error', () => undefined);
  call.on('response', (headers, flags) => {
    if (stream.destroyed || stream.headersSent) return;
    const isAll = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    const { ':status': status, ...others } = headers;
    const head = { ':status': status, ...passable(others) };
    stream.respond(head, isAll ? { endStream: true } : { waitForTrailers: true });
  });
  let trailers: IncomingHttpHeaders = {};
  call.on('trailers', (received: IncomingHttpHeaders) => {
    trailers = received;
  });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  call.on('data', (chunk: Buffer) => {
    answering(() => {
      if (stream.destroyed || stream.write(chunk)) return;
      call.pause();
      stream.once('drain', () => call.resume());
    });
  });
  call.on('end', () => stream.end());
  call.on('close', () => {
    if (!stream.closed && !stream.writableEnded) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  });
}
