import { createHash } from 'node:crypto';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { transform } from 'esbuild';
import test from 'ava';
import { docsRoutes } from '../../query-api/public/docs/routes.ts';
import { operationsOf, type OpenApi } from '../../query-api/public/docs/reference/document.ts';
import { inOrder } from '../../query-api/public/docs/reference/order.ts';
import { createSampleMaker } from '../../query-api/public/docs/reference/samples.ts';
import { createSchemaView } from '../../query-api/public/docs/reference/schema.ts';
import { interfaceDocument } from '../../shared/api/document.ts';
import { start } from '../shared/http/support.ts';

const document = interfaceDocument() as unknown as OpenApi;
const operations = operationsOf(document);
const server = await start({ routes: docsRoutes(() => document) });
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
const page = await (await get('/v1/docs')).text();
test.after.always(() => server.stop());
test.afterEach((t) => {
  t.deepEqual(server.mismatches, []);
});

const linksOf = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
const filesOf = (html: string): string[] => linksOf(html).filter((url) => url.startsWith('/v1/docs/assets/'));

test('the page loads from its own origin only, and holds no script or style of its own', async (t) => {
  const { headers } = await get('/v1/docs');
  t.is(headers.get('content-type'), 'text/html; charset=utf-8');
  t.is(headers.get('x-content-type-options'), 'nosniff');
  t.is(headers.get('x-frame-options'), 'DENY');
  t.is(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const tags = page.match(/<[a-z][^>]*>/g) ?? [];
  t.deepEqual(
    tags.filter((tag) => /^<(style|iframe|img|object)\b|\s(style|on[a-z]+)=|javascript:/i.test(tag)),
    [],
  );
  t.true([...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].every(([, script]) => script === ''));
  t.deepEqual(
    linksOf(page).filter((url) => !/^(#|\/v1\/)/.test(url)),
    [],
  );
});

test('the page and the description are packed, and not sent again to who has them', async (t) => {
  for (const path of ['/v1/docs', '/v1/docs/quickstart', '/v1/openapi.json', ...filesOf(page)]) {
    const { headers } = await get(path, { 'accept-encoding': 'gzip, br' });
    t.is(headers.get('content-encoding'), 'br', path);
    t.is(headers.get('vary'), 'Accept-Encoding, Origin');
    const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
    t.is(again.status, 304, path);
  }
  const { headers } = await get('/v1/docs', { 'accept-encoding': 'br' });
  t.true(Number(headers.get('content-length')) < 100_000);
});

test('every file of the pages is there, to be kept, under a name that its content makes', async (t) => {
  const files = new Set([...filesOf(page), ...filesOf(await (await get('/v1/docs/index')).text())]);
  t.is(files.size, 6);
  const types: Record<string, string> = {
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    svg: 'image/svg+xml',
  };
  for (const url of files) {
    const answer = await get(url);
    const [, digest, extension] = /\.([0-9a-f]{12})\.(\w+)$/.exec(url) ?? [];
    t.is(answer.status, 200);
    t.is(answer.headers.get('content-type'), types[extension ?? ''] ?? '', url);
    t.is(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const bytes = Buffer.from(await answer.arrayBuffer());
    t.is(createHash('sha256').update(bytes).digest('hex').slice(0, 12), digest ?? '');
  }
});

test('nothing but the files of the list is to be had', async (t) => {
  const names = ['page.ts', 'package.json', 'base.css', 'reference.js', '..', '..%2f..%2fpackage.json'];
  names.push('%2e%2e%2froutes.ts', '%00', 'constructor', '__proto__', 'a'.repeat(101), '');
  for (const name of names) {
    // Without what fetch does to a path.
    const status = await new Promise<number>((resolve, reject) => {
      const path = `/v1/docs/assets/${name}`;
      const request = http.get({ port: server.port, path }, (answer) => {
        buffer(answer).then(() => resolve(answer.statusCode ?? 0), reject);
      });
      request.on('error', reject);
    });
    t.true([400, 404, 422].includes(status), `${name}: ${status}`);
  }
});

test('the scripts of the page name no other host and keep nothing', async (t) => {
  for (const url of filesOf(page).filter((each) => each.endsWith('.js'))) {
    const script = await (await get(url)).text();
    t.notRegex(
      script,
      /https?:\/\/|localStorage|sessionStorage|indexedDB|innerHTML|insertAdjacentHTML|eval\(/,
    );
    t.notRegex(script, /document\.cookie\s*=|history\.|pushState/);
  }
  t.regex(page, /<input\s+id="key"\s+type="password"[^>]*\sautocomplete="off"[^>]*\sautofocus/);
  t.notRegex(page, /<input\s+id="key"[^>]*\sname=/);
});

const shownIds = [...page.matchAll(/<section class="operation" id="([^"]+)"/g)].map(([, id]) => id!);

test('the page has every operation once, in the order in which a partner needs them', (t) => {
  t.deepEqual(shownIds.toSorted(), operations.map(({ id }) => id).toSorted());
  const groups = inOrder(document, operations).map(({ name }) => name);
  t.deepEqual(groups.slice(0, 8), [
    'Account',
    'Sessions',
    'Concepts',
    'Patients',
    'Webhooks',
    'API keys',
    'Usage',
    'Tenant',
  ]);
  const hour = ['getAccount', 'createSession', 'answerQuestion', 'getSessionResults', 'finalizeSession'];
  hour.push('putPatient', 'createWebhookSubscription', 'createApiKey', 'getUsage', 'register');
  t.deepEqual(
    hour.toSorted((one, other) => shownIds.indexOf(one) - shownIds.indexOf(other)),
    hour,
  );
});

test('what the order does not name stands behind what it does, and a new tag behind all others', (t) => {
  const made = operationsOf({
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        get: { operationId: 'new', tags: ['Sessions'] },
        delete: { operationId: 'old', tags: ['Sessions'], deprecated: true },
        post: { operationId: 'createSession', tags: ['Sessions'] },
        put: { operationId: 'other', tags: ['Never seen'] },
      },
    },
  });
  t.deepEqual(
    inOrder({ info: { title: 'T', version: '1' } }, made.toReversed()).map((group) => [
      group.name,
      group.operations.map(({ id }) => id),
    ]),
    [
      ['Sessions', ['createSession', 'new', 'old']],
      ['Never seen', ['other']],
    ],
  );
});

test('ids are unique, and every link within the page leads somewhere', (t) => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
  t.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  const known = new Set(ids.map((id) => `#${id}`));
  const anchors = linksOf(page).filter((url) => url.startsWith('#'));
  t.true(anchors.length > 300);
  t.deepEqual(
    [...new Set(anchors)].filter((url) => !known.has(url)),
    [],
  );
  const labels = [...page.matchAll(/ (?:for|aria-labelledby|aria-describedby)="([^"]*)"/g)].map(
    ([, id]) => `#${id!}`,
  );
  t.deepEqual(
    labels.filter((id) => !known.has(id)),
    [],
  );
});

test('every operation has samples in four languages that can be read by their languages', async (t) => {
  const samplesOf = await createSampleMaker(document);
  const shell: string[] = [];
  for (const operation of operations) {
    const samples = samplesOf(operation);
    t.deepEqual(
      samples.map(({ language }) => language.title),
      ['curl', 'TypeScript', 'Python', 'C#'],
    );
    const [curl, typescript] = samples.map(({ code }) => code);
    shell.push(curl ?? '');
    await t.notThrowsAsync(transform(typescript ?? '', { loader: 'ts' }), operation.id);
    for (const { code } of samples) {
      t.true(code.includes('https://triage.example/v1/'), operation.id);
      t.is(code.includes('svc_test_YOUR_KEY'), operation.credentials.includes('apiKey'), operation.id);
    }
  }
  const parsed = spawnSync('sh', ['-n'], { input: shell.join('\n'), encoding: 'utf8' });
  t.is(parsed.stderr, '');
});

test('a sample keeps text that a shell or a language would read otherwise', async (t) => {
  const text = `it's "quoted", costs $HOME and \`more\``;
  const samplesOf = await createSampleMaker({
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://api.example.org/' }],
  });
  const [operation] = operationsOf({
    info: { title: 'T', version: '1' },
    paths: {
      '/v1/{name}': {
        post: {
          parameters: [
            { name: 'name', in: 'path', required: true, example: 'a/b c' },
            { name: 'q', in: 'query', required: true, example: 'x&y' },
            { name: 'left_out', in: 'query', example: 'z' },
          ],
          requestBody: { content: { 'application/json': { example: { text } } } },
        },
      },
    },
  });
  const [curl = '', typescript = ''] = samplesOf(operation!).map(({ code }) => code);
  t.true(curl.includes('https://api.example.org/v1/a%2Fb%20c?q=x%26y'), curl);
  t.false(curl.includes('left_out'));
  // What curl would send: the shell writes its arguments instead.
  const printed = spawnSync('sh', ['-c', `curl() { cat; }\n${curl}`], {
    encoding: 'utf8',
    env: { HOME: '/root' },
  });
  t.deepEqual(JSON.parse(printed.stdout), { text });
  const { code } = await transform(typescript, { loader: 'ts' });
  const sent: { body: string }[] = [];
  runInNewContext(code, {
    fetch: (_: string, options: { body: string }) => {
      sent.push(options);
      return new Promise(() => undefined);
    },
  });
  t.deepEqual(JSON.parse(sent[0]?.body ?? ''), { text });
});

const viewOf = (schemas: Record<string, object>) =>
  createSchemaView({ info: { title: 'T', version: '1' }, components: { schemas } } as unknown as OpenApi);
const text = (html: { text: string } | null): string =>
  (html?.text ?? '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#34;', '"')
    .replace(/\s+/g, ' ')
    .trim();

test('a type is told in words, whichever way its schema says it', (t) => {
  const view = viewOf({
    Actor: { type: 'object', properties: { id: { type: 'string' } } },
    Sex: { type: 'string', enum: ['female', 'male'] },
  });
  const actor = { $ref: '#/components/schemas/Actor' };
  const cases: [schema: Record<string, unknown>, words: string][] = [
    [{ type: ['integer', 'null'], format: 'int32' }, 'integer int32 or null'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
    [{ oneOf: [actor, { type: 'null' }] }, 'Actor or null'],
    [{ oneOf: [actor, { type: 'string' }] }, 'Actor or string'],
    [{ type: 'array', items: actor }, 'list of Actor'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map to number'],
    [{ $ref: '#/components/schemas/Sex' }, 'string'],
    [{ type: ['string', 'number'] }, 'string or number'],
    [{ const: 'live' }, 'string'],
    [{}, 'any value'],
  ];
  for (const [schema, words] of cases) t.is(text(view.type(schema)), words);
});

test('bounds and values are told, and not the widest that a number can have', (t) => {
  const view = viewOf({ Level: { type: 'string', enum: ['low', 'high'] } });
  const cases: [schema: Record<string, unknown>, words: string][] = [
    [{ type: 'string', minLength: 1, maxLength: 500 }, '1 to 500 characters'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'at least 0'],
    [{ type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 }, 'at least 1'],
    [
      { type: 'array', maxItems: 1, uniqueItems: true, items: { type: 'string' } },
      'at most 1 entry · each once',
    ],
    [{ type: ['integer', 'null'], maximum: 1000, default: 50 }, 'at most 1,000 · default 50'],
    [{ type: ['string', 'null'], enum: ['a', 'b', null] }, 'One of "a" "b"'],
    [{ $ref: '#/components/schemas/Level' }, 'One of "low" "high"'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Level' } }, 'One of "low" "high"'],
    [{ const: true }, 'Always true'],
  ];
  for (const [schema, words] of cases) t.is(text(view.rules(schema)), words);
});

test('objects that are linked are shown once, with what they link to, even in a circle', (t) => {
  const view = viewOf({
    Tree: { type: 'object', properties: { leaf: { $ref: '#/components/schemas/Leaf' } }, required: ['leaf'] },
    Leaf: { type: 'object', properties: { tree: { $ref: '#/components/schemas/Tree' } } },
    Unused: { type: 'object', properties: { id: { type: 'string' } } },
  });
  t.is(text(view.fields({ $ref: '#/components/schemas/Tree' }, 'input')), 'leaf Leaf required');
  t.is(text(view.objects()), 'Leaf tree Tree may be absent Tree leaf Leaf');
});

test('a union of objects names what tells its choices apart', (t) => {
  const view = viewOf({
    A: { type: 'object', properties: { type: { const: 'a' } } },
    B: { type: 'object', properties: { type: { const: 'b' } } },
  });
  const union = {
    oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
    discriminator: { propertyName: 'type', mapping: { a: '#/components/schemas/A' } },
  };
  t.is(text(view.fields(union, 'output')), 'One of these; type says which: AB');
  t.is(text(view.type(union)), 'A or B');
});

test('what a description holds cannot become a tag of the page', async (t) => {
  const hostile = '<img src=x onerror=alert(1)> " onfocus="alert(1)';
  const own = await start({
    routes: docsRoutes(() => ({
      info: { title: hostile, version: hostile, description: `${hostile}\n\n## ${hostile}\n\n${hostile}` },
      tags: [{ name: hostile, description: hostile }],
      paths: {
        '/v1/x/{id}': {
          post: {
            operationId: 'x',
            summary: hostile,
            description: hostile,
            tags: [hostile],
            parameters: [
              { name: 'id', in: 'path', description: hostile, example: hostile, schema: { enum: [hostile] } },
            ],
            requestBody: { content: { 'application/json': { example: { hostile } } } },
            responses: { 200: { description: hostile, content: { 'text/plain': { example: hostile } } } },
          },
        },
      },
    })),
  });
  const html = await (await fetch(`http://127.0.0.1:${own.port}/v1/docs`)).text();
  await own.stop();
  t.notRegex(html.replace(/"[^"]*"/g, '""'), /<img|<[^>]*\sonfocus=/);
  t.true(html.includes('&#60;img'));
});
