import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, WEBHOOK_SCHEMES, type WebhookScheme } from '../../client/webhooks/verify.ts';
import { CommandFailure } from './connection.ts';

export type ListenOptions = {
  port: number;
  host: string;
  secret?: string[];
  answer?: number;
  count?: number;
  body: boolean;
};

/** Many times what the largest of our bodies takes. */
const MAX_BODY_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 10_000;

/** Receives deliveries until it is told to stop or has had as many as asked for. Sets the exit code. */
export async function listenForWebhooks(options: ListenOptions): Promise<void> {
  const stopping = new AbortController();
  let seen = 0;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const shown = receive(request, response, options);
    // One that broke off was none.
    void shown
      .catch(() => null)
      .then((one) => {
        if (one === null) return;
        print(one);
        if (one.verified === false) process.exitCode = 1;
        seen += 1;
        if (seen === options.count) response.once('close', () => stopping.abort());
      });
  });
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  print({ listening: await openPort(server, options) });
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  server.close();
  server.closeAllConnections();
}

async function openPort(server: Server, { port, host }: ListenOptions): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    throw new CommandFailure(`port ${port} on ${host} cannot be listened on: choose another one with --port`);
  }
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/`;
}

type Shown = { verified: boolean | null } & Record<string, unknown>;

/** Answers one request. Null for what is no delivery. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenOptions,
): Promise<Shown | null> {
  const body = request.method === 'POST' ? await readBody(request) : null;
  if (body === null) {
    response.writeHead(request.method === 'POST' ? 413 : 405, { connection: 'close' }).end();
    return null;
  }
  const { secret: secrets } = options;
  const schemes = WEBHOOK_SCHEMES.map(
    (scheme) => [scheme, judge(scheme, request, { body, secrets })] as const,
  );
  const verified = secrets === undefined ? null : schemes.some(([, verdict]) => verdict.startsWith('secret'));
  const answered = options.answer ?? (verified === false ? 401 : 204);
  // Counted before the answer is out: who waits for the last one waits for its end.
  setImmediate(() => response.writeHead(answered).end());
  const event = parsed(body);
  return {
    at: new Date().toISOString(),
    type: event?.['type'] ?? null,
    id: event?.['id'] ?? null,
    attempt: numberOf(request.headers['x-svc-attempt']),
    sequence: event?.['sequence'] ?? null,
    test: event?.['test'] ?? null,
    delivery_id: request.headers['x-svc-delivery-id'] ?? null,
    verified,
    ...Object.fromEntries(schemes),
    answered,
    ...(options.body ? { body: event ?? body.toString('utf8') } : {}),
  };
}

/** `secret 1`, or why not. */
function judge(
  scheme: WebhookScheme,
  { headers }: IncomingMessage,
  { body, secrets }: { body: Buffer; secrets: string[] | undefined },
): string {
  if (secrets === undefined) return 'not checked: no secret was given';
  const verdict = verifyWebhook({ body, headers, secrets, schemes: [scheme] });
  return verdict.ok ? `secret ${verdict.secret + 1}` : verdict.reason;
}

/** Null where it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const numberOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;

/** Anybody may send anything: what a terminal could take for a command, or would show in another order, is escaped. */
const print = (value: object): void =>
  console.log(
    JSON.stringify(value).replace(
      /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
