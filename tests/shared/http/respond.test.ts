import { Readable } from 'node:stream';
import test from 'ava';
import { z } from 'zod';
import { ApiError } from '../../../shared/http/errors.ts';
import { createPresenter } from '../../../shared/http/present.ts';
import { defineRoute, type ResponseSpec, type Route, type RouteResult } from '../../../shared/http/route.ts';
import { answerPath, call } from './calls.ts';
import { start, testRoutes, type Running, type StartOptions } from './support.ts';

const CANARY = 'CANARY-7f3a';

/** A route that answers with whatever the test makes. */
function making(
  result: () => RouteResult | Promise<RouteResult>,
  responses: Record<number, ResponseSpec>,
): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/made/{name}',
    operationId: 'made',
    summary: 'Made',
    tag: 'Test',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    params: z.object({ name: z.string() }),
    responses,
    errors: [],
    handler: async () => result(),
  });
}

async function withRoute(route: Route, use: (own: Running) => Promise<void>, options: StartOptions = {}) {
  const own = await start({ routes: [...testRoutes(), route], ...options });
  try {
    await use(own);
  } finally {
    await own.stop();
  }
}

const Item = z.object({ id: z.string(), note: z.string().nullable() });
const Body = z.object({
  items: z.array(Item),
  one: z.union([Item, z.object({ erased: z.literal(true) })]),
  free: z.unknown(),
  map: z.record(z.string(), z.object({ n: z.number() })),
});
const GOOD = {
  items: [{ id: '1', note: null }],
  one: { erased: true },
  free: { anything: [{ x: 1 }] },
  map: { a: { n: 1 } },
};
const BAD = {
  ...GOOD,
  items: [{ id: 1, note: 'n', secret: CANARY }],
  one: { erased: true, secret: CANARY },
  map: { a: { n: 1, secret: CANARY } },
  secret: { deep: CANARY },
};
const responses = { 200: { description: 'Made.', schema: Body } };

test('only declared fields leave, checked or not, and a wrong answer is told but sent', async (t) => {
  for (const checkResponses of [true, false]) {
    await withRoute(
      making(() => ({ status: 200, body: BAD }), responses),
      async (own) => {
        const answer = await call(own, '/v1/made/x');
        t.is(answer.status, 200);
        t.deepEqual(answer.json as unknown, { ...GOOD, items: [{ id: 1, note: 'n' }] });
        const undeclared = ['items.0.secret', 'one.secret', 'map.a.secret', 'secret'].map(
          (path) => `${path}: undeclared`,
        );
        const problems = [...undeclared, ...(checkResponses ? ['items.0.id: invalid_type'] : [])];
        t.deepEqual(own.mismatches, [
          {
            route: {
              method: 'GET',
              path: '/v1/made/{name}',
              demand: { scope: 'sessions:read', session: false, roles: null, feature: null },
            },
            status: 200,
            problems,
          },
        ]);
        t.like(own.logs[0], { level: 50, msg: 'response does not match its schema' });
        t.false(own.logText().includes(CANARY));
      },
      { checkResponses },
    );
  }
});

test('a right answer passes as it is, and a callback that throws fails the call', async (t) => {
  let body: unknown = GOOD;
  const fail = (): never => {
    throw new Error('mismatch');
  };
  await withRoute(
    making(() => ({ status: 200, body }), responses),
    async (own) => {
      t.is((await call(own, '/v1/made/x')).text, JSON.stringify(GOOD));
      body = { ...GOOD, items: 'none' };
      t.is((await call(own, '/v1/made/x')).status, 500);
    },
    { onResponseMismatch: fail },
  );
  await withRoute(
    making(() => ({ status: 201, body: GOOD }), responses),
    async (own) => {
      t.is((await call(own, '/v1/made/x')).status, 201);
      t.deepEqual(own.mismatches[0]?.problems, ['status: undeclared']);
    },
  );
});

test('a presenter follows recursion, catch-alls, tuples and defaults, and drops what has no place', (t) => {
  type Tree = { name: string; children: Tree[] };
  const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree) }));
  const tree = { name: 'a', children: [{ name: 'b', children: [], extra: 1 }] };
  t.deepEqual(createPresenter(Tree)(tree), {
    value: { name: 'a', children: [{ name: 'b', children: [] }] },
    undeclared: ['children.0.extra'],
  });
  const cases: [schema: z.ZodType, value: unknown, expected: unknown][] = [
    [z.looseObject({ a: z.string() }), { a: 'x', b: { c: 1 } }, { a: 'x', b: { c: 1 } }],
    [z.tuple([z.object({ a: z.string() }), z.number()]), [{ a: 'x', b: 1 }, 2], [{ a: 'x' }, 2]],
    [
      z.object({ a: z.object({ b: z.number() }).nullable().default(null) }),
      { a: { b: 1, c: 2 } },
      { a: { b: 1 } },
    ],
    [z.object({ a: z.string() }), { a: { b: CANARY } }, { a: null }],
    [z.object({ a: z.string() }), { a: [CANARY] }, { a: null }],
    [z.object({ a: z.string() }), { a: undefined }, { a: undefined }],
    [z.array(z.string()), { a: 1 }, null],
    [z.object({ a: z.date() }), { a: new Date(0) }, { a: new Date(0) }],
    [z.object({ a: z.string() }), JSON.parse('{"a":"x","__proto__":{"b":1},"constructor":1}'), { a: 'x' }],
  ];
  for (const [schema, value, expected] of cases) t.deepEqual(createPresenter(schema)(value).value, expected);
});

test('text, bytes, streams, redirects and nothing at all', async (t) => {
  const csv: Record<number, ResponseSpec> = {
    200: { description: 'Rows.', contentType: 'text/csv' },
    302: { description: 'Elsewhere.' },
  };
  const results: [result: RouteResult, status: number, text: string][] = [
    [{ status: 200, body: 'a,b' }, 200, 'a,b'],
    [{ status: 200, body: Buffer.from('a,b') }, 200, 'a,b'],
    [{ status: 200, body: Readable.from(['a,', 'b']) }, 200, 'a,b'],
    [{ status: 200, body: Readable.from([]) }, 200, ''],
    [{ status: 302, body: null, headers: { Location: 'https://idp.example/' } }, 302, ''],
  ];
  for (const [result, status, text] of results) {
    await withRoute(
      making(() => result, csv),
      async (own) => {
        const answer = await call(own, '/v1/made/x');
        t.is(answer.status, status);
        t.is(answer.text, text);
        t.is(answer.headers['content-type'], status === 200 ? 'text/csv' : undefined);
        t.is(answer.headers['location'], result.headers?.['Location'] as string | undefined);
        t.is(answer.headers['x-ratelimit-limit'], '60');
      },
    );
  }
});

test('a result may come in another of the declared media types, and in no other one', async (t) => {
  const csv = 'text/csv; charset=utf-8';
  const both = { 200: { description: 'Rows.', schema: Item, otherTypes: [csv] } };
  const item = { id: '1', note: null };
  const cases: [
    result: Omit<RouteResult, 'status'>,
    type: string | undefined,
    text: string,
    told: boolean,
  ][] = [
    [{ body: item }, 'application/json; charset=utf-8', JSON.stringify(item), false],
    [{ body: 'a,b', contentType: csv }, csv, 'a,b', false],
    [{ body: CANARY, contentType: 'text/html' }, undefined, '', true],
    [{ body: { secret: CANARY }, contentType: csv }, undefined, '', true],
  ];
  for (const [result, type, text, told] of cases) {
    await withRoute(
      making(() => ({ status: 200, ...result }), both),
      async (own) => {
        const answer = await call(own, '/v1/made/x');
        t.is(answer.headers['content-type'], type);
        t.is(answer.text, text);
        t.deepEqual(
          own.mismatches.map(({ problems }) => problems),
          told ? [['content type: undeclared']] : [],
        );
      },
    );
  }
});

test('a stream that fails before its first byte is a 500 with the envelope', async (t) => {
  const broken = new Readable({
    read() {
      setImmediate(() => this.destroy(new Error(CANARY)));
    },
  });
  const csv = { 200: { description: 'Rows.', contentType: 'text/csv' } };
  await withRoute(
    making(() => ({ status: 200, body: broken }), csv),
    async (own) => {
      const answer = await call(own, '/v1/made/x');
      t.is(answer.json.error?.code, 'internal_server_error');
      t.false((answer.text + own.logText()).includes(CANARY));
    },
  );
});

test('a stream that breaks ends the connection and logs no text', async (t) => {
  const rows = Readable.from(
    (async function* () {
      yield 'a,b\n';
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error(CANARY);
    })(),
  );
  const csv = { 200: { description: 'Rows.', contentType: 'text/csv' } };
  await withRoute(
    making(() => ({ status: 200, body: rows }), csv),
    async (own) => {
      await t.throwsAsync(call(own, '/v1/made/x'));
      t.false(own.logText().includes(CANARY));
      t.true(own.logs.some((line) => line['msg'] === 'response failed'));
    },
  );
});

test('nothing that a failed handler had set goes out, and faulty callbacks do no harm', async (t) => {
  const headers = { 'Set-Cookie': CANARY, 'X-Bad': 'a\nb' };
  const fail = (): never => {
    throw new Error(CANARY);
  };
  await withRoute(
    making(() => ({ status: 200, body: GOOD, headers }), responses),
    async (own) => {
      for (let round = 0; round < 2; round += 1) {
        const answer = await call(own, '/v1/made/x');
        t.is(answer.json.error?.code, 'internal_server_error');
        t.is(answer.headers['set-cookie'], undefined);
        t.is(answer.headers['x-ratelimit-limit'], '60');
      }
      t.true(own.logs.some((line) => line['msg'] === 'request record lost'));
      t.false(own.logText().includes(CANARY));
    },
    { mapError: fail, onRequest: fail },
  );
});

/** What a driver throws: everything but code, table and constraint may hold a patient's words. */
class DatabaseError extends Error {
  readonly code = '23505';
  readonly table = 'session_state';
  readonly constraint = 'session_state_pkey';
  readonly detail = `Key (text)=(${CANARY}) already exists.`;
  readonly hint = CANARY;
  readonly parameters = [CANARY];
}

const FAULTS: [name: string, thrown: () => Error, logged: object][] = [
  ['an error of ours', () => new TypeError(`no ${CANARY}`), { class: 'TypeError' }],
  [
    'a database error',
    () => new DatabaseError(`duplicate ${CANARY}\n    at ${CANARY} (file.ts:1:1)`),
    { class: 'DatabaseError', code: '23505', table: 'session_state', constraint: 'session_state_pkey' },
  ],
  [
    'an error with a telling code',
    () => Object.assign(new Error('x'), { code: `not an id ${CANARY}` }),
    { class: 'Error' },
  ],
  [
    'a chain of causes',
    () => new Error(CANARY, { cause: new RangeError(CANARY) }),
    { class: 'Error', cause: { class: 'RangeError' } },
  ],
  ['something that is no error', () => ({ message: CANARY }) as Error, { class: 'non_error' }],
  [
    'our own 500',
    () => new ApiError('internal_server_error', CANARY, { detail: { a: CANARY } }),
    { class: 'ApiError' },
  ],
];

for (const [name, thrown, logged] of FAULTS) {
  test(`a 500 is silent about its cause: ${name}`, async (t) => {
    const route = making(() => Promise.reject(thrown()), responses);
    await withRoute(route, async (own) => {
      const answer = await call(own, `/v1/made/${CANARY}?q=${CANARY}`, {
        headers: { 'x-request-id': 'r-1' },
      });
      t.is(answer.status, 500);
      t.deepEqual(answer.json.error as unknown, {
        code: 'internal_server_error',
        message: 'An unexpected error occurred.',
        request_id: 'r-1',
      });
      t.false(own.logText().includes(CANARY), own.logText());
      const line = own.logs.find((entry) => entry['msg'] === 'request failed');
      t.like(line, { level: 50, request_id: 'r-1', status: 500, route: '/v1/made/{name}', error: logged });
      if (name !== 'something that is no error')
        t.regex(JSON.stringify(line), /respond\.test\.[jt]s/, 'where it came from');
    });
  });
}

test('one wide line, one record and one observation a call', async (t) => {
  const own = await start();
  const body = `{"question_id":"${CANARY}"}`;
  const headers = { 'x-request-id': 'r-1', 'user-agent': 'test' };
  await call(own, `${answerPath}?q=${CANARY}`, { body, headers });
  await call(own, answerPath, { body: `{"age":"${CANARY}"}`, headers });
  await call(own, `/v1/${CANARY}`, { headers: { ...headers, authorization: `Bearer ${CANARY}` } });
  await call(own, '/v1/health/live');
  t.like(own.logs[0], {
    level: 30,
    request_id: 'r-1',
    method: 'POST',
    route: '/v1/sessions/{session_id}/answer',
    status: 200,
    body_bytes: body.length,
    tenant_id: 'tenant-1',
    key_prefix: 'svc_test_ab',
    error_code: null,
  });
  t.true((own.logs[0]?.['duration_ms'] as number) > 0);
  t.like(own.logs[1], { status: 422, error_code: 'validation_error' });
  t.like(own.logs[2], { status: 404, route: 'unmatched', tenant_id: null });
  t.like(own.logs[3], { level: 20, route: '/v1/health/live' });
  t.is(own.logs.length, 4);
  t.like(own.records[0], {
    requestId: 'r-1',
    status: 200,
    tokensCharged: 0,
    ip: '127.0.0.1',
    userAgent: 'test',
    aborted: false,
  });
  t.false((own.logText() + JSON.stringify(own.records)).includes(CANARY));
  const metrics = await own.metrics.metrics();
  t.regex(
    metrics,
    /triage_http_request_duration_seconds_count\{method="POST",route="\/v1\/sessions\/\{session_id\}\/answer",status_class="4xx"\} 1/,
  );
  t.regex(metrics, /triage_http_requests_in_flight 0/);
  t.false(metrics.includes(CANARY));
  await own.stop();
  const second = await start({ metrics: own.metrics });
  t.is((await call(second, '/v1/sessions')).status, 200, 'two apps share one registry');
  await second.stop();
});
