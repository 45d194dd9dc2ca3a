import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyDelivery } from './verify-delivery.ts';

/**
 * Receivers, one for each path, as a process of its own that is told over IPC. The first part of a path says how it
 * answers (see ANSWERS). It remembers which deliveries came and when. Signatures are checked only for paths whose secret
 * it was told, since it must not be what is measured.
 */
export type SinkQuestion =
  | { kind: 'reset' }
  | { kind: 'count' }
  | { kind: 'arrivals' }
  /** Secrets by path, from now on. */
  | { kind: 'verify'; secrets: Record<string, string> };

/** A delivery that arrived for the first time: milliseconds since 1970. */
export type Arrival = { eventId: string; path: string; atMs: number };

export type SinkAnswer =
  | { kind: 'listening'; port: number }
  /** How many different deliveries came to receivers that accept them, how often any came, and when the last one did. */
  | { kind: 'count'; deliveries: number; requests: number; refused: number; lastMs: number }
  | { kind: 'arrivals'; arrivals: Arrival[] };

const SLOW_MS = 200;
const accept = (response: ServerResponse): void => void response.writeHead(204).end();
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  ok: accept,
  slow: (response) => void setTimeout(accept, SLOW_MS, response),
  failing: (response) => void response.writeHead(500).end(),
  hanging: () => undefined,
};

const seen = new Map<string, Arrival>();
let secrets: Record<string, string> = {};
let requests = 0;
let refused = 0;
let lastMs = 0;

const nowMs = (): number => performance.timeOrigin + performance.now();
const tell = (answer: SinkAnswer): void => void process.send?.(answer);

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const secret = secrets[path];
  const chunks: Buffer[] = [];
  if (secret === undefined) request.resume();
  else request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    lastMs = nowMs();
    requests += 1;
    const way = path.split('/')[1] ?? '';
    const { 'x-svc-delivery-id': deliveryId, 'x-svc-event-id': eventId } = request.headers;
    if (typeof deliveryId !== 'string' || typeof eventId !== 'string') {
      response.writeHead(400).end();
      return;
    }
    if (secret !== undefined && !verifyDelivery(secret, request.headers, Buffer.concat(chunks))) {
      refused += 1;
      response.writeHead(401).end();
      return;
    }
    const isAccepting = way === 'ok' || way === 'slow';
    if (isAccepting && !seen.has(deliveryId)) seen.set(deliveryId, { eventId, path, atMs: lastMs });
    (ANSWERS[way] ?? ANSWERS.failing)?.(response);
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', (question: SinkQuestion) => {
  if (question.kind === 'verify') ({ secrets } = question);
  if (question.kind === 'reset') {
    seen.clear();
    requests = 0;
    refused = 0;
  }
  if (question.kind === 'arrivals') tell({ kind: 'arrivals', arrivals: [...seen.values()] });
  else tell({ kind: 'count', deliveries: seen.size, requests, refused, lastMs });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () => {
  tell({ kind: 'listening', port: (server.address() as AddressInfo).port });
});
