import ipaddr from 'ipaddr.js';

/**
 * Where the service may go on somebody else's word. `allowLocal` is for development: it adds http and loopback addresses
 * only. `allowPrivate` adds the addresses of private networks (RFC 1918, RFC 4193).
 */
export type UrlPolicy = { allowLocal: boolean; allowPrivate?: boolean };

/** Why a URL is refused: a code for the error message, which never holds the URL. */
export type UrlProblem = 'malformed' | 'scheme' | 'credentials' | 'host' | 'address';

export type UrlCheck = { ok: true; url: URL } | { ok: false; problem: UrlProblem };

/** The IPv6 range assigned for global unicast (RFC 4291, IANA registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that serves a machine's metadata inside of Azure. */
const AZURE_WIRE_SERVER = '168.63.129.16';

/** The interface identifier of a tunnel, `0:5efe` or `200:5efe`, before an IPv4 address (ISATAP, RFC 5214). */
const isTunnelled = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);

/**
 * True for every address that a delivery must never reach: loopback, private, link-local and metadata, shared,
 * unique-local, multicast, reserved, documentation, and every IPv6 form that embeds an IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo, ISATAP), whatever that address is. An address that does not parse or has a zone is forbidden too.
 */
export function isForbiddenAddress(address: string, policy: UrlPolicy): boolean {
  // Only the plain notations, the only ones in which the resolver answers.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return true;
  if (address.includes('%') || address === AZURE_WIRE_SERVER) return true;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return !policy.allowLocal;
  if (range === 'private' || range === 'uniqueLocal') return policy.allowPrivate !== true;
  if (range !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && (!parsed.match(GLOBAL_UNICAST) || isTunnelled(parsed));
}

/** A public host name has a dot inside, none at its end, and is not one of the names kept for local use. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion|test|invalid)$/;

function isForbiddenName(name: string, policy: UrlPolicy): boolean {
  if (policy.allowLocal && name === 'localhost') return false;
  return !/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name) || LOCAL_NAME.test(name);
}

/** The address that a URL's host is, or null where it is a name. `URL` has undone decimal, octal and hex forms. */
export const literalAddress = (hostname: string): string | null => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
};

/**
 * How every URL reads that `checkWebhookUrl` takes, for the description: https, or http on a development machine, no
 * credentials, nothing that `URL` would drop or turn round. Whether its host may be called, no pattern says.
 */
export const WEBHOOK_URL_PATTERN = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\s\x00-\x1f\x7f-\x9f\\/?#@]+(?:[/?#][^\s\x00-\x1f\x7f-\x9f\\]*)?$`;

/**
 * Checks the URL of a subscription without asking the network. The addresses of its host are checked at each connection
 * (`createSender`), so a name that passes here is not trusted by that.
 */
export function checkWebhookUrl(text: string, policy: UrlPolicy): UrlCheck {
  // `URL` silently drops blanks, tabs and line ends and turns backslashes into slashes: such texts are refused.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return { ok: false, problem: 'malformed' };
  const url = new URL(text);
  const isAllowedScheme = url.protocol === 'https:' || (policy.allowLocal && url.protocol === 'http:');
  if (!isAllowedScheme) return { ok: false, problem: 'scheme' };
  if (!/^https?:\/\/[^/?#]/i.test(text) || url.port === '0') return { ok: false, problem: 'malformed' };
  // `URL` drops an empty user part (`https://@host`).
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    return { ok: false, problem: 'credentials' };
  }
  const address = literalAddress(url.hostname);
  if (address !== null) {
    return isForbiddenAddress(address, policy) ? { ok: false, problem: 'address' } : { ok: true, url };
  }
  return isForbiddenName(url.hostname, policy) ? { ok: false, problem: 'host' } : { ok: true, url };
}
