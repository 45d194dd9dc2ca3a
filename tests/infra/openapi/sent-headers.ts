import { secretKeys } from '../../../shared/webhooks/secret.ts';
import { deliveryHeaders } from '../../../shared/webhooks/signature.ts';

/** The headers of a delivery to a subscription whose secret is being rotated, which are all that there can be. */
export function sentHeaders(): Record<string, string> {
  const keys = secretKeys('whsec_');
  const message = {
    eventId: 'e',
    eventType: 'session.created',
    deliveryId: 'd',
    attempt: 1,
    body: Buffer.from('{}'),
    timestampS: 1,
  };
  return deliveryHeaders(message, { current: keys, previous: [keys] });
}
