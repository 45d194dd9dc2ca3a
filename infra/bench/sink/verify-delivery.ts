import type { IncomingHttpHeaders } from 'node:http';
import { createHmac } from 'node:crypto';

/** Whether a delivery is signed with this secret, as a partner would look: from the interface, not from our own code. */
export function verifyDelivery(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const timestamp = String(headers['x-svc-timestamp']);
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return expected === headers['x-svc-signature-256'];
}
