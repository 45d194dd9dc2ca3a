import { once } from 'node:events';
import {
  constants,
  createSecureServer,
  createServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Upstream } from '../store-upstream.ts';
import { createSplitter, GRPC_HEADERS } from './framing.ts';

/** What stands before an event store: a server of HTTP/2 that answers calls itself or passes them on. */
export type Proxy = {
  port: number;
  /** Ends open calls by their path; the caller sees a call that was refused. */
  endCalls: (isMeant: (path: string) => boolean) => void;
  /** Ends all connections and the server, as if it were killed. */
  end: () => Promise<void>;
};

/** One call, and how to pass it on. */
export type Call = {
  stream: ServerHttp2Stream;
  headers: IncomingHttpHeaders;
  path: string;
  passOn: (passing?: Passing) => void;
};

export type Passing = {
  /** Sends what is answered, now or later. */
  answering?: ((send: () => void) => void) | undefined;
  /** What is answered to a message of the request in place of passing it on; null: it is passed on. */
  refuse?: (message: Buffer) => Buffer | null;
};

export type ProxyOptions = {
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Left out: without TLS. */
  tls?: { cert: string; key: string } | undefined;
  store: Upstream;
  serve: (call: Call) => void;
};

/** Starts it. Each caller gets a connection of its own to the store, with its first call that is passed on. */
export async function startProxy({ host, port, tls, store, serve }: ProxyOptions): Promise<Proxy> {
  const callers = new Map<ServerHttp2Session, () => void>();
  const calls = new Map<ServerHttp2Stream, string>();
  const server = tls === undefined ? createServer() : createSecureServer(tls);
  const sockets = new Set<Socket>(); // also of callers that are about to come in
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('sessionError', () => undefined);
  server.on('session', (caller) => {
    let upstream: ClientHttp2Session | undefined;
    const toStore = (): ClientHttp2Session => (upstream ??= connectFor(caller, store));
    callers.set(caller, () => upstream?.destroy());
    caller.on('error', () => undefined);
    caller.on('close', () => {
      callers.delete(caller);
      upstream?.destroy();
    });
    caller.on('stream', (stream, headers) => {
      const path = String(headers[':path']);
      calls.set(stream, path);
      stream.on('error', () => undefined);
      stream.on('close', () => calls.delete(stream));
      const passOn = (passing?: Passing): void => {
        const upstream = toStore();
        // A store that stops lets its open calls end and takes no new ones.
        if (upstream.closed || upstream.destroyed) stream.close(constants.NGHTTP2_REFUSED_STREAM);
        else forward(stream, upstream.request(passable(headers, store.headers)), passing);
      };
      serve({ stream, headers, path, passOn });
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  let ended: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const [caller, leaveStore] of callers) {
      caller.destroy();
      leaveStore();
    }
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port: (server.address() as AddressInfo).port,
    endCalls: (isMeant) => {
      for (const [stream, path] of calls) if (isMeant(path)) stream.close(constants.NGHTTP2_REFUSED_STREAM);
    },
    end: () => (ended ??= end()),
  };
}

/** The store's end is that of the caller's connection. */
function connectFor(caller: ServerHttp2Session, store: Upstream): ClientHttp2Session {
  const upstream = store.connect();
  upstream.on('error', () => caller.destroy());
  upstream.on('close', () => caller.destroy());
  return upstream;
}

/** What HTTP/2 forbids a proxy to pass on. */
const NOT_FOR_OTHERS = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding', 'upgrade']);

const passable = (
  headers: IncomingHttpHeaders,
  additional: Record<string, string> = {},
): OutgoingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FOR_OTHERS.has(name))),
  ...additional,
});

function forward(
  stream: ServerHttp2Stream,
  call: ReturnType<ClientHttp2Session['request']>,
  { answering = (send) => send(), refuse }: Passing = {},
): void {
  const pass = (chunk: Buffer): void => {
    if (call.write(chunk)) return;
    stream.pause();
    call.once('drain', () => stream.resume());
  };
  const wholeMessages = createSplitter();
  stream.on('data', (chunk: Buffer) => {
    for (const message of refuse === undefined ? [chunk] : wholeMessages(chunk)) {
      const refused = refuse?.(message) ?? null;
      if (refused === null) {
        pass(message);
        continue;
      }
      if (!stream.headersSent) stream.respond(GRPC_HEADERS, { waitForTrailers: true });
      stream.write(refused);
    }
  });
  stream.on('end', () => call.end());
  stream.on('close', () => {
    if (!call.closed) call.close(constants.NGHTTP2_CANCEL);
  });
  call.on('error', () => undefined);
  call.on('response', (headers, flags) => {
    if (stream.destroyed || stream.headersSent) return;
    // A refusal is one frame of headers that ends the call.
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
