import test from 'ava';
import { operations } from '../../support/description.ts';
import { problemsOf, requireDescribed, type RawAnswer } from '../../support/described.ts';

/** The check that every answer in the tests goes through finds what is not described, and repeats no value. */
const SECRET = 'zebra-crossing-pain';
const json = { 'content-type': 'application/json; charset=utf-8' };
const operation = operations.find(({ id }) => id === 'getAccount');
if (!operation) throw new Error('no getAccount');
const media = operation.responses['200']?.content?.['application/json'];
const body = media?.example as Record<string, unknown>;
const usual = {
  'x-request-id': 'r',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1767323105',
};

const answer = (given: { status?: number; headers?: Record<string, string>; body?: unknown }): RawAnswer => ({
  status: given.status ?? 200,
  headers: new Headers({ ...json, ...usual, ...given.headers }),
  text: typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? body),
});

test('an answer as it is described has no problem', (t) => {
  t.deepEqual(problemsOf(operation, answer({})), []);
});

const WRONG: [string, Parameters<typeof answer>[0], RegExp][] = [
  ['an undescribed status', { status: 418 }, /^status 418 is not described$/],
  ['an undescribed header', { headers: { 'x-svc-extra': SECRET } }, /^header x-svc-extra is not described$/],
  [
    'a header of another form',
    { headers: { 'x-ratelimit-limit': SECRET } },
    /^header x-ratelimit-limit must be/,
  ],
  [
    'another media type',
    { headers: { 'content-type': 'text/plain' } },
    /^media type text\/plain is not described$/,
  ],
  ['a field of another type', { body: { ...body, balance: SECRET } }, /^body\/balance must be integer$/],
  ['a missing field', { body: {} }, /^body must have required property/],
  ['no JSON', { body: SECRET }, /^body is no JSON$/],
];

for (const [name, given, expected] of WRONG) {
  test(`${name} is a problem that is told without a value`, (t) => {
    const problems = problemsOf(operation, answer(given));
    t.true(problems.length > 0);
    t.regex(problems[0] ?? '', expected);
    t.false(problems.join().includes(SECRET));
  });
}

test('a described header that every answer carries may not be missing', (t) => {
  const { headers, ...rest } = answer({});
  headers.delete('x-ratelimit-limit');
  t.deepEqual(problemsOf(operation, { ...rest, headers }), ['header x-ratelimit-limit is missing']);
});

test('the message names the operation, not what stands in its path', (t) => {
  const error = t.throws(() =>
    requireDescribed('GET', `/v1/patients/${SECRET}/summary`, answer({ status: 418 })),
  );
  t.regex(error.message, /^GET \/v1\/patients\/\{patient_id\}\/summary \(\w+\) answered 418/);
  t.false(error.message.includes(SECRET));
});

test('what no operation takes is answered with an error, and with nothing else', (t) => {
  const missing = { error: { code: 'not_found', message: 'No such endpoint.', request_id: 'r' } };
  t.notThrows(() => requireDescribed('GET', `/v1/${SECRET}`, answer({ status: 404, body: missing })));
  const error = t.throws(() => requireDescribed('GET', `/v1/${SECRET}`, answer({})));
  t.is(
    error.message,
    'GET of no operation answered 200 outside of its description: status 200 is not described',
  );
});
