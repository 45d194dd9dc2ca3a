import type { ClientRequest, IncomingMessage } from 'node:http';
import { atMost } from '../lifecycle/timing.ts';
import { guardedAgents, guardedRequest, isHostAllowed, type GuardedAgents } from './guarded-connect.ts';
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

/** Uses connections of its own; proxies from the environment are not used. */
export function createSender(options: SenderOptions): Sender {
  const { policy, limits = SEND_LIMITS, resolve = createResolver(), ca } = options;
  // Connections are not limited by origin: the caller bounds the attempts, and subscriptions of one origin must not queue.
  const agents = guardedAgents({ policy, resolve, connectTimeoutMs: limits.connectTimeoutMs, ca });
  const running = new Set<Exchange>();
  let isInterrupted = false;
  const giveUpAll = (): void => {
    for (const exchange of running) exchange.giveUp('interrupted');
  };
  return {
    send: (request) => {
      if (isInterrupted) return Promise.resolve(INTERRUPTED);
      return new Promise((resolve) => {
        const exchange = new Exchange({ request, limits, agents }, (result) => {
          running.delete(exchange);
          resolve(result);
        });
        running.add(exchange);
        exchange.start();
      });
    },
    admits: (url) => atMost(NAME_CHECK_MS, isHostAllowed(url.hostname, { policy, resolve }), true),
    interrupt: () => {
      isInterrupted = true;
      giveUpAll();
    },
    close: () => {
      giveUpAll();
      agents.http.destroy();
      agents.https.destroy();
      return Promise.resolve();
    },
  };
}

const INTERRUPTED: SendResult = { kind: 'unanswered', error: 'interrupted', latencyMs: 0 };
/** Reasons for which we end an exchange. */
const OVER = new Error('the time for this attempt is over');
const ENOUGH = new Error('enough of the body was read');

type Answer = { statusCode: number; retryAfter: string | null };
type Parts = { request: SendRequest; limits: SendLimits; agents: GuardedAgents };

/** One attempt: a request and its answer. Reports its result once. */
class Exchange {
  private readonly parts: Parts;
  private readonly report: (result: SendResult) => void;
  private readonly startedAt = performance.now();
  private readonly totalTimeoutMs: number;
  private readonly timer: NodeJS.Timeout;
  private partTimer: NodeJS.Timeout | undefined;
  private sent: ClientRequest | undefined;
  private answer: Answer | undefined;
  private isSettled = false;
  private readBytes = 0;
  private readonly kept: Buffer[] = [];

  constructor(parts: Parts, report: (result: SendResult) => void) {
    this.parts = parts;
    this.report = report;
    const { totalTimeoutMs } = parts.limits;
    this.totalTimeoutMs = Math.min(parts.request.withinMs ?? totalTimeoutMs, totalTimeoutMs);
    this.timer = setTimeout(() => this.giveUp('timeout'), this.totalTimeoutMs);
  }

  start(): void {
    this.send({ isFresh: false });
  }

  giveUp(error: SendError): void {
    this.settle(error);
    this.sent?.destroy(OVER);
  }

  private send({ isFresh }: { isFresh: boolean }): void {
    const { request, agents } = this.parts;
    const sent = guardedRequest(agents, request.url, {
      method: 'POST',
      headers: { ...request.headers, 'Content-Length': request.body.length },
      maxHeaderSize: MAX_HEADER_BYTES,
      isFresh,
    });
    this.sent = sent;
    let readBefore = 0;
    sent.on('socket', (socket) => {
      readBefore = socket.bytesRead;
      this.beginHeaders();
    });
    sent.on('response', (response) => this.receive(response));
    sent.on('error', (error: Error) => {
      const wasKept = sent.reusedSocket && sent.socket?.bytesRead === readBefore;
      if (wasKept && RESETS.has(codeOf(error)) && !this.isSettled) this.send({ isFresh: true });
      else this.settle(classify(error));
    });
    // Node ends a request without an error where the answer asks for an upgrade.
    sent.on('close', () => {
      if (sent === this.sent && this.answer === undefined) this.settle('connection_closed');
    });
    sent.end(request.body);
  }

  private beginHeaders(): void {
    const { headersTimeoutMs } = this.parts.limits;
    // Otherwise the total limit ends this part too.
    if (headersTimeoutMs < this.totalTimeoutMs) this.beginPart(headersTimeoutMs);
  }

  private receive(response: IncomingMessage): void {
    response.on('error', (error) => this.settle(classify(error)));
    if (this.isSettled) return;
    this.answer = {
      statusCode: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'] ?? null,
    };
    this.beginPart(this.parts.limits.bodyTimeoutMs);
    response.on('data', (chunk: Buffer) => {
      if (this.readBytes < EXCERPT_BYTES) this.kept.push(chunk);
      this.readBytes += chunk.length;
      if (this.readBytes > MAX_BODY_BYTES) response.destroy(ENOUGH);
    });
    response.on('end', () => this.settle('connection_closed'));
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

/** The peer closed a connection that it had kept open, maybe before it saw the request. */
const RESETS = new Set(['ECONNRESET', 'EPIPE']);

const BY_CODE: Record<string, SendError> = {
  FORBIDDEN_ADDRESS: 'forbidden_address',
  UNRESOLVED_HOST: 'unresolved_host',
  CONNECT_TIMEOUT: 'connect_timeout',
  ETIMEDOUT: 'connect_timeout',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'connect_timeout',
  ECONNREFUSED: 'connect_failed',
  EHOSTUNREACH: 'connect_failed',
  ENETUNREACH: 'connect_failed',
  EADDRNOTAVAIL: 'connect_failed',
};

/** Failed attempts at several addresses of one host come as one AggregateError. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}

function classify(error: Error): SendError {
  const code = codeOf(error);
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'malformed_answer';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'tls_failed' : 'connection_closed';
}
