import test from 'ava';
import { ApiError } from '../../../shared/http/errors.ts';
import { defineRoute } from '../../../shared/http/route.ts';
import { answerPath, call, commandPath } from './calls.ts';
import { CALLER, fakeGate, NOW, start, testRoutes, type Running } from './support.ts';

const GOOD = '{"question_id":"q"}';
const BAD = '{"question_id":1}';

let server: Running;
test.before(async () => {
  server = await start();
});
test.after.always(() => server.stop());

/** Starts a server of its own where a test looks at what the gate was asked. */
async function withServer(use: (own: Running) => Promise<void>, options: Parameters<typeof start>[0] = {}) {
  const own = await start(options);
  try {
    await use(own);
  } finally {
    await own.stop();
  }
}

const REFUSALS: [
  authorization: string | undefined,
  status: number,
  code: string,
  headers: Record<string, string>,
][] = [
  [undefined, 401, 'unauthorized', { 'x-ratelimit-limit': '30', 'www-authenticate': 'Bearer' }],
  ['', 401, 'unauthorized', { 'www-authenticate': 'Bearer' }],
  ['Basic good', 401, 'unauthorized', { 'x-ratelimit-limit': '30', 'www-authenticate': 'Bearer' }],
  ['Bearer unknown', 401, 'unauthorized', { 'x-ratelimit-limit': '30' }],
  ['Bearer noscope', 403, 'forbidden', { 'x-ratelimit-limit': '60' }],
  ['Bearer limited', 429, 'rate_limited', { 'x-ratelimit-remaining': '0', 'retry-after': '7' }],
  ['Bearer down', 503, 'service_unavailable', { 'retry-after': '30' }],
  ['Bearer bug', 500, 'internal_server_error', {}],
];

for (const [authorization, status, code, headers] of REFUSALS) {
  test(`${authorization ?? 'no credential'} is ${status}, before any fault of the input`, async (t) => {
    const calls: [path: string, body: string][] = [
      [answerPath, GOOD],
      [answerPath, BAD],
      [commandPath, BAD],
      [commandPath, '{'],
      [commandPath, 'x'.repeat(5_000_000)],
    ];
    for (const [path, body] of calls) {
      const answer = await call(server, path, { body, headers: { authorization } });
      t.is(answer.status, status, answer.text);
      t.is(answer.json.error?.code, code);
      t.is(answer.headers['x-svc-tokens-charged'], '0');
      for (const [name, value] of Object.entries(headers)) t.is(answer.headers[name], value, name);
    }
  });
}

test('429 names the limit, in its message and in its detail', async (t) => {
  const { error } = (
    await call(server, answerPath, { body: GOOD, headers: { authorization: 'Bearer limited' } })
  ).json;
  t.is(error?.message, 'The limit of 60 requests per minute is used up.');
  t.deepEqual(error?.detail, { retry_after: 7, limit: 60 });
});

test('the gate is asked once: before the body by default, only about faulty input where the handler admits', async (t) => {
  await withServer(async (own) => {
    await call(own, answerPath, { body: GOOD });
    await call(own, answerPath, { body: BAD });
    t.deepEqual(own.gate.log.splice(0), Array(2).fill('authenticate Bearer good sessions:write'));

    const done = await call(own, commandPath, { body: GOOD, headers: { 'idempotency-key': 'k-1' } });
    t.is(done.status, 200);
    t.like(done.json.seen, { key: 'k-1', bytes: GOOD.length });
    t.is(done.headers['x-ratelimit-remaining'], '5', 'what the handler reported');
    t.is(done.headers['x-svc-tokens-charged'], '5');
    t.deepEqual(own.gate.log.splice(0), []);

    const failed = await call(own, commandPath, { body: '{"question_id":"gone"}' });
    t.is(failed.status, 404);
    t.is(failed.headers['x-ratelimit-remaining'], '5', 'also on its errors');
    t.deepEqual(own.gate.log.splice(0), []);

    t.is((await call(own, commandPath, { body: BAD })).status, 422);
    t.deepEqual(own.gate.log.splice(0), ['authenticate Bearer good sessions:write']);
  });
});

test('what no route takes is counted per IP, probes are never counted', async (t) => {
  await withServer(async (own) => {
    const counted: [method: string, path: string, status: number, allow?: string][] = [
      ['GET', '/v1/nothing', 404],
      ['GET', '/v1/patients/%zz', 400],
      ['DELETE', '/v1/sessions', 405, 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/v1/sessions', 405, 'GET, HEAD, OPTIONS'],
      ['GET', answerPath, 405, 'OPTIONS, POST'],
      ['OPTIONS', '/v1/sessions', 204, 'GET, HEAD, OPTIONS'],
      ['OPTIONS', '/v1/nothing', 404],
      ['GET', '/v1/changelog', 200],
      ['GET', '/v1/openapi.json', 200],
    ];
    for (const [method, path, status, allow] of counted) {
      const answer = await call(own, path, { method });
      t.is(answer.status, status, `${method} ${path}`);
      t.is(answer.headers['allow'], allow);
      t.is(answer.headers['x-ratelimit-limit'], '30');
      t.deepEqual(own.gate.log.splice(0), ['anonymous 127.0.0.1']);
    }
    const probe = await call(own, '/v1/health/live', { headers: { authorization: 'Bearer unknown' } });
    t.is(probe.status, 200);
    t.is(probe.headers['x-ratelimit-limit'], undefined);
    t.is((await call(own, '/v1/health/live', { headers: { 'x-request-id': 'a b' } })).status, 400);
    t.deepEqual(own.gate.log, []);
  });
});

test('the address of the client comes from trusted proxies only', async (t) => {
  const forwarded = { headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9, 10.1.2.3' } };
  t.is((await call(server, '/v1/changelog', forwarded)).status, 200, 'nobody is trusted');
  await withServer(
    async (own) => {
      const answer = await call(own, '/v1/changelog', forwarded);
      t.is(answer.status, 429);
      t.is(answer.headers['retry-after'], '9');
      t.is((await call(own, '/v1/nothing', forwarded)).status, 429, 'the limit comes before 404');
      t.is(
        (await call(own, '/v1/sessions', { headers: { ...forwarded.headers, authorization: undefined } }))
          .status,
        429,
      );
      t.is((await call(own, '/v1/health/live', forwarded)).status, 200);
    },
    { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] },
  );
});

test('request ids are echoed where they are usable, else 400 under a generated one', async (t) => {
  const good = await call(server, '/v1/sessions', { headers: { 'x-request-id': '!'.repeat(128) } });
  t.is(good.headers['x-request-id'], '!'.repeat(128));
  const missing = await call(server, '/v1/nothing', { headers: { 'x-request-id': 'mine' } });
  t.is(missing.json.error?.request_id, 'mine');
  for (const bad of ['', 'a b', 'é', 'a'.repeat(129)]) {
    const answer = await call(server, '/v1/sessions', { headers: { 'x-request-id': bad } });
    t.is(answer.status, 400);
    t.regex(answer.json.error?.request_id ?? '', /^generated-\d+$/);
    t.is(answer.headers['x-request-id'], answer.json.error?.request_id);
    t.is(answer.headers['x-ratelimit-limit'], '60');
  }
  t.regex((await call(server, '/v1/sessions')).headers['x-request-id'] ?? '', /^generated-\d+$/);
});

test('a request id that may hold anything is echoed, and stands nowhere but as its hash', async (t) => {
  const hashRequestId = (given: string): Promise<string> =>
    given === 'lost/key' ? Promise.reject(new Error('no key')) : Promise.resolve(`hashed:${given.length}`);
  const loose = 'Jan/Novák'.replace('á', '%C3%A1');
  await withServer(
    async (own) => {
      for (const [given, stored] of [
        [loose, `hashed:${loose.length}`],
        ['lost/key', 'generated-1'],
        ['req-7:f3.a_1', 'req-7:f3.a_1'],
      ] as const) {
        const before = own.records.length;
        const answer = await call(own, '/v1/nothing', { headers: { 'x-request-id': given } });
        t.is(answer.headers['x-request-id'], given);
        t.is(answer.json.error?.request_id, given);
        t.is(own.records[before]?.requestId, stored);
        t.is(own.logText().includes(given), given === stored);
      }
    },
    { hashRequestId },
  );
});

test('our own origin is the one that the operator named, whatever Host says', async (t) => {
  const statusOf = async (own: Running, origin: string, host: string): Promise<number> => {
    const headers = { authorization: undefined, cookie: 'svc_session=x', origin, host };
    return (await call(own, '/v1/sessions', { headers })).status;
  };
  await withServer(
    async (own) => {
      t.is(await statusOf(own, 'https://evil.example', 'evil.example'), 403);
      t.is(await statusOf(own, 'http://triage.example', 'triage.example'), 403);
      t.is(await statusOf(own, 'https://triage.example', 'inside:8080'), 401);
    },
    { ownOrigin: 'https://triage.example' },
  );
  t.is(await statusOf(server, 'http://evil.example:8080', 'evil.example:8080'), 403);
  t.is(await statusOf(server, 'http://127.0.0.1:8080', '127.0.0.1:8080'), 401);
});

test('HEAD answers as GET without the body; every answer is closed to sniffing and caches', async (t) => {
  const head = await call(server, '/v1/sessions', { method: 'HEAD' });
  const get = await call(server, '/v1/sessions');
  t.is(head.status, 200);
  t.is(head.text, '');
  t.is(head.headers['content-length'], get.headers['content-length']);
  for (const path of ['/v1/sessions', '/v1/nothing', '/v1/health/live']) {
    const { headers } = await call(server, path);
    t.like(headers, {
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    t.is(headers['x-powered-by'], undefined);
  }
  const text = await call(server, '/v1/changelog');
  t.is(text.text, '# Changes');
  t.like(text.headers, { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'max-age=60' });
});

test('mapError turns a fault of a dependency into an answer', async (t) => {
  const gate = fakeGate();
  gate.authenticate = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await withServer(
    async (own) => {
      const answer = await call(own, '/v1/sessions');
      t.is(answer.status, 503);
      t.is(answer.headers['retry-after'], '30');
    },
    { gate, mapError: () => new ApiError('service_unavailable', 'Try again.') },
  );
});

test('a handler sees its call', async (t) => {
  let seen: unknown;
  const route = defineRoute({
    method: 'POST',
    path: '/v1/look',
    operationId: 'look',
    summary: 'Look',
    tag: 'Test',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'gate',
    responses: { 204: { description: 'Seen.' } },
    errors: [],
    handler: (ctx) => {
      const {
        logger: _,
        setRate: _r,
        setCaller: _c,
        header,
        fingerprint: _f,
        signal,
        waited: _w,
        ...rest
      } = ctx;
      t.false(signal.aborted);
      seen = { ...rest, accept: header('Accept'), none: header('X-None') };
      return Promise.resolve({ status: 204, body: null, headers: { 'Set-Cookie': ['a=1', 'b=2'] } });
    },
  });
  await withServer(
    async (own) => {
      const answer = await call(own, '/v1/look?a=1', {
        method: 'POST',
        headers: {
          'user-agent': `curl/8 ${'x'.repeat(200)}`,
          accept: 'text/html',
          'idempotency-key': 'not asked for',
        },
      });
      t.is(answer.status, 204);
      t.deepEqual(answer.headers['set-cookie'] as unknown, ['a=1', 'b=2']);
      t.deepEqual(seen, {
        params: {},
        query: {},
        body: undefined,
        requestId: 'generated-1',
        ip: '127.0.0.1',
        userAgent: `curl/8 ${'x'.repeat(121)}`,
        now: NOW,
        credentials: { authorization: 'Bearer good', sessionToken: null, csrfToken: null, mutates: true },
        idempotencyKey: null,
        onBehalfOf: null,
        askedMode: null,
        bodyBytes: 0,
        caller: CALLER,
        route: {
          method: 'POST',
          path: '/v1/look',
          demand: { scope: 'admin:write', session: false, roles: null, feature: null },
        },
        accept: 'text/html',
        none: null,
      });
    },
    { routes: [...testRoutes(), route] },
  );
});
