import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export type MetricsServer = {
  /** The port in use, also where 0 was asked for. */
  port: number;
  stop(): Promise<void>;
};

/** A scrape is one short GET; anything slower is not a scraper. */
const requestTimeoutMs = 5_000;

function handler(registry: Registry): RequestListener {
  return (request, response) => {
    const isScrape = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isScrape) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

/**
 * Serves `GET /metrics` (Prometheus text) on a port of its own, never on the public one; anything else is
 * 404. Rejects when the port is taken.
 */
export async function startMetricsServer(options: {
  registry: Registry;
  host: string;
  port: number;
}): Promise<MetricsServer> {
  const timeouts = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs };
  const server = createServer(timeouts, handler(options.registry));
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
