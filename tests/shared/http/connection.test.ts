import http from 'node:http';
import net from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { z } from 'zod';
import { defineRoute } from '../../../shared/http/route.ts';
import type { ServerLimits } from '../../../shared/http/server.ts';
import { until } from '../../support/until.ts';
import { answerPath, call, commandPath, parseRaw, raw } from './calls.ts';
import { start, testRoutes, type Running } from './support.ts';

const LIMITS = { headersTimeoutMs: 500, requestTimeoutMs: 2_000, checkIntervalMs: 50, drainTimeoutMs: 400 };

/** `slow.begun` resolves at the first call of /v1/slow, which is answered once `slow.release` was called. */
type Own = Running & { slow: { begun: Promise<void>; release: () => void } };

/** A server with two more routes: /v1/slow answers when it is released, /v1/rows has begun to answer by then. */
async function startOwn(limits: Partial<ServerLimits> = {}): Promise<Own> {
  const begun = signal();
  const released = signal();
  const common = { tag: 'Test', access: { kind: 'public' }, admission: 'gate', errors: [] } as const;
  const slow = defineRoute({
    ...common,
    method: 'POST',
    path: '/v1/slow',
    operationId: 'slow',
    summary: 'Answers when told to',
    responses: { 200: { description: 'Done.', schema: z.object({ done: z.boolean() }) } },
    handler: async () => {
      begun.set();
      await released.wait;
      return { status: 200, body: { done: true } };
    },
  });
  const rows = defineRoute({
    ...common,
    method: 'GET',
    path: '/v1/rows',
    operationId: 'rows',
    summary: 'Begins to answer, and ends when told to',
    responses: { 200: { description: 'Rows.', contentType: 'text/csv' } },
    handler: () => {
      const body = async function* () {
        yield 'first\n';
        await released.wait;
        yield 'last\n';
      };
      return Promise.resolve({ status: 200, body: Readable.from(body()) });
    },
  });
  const own = await start({
    limits: { ...LIMITS, ...limits },
    bodyTimeoutMs: 400,
    routes: [...testRoutes(), slow, rows],
  });
  return Object.assign(own, { slow: { begun: begun.wait, release: released.set } });
}

function signal(): { wait: Promise<void>; set: () => void } {
  let set = (): void => undefined;
  const wait = new Promise<void>((resolve) => (set = resolve));
  return { wait, set };
}

let server: Running;
test.before(async () => {
  server = await startOwn();
});
test.after.always(() => server.stop());

const head = (path: string, ...fields: string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Authorization: Bearer good',
    'Content-Type: application/json',
    ...fields,
    '',
    '',
  ].join('\r\n');

const CHUNKS = '2\r\n{}\r\n0\r\n\r\n';
/** More than Node keeps of a request by itself. */
const MANY_FIELDS = Array<string>(2_100).fill('a:');

const RAW: [name: string, parts: (string | Buffer)[], status: number, code: string][] = [
  ['garbage', ['\x16\x03\x01\x02 hello\r\n\r\n'], 400, 'bad_request'],
  ['unknown method', ['BREW /v1/sessions HTTP/1.1\r\nHost: x\r\n\r\n'], 400, 'bad_request'],
  ['header without a colon', ['GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'], 400, 'bad_request'],
  [
    'oversized header',
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
    400,
    'bad_request',
  ],
  [
    'oversized header, much more coming',
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(2_000_000)}\r\n\r\n`],
    400,
    'bad_request',
  ],
  ['oversized path', [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`], 400, 'bad_request'],
  ['CONNECT', ['CONNECT host:443 HTTP/1.1\r\nHost: x\r\n\r\n'], 400, 'bad_request'],
  ['unknown expectation', [head(answerPath, 'Expect: magic', 'Content-Length: 2')], 400, 'bad_request'],
  ['negative length', [head(answerPath, 'Content-Length: -1')], 400, 'bad_request'],
  ['two lengths', [head(answerPath, 'Content-Length: 2', 'Content-Length: 3')], 400, 'bad_request'],
  [
    'length and chunks',
    [head(answerPath, 'Content-Length: 2', 'Transfer-Encoding: chunked')],
    400,
    'bad_request',
  ],
  [
    'chunks of HTTP/1.0',
    [
      head(answerPath, 'Connection: keep-alive', 'Transfer-Encoding: chunked').replace('/1.1', '/1.0'),
      CHUNKS,
    ],
    400,
    'bad_request',
  ],
  ['HTTP/2.0 in text', ['GET /v1/health/live HTTP/2.0\r\nHost: x\r\n\r\n'], 400, 'bad_request'],
  ['HTTP/0.9', ['GET /v1/health/live\r\n\r\n'], 400, 'bad_request'],
  ['bad chunk size', [head(answerPath, 'Transfer-Encoding: chunked'), 'zz\r\n'], 400, 'bad_request'],
  [
    'huge chunk extension',
    [head(answerPath, 'Transfer-Encoding: chunked'), `2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`],
    413,
    'payload_too_large',
  ],
  ['silence', [''], 408, 'request_timeout'],
  ['half a header', ['GET / HTTP/1.1\r\nHo'], 408, 'request_timeout'],
];

for (const [name, parts, status, code] of RAW) {
  test(`what Node answers by itself carries the envelope: ${name}`, async (t) => {
    const answer = parseRaw(await raw(server, parts));
    t.is(answer.status, status);
    t.is(answer.json.error?.code, code);
    t.is(answer.headers['x-request-id'], answer.json.error?.request_id);
    t.is(answer.headers['connection'], 'close');
    t.is(Number(answer.headers['content-length']), Buffer.byteLength(answer.text));
  });
}

const APP: [name: string, request: string, status: number][] = [
  [
    'no Host header',
    'GET /v1/sessions HTTP/1.1\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'two Host headers',
    'GET /v1/sessions HTTP/1.1\r\nHost: a\r\nhost: b\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['two credentials', head('/v1/sessions', 'AUTHORIZATION: Bearer other', 'Connection: close'), 400],
  [
    'two credentials, far apart',
    head('/v1/sessions', ...MANY_FIELDS, 'Authorization: Bearer other', 'Connection: close'),
    400,
  ],
  [
    'a body whose length is told last',
    head(answerPath, 'Connection: close', ...MANY_FIELDS, 'Content-Length: 2') + '{}',
    422,
  ],
  [
    'two media types',
    head(
      answerPath,
      'Content-Type: text/plain',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
    ) + '{}',
    400,
  ],
  [
    'a target of another scheme',
    'GET ftp://x/v1/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a target without a host',
    'GET http:///v1/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a whole URL as target',
    'GET http://x/v1/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    200,
  ],
  ['HTTP/1.0 needs no Host', 'GET /v1/sessions HTTP/1.0\r\nAuthorization: Bearer good\r\n\r\n', 200],
  [
    'bytes above ASCII in the path',
    'GET /v1/patients/é HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a compressed transfer',
    head(answerPath, 'Transfer-Encoding: gzip, chunked', 'Connection: close') + '0\r\n\r\n',
    400,
  ],
  [
    'an upgrade is ignored',
    'GET /v1/health/live HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n',
    200,
  ],
];

for (const [name, request, status] of APP) {
  test(`raw request: ${name}`, async (t) => {
    const answer = parseRaw(await raw(server, [Buffer.from(request, 'latin1')]));
    t.is(answer.status, status, answer.text);
    t.truthy(answer.headers['x-request-id']);
  });
}

test('what follows on a request whose end is in doubt is no request', async (t) => {
  const doubtful = head(answerPath, 'Connection: keep-alive', 'Transfer-Encoding: chunked');
  const next = 'GET /v1/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer smuggled\r\n\r\n';
  const before = next.replace('smuggled', 'good');
  const answers = await raw(server, [before + doubtful.replace('/1.1', '/1.0') + CHUNKS + next]);
  t.deepEqual(
    Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status),
    ['200', '400'],
  );
  t.false(server.gate.log.some((line) => line.includes('smuggled')));
});

test('a slow body is 408 on every kind of route, and the connection is closed', async (t) => {
  for (const path of [answerPath, commandPath, '/v1/slow']) {
    const drip = [head(path, 'Content-Length: 100'), '{', '"', 'q'];
    const answer = parseRaw(await raw(server, drip, 40));
    t.is(answer.status, 408);
    t.is(answer.json.error?.code, 'request_timeout');
    t.is(answer.headers['connection'], 'close');
    t.truthy(answer.headers['x-ratelimit-limit']);
  }
});

test('a large upload that is refused gets its answer, and the connection lives on', async (t) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, body: Buffer.alloc(2_000_000, 0x20), headers: { authorization: 'Bearer nobody' } };
  t.is((await call(server, answerPath, options)).status, 401);
  t.is((await call(server, '/v1/nothing', options)).status, 404);
  t.is((await call(server, '/v1/sessions', { agent })).status, 200);
  agent.destroy();
});

test('an upload that does not end is cut off', async (t) => {
  const parts = [
    head(answerPath, 'Content-Length: 999999999'),
    ...Array<Buffer>(40).fill(Buffer.alloc(500_000)),
  ];
  const answer = parseRaw(await raw(server, parts));
  t.is(answer.json.error?.code, 'request_too_large');
});

test('Expect: a wanted body is asked for, a refused one is not', async (t) => {
  const body = '{"question_id":"q"}';
  const wanted = await raw(
    server,
    [head(answerPath, 'Expect: 100-continue', `Content-Length: ${body.length}`, 'Connection: close'), body],
    60,
  );
  t.regex(wanted, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  for (const path of [answerPath, '/v1/nothing']) {
    const refused = await raw(server, [head(path, 'Expect: 100-continue', 'Content-Length: 9999999')]);
    t.regex(refused, path === answerPath ? /^HTTP\/1\.1 413 / : /^HTTP\/1\.1 404 /);
    t.is(parseRaw(refused).headers['connection'], 'close');
  }
});

test('an upload that breaks off is over at once, and is nobody’s fault', async (t) => {
  const own = await startOwn();
  for (const path of [answerPath, commandPath]) {
    const socket = net.connect(own.port, '127.0.0.1', () =>
      // Only what was sent can break off: counted from here, however long the connection took.
      socket.write(`${head(path, 'Content-Length: 100')}{`, () => setTimeout(() => socket.destroy(), 30)),
    );
  }
  await until('both are recorded', 5_000, () => own.records.length === 2);
  t.deepEqual(
    own.records.map((record) => [record.aborted, record.status]),
    [
      [true, 400],
      [true, 400],
    ],
  );
  t.false(own.logText().includes('"level":50'));
  await own.stop();
});

test('garbage behind a request does not cut into its answer', async (t) => {
  const own = await startOwn();
  const text = await raw(own, [
    'POST /v1/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
    () => own.slow.begun,
    'garbage\r\n\r\n',
    () => pause(80),
    () => Promise.resolve().then(own.slow.release),
  ]);
  t.regex(text, /^HTTP\/1\.1 200 OK\r\n[^]*\{"done":true\}HTTP\/1\.1 400 Bad Request\r\n/);
  await own.stop();
});

test('garbage behind a request whose answer has begun does not cut it off', async (t) => {
  const own = await startOwn();
  const text = await raw(own, [
    'GET /v1/rows HTTP/1.1\r\nHost: x\r\n\r\n',
    (received) => until('the first row', 5_000, () => received().includes('first')),
    'garbage\r\n\r\n',
    () => pause(80),
    () => Promise.resolve().then(own.slow.release),
  ]);
  t.regex(text, /first\n[^]*last\n[^]*HTTP\/1\.1 400 Bad Request\r\n/);
  await own.stop();
});

test('stop: idle and silent connections close, calls in flight are answered, new ones refused', async (t) => {
  // A deadline that never comes: it ends because nothing is left to wait for.
  const own = await startOwn({ drainTimeoutMs: 600_000 });
  const agent = new http.Agent({ keepAlive: true });
  await call(own, '/v1/sessions', { agent });
  const silent = net.connect(own.port, '127.0.0.1').on('error', () => undefined);
  await new Promise((resolve) => silent.once('connect', resolve));
  const inFlight = call(own, '/v1/slow', { method: 'POST', agent });
  await own.slow.begun;
  const stopped = own.stop();
  t.is(own.stop(), own.stop(), 'stopping twice is the same stop');
  await t.throwsAsync(call(own, '/v1/sessions'), { code: 'ECONNREFUSED' });
  own.slow.release();
  const answer = await inFlight;
  t.is(answer.status, 200);
  t.is(answer.headers['connection'], 'close');
  await stopped;
  agent.destroy();
});

test('stop: what does not end is destroyed at the deadline', async (t) => {
  const own = await startOwn();
  const hanging = t.throwsAsync(call(own, '/v1/slow', { method: 'POST' }));
  await own.slow.begun;
  const before = Date.now();
  await own.stop();
  const tookMs = Date.now() - before;
  t.true(tookMs >= 390 && tookMs < 1_500, `${tookMs} ms`);
  await hanging;
});

test('a port that is taken is an error of the start', async (t) => {
  await t.throwsAsync(startTaken(server.port), { code: 'EADDRINUSE' });
});

async function startTaken(port: number): Promise<void> {
  const { startServer } = await import('../../../shared/http/server.ts');
  const { default: Koa } = await import('koa');
  const { pino } = await import('pino');
  await startServer({ app: new Koa(), host: '127.0.0.1', port, logger: pino({ level: 'silent' }) });
}
