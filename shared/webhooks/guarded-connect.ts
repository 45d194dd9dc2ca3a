import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { ResolveHost } from './resolver.ts';
import { isForbiddenAddress, type UrlPolicy } from './url-policy.ts';

/** The name stands for an address that deliveries must not reach. */
export class ForbiddenAddressError extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
  constructor() {
    super('the address is not allowed');
    this.name = 'ForbiddenAddressError';
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
 * Connects only to addresses that the policy allows. The look-up that is checked is the one that is connected to,
 * in one step, so a name that changes its address in between gains nothing; what the socket says it reached is
 * checked once more. One forbidden address among several refuses the name.
 */
export function guardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  const { policy, resolve, connectTimeoutMs, ca } = options;

  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const first = addresses[0];
        if (first === undefined || addresses.some((one) => isForbiddenAddress(one, policy))) {
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
    ...(ca === undefined ? {} : { ca }),
  });

  return (target, callback) => {
    // An address in the URL is never looked up.
    if (isIP(target.hostname) !== 0 && isForbiddenAddress(target.hostname, policy)) {
      callback(new ForbiddenAddressError(), null);
      return;
    }
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      if (error === null && isForbiddenAddress(socket.remoteAddress ?? '', policy)) {
        socket.destroy();
        callback(new ForbiddenAddressError(), null);
      } else callback(...outcome);
    });
  };
}
