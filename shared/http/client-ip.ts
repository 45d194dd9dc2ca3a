import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** What stands for a peer whose address the socket no longer tells. */
const UNKNOWN_IP = '0.0.0.0';

/**
 * Tells the client's address: the socket's peer, or, where that is a trusted proxy, the right-most address in
 * X-Forwarded-For that is none. What stands further left was written by the client and proves nothing; an entry
 * that cannot be read ends the search at the last proxy. Throws on a malformed CIDR.
 */
export function createClientIp(trustedProxies: readonly string[]): (req: IncomingMessage) => string {
  const ranges = trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr));
  const isTrusted = (ip: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
    ranges.some((range) => range[0].kind() === ip.kind() && ip.match(range));

  return (req) => {
    let client = parseIp(req.socket.remoteAddress ?? UNKNOWN_IP);
    if (client === null) return UNKNOWN_IP;
    if (ranges.length === 0 || !isTrusted(client)) return client.toString();
    const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
    for (const entry of forwarded) {
      const hop = parseIp(entry);
      if (hop === null) break;
      client = hop;
      if (!isTrusted(hop)) break;
    }
    return client.toString();
  };
}

/** A socket's peer as clients are counted by. */
export const ipOf = (remoteAddress: string | undefined): string =>
  (parseIp(remoteAddress ?? UNKNOWN_IP) ?? UNKNOWN_IP).toString();

/** Reads an address, with or without port; IPv4 in IPv6 dress becomes IPv4, a zone is dropped. */
function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  // Only plain dotted IPv4: the library also reads octal and hexadecimal forms.
  if (!bare.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}
