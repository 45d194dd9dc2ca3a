import { gunzipSync, gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createSender, SEND_LIMITS } from '../../../shared/webhooks/sender.ts';
import { answer, every, local, onlyLimit, rig, send, unanswered } from './support/rig.ts';

test('posts the bytes and keeps the beginning of the answer', async (t) => {
  const { url, received } = await rig(t, (socket) =>
    socket.write(answer('202 Accepted\r\nRetry-After: 7\r\nContent-Length: 5', 'hello')),
  );
  const result = await send(url);
  t.like(result, { kind: 'answered', statusCode: 202, retryAfter: '7' });
  t.is(result.kind === 'answered' && result.excerpt.toString(), 'hello');
  t.regex(received.join(''), /^POST \/hook\?x=1 HTTP\/1\.1\r\n/);
  t.true(received.join('').endsWith('\r\n\r\n{"a":1}'));
});

test('interim answers (1xx) are passed over, asked for or not', async (t) => {
  for (const interim of ['100 Continue', '102 Processing', '103 Early Hints\r\nLink: </a>; rel=preload']) {
    const { url } = await rig(t, (socket) => {
      socket.write(answer(interim));
      socket.write(answer('204 No Content'));
    });
    t.like(await send(url), { kind: 'answered', statusCode: 204 }, interim);
  }
});

/** Sends twice to a receiver that does with the second request on one connection what the test says. */
async function sendTwice(t: ExecutionContext, again: (socket: Socket) => void) {
  const requests = new Map<Socket, number>();
  const { url, connections } = await rig(t, (socket) => {
    const count = (requests.get(socket) ?? 0) + 1;
    requests.set(socket, count);
    if (count === 2) again(socket);
    else socket.write(answer('204 No Content'));
  });
  const sender = createSender(local);
  t.teardown(() => sender.close());
  const post = () => sender.send({ url: new URL(url), headers: {}, body: Buffer.from('{"a":1}') });
  const first = await post();
  t.like(first, { statusCode: 204 });
  // The connection is back among the free ones a turn later.
  await setImmediate();
  return { second: await post(), connections: connections() };
}

test('a kept connection that was reset meanwhile is replaced by a fresh one, within the attempt', async (t) => {
  const { second, connections } = await sendTwice(t, (socket) => void socket.resetAndDestroy());
  t.like(second, { kind: 'answered', statusCode: 204 });
  t.is(connections, 2);
  t.like((await sendTwice(t, (socket) => void socket.end())).second, { statusCode: 204 });
});

test('nothing is repeated once a byte of the answer was there', async (t) => {
  const { second, connections } = await sendTwice(t, (socket) => {
    socket.write('HTTP/1.1 20', () => socket.resetAndDestroy());
  });
  t.like(second, unanswered('connection_closed'));
  t.is(connections, 1);
});

test('a redirect is an answer like any other: nobody follows it', async (t) => {
  const inner = await rig(t, (socket) => socket.write(answer('200 OK\r\nContent-Length: 0')));
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const head = `${status} Elsewhere\r\nLocation: ${inner.url}\r\nRefresh: 0;url=${inner.url}\r\nContent-Length: 0`;
    const { url } = await rig(t, (socket) => socket.write(answer(head)));
    t.like(await send(url), { kind: 'answered', statusCode: status });
  }
  t.is(inner.connections(), 0);
});

test('a body of 100 MB is cut off, and its status counts', async (t) => {
  let written = 0;
  const { url } = await rig(t, (socket) => {
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

test('a body that would unpack to 100 MB is kept as it came', async (t) => {
  const packed = gzipSync(Buffer.alloc(100_000_000));
  const head = `200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: ${packed.length}`;
  const { url, received } = await rig(t, (socket) => {
    socket.write(answer(head));
    socket.write(packed);
  });
  const before = process.memoryUsage().arrayBuffers;
  const result = await send(url);
  t.deepEqual(result.kind === 'answered' && result.excerpt, packed.subarray(0, 2_048));
  t.true(process.memoryUsage().arrayBuffers - before < 20_000_000);
  t.notRegex(received.join(''), /accept-encoding/i);
  t.is(gunzipSync(packed).length, 100_000_000);
});

test('an answer that stops in the middle of its body counts by its status', async (t) => {
  const head = '200 OK\r\nContent-Length: 1000';
  const closes = await rig(t, (socket) => socket.end(answer(head, 'abc')));
  t.like(await send(closes.url), { kind: 'answered', statusCode: 200 });
  const stops = await rig(t, (socket) => socket.write(answer(head, 'abc')));
  const soon = onlyLimit({ bodyTimeoutMs: 200 });
  t.like(await send(stops.url, soon), { kind: 'answered', statusCode: 200 });
});

type Case = [what: string, handle: (socket: Socket) => void, error: string];

const cases: Case[] = [
  ['a closed connection', (socket) => socket.destroy(), 'connection_closed'],
  ['a reset connection', (socket) => socket.resetAndDestroy(), 'connection_closed'],
  ['half a status line', (socket) => socket.end('HTTP/1.1 20'), 'connection_closed'],
  ['no HTTP', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), 'malformed_answer'],
  [
    'two lengths',
    (socket) => socket.write(answer('200 OK\r\nContent-Length: 1\r\nContent-Length: 2', 'x')),
    'malformed_answer',
  ],
  [
    'an upgrade that nobody asked for',
    (socket) => socket.write(answer('101 Go\r\nUpgrade: x\r\nConnection: upgrade')),
    'connection_closed',
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
    const { url } = await rig(t, handle);
    t.like(await send(url), unanswered(error));
  });
}

test('a name server and a TLS peer that keep silent are connect_timeout, by a limit of their own', async (t) => {
  const { url, port } = await rig(t, () => undefined);
  const options = onlyLimit({ connectTimeoutMs: 200 });
  t.like(await send(url.replace('http:', 'https:'), options), unanswered('connect_timeout'));
  const resolve = () => new Promise<string[]>(() => undefined);
  t.like(
    await send(`http://partner.example:${port}/`, { ...options, resolve }),
    unanswered('connect_timeout'),
  );
});

const drip = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\nX: ');
  every(socket, 20, 'y');
};
const hints = (socket: Socket): void => every(socket, 20, 'HTTP/1.1 103 Early Hints\r\n\r\n');
const reason = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 ');
  every(socket, 20, 'o');
};

for (const [what, handle] of Object.entries({
  'no byte': () => undefined,
  'header bytes': drip,
  reason,
  hints,
})) {
  test(`${what} without end is a timeout, by the limit for headers or the whole`, async (t) => {
    const { url } = await rig(t, handle);
    for (const limit of [{ headersTimeoutMs: 300 }, { totalTimeoutMs: 300 }]) {
      const result = await send(url, onlyLimit(limit));
      t.like(result, unanswered('timeout'));
      t.true(result.latencyMs >= 290 && result.latencyMs < 20_000, `${result.latencyMs} ms`);
    }
    t.like(await send(url, onlyLimit({}), { withinMs: 250 }), unanswered('timeout'));
  });
}

const trickle = (socket: Socket): void => {
  socket.write(answer('200 OK\r\nContent-Length: 1000000'));
  every(socket, 20, 'y');
};
const chunks = (socket: Socket): void => {
  socket.write(answer('200 OK\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n'));
  every(socket, 20, '1\r\nx\r\n');
};
const extension = (socket: Socket): void => {
  socket.write(answer('200 OK\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n1;'));
  every(socket, 5, 'x'.repeat(1_000));
};
const trailers = (socket: Socket): void => {
  socket.write(answer('200 OK\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n0\r\n'));
  every(socket, 20, 'X: y\r\n');
};

test('a chunk extension without end is left as soon as it is too long, and its status counts', async (t) => {
  const { url } = await rig(t, extension);
  t.like(await send(url, onlyLimit({})), { kind: 'answered', statusCode: 200 });
});

for (const [what, handle] of Object.entries({ trickle, chunks, trailers })) {
  test(`a body that never ends (${what}) is left soon, and its status counts`, async (t) => {
    const { url } = await rig(t, handle);
    for (const limit of [{ bodyTimeoutMs: 200 }, { totalTimeoutMs: 200 }]) {
      const result = await send(url, onlyLimit(limit));
      t.like(result, { kind: 'answered', statusCode: 200 });
      t.true(result.latencyMs >= 190 && result.latencyMs < 20_000, `${result.latencyMs} ms`);
      if (what !== 'trickle')
        t.true(result.kind === 'answered' && result.excerpt.toString().startsWith('abc'));
    }
  });
}

test('the limits in use agree: none is longer than the attempt, which is 10 s', (t) => {
  const { totalTimeoutMs, ...parts } = SEND_LIMITS;
  t.is(totalTimeoutMs, 10_000);
  for (const part of Object.values(parts)) t.true(part > 0 && part <= totalTimeoutMs);
  t.true(parts.connectTimeoutMs + parts.bodyTimeoutMs < totalTimeoutMs);
});

test('a closed port has its class, and so has a peer that hangs up before it is spoken to', async (t) => {
  t.like(await send('http://127.0.0.1:1/'), unanswered('connect_failed'));
  const { url } = await rig(
    t,
    () => undefined,
    (socket) => void socket.resetAndDestroy(),
  );
  for (let count = 0; count < 20; count += 1) t.like(await send(url), unanswered('connection_closed'));
});

test('a stop interrupts what is being sent', async (t) => {
  const { url } = await rig(t, () => undefined);
  t.like(await send(url, local, { interruptAfterMs: 50 }), unanswered('interrupted'));
});
