import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { ipOf } from './client-ip.ts';
import { ApiError } from './errors.ts';
import type { Gate } from './gate.ts';
import { rateHeaders } from './rate.ts';
import { parserError, rawAnswer } from './raw-answer.ts';

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

/** After a raw answer: destroying at once would reset the connection under a client that is still sending. */
const LINGER_MS = 500;

export type ServerOptions = {
  app: Koa;
  host: string;
  /** 0 takes a free one. */
  port: number;
  limits?: Partial<ServerLimits>;
  logger: Logger;
  /** For answers that Node would give by itself, where no request could be read. */
  newRequestId?: () => string;
  now?: () => Date;
  /** Counts a call that shows no credential against its IP, for the same answers; throws 429. */
  admitAnonymous?: Gate['admitAnonymous'];
};

/** The answer that stands open on a connection; later faults of the connection must not cut into it. */
type Open = Map<Duplex, { req: IncomingMessage; res: ServerResponse }>;

/**
 * Serves an app. Rejects where the address cannot be bound. stop() refuses new connections, closes idle ones, lets
 * calls in flight end for at most `drainTimeoutMs`, then destroys what is left; calling it again awaits the same.
 */
export async function startServer(options: ServerOptions): Promise<{ port: number; stop(): Promise<void> }> {
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  const server = createServer(limits);
  const open: Open = new Map();
  const drain = createDrain(server, open, limits.drainTimeoutMs);
  const handle = options.app.callback();
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    open.set(req.socket, { req, res });
    res.once('close', () => {
      if (open.get(req.socket)?.res === res) open.delete(req.socket);
    });
    if (drain.started()) res.setHeader('Connection', 'close');
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
  answerParserErrors(server, open, options);
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return { port, stop: () => drain.stop() };
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

/** Gives the envelope to what Node would answer by itself: parse errors, timeouts, CONNECT, unknown expectations. */
function answerParserErrors(server: Server, open: Open, options: ServerOptions): void {
  const newRequestId = options.newRequestId ?? randomUUID;
  const now = options.now ?? (() => new Date());
  const answered = new WeakSet<Duplex>();
  const answer = (socket: Duplex, error: ApiError): void => {
    // A broken parser reports each further chunk again.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable) return void socket.destroy();
    options.logger.debug({ status: error.status, error_code: error.code }, 'malformed request');
    // Counting never rejects: it is a header of the answer, and no reason to give none.
    void counted(options, socket, error, now()).then((answering) => {
      if (!socket.writable) return void socket.destroy();
      socket.end(rawAnswer(answering, newRequestId(), now()));
      const timer = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
    });
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const current = open.get(socket);
    if (answered.has(socket)) return;
    if (error.code === 'ECONNRESET') socket.destroy();
    // The fault belongs to the next request on this connection: the one being handled keeps its whole answer.
    else if (current?.req.complete === true)
      current.res.once('close', () => answer(socket, parserError(error)));
    else if (current?.res.headersSent === true) socket.destroy();
    else answer(socket, parserError(error));
  });
  server.on('connect', (_req, socket: Duplex) => {
    answer(socket, new ApiError('bad_request', 'CONNECT is not accepted.'));
  });
  server.on('checkExpectation', (req: IncomingMessage) => {
    answer(req.socket, new ApiError('bad_request', 'The Expect header is not understood.'));
  });
}

/** The error with the window of the address that it goes to: 429 in its place where that is used up. */
async function counted(
  { admitAnonymous }: Pick<ServerOptions, 'admitAnonymous'>,
  socket: Duplex,
  error: ApiError,
  now: Date,
): Promise<ApiError> {
  if (admitAnonymous === undefined) return error;
  try {
    const ip = ipOf(socket instanceof Socket ? socket.remoteAddress : undefined);
    const rate = await admitAnonymous({ ip, now });
    const { code, message, headers } = error;
    return new ApiError(code, message, { headers: { ...headers, ...rateHeaders(rate) } });
  } catch (refusal) {
    return refusal instanceof ApiError && refusal.code === 'rate_limited' ? refusal : error;
  }
}

function createDrain(server: Server, open: Open, timeoutMs: number) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let stopped: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const { res } of open.values()) if (!res.headersSent) res.setHeader('Connection', 'close');
    // Node counts a connection that never sent a byte as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    server.closeIdleConnections();
    const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(deadline);
  };

  return {
    started: (): boolean => stopped !== null,
    stop: (): Promise<void> => (stopped ??= run()),
  };
}
