import { createHmac } from 'node:crypto';
import type { SecretKeys } from './secret.ts';

export type SignedMessage = {
  /** Id of the event: the same on every attempt and replay; receivers deduplicate on it. */
  eventId: string;
  eventType: string;
  deliveryId: string;
  /** From 1, over all rounds. */
  attempt: number;
  /** Exactly the bytes that are sent. */
  body: Uint8Array;
  /** Time of this attempt in Unix seconds. Receivers refuse one that is more than 5 minutes off. */
  timestampS: number;
};

/**
 * Secrets to sign with. `previous` are those from before a rotation that are within their grace period, newest first. The
 * Standard Webhooks header holds signatures of all of them; the newest previous one also gets a header of its own.
 */
export type SigningKeys = { current: SecretKeys; previous?: readonly SecretKeys[] };

/** Lower-case hex HMAC SHA-256 over `<timestamp>.<body>`, keyed with the whole text of the secret. */
export const ownSignature = (keys: SecretKeys, timestampS: number, body: Uint8Array): string =>
  createHmac('sha256', keys.whole).update(`${timestampS}.`).update(body).digest('hex');

/** `v1,<base64>`: HMAC SHA-256 over `<id>.<timestamp>.<body>`, keyed with the decoded part (standardwebhooks.com). */
export const standardSignature = (
  keys: SecretKeys,
  message: Pick<SignedMessage, 'eventId' | 'timestampS' | 'body'>,
): string => {
  const hmac = createHmac('sha256', keys.decoded).update(`${message.eventId}.${message.timestampS}.`);
  return `v1,${hmac.update(message.body).digest('base64')}`;
};

/** The headers of an attempt that only the secrets give. */
export type SignatureHeaders = Readonly<Record<string, string>>;

/**
 * Each attempt is signed afresh, with its own timestamp. `leading` is the secret whose signature stands in the main header
 * and first in that of Standard Webhooks: receivers may look at these alone. It is the current one unless told otherwise.
 */
export function signatureHeaders(
  message: SignedMessage,
  { current, previous = [] }: SigningKeys,
  leading: SecretKeys = current,
): SignatureHeaders {
  const [last] = previous;
  const { timestampS, body } = message;
  const others = [current, ...previous].filter((one) => one !== leading);
  const standard = [leading, ...others].map((one) => standardSignature(one, message));
  return {
    'X-Svc-Signature-256': ownSignature(leading, timestampS, body),
    ...(last ? { 'X-Svc-Signature-256-Previous': ownSignature(last, timestampS, body) } : {}),
    'webhook-signature': standard.join(' '),
  };
}

/** All headers of one attempt, from those that sign it. */
export function signedHeaders(
  message: Omit<SignedMessage, 'body'>,
  signatures: SignatureHeaders,
): Record<string, string> {
  const timestamp = String(message.timestampS);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Clinical-Triage-Webhooks/1',
    'X-Svc-Event': message.eventType,
    'X-Svc-Event-Id': message.eventId,
    'X-Svc-Delivery-Id': message.deliveryId,
    'X-Svc-Attempt': String(message.attempt),
    'X-Svc-Timestamp': timestamp,
    'webhook-id': message.eventId,
    'webhook-timestamp': timestamp,
    ...signatures,
  };
}

/** All headers of one attempt that is signed now. */
export const deliveryHeaders = (
  message: SignedMessage,
  keys: SigningKeys,
  leading: SecretKeys = keys.current,
): Record<string, string> => signedHeaders(message, signatureHeaders(message, keys, leading));

/** The time of an attempt as its headers have it. */
export const timestampOf = (at: Date): number => Math.floor(at.getTime() / 1_000);
