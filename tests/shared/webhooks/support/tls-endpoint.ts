import { createServer } from 'node:https';
import { listen } from '../../../support/listening.ts';
import { privateKey } from './certificates.ts';

/** An endpoint over TLS on loopback that shows this certificate, answers 204 and counts what it is asked. */
export async function startTlsEndpoint(
  t: { teardown: (stop: () => void) => void },
  cert: string,
): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const server = createServer({ key: privateKey, cert }, (_request, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  const port = await listen(server);
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port, requests: () => requests };
}
