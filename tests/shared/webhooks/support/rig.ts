import { createServer, type Server, type Socket } from 'node:net';
import {
  createSender,
  type SenderOptions,
  type SendLimits,
  type SendResult,
} from '../../../../shared/webhooks/sender.ts';
import { listen } from '../../../support/listening.ts';

/** So far away that none of them ends an attempt, however busy the machine is. */
const FAR_MS = 30_000;
const FAR = {
  connectTimeoutMs: FAR_MS,
  headersTimeoutMs: FAR_MS,
  bodyTimeoutMs: FAR_MS,
  totalTimeoutMs: FAR_MS,
};
export const local: SenderOptions = { policy: { allowLocal: true }, limits: FAR };
export const strict: SenderOptions = { policy: { allowLocal: false }, limits: FAR };
/** Only what is given ends an attempt that hangs. */
export const onlyLimit = (limit: Partial<SendLimits>): SenderOptions => ({
  ...local,
  limits: { ...FAR, ...limit },
});

export const unanswered = (error: string) => ({ kind: 'unanswered', error }) as const;
export const answer = (head: string, body = ''): string => `HTTP/1.1 ${head}\r\n\r\n${body}`;

/** Writes again and again until the connection is closed. */
export const every = (socket: Socket, ms: number, text: string): void => {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
};

export type Rig = { url: string; port: number; received: string[]; connections: () => number };
type After = { teardown: (stop: () => void) => void };

/** A TCP server that does with each piece it receives what the test says, and remembers what it was sent. */
export async function rig(
  t: After,
  handle: (socket: Socket, text: string) => void,
  connected: (socket: Socket) => void = () => undefined,
): Promise<Rig> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received.push(chunk.toString('latin1'));
      handle(socket, chunk.toString('latin1'));
    });
    connected(socket);
  });
  const port = await listen(server);
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/hook?x=1`, port, received, connections: () => connections };
}

/** One POST by a sender of its own. */
export async function send(
  url: string,
  options = local,
  { interruptAfterMs, withinMs }: { interruptAfterMs?: number; withinMs?: number } = {},
): Promise<SendResult> {
  const sender = createSender(options);
  if (interruptAfterMs !== undefined) setTimeout(() => sender.interrupt(), interruptAfterMs);
  try {
    return await sender.send({
      url: new URL(url),
      headers: { 'X-Svc-Event': 'x' },
      body: Buffer.from('{"a":1}'),
      ...(withinMs !== undefined && { withinMs }),
    });
  } finally {
    await sender.close();
  }
}
