import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { requireDescribed, type RawAnswer } from '../support/described.ts';
import { requirePublished } from '../support/webhook-bodies.ts';
import { listen } from '../support/listening.ts';

/** A partner's client that repeats a call with the same Idempotency-Key until it has a definite answer. */
export type Insistent = (path: string, body: unknown) => Promise<{ status: number; body: unknown }>;

const GIVE_UP_MS = 60_000;

export function insistentClient(baseUrl: string, rawKey: string): Insistent {
  return async (path, body) => {
    const key = randomUUID();
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      const answer = await attempt(`${baseUrl}${path}`, rawKey, { key, body });
      if (answer && !isPassing(answer)) return answer;
      if (performance.now() > deadline)
        throw new Error(`no definite answer: ${answer?.status ?? 'no connection'}`);
      await sleep(100);
    }
  };
}

type Seen = { status: number; body: unknown };

async function attempt(
  url: string,
  rawKey: string,
  { key, body }: { key: string; body: unknown },
): Promise<Seen | null> {
  let answer: RawAnswer;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${rawKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    answer = { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return null;
  }
  requireDescribed('POST', new URL(url).pathname, answer);
  return { status: answer.status, body: JSON.parse(answer.text) };
}

/** Not definite: an outage, or an earlier try with the same key that may still be running. */
const isPassing = ({ status, body }: Seen): boolean =>
  status >= 500 ||
  status === 429 ||
  (status === 409 && JSON.stringify(body).includes('Idempotency-Key is still running'));

export type Deliveries = {
  url: string;
  /** Event ids that arrived with a right signature, each with how often. */
  byEvent: Map<string, { type: string; sessionId: string; count: number; deliveryIds: Set<string> }>;
  refused: number;
  secret: string;
  stop: () => void;
};

type Body = { id: string; type: string; data: { session_id?: string } };

/** A partner's endpoint that keeps a record of its own and checks signatures. */
export async function recordDeliveries(): Promise<Deliveries> {
  const record: Deliveries = {
    url: '',
    byEvent: new Map(),
    refused: 0,
    secret: '',
    stop: () => server.close(),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const timestamp = String(request.headers['x-svc-timestamp']);
      const expected = createHmac('sha256', record.secret).update(`${timestamp}.`).update(body).digest('hex');
      const isRight = expected === request.headers['x-svc-signature-256'];
      response.writeHead(isRight ? 204 : 401).end();
      if (!isRight) {
        record.refused += 1;
        return;
      }
      requirePublished(body.toString());
      const { id, type, data } = JSON.parse(body.toString()) as Body;
      const sessionId = String(data.session_id);
      const seen = record.byEvent.get(id) ?? { type, sessionId, count: 0, deliveryIds: new Set<string>() };
      seen.count += 1;
      seen.deliveryIds.add(String(request.headers['x-svc-delivery-id']));
      record.byEvent.set(id, seen);
    });
  });
  record.url = `http://127.0.0.1:${await listen(server)}/hooks`;
  return record;
}
