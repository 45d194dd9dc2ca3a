import { createServer, Server } from 'node:net';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';

/**
 * Ports for the parts of the stack lie below the range that systems take for outgoing connections (Linux
 * starts at 32768), so that a port stays ours while its process is being restarted. The upper half of the range only
 * tells others of us which ports of the lower half are spoken for.
 */
const range = { first: 20_000, count: 6_000 };
const maxTries = 100;

/** Resolves to what listens, which does not keep the process alive, or to what hinders it. */
function listen(port: number, host: string): Promise<Server | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', resolve);
    server.listen(port, host, () => resolve(server));
  });
}

async function canListen(port: number, host: string): Promise<true | NodeJS.ErrnoException> {
  const server = await listen(port, host);
  if (!(server instanceof Server)) return server;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/**
 * A port on `host` that is free now. It stays reserved until this process ends: no other process that asks here
 * gets it, neither before our server listens on it nor while that server restarts.
 */
export async function freePort(host = '127.0.0.1', random: () => number = Math.random): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = range.first + Math.floor(random() * range.count);
    const claim = await listen(port + range.count, host);
    if (!(claim instanceof Server)) continue;
    if ((await canListen(port, host)) === true) return port;
    claim.close();
  }
  throw new StartupError(`no free port on ${host} from ${range.first} to ${range.first + range.count - 1}`);
}

/** Throws one clear line when `port` cannot be listened on. */
export async function assertPortUsable(port: number, host: string): Promise<void> {
  const result = await canListen(port, host);
  if (result === true) return;
  if (result.code === 'EADDRINUSE') {
    throw new StartupError(`port ${port} on ${host} is taken: stop what uses it, or set PORT to another one`);
  }
  throw new StartupError(
    `cannot listen on port ${port} of ${host} (${result.code ?? 'unknown'}): set PORT and HOST`,
  );
}
