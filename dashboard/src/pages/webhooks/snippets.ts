import type { SentRequest } from './verify.ts';

/** In single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Checks this very request with the client's verifier; what changes in a receiver is said beside it. */
export const typescriptOf = ({ headers, body }: SentRequest, sentAt: string): string =>
  `import { verifyWebhook } from 'clinical-triage-client/webhooks';

const verdict = verifyWebhook({
  // In your receiver: the bytes of the body as they came, and request.headers.
  body: ${JSON.stringify(body)},
  headers: ${JSON.stringify(headers, null, 2).replaceAll('\n', '\n  ')},
  secrets: process.env.WEBHOOK_SECRET ?? '',
  // In your receiver: leave this out, so that old requests are refused.
  now: () => new Date('${sentAt}'),
});
console.log(verdict.ok ? verdict.event.type : verdict.reason);
`;

/** Computes the signature on a command line. */
export const opensslOf = ({ headers, body }: SentRequest): string =>
  `export WEBHOOK_SECRET=whsec_…

printf '%s' ${quoted(`${headers['X-Svc-Timestamp'] ?? ''}.${body}`)} |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r

# It has to print:
# ${headers['X-Svc-Signature-256'] ?? ''}
`;

/** Sends the same request to a receiver on one's own machine. */
export const curlOf = ({ headers, body }: SentRequest): string =>
  [
    'curl -i http://localhost:9999/hooks',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');
