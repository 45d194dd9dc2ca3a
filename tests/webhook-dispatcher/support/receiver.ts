import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { requirePublished } from '../../support/webhook-bodies.ts';
import { listen } from '../../support/listening.ts';

export type Arrival = { headers: IncomingHttpHeaders; body: string; at: number };

export type Receiver = {
  url: string;
  arrivals: Arrival[];
  /** What the next requests are answered with. */
  answerWith(answer: (response: ServerResponse, arrival: Arrival) => void): void;
  /** Ids of the events that arrived, in order. */
  eventIds(): string[];
  /** Arrivals whose Standard Webhooks signature holds, by the specification's own library. */
  verified(secret: string): Arrival[];
  stop(): void;
};

/** A partner's endpoint on a port of its own, with a record of all that it received. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  let answer = (response: ServerResponse, _arrival: Arrival): void => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrival = {
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        at: performance.now(),
      };
      // Thrown where nobody catches it: whatever the test is about, it fails.
      requirePublished(arrival.body);
      arrivals.push(arrival);
      answer(response, arrival);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    answerWith: (next) => {
      answer = next;
    },
    eventIds: () => arrivals.map((one) => String(one.headers['x-svc-event-id'])),
    verified: (secret) =>
      arrivals.filter(({ headers, body }) => {
        try {
          new Webhook(secret).verify(body, headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      }),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
