import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './events.ts';

export type { WebhookEvent } from './events.ts';

/** How far the time in a delivery may be from the receiver's clock, either way: 5 minutes. */
export const TOLERANCE_S = 300;

/** Our own headers (`X-Svc-*`), and those of the Standard Webhooks specification. Every delivery carries both. */
export const WEBHOOK_SCHEMES = ['svc', 'standard'] as const;
export type WebhookScheme = (typeof WEBHOOK_SCHEMES)[number];

/** Why a delivery is not to be believed. */
export type VerificationFailure =
  /** The headers of the scheme are not there. */
  | 'no_signature'
  /** One of them is there twice, or its time is no Unix time. */
  | 'malformed_header'
  /** Its time is more than the tolerance behind the clock. */
  | 'too_old'
  /** Its time is more than the tolerance ahead of the clock. */
  | 'too_new'
  /** No secret gives this signature over this time and these bytes. */
  | 'wrong_signature'
  /** Rightly signed, and yet no event. */
  | 'malformed_body';

export type Verification =
  | {
      ok: true;
      event: WebhookEvent;
      scheme: WebhookScheme;
      /** The first of the secrets that it was signed with, from 0. */
      secret: number;
      /** When this attempt was made. */
      sentAt: Date;
    }
  | { ok: false; reason: VerificationFailure };

/** As Node's `request.headers`, or as the `Headers` of fetch. Names in any case. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** Exactly the bytes that came, before any parsing. Text stands for its UTF-8. */
  body: Uint8Array | string;
  headers: DeliveryHeaders;
  /** The subscription's secret; through a rotation the new and the old one, new first. */
  secrets: string | readonly string[];
  /** The clock; default the system's. */
  now?: () => Date;
  toleranceS?: number;
  /** Which headers count; default either, ours first. */
  schemes?: readonly WebhookScheme[];
};

/**
 * Says whether a delivery is ours, was made within the last minutes, and is whole. Go by the event that it returns:
 * headers such as `X-Svc-Event` are not signed. A delivery can come again: remember `event.id`.
 *
 * Compares in constant time. Needs nothing but Node's crypto. Throws TypeError where a secret cannot be one (empty, cut
 * off): a fault of the receiver's settings, which must not look like a forged delivery, and must not pass either.
 */
export function verifyWebhook(options: VerifyOptions): Verification {
  const { now = () => new Date(), toleranceS = TOLERANCE_S, schemes = WEBHOOK_SCHEMES } = options;
  const secrets = typeof options.secrets === 'string' ? [options.secrets] : options.secrets;
  if (secrets.length === 0 || !secrets.every(isWebhookSecret)) {
    throw new TypeError('a webhook secret is whsec_ and at least 24 bytes in base64');
  }
  const body = typeof options.body === 'string' ? Buffer.from(options.body, 'utf8') : options.body;
  const nowS = Math.floor(now().getTime() / 1_000);
  let failure: VerificationFailure = 'no_signature';
  for (const scheme of schemes) {
    const verdict = verifyScheme(scheme, { body, headers: options.headers, secrets, nowS, toleranceS });
    if (verdict.ok) return verdict;
    if (failure === 'no_signature') failure = verdict.reason;
  }
  return refuse(failure);
}

/** `whsec_` and base64 of at least 24 bytes, as the Standard Webhooks specification wants it; ours have 32. */
export const isWebhookSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text);

const refuse = (reason: VerificationFailure): Verification => ({ ok: false, reason });

type Given = {
  body: Uint8Array;
  headers: DeliveryHeaders;
  secrets: readonly string[];
  nowS: number;
  toleranceS: number;
};

/** What a scheme takes from the headers: the time, the signatures that were sent, and the one that each secret gives. */
type Claim = { timestamp: string; signatures: string[]; expected: (secret: string) => string };

function verifyScheme(scheme: WebhookScheme, given: Given): Verification {
  const claim = scheme === 'svc' ? svcClaim(given) : standardClaim(given);
  if (typeof claim === 'string') return refuse(claim);
  if (!/^[1-9]\d{0,11}$/.test(claim.timestamp)) return refuse('malformed_header');
  const timestampS = Number(claim.timestamp);
  if (given.nowS - timestampS > given.toleranceS) return refuse('too_old');
  if (timestampS - given.nowS > given.toleranceS) return refuse('too_new');
  // Every secret against every signature: how long it takes does not tell which of them fits.
  const matches = given.secrets.map((secret) => {
    const expected = claim.expected(secret);
    return claim.signatures.filter((signature) => isSame(signature, expected)).length;
  });
  const secret = matches.findIndex((count) => count > 0);
  if (secret === -1) return refuse('wrong_signature');
  const event = eventOf(given.body);
  if (event === null) return refuse('malformed_body');
  return { ok: true, event, scheme, secret, sentAt: new Date(timestampS * 1_000) };
}

/** Hex HMAC SHA-256 over `<timestamp>.<body>`; the key is the whole text of the secret. */
function svcClaim({ headers, body }: Given): Claim | VerificationFailure {
  const timestamp = headerOf(headers, 'x-svc-timestamp');
  const current = headerOf(headers, 'x-svc-signature-256');
  const previous = headerOf(headers, 'x-svc-signature-256-previous');
  if (timestamp === TWICE || current === TWICE || previous === TWICE) return 'malformed_header';
  if (timestamp === null || current === null) return 'no_signature';
  return {
    timestamp,
    signatures: previous === null ? [current] : [current, previous],
    expected: (secret) => createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex'),
  };
}

const STANDARD_VERSION = 'v1,';
/** Far more than secrets that can be valid at once. */
const MAX_SIGNATURES = 32;

/** Base64 HMAC SHA-256 over `<id>.<timestamp>.<body>`; the key is what stands behind `whsec_`, decoded. */
function standardClaim({ headers, body }: Given): Claim | VerificationFailure {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === TWICE || timestamp === TWICE || signatures === TWICE) return 'malformed_header';
  if (id === null || timestamp === null || signatures === null) return 'no_signature';
  return {
    timestamp,
    signatures: signatures
      .split(' ', MAX_SIGNATURES)
      .filter((one) => one.startsWith(STANDARD_VERSION))
      .map((one) => one.slice(STANDARD_VERSION.length)),
    expected: (secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    },
  };
}

const TWICE = Symbol('twice');

function headerOf(headers: DeliveryHeaders, name: string): string | null | typeof TWICE {
  if (isFetchHeaders(headers)) return headers.get(name);
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  return values.length > 1 ? TWICE : (values[0] ?? null);
}

const isFetchHeaders = (headers: DeliveryHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

/** Signatures are of one length, which is no secret. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whoever signed it made it by its schema, so only what no event lacks is looked at. */
function eventOf(body: Uint8Array): WebhookEvent | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { id, type, data } = parsed as Record<string, unknown>;
  const isEvent =
    typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
  return isEvent ? (parsed as WebhookEvent) : null;
}
