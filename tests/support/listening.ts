import net, { type AddressInfo, type Server } from 'node:net';

/** Has a server listen on a free port of loopback; gives the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Whether a connection is refused. It sends nothing on one that is made: a call that comes while a server stops may wait
 * until that has stopped.
 */
export function isRefused(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}
