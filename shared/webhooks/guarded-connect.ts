import type { LookupFunction, Socket } from 'node:net';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
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

/**
 * Connects only to addresses that the policy allows. It resolves the host once and connects to the addresses that it has
 * checked, so a name that changes its address in between (DNS rebinding) gains nothing; the remote address of the socket
 * is checked once more. A host with one forbidden address among several is refused.
 */
export function guardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  const { policy, resolve, connectTimeoutMs, ca } = options;

  const lookup: LookupFunction = (hostname, { all }, callback) => {
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

  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup,
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    ...(ca === undefined ? {} : { ca }),
  });

  return (target, callback) => {
    // An IP address in the URL is not looked up, so it is checked here.
    if (isIP(target.hostname) !== 0 && isForbiddenAddress(target.hostname, policy)) {
      callback(new ForbiddenAddressError(), null);
      return;
    }
    connect(target, (...outcome) => {
      const refusal = outcome[0] === null ? refusalOf(outcome[1]) : null;
      if (refusal === null) {
        callback(...outcome);
        return;
      }
      outcome[1]?.destroy();
      callback(refusal, null);
    });
  };

  function refusalOf({ remoteAddress }: Socket): Error | null {
    if (remoteAddress === undefined) return new ConnectionLostError();
    return isForbiddenAddress(remoteAddress, policy) ? new ForbiddenAddressError() : null;
  }
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
