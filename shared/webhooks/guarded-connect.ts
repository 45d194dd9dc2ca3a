import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import type { ResolveHost } from './resolver.ts';
import { isForbiddenAddress, literalAddress, type UrlPolicy } from './url-policy.ts';

/** The host resolves to an address that deliveries must not reach. */
export class ForbiddenAddressError extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
  constructor() {
    super('the address is not allowed');
    this.name = 'ForbiddenAddressError';
  }
}

/** The connection was closed before its remote address could be checked. */
class ConnectionLostError extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('the connection was closed at once');
    this.name = 'ConnectionLostError';
  }
}

/** The name could not be resolved. */
export class UnresolvedHostError extends Error {
  readonly code = 'UNRESOLVED_HOST';
  constructor(cause: unknown) {
    super('the host name does not resolve', { cause });
    this.name = 'UnresolvedHostError';
  }
}

export type GuardedConnectOptions = {
  policy: UrlPolicy;
  resolve: ResolveHost;
  connectTimeoutMs: number;
  /** More authorities to trust, in PEM (tests). Certificates are always verified. */
  ca?: string | undefined;
};

/**
 * How long one address of several gets before the next is tried. Node's default of 250 ms is shorter than a round trip to
 * the other side of the world, so that a host with IPv4 and IPv6 might not be reached from a machine without IPv6.
 */
const NEXT_ADDRESS_MS = 1_000;

/** Name look-up, TCP and TLS took longer than they may. */
class ConnectTimeoutError extends Error {
  readonly code = 'CONNECT_TIMEOUT';
  constructor() {
    super('the connection was not made in time');
    this.name = 'ConnectTimeoutError';
  }
}

/** A connection that nobody uses is closed after so long, earlier where the peer says so (Keep-Alive). */
const IDLE_MS = 4_000;

export type GuardedAgents = { http: HttpAgent; https: HttpsAgent };

type Target = TcpNetConnectOpts;
type Connected = (error: Error | null, socket?: Duplex) => void;
type Opening = { open: () => Socket; ready: 'connect' | 'secureConnect' };

/**
 * Keep connections, and connect only to addresses that the policy allows. They resolve the host once and connect to the
 * addresses that they have checked, so a name that changes its address in between (DNS rebinding) gains nothing; the remote
 * address of the socket is checked once more. A host with one forbidden address among several is refused.
 */
export function guardedAgents(options: GuardedConnectOptions): GuardedAgents {
  const { policy, connectTimeoutMs, ca } = options;
  const connecting = {
    keepAlive: true,
    timeout: IDLE_MS,
    lookup: guardedLookup(options),
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    ...(ca === undefined ? {} : { ca }),
  };

  /** Connects where that is allowed, and hands the socket on once it is connected and its peer is allowed. */
  function guard(target: Target, connected: Connected, { open, ready }: Opening): void {
    if (isForbiddenLiteral(target.host, policy)) {
      connected(new ForbiddenAddressError());
      return;
    }
    const socket = open();
    const timer = setTimeout(() => socket.destroy(new ConnectTimeoutError()), connectTimeoutMs);
    const isReady = (): void => settle(refusalOf(socket, policy));
    const isClosed = (): void => settle(new ConnectionLostError());
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      socket.off('error', settle).off('close', isClosed).off(ready, isReady);
      // Whoever asked has the error; what the socket says later concerns nobody.
      if (error !== null) socket.on('error', () => undefined).destroy();
      connected(error, ...(error === null ? [socket] : []));
    };
    socket.on('error', settle).on('close', isClosed).on(ready, isReady);
  }

  class GuardedHttpAgent extends HttpAgent {
    override createConnection(target: Target, connected: Connected): undefined {
      guard(target, connected, { open: () => super.createConnection(target) as Socket, ready: 'connect' });
    }
  }
  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(target: Target, connected: Connected): undefined {
      const open = (): Socket => super.createConnection(target) as Socket;
      guard(target, connected, { open, ready: 'secureConnect' });
    }
  }
  return { http: new GuardedHttpAgent(connecting), https: new GuardedHttpsAgent(connecting) };
}

/**
 * Begins a request over these agents; the caller ends it. `isFresh` makes a connection for this request alone, guarded in the
 * same way, and closes it behind it.
 */
export function guardedRequest(
  agents: GuardedAgents,
  url: URL,
  {
    isFresh = false,
    ...options
  }: Pick<RequestOptions, 'method' | 'headers' | 'signal'> & {
    maxHeaderSize?: number;
    isFresh?: boolean;
  },
): ClientRequest {
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? agents.https : agents.http;
  const target = urlToHttpOptions(url);
  const host = target.hostname ?? '';
  return (isSecure ? httpsRequest : httpRequest)({
    ...target,
    ...options,
    // A name for TLS; an address is none.
    servername: isIP(host) === 0 ? host : '',
    ...(isFresh ? { createConnection: agent.createConnection.bind(agent) } : { agent }),
  });
}

function guardedLookup({ policy, resolve }: GuardedConnectOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const first = addresses[0];
        if (first === undefined) callback(new UnresolvedHostError(new Error('no address')), '');
        else if (addresses.some((one) => isForbiddenAddress(one, policy))) {
          callback(new ForbiddenAddressError(), '');
        } else if (all === true) {
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        } else callback(null, first, isIP(first));
      },
      (error: unknown) => callback(new UnresolvedHostError(error), ''),
    );
  };
}

/** An IP address in the URL is not looked up, so it is checked by itself. */
const isForbiddenLiteral = (host: string | undefined, policy: UrlPolicy): boolean =>
  host !== undefined && isIP(host) !== 0 && isForbiddenAddress(host, policy);

function refusalOf({ remoteAddress }: Socket, policy: UrlPolicy): Error | null {
  if (remoteAddress === undefined) return new ConnectionLostError();
  return isForbiddenAddress(remoteAddress, policy) ? new ForbiddenAddressError() : null;
}

/**
 * Whether the host resolves to allowed addresses only. A host that does not resolve passes: it may be set up later, and
 * each connection checks again. Never rejects.
 */
export async function isHostAllowed(
  hostname: string,
  { policy, resolve }: Pick<GuardedConnectOptions, 'policy' | 'resolve'>,
): Promise<boolean> {
  const literal = literalAddress(hostname);
  const addresses = literal === null ? await resolve(hostname).catch(() => []) : [literal];
  return !addresses.some((one) => isForbiddenAddress(one, policy));
}
