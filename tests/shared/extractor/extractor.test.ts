import { createServer as createTlsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { Ajv } from 'ajv';
import test from 'ava';
import { freePort } from '../../../infra/embedded/ports.ts';
import { createExtractor } from '../../../shared/extractor/extractor.ts';
import type { ExtractorConfig } from '../../../shared/extractor/settings.ts';
import type { Extracted, ExtractorRequest } from '../../../shared/extractor/types.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { certificate, privateKey } from '../webhooks/support/certificates.ts';
import { respondWith, saying, silence, startUpstream } from '../../support/upstream.ts';
import { listen } from '../../support/listening.ts';

const engine = await loadEngine();
const upstream = await startUpstream();
const opened: { close(): Promise<void> }[] = [];
test.after.always(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await upstream.stop();
});

const LONG_MS = 8_000;
const outcomes: string[] = [];

function extractorOf(changes: Partial<ExtractorConfig> = {}) {
  const extractor = createExtractor({
    config: {
      EXTRACTOR_URL: upstream.url,
      EXTRACTOR_KIND: 'http',
      EXTRACTOR_RESPONSE_FORMAT: 'json_object',
      EXTRACTOR_TIMEOUT_MS: LONG_MS,
      EXTRACTOR_CONCURRENCY: 8,
      EXTRACTOR_FALLBACK: 'refuse',
      ...changes,
    },
    catalogue: engine,
    onAsked: (outcome) => outcomes.push(outcome),
  });
  if (extractor === null) throw new Error('there is no extractor');
  opened.push(extractor);
  return extractor;
}

const usual = extractorOf();
const asks = (text: string, question: ExtractorRequest['question'] = null): ExtractorRequest => ({
  text,
  question,
  known: { branches: [], findings: [] },
});
const never = (): AbortSignal => new AbortController().signal;
const extract = (text: string, within = LONG_MS, extractor = usual): Promise<Extracted> =>
  extractor.extract(asks(text), { signal: never(), withinMs: within });
const failed = (failure: string) => ({ kind: 'failed', failure });

test('without a URL there is none', (t) => {
  t.is(
    createExtractor({
      config: {
        EXTRACTOR_KIND: 'http',
        EXTRACTOR_RESPONSE_FORMAT: 'json_object',
        EXTRACTOR_TIMEOUT_MS: 1,
        EXTRACTOR_CONCURRENCY: 1,
        EXTRACTOR_FALLBACK: 'refuse',
      },
      catalogue: engine,
    }),
    null,
  );
});

test('the plain form sends text, hint, question and version, and reads what comes back', async (t) => {
  upstream.script('plain-form', saying([{ code: 'fever', status: 'present', confidence: 0.7 }]));
  const extractor = extractorOf({ EXTRACTOR_URL: `${upstream.url}/read?site=7`, EXTRACTOR_KEY: 'k-1' });
  const question = { question_id: 'fever', text: 'Any fever?', targets: ['fever'] };
  const within = { signal: never(), withinMs: LONG_MS };
  t.deepEqual(await extractor.extract(asks('plain-form: ano, horečku mám', question), within), {
    kind: 'answered',
    claims: [{ code: 'fever', status: 'present', confidence: 0.7 }],
  });
  const [heard] = upstream.heardOf('plain-form');
  t.deepEqual(heard?.body, {
    text: 'plain-form: ano, horečku mám',
    language: 'cs',
    question_id: 'fever',
    catalogue_version: engine.version,
  });
  t.is(heard?.path, '/v1/read?site=7');
  t.is(heard?.headers.authorization, 'Bearer k-1');
  t.is(heard?.headers['content-type'], 'application/json');
  t.is(heard?.headers['accept-encoding'], 'identity');
});

test('without a key none is sent, and a text that may be either language has no hint', async (t) => {
  await extract('keyless: yes');
  const [heard] = upstream.heardOf('keyless');
  t.is(heard?.headers.authorization, undefined);
  t.is(heard?.body.language, null);
  t.is(heard?.body.question_id, null);
});

test('the form of chat completions asks a model for JSON, with the catalogue before the text', async (t) => {
  upstream.script('chat-form', saying([{ code: 'cough', status: 'absent' }]));
  const extractor = extractorOf({
    EXTRACTOR_URL: `${upstream.url}/?api-version=2`,
    EXTRACTOR_KIND: 'openai',
    EXTRACTOR_MODEL: 'reader-1',
    EXTRACTOR_KEY: 'k-2',
  });
  t.deepEqual(await extract('chat-form: no cough', LONG_MS, extractor), {
    kind: 'answered',
    claims: [{ code: 'cough', status: 'absent', confidence: 0.9 }],
  });
  const [heard] = upstream.heardOf('chat-form');
  t.is(heard?.path, '/v1/chat/completions?api-version=2');
  t.is(heard?.headers.authorization, 'Bearer k-2');
  const { messages, ...rest } = heard?.body as { messages: { role: string; content: string }[] };
  t.deepEqual(rest, {
    model: 'reader-1',
    temperature: 0,
    stream: false,
    response_format: { type: 'json_object' },
  } as never);
  t.deepEqual(
    messages.map(({ role }) => role),
    ['system', 'user'],
  );
  t.true(messages[0]?.content.includes('\nhas_cough: '));
  t.false(messages[0]?.content.includes('chat-form'));
});

test('a server that has structured outputs is asked for a strict schema, the same for every text', async (t) => {
  const extractor = extractorOf({
    EXTRACTOR_KIND: 'openai',
    EXTRACTOR_MODEL: 'reader-1',
    EXTRACTOR_RESPONSE_FORMAT: 'json_schema',
  });
  const said = { code: 'cough', status: 'present', value: null, confidence: 1 };
  upstream.script('schema-', saying([said]));
  t.is((await extract('schema-1: cough', LONG_MS, extractor)).kind, 'answered');
  await extract('schema-2: my ear', LONG_MS, extractor);
  const [one, other] = upstream.heardOf('schema-').map(({ body }) => body.response_format);
  t.deepEqual(one, other);
  const { type, json_schema } = one as { type: string; json_schema: { strict: boolean; schema: object } };
  t.is(type, 'json_schema');
  t.true(json_schema.strict);
  const isValid = new Ajv({ allowUnionTypes: true }).compile(json_schema.schema);
  t.true(isValid({ findings: [said] }));
  t.true(isValid({ findings: [] }));
  for (const wrong of [{ ...said, status: 'maybe' }, { ...said, why: 'so' }, { code: 'cough' }])
    t.false(isValid({ findings: [wrong] }));
});

test('a server that refuses the schema is not asked in another way', async (t) => {
  const extractor = extractorOf({
    EXTRACTOR_KIND: 'openai',
    EXTRACTOR_MODEL: 'reader-1',
    EXTRACTOR_RESPONSE_FORMAT: 'json_schema',
  });
  upstream.script('schemaless', respondWith('{"error":{"message":"unknown response_format"}}', 400));
  t.deepEqual(await extract('schemaless: cough', LONG_MS, extractor), failed('bad_status'));
  t.is(upstream.heardOf('schemaless').length, 1);
});

const NONSENSE = {
  'no JSON': ['<html>sorry</html>', 200, 'malformed'],
  'a wrong shape': ['{"result":[]}', 200, 'malformed'],
  'an empty body': ['', 204, 'malformed'],
  'a fault': ['{"findings":[]}', 500, 'bad_status'],
  'too many requests': ['{"findings":[]}', 429, 'bad_status'],
  'a body just too large': [`{"findings":[]}${' '.repeat(65_536)}`, 200, 'too_large'],
} as const;
for (const [name, [body, status, failure]] of Object.entries(NONSENSE)) {
  test(`${name} is no answer`, async (t) => {
    upstream.script(name, respondWith(body, status));
    t.deepEqual(await extract(name), failed(failure));
  });
}

test('as much as an answer may hold is read', async (t) => {
  const findings = Array.from({ length: 500 }, (_, n) => ({ code: `code_${n}`, status: 'present' }));
  const json = JSON.stringify({ findings });
  upstream.script('brimful', respondWith(json + ' '.repeat(65_536 - json.length)));
  const extracted = await extract('brimful');
  t.is(extracted.kind === 'answered' && extracted.claims.length, 500);
});

test('a redirect is not followed', async (t) => {
  upstream.script('elsewhere', respondWith('', 307, { location: `${upstream.url}/other` }));
  t.deepEqual(await extract('elsewhere'), failed('bad_status'));
  t.is(upstream.heardOf('elsewhere').length, 1);
});

test('an answer without an end is cut off, long before it is over', async (t) => {
  upstream.script('endless', (response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(32_768, ' ');
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  t.deepEqual(await extract('endless'), failed('too_large'));
  await upstream.heardOf('endless')[0]?.left;
});

test('what is compressed is not opened', async (t) => {
  upstream.script('zipped', respondWith('{"findings":[]', 200, { 'content-encoding': 'gzip' }));
  t.deepEqual(await extract('zipped'), failed('malformed'));
});

test('silence ends with the budget, and so does the connection', async (t) => {
  upstream.script('silent', silence);
  t.deepEqual(await extract('silent', 150), failed('timeout'));
  await upstream.heardOf('silent')[0]?.left;
});

test('the configured budget holds where the call has more time', async (t) => {
  upstream.script('hushed', silence);
  const hurried = extractorOf({ EXTRACTOR_TIMEOUT_MS: 120 });
  t.deepEqual(await extract('hushed', LONG_MS, hurried), failed('timeout'));
});

test('a body that trickles ends with the budget: each piece gains nothing', async (t) => {
  upstream.script('trickle', (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(drip));
  });
  t.deepEqual(await extract('trickle', 300), failed('timeout'));
  await upstream.heardOf('trickle')[0]?.left;
});

test('where no time is left nothing is sent', async (t) => {
  t.deepEqual(await extract('too-late', 0), failed('timeout'));
  t.is(upstream.heardOf('too-late').length, 0);
});

test('a connection that is closed half-way is no answer', async (t) => {
  upstream.script('half', (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"findings":');
    setImmediate(() => response.destroy());
  });
  t.deepEqual(await extract('half'), failed('connection_closed'));
  upstream.script('slammed', (response) => void response.socket?.destroy());
  t.deepEqual(await extract('slammed'), failed('connection_closed'));
});

test('who does not speak HTTP, or speaks too much of it, is no answer', async (t) => {
  const says = async (line: string): Promise<Extracted> => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(line));
    });
    const port = await listen(server);
    const extracted = await extract('x', LONG_MS, extractorOf({ EXTRACTOR_URL: `http://127.0.0.1:${port}` }));
    for (const socket of sockets) socket.destroy();
    server.close();
    return extracted;
  };
  t.deepEqual(await says('220 mail.example ESMTP\r\n'), failed('malformed'));
  t.deepEqual(await says(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`), failed('malformed'));
});

test('nobody there is out of reach', async (t) => {
  const port = await freePort();
  const extractor = extractorOf({ EXTRACTOR_URL: `http://127.0.0.1:${port}` });
  t.deepEqual(await extract('anybody', LONG_MS, extractor), failed('unreachable'));
});

test.serial(
  'a certificate that nobody vouches for is never sent a text, whatever the environment says',
  async (t) => {
    const requests: string[] = [];
    const server = createTlsServer({ cert: certificate, key: privateKey }, (request, response) => {
      requests.push(request.url ?? '');
      response.end('{"findings":[]}');
    });
    server.on('tlsClientError', () => undefined);
    const port = await listen(server);
    const extractor = extractorOf({ EXTRACTOR_URL: `https://127.0.0.1:${port}` });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    t.teardown(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
    t.deepEqual(await extract('trusting', LONG_MS, extractor), failed('unreachable'));
    t.deepEqual(requests, []);
    server.close();
  },
);

test('whoever leaves takes the request along', async (t) => {
  upstream.script('leaving', silence);
  const caller = new AbortController();
  const waiting = usual.extract(asks('leaving'), { signal: caller.signal, withinMs: LONG_MS });
  const heard = await arrived('leaving');
  caller.abort();
  t.deepEqual(await waiting, failed('abandoned'));
  await heard.left;
  t.deepEqual(
    await usual.extract(asks('gone-before'), { signal: caller.signal, withinMs: LONG_MS }),
    failed('abandoned'),
  );
  t.is(upstream.heardOf('gone-before').length, 0);
});

async function arrived(marker: string) {
  for (;;) {
    const [heard] = upstream.heardOf(marker);
    if (heard) return heard;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('so many at once and no more; the next wait their turn, and too many are turned away', async (t) => {
  let running = 0;
  let most = 0;
  upstream.script('crowd', (response, { body }) => {
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => {
      running -= 1;
      saying([])(response, { body } as never);
    }, 20);
  });
  const narrow = extractorOf({ EXTRACTOR_CONCURRENCY: 2 });
  const all = await Promise.all(Array.from({ length: 19 }, (_, n) => extract(`crowd ${n}`, LONG_MS, narrow)));
  t.is(most, 2);
  t.is(all.filter(({ kind }) => kind === 'answered').length, 18);
  t.deepEqual(all.at(-1), failed('busy'));
  t.is((await extract('crowd again', LONG_MS, narrow)).kind, 'answered');
});

test('a place is waited for within the budget, and given back whatever happens', async (t) => {
  upstream.script('jam', silence);
  const single = extractorOf({ EXTRACTOR_CONCURRENCY: 1 });
  const caller = new AbortController();
  const first = single.extract(asks('jam 1'), { signal: caller.signal, withinMs: LONG_MS });
  await arrived('jam 1');
  t.deepEqual(await extract('jam 2', 100, single), failed('timeout'));
  caller.abort();
  t.deepEqual(await first, failed('abandoned'));
  t.is(upstream.heardOf('jam 2').length, 0);
  t.is((await extract('free again', LONG_MS, single)).kind, 'answered');
});

test('stopping ends what is under way and what comes after', async (t) => {
  upstream.script('stopping', silence);
  const extractor = extractorOf();
  const waiting = extract('stopping', LONG_MS, extractor);
  const heard = await arrived('stopping');
  await extractor.close();
  t.deepEqual(await waiting, failed('stopped'));
  await heard.left;
  t.deepEqual(await extract('after', LONG_MS, extractor), failed('stopped'));
  t.is(upstream.heardOf('after').length, 0);
});

test('each request is told of once it is over', async (t) => {
  const before = outcomes.length;
  upstream.script('told', respondWith('', 503));
  await extract('told');
  t.true(outcomes.slice(before).includes('bad_status'));
});
