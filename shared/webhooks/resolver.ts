import { Resolver } from 'node:dns/promises';

/** All addresses of a host name, IPv4 first. Rejects where there is none or the name servers do not answer. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

const TRIES = 2;
const TRY_TIMEOUT_MS = 1_500;

export type ResolverOptions = {
  /** Addresses of name servers, with or without a port; default the system's. */
  servers?: readonly string[];
};

/**
 * Asks the name servers directly. The system's look-up (getaddrinfo) runs on the four threads that file access uses too,
 * so four hosts with a dead name server would hold up every other delivery.
 */
export function createResolver({ servers }: ResolverOptions = {}): ResolveHost {
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    if (hostname === 'localhost') return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const refused = answers.find((answer) => answer.status === 'rejected');
    throw refused?.reason instanceof Error ? refused.reason : new Error('no address');
  };
}
