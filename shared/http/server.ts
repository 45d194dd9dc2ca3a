import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import { answerParserErrors, framingFault, type Open, type RefusalOptions } from './refusals.ts';

/** Every wait and size of the connection level. Waits agree: body timeout (app) < request timeout; drain < kill. */
export type ServerLimits = {
  maxHeaderBytes: number;
  /** For all headers to arrive, from the first byte or the opening of the connection. */
  headersTimeoutMs: number;
  /** For the whole request to arrive; above the app's body timeout, which answers better. */
  requestTimeoutMs: number;
  /** Above the usual 60 s of load balancers, so that they close idle connections and not we. */
  keepAliveTimeoutMs: number;
  /** A socket on which nothing moves, also a client that does not read its answer. */
  idleSocketTimeoutMs: number;
  maxConnections: number;
  /** How long stop() waits for calls in flight. */
  drainTimeoutMs: number;
  /** How often header and request timeouts are looked at. */
  checkIntervalMs: number;
};

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  maxHeaderBytes: 16_384,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  idleSocketTimeoutMs: 120_000,
  maxConnections: 10_000,
  drainTimeoutMs: 8_000,
  checkIntervalMs: 1_000,
};

export type ServerOptions = RefusalOptions & {
  app: Koa;
  host: string;
  /** 0 takes a free one. */
  port: number;
  limits?: Partial<ServerLimits>;
};

/**
 * Serves an app. Rejects where the address cannot be bound. stop() refuses new connections, closes idle ones, lets
 * calls in flight end for at most `drainTimeoutMs`, then destroys what is left; calling it again awaits the same.
 * From announceStop() on every answer ends its connection, so that none is in use any more when stop() closes them.
 */
export async function startServer(
  options: ServerOptions,
): Promise<{ port: number; announceStop(): void; stop(): Promise<void> }> {
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  const server = createServer(limits);
  const open: Open = new Map();
  const drain = createDrain(server, open, limits.drainTimeoutMs);
  const handle = options.app.callback();
  const refuse = answerParserErrors(server, open, options);
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    const fault = framingFault(req);
    if (fault !== null) refuse.request(req.socket, fault);
    if (refuse.isRefused(req.socket)) return;
    open.set(req.socket, { req, res });
    res.once('close', () => {
      if (open.get(req.socket)?.res === res) open.delete(req.socket);
    });
    if (drain.isAnnounced()) res.setHeader('Connection', 'close');
    void handle(req, res);
  };
  server.on('request', onRequest);
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    // Only a call whose body is wanted is told to send it; one that is refused never uploads.
    req.once('resume', () => {
      if (!res.headersSent && !res.destroyed) res.writeContinue();
    });
    onRequest(req, res);
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return { port, announceStop: drain.announce, stop: () => drain.stop() };
}

function createServer(limits: ServerLimits): Server {
  const server = http.createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    // The app checks the Host header itself, since Node's own answer has no envelope.
    requireHostHeader: false,
  });
  server.maxConnections = limits.maxConnections;
  server.timeout = limits.idleSocketTimeoutMs;
  // Node drops the headers behind the 2,000th without a word, and with them a second credential, or the length of the body
  // that it goes by itself. Their size is bounded above.
  server.maxHeadersCount = 0;
  return server;
}

function listen(server: Server, options: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function createDrain(server: Server, open: Open, timeoutMs: number) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let stopped: Promise<void> | null = null;
  let isAnnounced = false;

  const announce = (): void => {
    isAnnounced = true;
    for (const { res } of open.values()) if (!res.headersSent) res.setHeader('Connection', 'close');
  };

  const run = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    announce();
    // Node counts a connection that never sent a byte as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    server.closeIdleConnections();
    const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(deadline);
  };

  return {
    isAnnounced: (): boolean => isAnnounced,
    announce,
    stop: (): Promise<void> => (stopped ??= run()),
  };
}
