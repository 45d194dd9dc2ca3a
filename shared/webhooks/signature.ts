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

/**
 * All headers of one attempt. Each attempt is signed afresh, with its own timestamp. `leading` is the secret whose signature
 * stands in the main header and first in that of Standard Webhooks: receivers may look at these alone. It is the current one
 * unless told otherwise.
 */
export function deliveryHeaders(
  message: SignedMessage,
  keys: SigningKeys,
  leading: SecretKeys = keys.current,
): Record<string, string> {
  const { current, previous = [] } = keys;
  const [last] = previous;
  const { eventId, timestampS, body } = message;
  const timestamp = String(timestampS);
  const others = [current, ...previous].filter((one) => one !== leading);
  const standard = [leading, ...others].map((one) => standardSignature(one, message));
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Clinical-Triage-Webhooks/1',
    'X-Svc-Event': message.eventType,
    'X-Svc-Event-Id': eventId,
    'X-Svc-Delivery-Id': message.deliveryId,
    'X-Svc-Attempt': String(message.attempt),
    'X-Svc-Timestamp': timestamp,
    'X-Svc-Signature-256': ownSignature(leading, timestampS, body),
    ...(last ? { 'X-Svc-Signature-256-Previous': ownSignature(last, timestampS, body) } : {}),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
