import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { z } from 'zod';
import { defineRoute, type Access } from '../../../shared/http/route.ts';
import { StaticContent, staticResponses } from '../../../shared/http/static-content.ts';
import { start, testRoutes } from './support.ts';

const TEXT = JSON.stringify({ openapi: 'x'.repeat(5000) });

const PUBLIC: Access = { kind: 'public' };
const SCOPED: Access = { kind: 'caller', scope: 'sessions:read' };

const route = (name: string, contentType: string | undefined, access: Access = PUBLIC) => {
  const content = new StaticContent(TEXT, name === 'kept' ? 'public, max-age=60' : undefined);
  const body =
    contentType === undefined ? { schema: z.looseObject({ openapi: z.string() }) } : { contentType };
  return defineRoute({
    method: 'GET',
    path: `/v1/static/${name}`,
    operationId: name,
    summary: name,
    tag: 'Test',
    access,
    admission: 'gate',
    responses: staticResponses({ description: 'Always the same.', ...body }),
    errors: [],
    handler: () => Promise.resolve({ status: 200, body: content, headers: { 'X-Own': 'here' } }),
  });
};

const server = await start({
  routes: [
    ...testRoutes(),
    route('json', undefined),
    route('kept', 'text/css; charset=utf-8'),
    route('picture', 'image/png'),
  ],
});
test.after.always(() => server.stop());
test.afterEach((t) => {
  t.deepEqual(server.mismatches, []);
});

type Got = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer };
/** As it comes over the wire: `fetch` unpacks. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const request = http.request({ port: server.port, path, headers, method }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }),
        reject,
      );
    });
    request.on('error', reject);
    request.end();
  });

const unpacked = ({ headers, bytes }: Got): string => {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

const CODINGS: [accepted: string | null, coding: string | undefined][] = [
  [null, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['nonsense;;,gzip', 'gzip'],
];
for (const [accepted, coding] of CODINGS) {
  test(`who accepts ${accepted ?? 'nothing in particular'} gets ${coding ?? 'the plain bytes'}`, async (t) => {
    for (const name of ['json', 'kept', 'picture']) {
      const answer = await get(
        `/v1/static/${name}`,
        accepted === null ? {} : { 'accept-encoding': accepted },
      );
      const { status, headers, bytes } = answer;
      t.is(status, 200);
      t.is(headers['content-encoding'], name === 'picture' ? undefined : coding, name);
      t.is(unpacked(answer), TEXT);
      t.is(Number(headers['content-length']), bytes.length);
      t.is(headers.vary, 'Accept-Encoding, Origin');
      t.is(headers['x-own'], 'here');
      t.is(headers['cache-control'], name === 'kept' ? 'public, max-age=60' : 'public, no-cache');
      t.regex(headers.etag ?? '', /^W\/"[\w-]{22}"$/);
    }
  });
}

test('who has it gets a 304 in every coding, and its bytes again once it has changed', async (t) => {
  const { headers } = await get('/v1/static/json');
  const etag = headers.etag ?? '';
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const answer = await get('/v1/static/json', { 'if-none-match': known, 'accept-encoding': 'br' });
    t.is(answer.status, 304, known);
    t.is(answer.bytes.length, 0);
    t.is(answer.headers.etag, etag);
    t.is(answer.headers.vary, 'Accept-Encoding, Origin');
    t.is(answer.headers['cache-control'], 'public, no-cache');
    t.is(answer.headers['content-encoding'], undefined);
  }
  t.is((await get('/v1/static/json', { 'if-none-match': '"other"' })).status, 200);
  const asFetchAsks = { 'if-none-match': etag, 'cache-control': 'no-cache' };
  t.is((await get('/v1/static/json', asFetchAsks)).status, 304);
  t.not(new StaticContent('a').etag, new StaticContent('b').etag);
});

test('a HEAD tells the size and brings nothing', async (t) => {
  const asked = await get('/v1/static/json', { 'accept-encoding': 'br' });
  const head = await get('/v1/static/json', { 'accept-encoding': 'br' }, 'HEAD');
  t.is(head.status, 200);
  t.is(head.bytes.length, 0);
  t.is(head.headers['content-length'], asked.headers['content-length']);
});

test('an answer is never packed because a caller would take it so', async (t) => {
  const { status, headers } = await get('/v1/patients/p1', {
    authorization: 'Bearer good',
    'accept-encoding': 'br, gzip',
  });
  t.is(status, 200);
  t.is(headers['content-encoding'], undefined);
  t.is(headers.etag, undefined);
  t.is(headers['cache-control'], 'no-store');
});

test('what only a caller may read is no static content', (t) => {
  t.throws(() => route('secret', undefined, SCOPED), { message: /everybody may read/ });
});
