import { Agent, errors, type Dispatcher } from 'undici';
import { atMost } from '../lifecycle/timing.ts';
import { guardedConnect, isHostAllowed } from './guarded-connect.ts';
import { createResolver, type ResolveHost } from './resolver.ts';
import type { UrlPolicy } from './url-policy.ts';

/** Why an attempt got no answer. A closed list: it goes into logs, metrics and the delivery's record. */
export type SendError =
  | 'forbidden_address'
  | 'unresolved_host'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'timeout'
  | 'connection_closed'
  | 'malformed_answer'
  /** Given up by us, at shutdown: says nothing about the receiver. */
  | 'interrupted';

export type SendResult =
  | {
      kind: 'answered';
      statusCode: number;
      retryAfter: string | null;
      /** The first 2 KB of the answer's body. */
      excerpt: Buffer;
      latencyMs: number;
    }
  | { kind: 'unanswered'; error: SendError; latencyMs: number };

export type SendRequest = {
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Where less time is left than for a whole attempt. */
  withinMs?: number;
};

export type Sender = {
  /** One POST. Never rejects, never follows a redirect, and settles within the whole limit. */
  send(request: SendRequest): Promise<SendResult>;
  /**
   * Whether the URL's host stands for allowed addresses only, as its name servers tell within a second; without their
   * answer it passes, since every connection looks again. For refusing early what would never arrive. Never rejects.
   */
  admits(url: URL): Promise<boolean>;
  /** Everything that is being sent, and whatever is still to come, ends as `interrupted`. */
  interrupt(): void;
  /** Closes every connection at once. */
  close(): Promise<void>;
};

export type SendLimits = {
  /** Name look-up, TCP and TLS. */
  connectTimeoutMs: number;
  /** From the request to the end of the answer's headers. */
  headersTimeoutMs: number;
  /** From there to the end of its body. */
  bodyTimeoutMs: number;
  /** The whole attempt. */
  totalTimeoutMs: number;
};

/**
 * 10 s for the whole, which ends each part of it too. An answer may begin as late as that; one whose status is there is
 * not waited for much longer.
 */
export const SEND_LIMITS: SendLimits = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 2_000,
  totalTimeoutMs: 10_000,
};

export type SenderOptions = {
  policy: UrlPolicy;
  limits?: SendLimits;
  resolve?: ResolveHost;
  ca?: string | undefined;
};

const EXCERPT_BYTES = 2_048;
/** So much of a long answer is read and thrown away to keep the connection; beyond it the connection goes. */
const MAX_BODY_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
/** Somebody waits for it. */
const NAME_CHECK_MS = 1_000;

/** Connections of our own pool: proxies named in the environment are not used. */
export function createSender(options: SenderOptions): Sender {
  const { policy, limits = SEND_LIMITS, resolve = createResolver(), ca } = options;
  const agent = new Agent({
    connect: guardedConnect({ policy, resolve, connectTimeoutMs: limits.connectTimeoutMs, ca }),
    // As many as attempts are in flight, which the caller bounds: subscriptions that share an origin do not queue.
    connections: null,
    pipelining: 1,
    // These begin anew with each piece that comes; an exchange has its own, which do not.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const running = new Set<Exchange>();
  let isInterrupted = false;
  return {
    send: (request) => {
      if (isInterrupted) return Promise.resolve(INTERRUPTED);
      return new Promise((resolve) => {
        const { url, headers, body, withinMs = limits.totalTimeoutMs } = request;
        const part = withinMs < limits.totalTimeoutMs ? { ...limits, totalTimeoutMs: withinMs } : limits;
        const exchange = new Exchange(part, (result) => {
          running.delete(exchange);
          resolve(result);
        });
        running.add(exchange);
        const path = url.pathname + url.search;
        agent.dispatch({ origin: url.origin, path, method: 'POST', headers, body }, exchange);
      });
    },
    admits: (url) => atMost(NAME_CHECK_MS, isHostAllowed(url.hostname, { policy, resolve }), true),
    interrupt: () => {
      isInterrupted = true;
      for (const exchange of running) exchange.giveUp('interrupted');
    },
    close: () => agent.destroy(),
  };
}

const INTERRUPTED: SendResult = { kind: 'unanswered', error: 'interrupted', latencyMs: 0 };
/** Reasons of our own to end an exchange. */
const OVER = new Error('the time for this attempt is over');
const ENOUGH = new Error('enough of the body was read');

type Answer = { statusCode: number; retryAfter: string | null };

/** One request and its answer, as the client's handler. Tells its result once. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly limits: SendLimits;
  private readonly tell: (result: SendResult) => void;
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private partTimer: NodeJS.Timeout | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private answer: Answer | undefined;
  private isSettled = false;
  private readBytes = 0;
  private readonly kept: Buffer[] = [];

  constructor(limits: SendLimits, tell: (result: SendResult) => void) {
    this.limits = limits;
    this.tell = tell;
    this.timer = setTimeout(() => this.giveUp('timeout'), limits.totalTimeoutMs);
  }

  giveUp(error: SendError): void {
    this.settle(error);
    this.controller?.abort(OVER);
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.controller = started;
    const { headersTimeoutMs, totalTimeoutMs } = this.limits;
    // Waited for a connection until its time was over: nothing was sent, nothing shall be.
    if (this.isSettled) started.abort(OVER);
    // Where the whole ends as early, it ends this part too.
    else if (headersTimeoutMs < totalTimeoutMs) this.beginPart(headersTimeoutMs);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200 || this.isSettled) return;
    const retryAfter = headers['retry-after'];
    this.answer = { statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
    this.beginPart(this.limits.bodyTimeoutMs);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.readBytes < EXCERPT_BYTES) this.kept.push(chunk);
    this.readBytes += chunk.length;
    if (this.readBytes > MAX_BODY_BYTES) controller.abort(ENOUGH);
  }

  onResponseEnd(): void {
    this.settle('connection_closed');
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.settle(classify(error));
  }

  private settle(error: SendError): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    clearTimeout(this.partTimer);
    const latencyMs = Math.round(performance.now() - this.startedAt);
    // A status that arrived is the receiver's answer, whatever became of the body.
    if (this.answer === undefined) this.tell({ kind: 'unanswered', error, latencyMs });
    else this.tell({ kind: 'answered', ...this.answer, excerpt: excerptOf(this.kept), latencyMs });
  }

  private beginPart(limitMs: number): void {
    clearTimeout(this.partTimer);
    this.partTimer = setTimeout(() => this.giveUp('timeout'), limitMs);
  }
}

const NOTHING = Buffer.alloc(0);
const excerptOf = (kept: Buffer[]): Buffer =>
  kept.length === 0 ? NOTHING : Buffer.concat(kept).subarray(0, EXCERPT_BYTES);

const BY_CODE: Record<string, SendError> = {
  FORBIDDEN_ADDRESS: 'forbidden_address',
  UNRESOLVED_HOST: 'unresolved_host',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ETIMEDOUT: 'connect_timeout',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'connect_timeout',
  ECONNREFUSED: 'connect_failed',
  EHOSTUNREACH: 'connect_failed',
  ENETUNREACH: 'connect_failed',
  EADDRNOTAVAIL: 'connect_failed',
  UND_ERR_HEADERS_OVERFLOW: 'malformed_answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed_answer',
};

function classify(error: Error): SendError {
  if (error instanceof errors.HTTPParserError) return 'malformed_answer';
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') {
    // Attempts at several addresses of one name fail together.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
    return first instanceof Error ? classify(first) : 'connection_closed';
  }
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'tls_failed' : 'connection_closed';
}
