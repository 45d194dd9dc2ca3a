import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ipOf } from './client-ip.ts';
import { ApiError } from './errors.ts';
import type { Gate } from './gate.ts';
import { rateHeaders } from './rate.ts';
import { parserError, rawAnswer } from './raw-answer.ts';

export type RefusalOptions = {
  logger: Logger;
  /** For answers that Node would give by itself, where no request could be read. */
  newRequestId?: () => string;
  now?: () => Date;
  /** Counts a call that shows no credential against its IP, for the same answers; throws 429. */
  admitAnonymous?: Gate['admitAnonymous'];
};

/** After a raw answer: destroying at once would reset the connection under a client that is still sending. */
const LINGER_MS = 500;

/** The answer that stands open on a connection; later faults of the connection must not cut into it. */
export type Open = Map<Duplex, { req: IncomingMessage; res: ServerResponse }>;

/**
 * Why it is in doubt where a request ends: a proxy before us may have read it in another way. HTTP/1.0 knows no chunks (RFC
 * 9112, section 6.1), and Node also takes other versions for HTTP/1.1.
 */
export function framingFault({ httpVersion, headers }: IncomingMessage): ApiError | null {
  const isKnown = httpVersion === '1.1' || (httpVersion === '1.0' && !('transfer-encoding' in headers));
  return isKnown ? null : new ApiError('bad_request', 'The request is not valid HTTP.');
}

export type Refusals = {
  /** Answers a request that nobody should have read as it was read, once what came before it has its answer. */
  request(socket: Duplex, error: ApiError): void;
  /** Whatever else comes on this connection is no request. */
  isRefused(socket: Duplex): boolean;
};

/**
 * Gives the envelope to what Node would answer by itself: parse errors, timeouts, CONNECT, unknown expectations. Closes the
 * connection.
 */
export function answerParserErrors(server: Server, open: Open, options: RefusalOptions): Refusals {
  const newRequestId = options.newRequestId ?? randomUUID;
  const now = options.now ?? (() => new Date());
  const answered = new WeakSet<Duplex>();
  const refused = new WeakSet<Duplex>();
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
  return {
    request: (socket, error) => {
      if (refused.has(socket)) return;
      refused.add(socket);
      const before = open.get(socket);
      if (before === undefined) answer(socket, error);
      else before.res.once('close', () => answer(socket, error));
    },
    isRefused: (socket) => refused.has(socket),
  };
}

/** The error with the window of the address that it goes to: 429 in its place where that is used up. */
async function counted(
  { admitAnonymous }: Pick<RefusalOptions, 'admitAnonymous'>,
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
