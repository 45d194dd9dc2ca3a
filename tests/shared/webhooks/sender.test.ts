import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { certificate, privateKey } from './support/localhost-certificate.ts';
import { createSender, type SenderOptions, type SendResult } from '../../../shared/webhooks/sender.ts';

const LIMITS = { connectTimeoutMs: 900, headersTimeoutMs: 1_200, bodyTimeoutMs: 300, totalTimeoutMs: 1_500 };
const local: SenderOptions = { policy: { allowLocal: true }, limits: LIMITS };

type Rig = { url: string; port: number; received: string[]; connections: () => number };

/** A TCP server that does with each connection what the test says, and remembers what it was sent. */
async function rig(
  after: (stop: () => void) => void,
  handle: (socket: Socket, text: string) => void,
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
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook?x=1`, port, received, connections: () => connections };
}

async function send(url: string, options = local, interruptAfterMs?: number): Promise<SendResult> {
  const sender = createSender(options);
  if (interruptAfterMs !== undefined) setTimeout(() => sender.interrupt(), interruptAfterMs);
  try {
    const body = Buffer.from('{"a":1}');
    return await sender.send({ url: new URL(url), headers: { 'X-Svc-Event': 'x' }, body });
  } finally {
    await sender.close();
  }
}

const unanswered = (error: string) => ({ kind: 'unanswered', error }) as const;
const answer = (head: string, body = ''): string => `HTTP/1.1 ${head}\r\n\r\n${body}`;

test('posts the bytes and keeps the beginning of the answer', async (t) => {
  const { url, received } = await rig(t.teardown.bind(t), (socket) =>
    socket.write(answer('202 Accepted\r\nRetry-After: 7\r\nContent-Length: 5', 'hello')),
  );
  const result = await send(url);
  t.like(result, { kind: 'answered', statusCode: 202, retryAfter: '7' });
  t.is(result.kind === 'answered' && result.excerpt.toString(), 'hello');
  t.regex(received.join(''), /^POST \/hook\?x=1 HTTP\/1\.1\r\n/);
  t.true(received.join('').endsWith('\r\n\r\n{"a":1}'));
});

test('a redirect is an answer like any other: nobody follows it', async (t) => {
  const inner = await rig(t.teardown.bind(t), (socket) =>
    socket.write(answer('200 OK\r\nContent-Length: 0')),
  );
  const head = `301 Moved\r\nLocation: ${inner.url}\r\nContent-Length: 0`;
  const { url } = await rig(t.teardown.bind(t), (socket) => socket.write(answer(head)));
  t.like(await send(url), { kind: 'answered', statusCode: 301 });
  t.is(inner.connections(), 0);
});

test('a body of 100 MB is cut off, and its status counts', async (t) => {
  let written = 0;
  const { url } = await rig(t.teardown.bind(t), (socket) => {
    socket.write(answer('200 OK\r\nContent-Length: 104857600'));
    const piece = Buffer.alloc(65_536, 'x');
    const pump = (): void => {
      while (written < 104_857_600 && !socket.destroyed) {
        written += piece.length;
        if (!socket.write(piece)) {
          socket.once('drain', pump);
          return;
        }
      }
    };
    pump();
  });
  const result = await send(url);
  t.like(result, { kind: 'answered', statusCode: 200 });
  t.is(result.kind === 'answered' && result.excerpt.length, 2_048);
  t.true(written < 20_000_000);
});

test('an answer that stops in the middle of its body counts by its status', async (t) => {
  const head = '200 OK\r\nContent-Length: 1000';
  const closes = await rig(t.teardown.bind(t), (socket) => socket.end(answer(head, 'abc')));
  t.like(await send(closes.url), { kind: 'answered', statusCode: 200 });
  const stops = await rig(t.teardown.bind(t), (socket) => socket.write(answer(head, 'abc')));
  t.like(await send(stops.url), { kind: 'answered', statusCode: 200 });
});

type Case = [what: string, handle: (socket: Socket) => void, error: string];

const every = (socket: Socket, ms: number, text: string): void => {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
};

const cases: Case[] = [
  ['no answer', () => undefined, 'timeout'],
  ['a closed connection', (socket) => socket.destroy(), 'connection_closed'],
  ['no HTTP', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), 'malformed_answer'],
  ['early hints without end', (socket) => every(socket, 50, 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'timeout'],
  [
    'headers that drip',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      every(socket, 50, 'X: y\r\n');
    },
    'timeout',
  ],
  [
    'headers without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      every(socket, 5, `X-More: ${'y'.repeat(8_000)}\r\n`.repeat(4));
    },
    'malformed_answer',
  ],
];

for (const [what, handle, error] of cases) {
  test(`${what} is ${error}`, async (t) => {
    const { url } = await rig(t.teardown.bind(t), handle);
    t.like(await send(url), unanswered(error));
  });
}

test('a closed port and a server without TLS have their class', async (t) => {
  t.like(await send('http://127.0.0.1:1/'), unanswered('connect_failed'));
  const plain = await rig(t.teardown.bind(t), (socket) => socket.write(answer('200 OK')));
  t.like(await send(plain.url.replace('http:', 'https:')), unanswered('tls_failed'));
});

test('certificates are verified', async (t) => {
  const server = createTlsServer({ key: privateKey, cert: certificate }, (_request, response) =>
    response.writeHead(204).end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  t.like(await send(`https://localhost:${port}/`), unanswered('tls_failed'));
  const trusting = { ...local, ca: certificate };
  t.like(await send(`https://localhost:${port}/`, trusting), { kind: 'answered', statusCode: 204 });
  // The right authority and the wrong name.
  t.like(await send(`https://127.0.0.1:${port}/`, trusting), unanswered('tls_failed'));
});

test('forbidden addresses are refused at the connection, under any name', async (t) => {
  const { url, port, connections } = await rig(t.teardown.bind(t), (socket) =>
    socket.write(answer('200 OK')),
  );
  const strict = { policy: { allowLocal: false }, limits: LIMITS };
  const named = `http://partner.example:${port}/`;
  const resolvedTo = (addresses: string[]) => ({ ...strict, resolve: () => Promise.resolve(addresses) });
  t.like(await send(url, strict), unanswered('forbidden_address'));
  t.like(await send(`http://[::1]:${port}/`, strict), unanswered('forbidden_address'));
  for (const address of ['127.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])
    t.like(await send(named, resolvedTo([address])), unanswered('forbidden_address'), address);
  t.like(await send(named, resolvedTo(['93.184.215.14', '127.0.0.1'])), unanswered('forbidden_address'));
  t.like(
    await send(named, { ...strict, resolve: () => Promise.reject(new Error('no')) }),
    unanswered('unresolved_host'),
  );
  t.is(connections(), 0);
});

test('a name is looked up once a connection, and that answer is checked: rebinding gains nothing', async (t) => {
  const { port, connections } = await rig(t.teardown.bind(t), (socket) => socket.write(answer('200 OK')));
  let asked = 0;
  const resolve = () => Promise.resolve([asked++ === 0 ? '127.0.0.1' : '8.8.8.8']);
  const options = { policy: { allowLocal: false }, limits: LIMITS, resolve };
  t.like(await send(`http://rebinding.example:${port}/`, options), unanswered('forbidden_address'));
  t.is(asked, 1);
  t.is(connections(), 0);
});

test('a proxy named in the environment is not used', async (t) => {
  const proxy = await rig(t.teardown.bind(t), (socket) => socket.write(answer('200 OK')));
  const target = await rig(t.teardown.bind(t), (socket) => socket.write(answer('204 No Content')));
  const before = { ...process.env };
  t.teardown(() => void Object.assign(process.env, before));
  for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy']) process.env[name] = proxy.url;
  t.like(await send(target.url), { kind: 'answered', statusCode: 204 });
  t.is(proxy.connections(), 0);
  for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy'])
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
});

test('a stop interrupts what is being sent', async (t) => {
  const { url } = await rig(t.teardown.bind(t), () => undefined);
  t.like(await send(url, local, 50), unanswered('interrupted'));
});
