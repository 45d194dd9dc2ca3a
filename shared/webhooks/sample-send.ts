import type { WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { validAt, type Endpoint } from './endpoint.ts';
import { sampleEvent } from './sample-events.ts';
import { secretKeys } from './secret.ts';
import type { Sender, SendResult } from './sender.ts';
import { signedHeaders, timestampOf } from './signature.ts';
import { sendSigned } from './signed-send.ts';
import { checkWebhookUrl, type UrlPolicy } from './url-policy.ts';

export type SampleParts = { sender: Sender; policy: UrlPolicy; now: () => Date; newId: () => string };

export type SampleTarget = {
  eventType: WebhookEventName;
  endpoint: Endpoint;
  subscriptionId: string;
  tenantId: string;
};

/** What was sent, and the result; `request` is null where the policy allowed none. */
export type SampleSent = {
  eventId: string;
  deliveryId: string;
  request: { headers: Record<string, string>; body: string } | null;
  result: SendResult;
};

/** One attempt as the dispatcher makes it, with a synthetic event. Never rejects because of what a receiver does. */
export async function sendSample(parts: SampleParts, target: SampleTarget): Promise<SampleSent> {
  const { eventType, endpoint, subscriptionId, tenantId } = target;
  const at = parts.now();
  const eventId = parts.newId();
  const deliveryId = deliveryIdOf(eventId, subscriptionId);
  const checked = checkWebhookUrl(endpoint.url, parts.policy);
  // The policy may have changed since the subscription was created.
  if (!checked.ok) {
    const result = { kind: 'unanswered', error: 'forbidden_address', latencyMs: 0 } as const;
    return { eventId, deliveryId, request: null, result };
  }
  const sample = sampleEvent(eventType, { eventId, sessionId: parts.newId(), tenantId, at });
  const text = JSON.stringify(sample);
  const message = {
    eventId,
    eventType,
    deliveryId,
    attempt: 1,
    body: Buffer.from(text),
    timestampS: timestampOf(at),
  };
  const previous = validAt(endpoint.previous, at.toISOString()).map((one) => secretKeys(one.secret));
  const keys = { current: secretKeys(endpoint.secret), previous };
  const { result, signatures } = await sendSigned(parts.sender, checked.url, message, keys);
  return {
    eventId,
    deliveryId,
    request: { headers: signedHeaders(message, signatures), body: text },
    result,
  };
}
