import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts';
import type { Readiness } from './readiness.ts';

export type OperationsServer = {
  /** The port in use, also where 0 was asked for. */
  port: number;
  stop(): Promise<void>;
};

/** A scrape is one short GET; anything slower is not a scraper. */
const requestTimeoutMs = 5_000;
const MISDIRECTED = 421;

type Answer = { status: number; type: string; text: string };

export type Served = {
  /** The registry of the process, or what stands for several. */
  metrics: () => Promise<{ contentType: string; text: string }>;
  readiness: () => Promise<Readiness>;
};

async function answerTo(path: string | undefined, { metrics, readiness }: Served): Promise<Answer | null> {
  if (path === '/metrics') {
    const { contentType, text } = await metrics();
    return { status: 200, type: contentType, text };
  }
  if (path === '/live') return json(200, { live: true });
  if (path !== '/ready') return null;
  const found = await readiness();
  return json(found.ready ? 200 : 503, found);
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
});

/**
 * A page that a browser of this machine shows can give its own name our address, and would read the metrics: on loopback the
 * Host has to be one of this machine. Scrapers of another machine may call us by any name.
 */
function isMisdirected({ socket, headers: { host } }: IncomingMessage): boolean {
  return host !== undefined && isLoopbackAddress(socket.localAddress ?? '') && !isLoopbackHost(host);
}

function handler(served: Served): RequestListener {
  return (request, response) => {
    if (isMisdirected(request)) return void response.writeHead(MISDIRECTED).end();
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    answerTo(path, served).then(
      (answer) => {
        if (answer === null) response.writeHead(404).end();
        else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text);
      },
      () => response.writeHead(500).end(),
    );
  };
}

/**
 * Serves `GET /metrics` (Prometheus text) on a port of its own, never on the public one, with the probes of the process:
 * `GET /live` (200 where it can answer at all) and `GET /ready` (200, or 503 with what is wrong). Anything else is 404,
 * and 421 what names a Host of elsewhere on loopback. Rejects when the port is taken.
 */
export async function startOperationsServer(
  options: Served & { host: string; port: number },
): Promise<OperationsServer> {
  const timeouts = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs };
  const server = createServer(timeouts, handler(options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
