import { createServer } from 'node:net';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';

/**
 * Ports for the parts of the stack lie below the range that systems take for outgoing connections (Linux
 * starts at 32768), so that a port stays ours while its process is being restarted.
 */
const range = { first: 20_000, count: 12_000 };
const maxTries = 100;

function canListen(port: number, host: string): Promise<true | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** A port on `host` that nobody listens on now. */
export async function freePort(host = '127.0.0.1', random: () => number = Math.random): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = range.first + Math.floor(random() * range.count);
    if ((await canListen(port, host)) === true) return port;
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
