// A partner's receiver in plain Node, without any package: subscribes, listens, and says of each delivery whether its
// signature is right. Usage: node infra/examples/webhook-receiver.mjs <base url> <api key> [port]
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const [baseUrl, apiKey, port = '9999'] = process.argv.slice(2);
const EVENTS = [
  'session.created',
  'session.answered',
  'red_flag.detected',
  'triage.escalated',
  'session.finalized',
  'assessment.completed',
];
const MAX_SKEW_S = 300;

let secret = '';

/** HMAC SHA-256 over "<timestamp>.<body>", hex, compared in constant time; older than 5 minutes is refused. */
function verifies(headers, body) {
  const timestamp = headers['x-svc-timestamp'] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_SKEW_S)) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(headers['x-svc-signature-256'] ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const ok = verifies(request.headers, body);
    const event = ok ? JSON.parse(body) : {};
    console.log(
      `${ok ? 'verified' : 'REFUSED '} ${request.headers['x-svc-event']} ${JSON.stringify(event.data ?? {})}`,
    );
    response.writeHead(ok ? 204 : 401).end();
  });
});

server.listen(Number(port), '127.0.0.1', async () => {
  const response = await fetch(`${baseUrl}/v1/admin/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/hooks`, events: EVENTS }),
  });
  if (response.status !== 201) {
    console.error(`subscribing was answered with ${response.status}: ${await response.text()}`);
    process.exit(1);
  }
  secret = (await response.json()).secret;
  console.log('subscribed, waiting for deliveries');
});
