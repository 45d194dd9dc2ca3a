import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { answerPath, call, commandPath, SESSION, type CallOptions } from './calls.ts';
import { start, type Running } from './support.ts';

let server: Running;
test.before(async () => {
  server = await start();
});
test.after.always(() => server.stop());

const json = (value: unknown): string => JSON.stringify(value);
const deep = (levels: number): string =>
  `{"question_id":"q","extracted_fields":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;

const MALFORMED: [name: string, options: CallOptions, status: number, code: string][] = [
  ['empty body', { method: 'POST' }, 400, 'bad_request'],
  ['empty body with media type', { body: '' }, 400, 'bad_request'],
  ['bad syntax', { body: '{"question_id":' }, 400, 'bad_request'],
  ['byte order mark', { body: '\uFEFF{"question_id":"q"}' }, 400, 'bad_request'],
  ['bad UTF-8', { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 400, 'bad_request'],
  ['UTF-8 of a surrogate', { body: Buffer.from('22eda08022', 'hex') }, 400, 'bad_request'],
  ['nesting over 32', { body: deep(31) }, 400, 'bad_request'],
  ['nesting of 400,000', { body: deep(400_000) }, 400, 'bad_request'],
  [
    'other charset',
    { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
    400,
    'bad_request',
  ],
  [
    'other media type',
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  [
    'form',
    { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'unsupported_media_type',
  ],
  [
    'JSON of another kind',
    { body: '{}', headers: { 'content-type': 'application/ld+json' } },
    415,
    'unsupported_media_type',
  ],
  ['no media type', { body: '{}', headers: { 'content-type': undefined } }, 415, 'unsupported_media_type'],
  [
    'gzip',
    { body: gzipSync('{"question_id":"q"}'), headers: { 'content-encoding': 'gzip' } },
    415,
    'unsupported_media_type',
  ],
  ['Content-Length over the contract', { body: Buffer.alloc(4_194_305) }, 413, 'request_too_large'],
  [
    'chunked over the limit',
    {
      body: Buffer.alloc(2_000_000, 0x20),
      headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
    },
    413,
    'payload_too_large',
  ],
  [
    'bad Idempotency-Key',
    { body: '{"question_id":"q"}', headers: { 'idempotency-key': 'a b' } },
    400,
    'bad_request',
  ],
  [
    'long Idempotency-Key',
    { body: '{"question_id":"q"}', headers: { 'idempotency-key': 'a'.repeat(129) } },
    400,
    'bad_request',
  ],
  [
    'bad X-Svc-On-Behalf-Of',
    { body: '{"question_id":"q"}', headers: { 'x-svc-on-behalf-of': 'nurse 17' } },
    400,
    'bad_request',
  ],
  [
    'long X-Svc-On-Behalf-Of',
    { body: '{"question_id":"q"}', headers: { 'x-svc-on-behalf-of': 'n'.repeat(129) } },
    400,
    'bad_request',
  ],
  [
    'empty Idempotency-Key',
    { body: '{"question_id":"q"}', headers: { 'idempotency-key': '' } },
    400,
    'bad_request',
  ],
];

for (const [name, options, status, code] of MALFORMED) {
  test(`malformed: ${name}`, async (t) => {
    for (const path of [answerPath, commandPath]) {
      const answer = await call(server, path, options);
      t.is(answer.status, status, answer.text);
      t.is(answer.json.error?.code, code);
      t.is(answer.headers['x-ratelimit-limit'], '60', 'the call was counted');
    }
  });
}

const S = '\\ud800';
const FIELD_ERRORS: [name: string, body: string, errors: [field: string, code: string][]][] = [
  ['nothing', '{}', [['question_id', 'required']]],
  ['an array', '[]', [['body', 'invalid_type']]],
  ['null', 'null', [['body', 'invalid_type']]],
  [
    'every issue at once',
    '{"question_id":"","age":131,"sex":"x","skip":"yes","clear_answers":["",1,"abcdefghijk"],"b":1,"a":2}',
    [
      ['question_id', 'too_small'],
      ['age', 'too_big'],
      ['sex', 'invalid_value'],
      ['clear_answers.0', 'too_small'],
      ['clear_answers.1', 'invalid_type'],
      ['clear_answers.2', 'too_big'],
      ['skip', 'invalid_type'],
      ['b', 'unknown_field'],
      ['a', 'unknown_field'],
    ],
  ],
  ['fraction', '{"question_id":"q","age":1.5}', [['age', 'invalid_type']]],
  ['infinite number', '{"question_id":"q","age":1e999}', [['age', 'invalid_type']]],
  [
    'too many entries',
    '{"question_id":"q","clear_answers":["a","b","c","d"]}',
    [['clear_answers', 'too_big']],
  ],
  ['NUL in a field', '{"question_id":"\\u0000"}', [['question_id', 'invalid_text']]],
  [
    'lone surrogate deep in a record',
    `{"question_id":"q","extracted_fields":{"a":{"b":["x","${S}"]}}}`,
    [['extracted_fields.a.b.1', 'invalid_text']],
  ],
  [
    'lone surrogate in a key',
    `{"question_id":"q","extracted_fields":{"${S}":1}}`,
    [['extracted_fields.\uFFFD', 'invalid_text']],
  ],
  ['__proto__ at the top', '{"question_id":"q","__proto__":{"x":1}}', [['__proto__', 'unknown_field']]],
  [
    '__proto__ in a record',
    '{"question_id":"q","extracted_fields":{"__proto__":{"x":1}}}',
    [['extracted_fields.__proto__', 'unknown_field']],
  ],
  ['length in characters', json({ question_id: '🩺'.repeat(101) }), [['question_id', 'too_big']]],
];

for (const [name, body, expected] of FIELD_ERRORS) {
  test(`field errors: ${name}`, async (t) => {
    const answer = await call(server, answerPath, { body });
    t.is(answer.status, 422, answer.text);
    t.is(answer.json.error?.code, 'validation_error');
    t.is(answer.json.error?.message, 'The request body failed validation.');
    t.deepEqual(
      answer.json.error?.detail?.field_errors?.map((e) => [e.field, e.code]),
      expected,
    );
  });
}

test('field errors never echo a value, and stay bounded', async (t) => {
  const canary = 'CANARY-7f3a';
  const body = json({
    question_id: canary.repeat(20),
    age: canary,
    sex: canary,
    clear_answers: [canary, canary],
  });
  t.false((await call(server, answerPath, { body })).text.includes(canary));
  const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`k${i}`, 1]));
  const answer = await call(server, answerPath, { body: json(many) });
  t.is(answer.json.error?.detail?.field_errors?.length, 1_000);
  const long = await call(server, answerPath, { body: json({ ['k'.repeat(500_000)]: 1 }) });
  t.true(long.text.length < 1_000);
});

/** Bodies of a megabyte that cost more than their bytes: what a caller may send must not hold the event loop. */
const COSTLY: [name: string, body: () => string, code: string][] = [
  ['brackets', () => '['.repeat(500_000), 'bad_request'],
  ['objects in objects', () => '{"a":'.repeat(200_000), 'bad_request'],
  ['names', () => `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join()}}`, 'payload_too_large'],
  [
    'names in a record',
    () =>
      `{"question_id":"q","extracted_fields":{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join()}}}`,
    'payload_too_large',
  ],
  ['entries', () => `[${'1,'.repeat(500_000)}1]`, 'payload_too_large'],
  ['lone surrogates', () => `[${String.raw`"\ud800",`.repeat(100_000)}1]`, 'payload_too_large'],
];

for (const [name, body, code] of COSTLY) {
  test(`a body of many ${name} is refused before it is parsed`, async (t) => {
    const answer = await call(server, answerPath, { body: body() });
    t.is(answer.json.error?.code, code, answer.text);
  });
}

test('marks in strings are no values of a body', async (t) => {
  const body = json({ question_id: 'q', extracted_fields: { a: '[{",\\'.repeat(20_000) } });
  t.is((await call(server, answerPath, { body })).status, 200);
  const many = json({ question_id: 'q', extracted_fields: { a: Array.from({ length: 4_990 }, () => 1) } });
  t.is((await call(server, answerPath, { body: many })).status, 200);
});

test('path, query and body issues come together', async (t) => {
  const answer = await call(server, '/v1/sessions/not-a-uuid/answer', { body: '{"question_id":1}' });
  t.deepEqual(answer.json.error?.detail?.field_errors, [
    { field: 'session_id', code: 'invalid_format', message: 'Must be a valid UUID.' },
    { field: 'question_id', code: 'invalid_type', message: 'Must be a string.' },
  ]);
});

test('valid bodies arrive unharmed', async (t) => {
  const accepted: [body: string, headers: Record<string, string>][] = [
    [
      json({
        question_id: 'Žluťoučký kůň 🩺',
        extracted_fields: { constructor: { prototype: { polluted: 1 } } },
      }),
      {},
    ],
    [json({ question_id: '🩺'.repeat(100) }), { 'content-type': 'Application/JSON; Charset="UTF-8"' }],
    [deep(29), {}],
  ];
  for (const [body, headers] of accepted) {
    const answer = await call(server, answerPath, { body, headers });
    t.is(answer.status, 200, answer.text);
    const seen = answer.json.seen as { body: unknown; fingerprint: string };
    t.deepEqual(seen.body, { skip: false, ...(JSON.parse(body) as object) });
    t.is(seen.fingerprint, createHash('sha256').update(`POST ${answerPath}\n${body}`).digest('hex'));
  }
  t.is(({} as { polluted?: number }).polluted, undefined);
});

test('a body in many small chunks, cut inside characters, is the same body', async (t) => {
  const body = Buffer.from(json({ question_id: 'příliš 🩺' }));
  const answer = await call(server, answerPath, {
    body,
    headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
  });
  t.deepEqual((answer.json.seen as { body: unknown }).body, { question_id: 'příliš 🩺', skip: false });
});

test('a contract raises the limit for a declared length', async (t) => {
  const body = json({ question_id: 'q', extracted_fields: { a: 'x'.repeat(2_000_000) } });
  t.is((await call(server, answerPath, { body })).status, 200);
  t.is((await call(server, answerPath, { body, headers: { authorization: 'Bearer nobody' } })).status, 401);
});

test('a route without a body ignores one, whatever it is, up to the limit', async (t) => {
  const path = `/v1/sessions/${SESSION}/finalize`;
  const text = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
  t.is((await call(server, path, { method: 'POST' })).status, 200);
  const one = await call(server, path, { body: 'not json', headers: text });
  t.is(one.status, 200);
  t.is(
    (one.json.seen as { fingerprint: string }).fingerprint,
    createHash('sha256').update(`POST ${path}\nnot json`).digest('hex'),
  );
  const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
  const large = await call(server, path, { method: 'POST', body: Buffer.alloc(1_100_000), headers: chunked });
  t.is(large.json.error?.code, 'payload_too_large');
  const get = await call(server, '/v1/sessions', { method: 'GET', body: 'x'.repeat(100) });
  t.is(get.status, 200);
});

test('an optional body may be absent', async (t) => {
  t.is((await call(server, '/v1/admin/tier', { method: 'PUT' })).status, 200);
  t.is((await call(server, '/v1/admin/tier', { method: 'PUT', body: '{"tier":"x","y":1}' })).status, 422);
});

const QUERIES: [query: string, expected: unknown][] = [
  ['', { limit: 50, offset: 0 }],
  ['?limit=200&offset=7&unknown=1&unknown=2', { limit: 200, offset: 7 }],
  [
    '?status=active,finalized&action=a&action=b+c',
    { limit: 50, offset: 0, status: ['active', 'finalized'], action: ['a', 'b c'] },
  ],
  [
    '?q=p%C5%99%2B&date_from=2024-02-29&at=2024-02-29T10:00:00%2B02:00&cursor=',
    { limit: 50, offset: 0, q: 'př+', date_from: '2024-02-29', at: '2024-02-29T10:00:00+02:00', cursor: '' },
  ],
  ['?limit=0', [['limit', 'too_small']]],
  [
    '?limit=201&offset=-1',
    [
      ['limit', 'too_big'],
      ['offset', 'too_small'],
    ],
  ],
  ['?limit=1e2', [['limit', 'invalid_type']]],
  ['?limit=', [['limit', 'invalid_type']]],
  [
    '?date_from=2023-02-29&at=2024-01-01',
    [
      ['date_from', 'invalid_format'],
      ['at', 'invalid_format'],
    ],
  ],
  ['?date_from=0000-01-01', [['date_from', 'invalid_format']]],
  ['?status=active,gone', [['status.1', 'invalid_value']]],
  ['?q=%00', [['q', 'invalid_text']]],
  ['?action=a&action=%00', [['action', 'invalid_text']]],
  ['?cursor=%2F', [['cursor', 'invalid_format']]],
  ['?limit=1&limit=1', 'bad_request'],
  ['?status=active&status=active', 'bad_request'],
  ['?q=%', 'bad_request'],
  ['?q=%ff', 'bad_request'],
  ['?unknown=%zz', 'bad_request'],
];

for (const [query, expected] of QUERIES) {
  test(`query ${query}`, async (t) => {
    const answer = await call(server, `/v1/sessions${query}`);
    if (typeof expected === 'string') {
      t.is(answer.status, 400);
      t.is(answer.json.error?.code, expected);
    } else if (Array.isArray(expected)) {
      t.is(answer.json.error?.message, 'The request parameters failed validation.');
      t.deepEqual(
        answer.json.error?.detail?.field_errors?.map((e) => [e.field, e.code]),
        expected,
      );
    } else t.deepEqual((answer.json.seen as { query: unknown }).query, expected);
  });
}

const PATHS: [path: string, expected: unknown][] = [
  ['/v1/patients/a%2Fb+c%C5%99', { patient_id: 'a/b+cř' }],
  ['/v1/patients/special', 'special'],
  ['/v1/patients/__proto__', { patient_id: '__proto__' }],
  ['/v1/patients/%00', 422],
  ['/v1/patients/%zz', 400],
  ['/v1/patients/%ed%a0%80', 400],
  ['/v1/patients/a/', 404],
  ['/v1/PATIENTS/a', 404],
  ['//v1/patients/a', 404],
  ['/v1/patients/', 404],
  ['/v1/patients/a#b', 400],
  ['http://host/v1/patients/a', { patient_id: 'a' }],
  ['http://[::/v1/patients/a', { patient_id: 'a' }],
  ['/', 404],
  ['*', 404],
];

for (const [path, expected] of PATHS) {
  test(`path ${path}`, async (t) => {
    const answer = await call(server, path);
    if (typeof expected === 'number') t.is(answer.status, expected, answer.text);
    else if (typeof expected === 'string') t.is(answer.json.seen, expected);
    else t.deepEqual((answer.json.seen as { params: unknown }).params, expected);
  });
}

test('ids are lower-cased to the form in which they are stored', async (t) => {
  const answer = await call(server, answerPath.replace(SESSION, SESSION.toUpperCase()), {
    body: '{"question_id":"q"}',
  });
  t.deepEqual((answer.json.seen as { params: unknown }).params, { session_id: SESSION });
});
