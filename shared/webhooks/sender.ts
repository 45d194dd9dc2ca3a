import { Agent, errors, type Dispatcher } from 'undici';
import { atMost } from '../lifecycle/timing.ts';
import { guardedConnect, isHostAllowed } from './guarded-connect.ts';
import { createResolver, type ResolveHost } from './resolver.ts';
import type { UrlPolicy } from './url-policy.ts';

/** Why an attempt got no answer. A closed list, for logs, metrics and the delivery's row. */
export type SendError =
  | 'forbidden_address'
  | 'unresolved_host'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'timeout'
  | 'connection_closed'
  | 'malformed_answer'
  /** Interrupted by us at shutdown; says nothing about the receiver. */
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
  /** A shorter limit than that of a whole attempt. */
  withinMs?: number;
};

export type Sender = {
  /** One POST. Never rejects, never follows a redirect, and settles within the total limit. */
  send(request: SendRequest): Promise<SendResult>;
  /**
   * Whether the URL's host resolves to allowed addresses only. Where its name servers do not answer within a second it
   * passes, since every connection checks again. For refusing a URL early. Never rejects.
   */
  admits(url: URL): Promise<boolean>;
  /** Ends all current and later attempts as `interrupted`. */
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
 * 10 s in total, which bounds each part too. The headers may take all of that; once they have arrived, the body gets 2 s.
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
/** A body up to this size is read to its end, to keep the connection; a longer one closes it. */
const MAX_BODY_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
/** A caller waits for it. */
const NAME_CHECK_MS = 1_000;

/** Uses a connection pool of its own; proxies from the environment are not used. */
export function createSender(options: SenderOptions): Sender {
  const { policy, limits = SEND_LIMITS, resolve = createResolver(), ca } = options;
  const agent = new Agent({
    connect: guardedConnect({ policy, resolve, connectTimeoutMs: limits.connectTimeoutMs, ca }),
    // Not limited by origin: the caller bounds the attempts, and subscriptions that share an origin must not queue.
    connections: null,
    pipelining: 1,
    // undici's timeouts start anew with each chunk; an exchange has timeouts that do not.
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
/** Reasons for which we end an exchange. */
const OVER = new Error('the time for this attempt is over');
const ENOUGH = new Error('enough of the body was read');

type Answer = { statusCode: number; retryAfter: string | null };

/** One request and its answer, as undici's handler. Reports its result once. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly limits: SendLimits;
  private readonly report: (result: SendResult) => void;
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private partTimer: NodeJS.Timeout | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private answer: Answer | undefined;
  private isSettled = false;
  private readBytes = 0;
  private readonly kept: Buffer[] = [];

  constructor(limits: SendLimits, report: (result: SendResult) => void) {
    this.limits = limits;
    this.report = report;
    this.timer = setTimeout(() => this.giveUp('timeout'), limits.totalTimeoutMs);
  }

  giveUp(error: SendError): void {
    this.settle(error);
    this.controller?.abort(OVER);
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.controller = started;
    const { headersTimeoutMs, totalTimeoutMs } = this.limits;
    // The time was over before there was a connection: nothing is sent.
    if (this.isSettled) started.abort(OVER);
    // Otherwise the total limit ends this part too.
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
    // Once the status has arrived, it is the answer, even where the body failed.
    if (this.answer === undefined) this.report({ kind: 'unanswered', error, latencyMs });
    else this.report({ kind: 'answered', ...this.answer, excerpt: excerptOf(this.kept), latencyMs });
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
    // Failed attempts at several addresses of one host come as one AggregateError.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
    return first instanceof Error ? classify(first) : 'connection_closed';
  }
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'tls_failed' : 'connection_closed';
}
