import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { CustomFetchOptions } from 'openid-client';
import { createProviderFetch, ForeignHostError } from '../../command-api/sign-in/provider-fetch.ts';
import { listen } from '../support/listening.ts';

/** Somebody who runs an identity provider, and means no good. */
async function provider(t: ExecutionContext, answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  const port = await listen(server);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${port}/.well-known/openid-configuration`);
}

const get: CustomFetchOptions = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' };
const fetchFrom = (url: URL, init = get, policy = { allowLocal: true }): Promise<Response> =>
  createProviderFetch({ policy, hosts: new Set([url.host]) })(url.href, init);

test('an answer is handed on with its status and type; a form is sent as one', async (t) => {
  let received = '';
  const url = await provider(t, (req, res) => {
    req.on('data', (chunk) => (received += String(chunk)));
    req.on('end', () => res.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"x"}'));
  });
  const body = new URLSearchParams({ code: 'a b' });
  const answer = await fetchFrom(url, { ...get, method: 'POST', body });
  t.is(answer.status, 400);
  t.is(answer.headers.get('content-type'), 'application/json');
  t.deepEqual(await answer.json(), { error: 'x' });
  t.is(received, 'code=a+b');
});

test('a compressed answer is refused unread: nobody asked for one', async (t) => {
  const bomb = gzipSync(Buffer.alloc(100_000_000));
  let asked: string | undefined;
  const url = await provider(t, (req, res) => {
    asked = req.headers['accept-encoding'] as string;
    res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  });
  const before = process.memoryUsage().arrayBuffers;
  await t.throwsAsync(fetchFrom(url), { message: /compressed/ });
  t.is(asked, 'identity');
  t.true(process.memoryUsage().arrayBuffers - before < 20_000_000);
});

test('an answer without end is left once it is too large', async (t) => {
  let written = 0;
  const url = await provider(t, (_req, res) => {
    const piece = Buffer.alloc(65_536, ' ');
    const pump = (): void => {
      while (!res.destroyed) {
        written += piece.length;
        if (!res.write(piece)) {
          res.once('drain', pump);
          return;
        }
      }
    };
    pump();
  });
  await t.throwsAsync(fetchFrom(url), { message: /too large/ });
  t.true(written < 50_000_000);
});

test('an answer that trickles ends with the time of the caller', async (t) => {
  const url = await provider(t, (_req, res) => {
    const timer = setInterval(() => res.write(' '), 10);
    res.on('close', () => clearInterval(timer));
  });
  await t.throwsAsync(fetchFrom(url, { ...get, signal: AbortSignal.timeout(200) }), { name: 'AbortError' });
});

test('no other host is talked to, and the error names it', async (t) => {
  let requests = 0;
  const url = await provider(t, (_req, res) => {
    requests += 1;
    res.end();
  });
  const fetchProvider = createProviderFetch({
    policy: { allowLocal: true },
    hosts: new Set(['login.example']),
  });
  const error = await t.throwsAsync(Promise.resolve(fetchProvider(url.href, get)), {
    instanceOf: ForeignHostError,
  });
  t.is(error.code, url.host);
  t.is(requests, 0);
});

test('a redirect is an answer, not a way', async (t) => {
  const inner = await provider(t, (_req, res) => res.end('secret'));
  const url = await provider(t, (_req, res) => res.writeHead(302, { location: inner.href }).end());
  t.is((await fetchFrom(url)).status, 302);
});

test('addresses are guarded as those of webhooks are', async (t) => {
  let requests = 0;
  const url = await provider(t, (_req, res) => {
    requests += 1;
    res.end();
  });
  await t.throwsAsync(fetchFrom(url, get, { allowLocal: false }), { message: /not allowed/ });
  t.is(requests, 0);
});
