import { z } from 'zod';

/** Headers of a delivery, where the API shows them. */
export const requestHeaders = z.record(z.string(), z.string()).meta({
  id: 'WebhookRequestHeaders',
  description: 'Headers of a delivery by name, with its signatures.',
  examples: [{ 'X-Svc-Timestamp': '1772440470', 'X-Svc-Signature-256': 'b9'.repeat(32) }],
});
