import test from 'ava';
import fc from 'fast-check';
import { answerPath, call, commandPath, parseRaw, raw } from './calls.ts';
import { start, type Running } from './support.ts';

/** Fixed, so that a failure comes back; the shrunk input is in the report. */
const SEED = 20_260_102;
const DEADLINE_MS = 5_000;

let server: Running;
test.before(async () => {
  server = await start({
    bodyTimeoutMs: 300,
    limits: { headersTimeoutMs: 300, requestTimeoutMs: 1_000, keepAliveTimeoutMs: 100, checkIntervalMs: 50 },
  });
});
test.after.always(() => server.stop());

const inTime = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('hangs')), DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const check = async <T>(
  arbitrary: fc.Arbitrary<T>,
  numRuns: number,
  holds: (value: T) => Promise<boolean>,
) => {
  await fc.assert(
    fc.asyncProperty(arbitrary, (value) => inTime(holds(value))),
    { seed: SEED, numRuns },
  );
};

/** JSON as text, with keys that the schema knows, keys that are traps, and any string. */
const key = fc.oneof(
  fc.constantFrom(
    'question_id',
    'age',
    'sex',
    'extracted_fields',
    'clear_answers',
    'skip',
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.string({ unit: 'binary' }),
);
const value = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, fc.jsonValue(), fc.string({ unit: 'binary' }), tie('object')),
  object: fc
    .array(fc.tuple(key, tie('node')), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
})).object;
const ESCAPES = ['\\u0000', '\\ud800', '\\udc00x', '\\uDBFF\\uDFFF'];
const jsonText = fc.tuple(value, fc.nat(), fc.constantFrom('', ...ESCAPES)).map(([object, at, escape]) => {
  const text = JSON.stringify(object);
  const quote = text.indexOf('"', at % text.length);
  return quote < 0 ? text : `${text.slice(0, quote + 1)}${escape}${text.slice(quote + 1)}`;
});

test('garbage bodies are answered with the envelope', async (t) => {
  const body = fc.oneof(
    jsonText,
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  await check(fc.tuple(body, fc.constantFrom(answerPath, commandPath)), 300, async ([sent, path]) => {
    const answer = await call(server, path, { body: sent });
    return (
      [200, 400, 422].includes(answer.status) && (answer.status === 200 || answer.json.error !== undefined)
    );
  });
  t.deepEqual(server.mismatches, []);
});

test('garbage paths and queries are answered with the envelope', async (t) => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x21-\x7e]/g, '~')),
    fc
      .string({ unit: 'binary', maxLength: 5 })
      .map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))),
    fc.constantFrom(
      'v1',
      'sessions',
      'patients',
      '..',
      '%',
      '%00',
      '%2e%2e',
      '?limit=',
      '&',
      '=',
      '#',
      '/',
      '__proto__',
    ),
  );
  const target = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`);
  const known = fc
    .tuple(fc.constantFrom('/v1/patients/', '/v1/sessions?q=', '/v1/sessions?'), piece)
    .map((parts) => parts.join(''));
  await check(fc.oneof(target, known), 300, async (path) => {
    const answer = await call(server, path);
    return (
      [200, 400, 404, 405, 422].includes(answer.status) &&
      (answer.status === 200 || answer.json.error !== undefined)
    );
  });
  t.pass();
});

test('garbage headers are answered with the envelope', async (t) => {
  const text = fc
    .string({ unit: 'binary-ascii', maxLength: 150 })
    .map((raw) => raw.replace(/[^\t\x20-\x7e]/g, '\xff'));
  const name = fc.constantFrom(
    'x-request-id',
    'idempotency-key',
    'content-type',
    'content-encoding',
    'authorization',
    'x-forwarded-for',
    'user-agent',
    'accept',
    'cookie',
    'if-none-match',
    'range',
  );
  const headers = fc.dictionary(name, text, { maxKeys: 4 });
  await check(fc.tuple(headers, fc.constantFrom(answerPath, commandPath)), 300, async ([given, path]) => {
    const answer = await call(server, path, { body: '{"question_id":"q"}', headers: given });
    return answer.status < 500 && (answer.status === 200 || answer.json.error !== undefined);
  });
  t.pass();
});

test('garbage on the wire is answered with the envelope, or closed', async (t) => {
  const line = fc.constantFrom(
    'POST /v1/sessions HTTP/1.1\r\n',
    `POST ${answerPath} HTTP/1.1\r\n`,
    'GET /v1/sessions HTTP/1.1\r\n',
    'Host: x\r\n',
    'Authorization: Bearer good\r\n',
    'Content-Type: application/json\r\n',
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Expect: 100-continue\r\n',
    'Connection: close\r\n',
    '\r\n',
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    '{}',
  );
  const noise = fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
  const wire = fc.array(fc.oneof({ weight: 6, arbitrary: line }, { weight: 1, arbitrary: noise }), {
    minLength: 1,
    maxLength: 12,
  });
  const samples = fc.sample(wire, { seed: SEED, numRuns: 200 });
  // Side by side, since an unfinished request costs the server its whole timeout.
  const answers = await Promise.all(
    samples.map((parts) => inTime(raw(server, [Buffer.from(parts.join(''), 'latin1')]))),
  );
  for (const [index, text] of answers.entries()) {
    const first = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    if (first === '') continue;
    const status = Number(first.slice(9, 12));
    t.true(status < 500, `${JSON.stringify(samples[index])} -> ${text}`);
    if (status >= 400 && !first.slice(1).includes('HTTP/1.1 ')) t.truthy(parseRaw(first).json.error);
  }
});
