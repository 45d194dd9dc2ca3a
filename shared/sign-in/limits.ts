import ipaddr from 'ipaddr.js';
import { keyedHash } from '../crypto/seal.ts';
import type { ServiceKeys } from '../crypto/service-keys.ts';
import { ApiError } from '../http/errors.ts';
import type { Pool } from '../postgres/pool.ts';

const HOUR_S = 3_600;
const QUARTER_S = 900;

/** How many attempts a rolling window takes; the description of each operation tells its own. */
export const ATTEMPT_LIMITS = {
  register_ip: { limit: 5, windowS: HOUR_S },
  /** Over all addresses of the network; the operator's setting takes the place of this number. */
  register_all: { limit: 100, windowS: HOUR_S },
  /** Mails to an address that has an account. */
  register_account: { limit: 3, windowS: HOUR_S },
  accept_ip: { limit: 20, windowS: HOUR_S },
  invite_tenant: { limit: 100, windowS: HOUR_S },
  invite_account: { limit: 5, windowS: HOUR_S },
  login_account: { limit: 10, windowS: HOUR_S },
  /** A browser that has shown a code: whoever guesses elsewhere does not shut it out. */
  login_device: { limit: 10, windowS: HOUR_S },
  login_ip: { limit: 50, windowS: HOUR_S },
  resend_ip: { limit: 3, windowS: HOUR_S },
  code_account: { limit: 10, windowS: QUARTER_S },
  code_ip: { limit: 10, windowS: QUARTER_S },
  /** Each one is a mail to somebody who may not have asked for it. */
  forgot_account: { limit: 3, windowS: HOUR_S },
  forgot_ip: { limit: 20, windowS: HOUR_S },
  reset_ip: { limit: 10, windowS: QUARTER_S },
  key_exchange_key: { limit: 10, windowS: HOUR_S },
  key_exchange_ip: { limit: 50, windowS: HOUR_S },
  sso_ip: { limit: 50, windowS: HOUR_S },
} as const;

export type AttemptLimit = keyof typeof ATTEMPT_LIMITS;

/** `of` is what the attempts are counted by: an address of the network, of mail, a hash. Kept as a keyed hash only. */
export type Attempt = {
  limit: AttemptLimit;
  of: string;
  /** How many attempts the window takes where the operator sets it. */
  max?: number;
};

type LimitDeps = { pool: Pool; serviceKeys: ServiceKeys };

/**
 * Counts an attempt against each limit, in order; the first one that is used up ends it with a 429, and the rest is not
 * counted. When the storage of limits is out of reach the error passes and becomes a 503: limits fail closed.
 */
export async function limitAttempts(deps: LimitDeps, now: Date, attempts: readonly Attempt[]): Promise<void> {
  const { lookup } = await deps.serviceKeys();
  for (const { limit: name, of, max } of attempts) {
    const { limit: usual, windowS } = ATTEMPT_LIMITS[name];
    const limit = max ?? usual;
    const { rows } = await deps.pool.query<{ allowed: boolean; retry_after_s: number }>({
      name: 'count-attempt',
      text: 'SELECT allowed, retry_after_s FROM ops.count_attempt($1, $2, $3, $4)',
      values: [`${name}:${keyedHash(lookup, `attempt|${of}`).toString('base64url')}`, limit, windowS, now],
    });
    if (rows[0]?.allowed !== true) throw usedUp(limit, windowS, rows[0]?.retry_after_s ?? windowS);
  }
}

function usedUp(limit: number, windowS: number, retryAfterS: number): ApiError {
  const per = windowS === HOUR_S ? 'hour' : `${windowS / 60} minutes`;
  return new ApiError('rate_limited', `The limit of ${limit} attempts per ${per} is used up.`, {
    detail: { retry_after: retryAfterS, limit },
    headers: { 'Retry-After': String(retryAfterS) },
  });
}

const IPV6_SUBSCRIBER_GROUPS = 4;

/** What attempts of a client are counted by: its address; in IPv6 its /64, since one subscriber holds all of that. */
export function clientOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_SUBSCRIBER_GROUPS).join(':')
    : address.toString();
}
