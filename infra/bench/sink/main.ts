import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A receiver that answers every POST with 204 and remembers which events came and when. A process of its own, told
 * over IPC; it checks no signature, since it must not be what is measured.
 */
export type SinkQuestion = 'reset' | 'report';
export type SinkAnswer =
  | { kind: 'listening'; port: number }
  | { kind: 'report'; events: number; requests: number; firstMs: number; lastMs: number };

let seen = new Set<string>();
let requests = 0;
let firstMs = 0;
let lastMs = 0;

const tell = (answer: SinkAnswer): void => void process.send?.(answer);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    lastMs = performance.now();
    if (requests === 0) firstMs = lastMs;
    requests += 1;
    const id = request.headers['x-svc-event-id'];
    if (typeof id === 'string') seen.add(id);
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', (question: SinkQuestion) => {
  if (question === 'reset') {
    seen = new Set();
    requests = 0;
  }
  tell({ kind: 'report', events: seen.size, requests, firstMs, lastMs });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () => {
  tell({ kind: 'listening', port: (server.address() as AddressInfo).port });
});
