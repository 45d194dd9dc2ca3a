import { writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { startProgram } from '../programs.ts';
import { ip } from './leftovers.ts';
import { nameFolder, type Host } from './hosts.ts';
import { pipeBoth } from './piped.ts';
import { supervise, type Supervised } from './supervised.ts';

/** A server that is no part of the drill. */
export type Outside = { host: string; port: number };

export type WayOutOptions = {
  outside: Outside;
  /** Through which host it is reached: for all others that host is the server. */
  through: Host;
  /** All others. */
  others: readonly Host[];
  folder: string;
  listens: (host: Host, port: number) => Promise<boolean>;
};

/** Why a server cannot be reached from the hosts; null where it can. */
export const whyNoWay = ({ host }: Outside): string | null =>
  host === 'localhost' || host.startsWith('127.')
    ? 'EVENTSTORE_URL names loopback, which each host has for itself: name an address of this machine'
    : null;

/**
 * Has a host stand for a server outside, under its name or its address, so that its certificate fits and cutting that host's
 * link cuts the server off. Calls go from there to this process over a socket in the file system, and on over the machine's own
 * network, in which nothing is changed.
 */
export async function makeWayOut({
  outside,
  through,
  others,
  folder,
  listens,
}: WayOutOptions): Promise<Supervised> {
  const { host, port } = outside;
  const socketFile = path.join(folder, `${through.name}.socket`);
  const server = net.createServer({ allowHalfOpen: true }, (caller) => {
    pipeBoth(caller, net.connect({ host, port, allowHalfOpen: true }));
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(socketFile, resolve));
  if (net.isIP(host) === 0) {
    writeFileSync(path.join(nameFolder(folder), through.name), `${through.address} ${host}\n`);
  } else {
    ip('-n', through.namespace, 'address', 'add', `${host}/32`, 'dev', 'eth0');
    for (const { namespace } of others) ip('-n', namespace, 'route', 'add', `${host}/32`, 'dev', 'eth0');
  }
  const env = { HOST: '0.0.0.0', PORT: String(port), SOCKET_FILE: socketFile };
  return supervise({
    host: through,
    name: 'relay',
    run: () => startProgram(through, 'relay.ts', { env }),
    isReady: () => listens(through, port),
  });
}
