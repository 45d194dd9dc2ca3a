import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { startApi } from '../../support/api.ts';

const api = await startApi({ hasSite: true, env: { MAILBOX_PAGE: '1' } });
test.after.always(api.stop);

type Asked = { method?: string; headers?: Record<string, string> };
/** Without what `fetch` adds and undoes by itself. */
const ask = (at: string, { method = 'GET', headers = {} }: Asked = {}): Promise<Response> =>
  fetch(`${api.baseUrl}${at}`, { method, headers, redirect: 'manual' });
const HTML = { accept: 'text/html,application/xhtml+xml' };

test('the page has a strict CSP and is asked for anew each time; what it loads is kept for ever', async (t) => {
  const page = await ask('/', { headers: HTML });
  t.is(page.status, 200);
  const csp = page.headers.get('content-security-policy') ?? '';
  t.regex(csp, /default-src 'none'/);
  t.notRegex(csp, /unsafe|\*|data:/);
  t.is(page.headers.get('x-frame-options'), 'DENY');
  t.is(page.headers.get('x-content-type-options'), 'nosniff');
  t.is(page.headers.get('cache-control'), 'public, no-cache');
  const html = await page.text();
  t.notRegex(html, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/i);

  const known = await ask('/', { headers: { ...HTML, 'if-none-match': page.headers.get('etag') ?? '' } });
  t.is(known.status, 304);
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  const file = await ask(script);
  t.is(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  t.is(file.headers.get('content-type'), 'text/javascript; charset=utf-8');
});

test('files are sent as the build packed them', async (t) => {
  const plain = await (await ask('/', { headers: { ...HTML, 'accept-encoding': 'identity' } })).text();
  for (const coding of ['br', 'gzip']) {
    const answer = await ask('/', { headers: { ...HTML, 'accept-encoding': coding } });
    t.is(answer.headers.get('content-encoding'), coding);
    // `fetch` has unpacked it; that it could says that it was packed.
    t.is(await answer.text(), plain);
  }
});

test('a deep link gives the page to whoever asks for HTML with GET, and nobody else', async (t) => {
  for (const at of ['/api-keys', '/sessions/0198c0de-0000-7000-8000-000000000001', '/no-such-page']) {
    t.is((await ask(at, { headers: HTML })).status, 200, at);
    t.is((await ask(at, { headers: { accept: 'application/json' } })).status, 404, at);
    t.is((await ask(at, { method: 'POST', headers: HTML })).status, 404, at);
  }
  const head = await ask('/api-keys', { method: 'HEAD', headers: HTML });
  t.is(head.status, 200);
});

test('nothing of the API, of probes or of files becomes the page', async (t) => {
  const others = [
    '/v1',
    '/v1/nothing',
    '/v2/x',
    '/live',
    '/ready',
    '/metrics',
    '/docs',
    '/health',
    '/assets/x',
    '/a.txt',
  ];
  for (const at of [...others, '/.env', '/assets/../package.json', '/index.html.br', '/manifest.json']) {
    const answer = await ask(at, { headers: HTML });
    t.not(answer.status, 200, at);
    t.is(answer.headers.get('content-type'), 'application/json; charset=utf-8', at);
  }
});

test('its files are not counted against anybody', async (t) => {
  for (let count = 0; count < 70; count += 1) t.is((await ask('/', { headers: HTML })).status, 200);
  t.is((await ask('/v1/changelog')).status, 200);
});

test('the mails of the machine are for a page of the machine alone', async (t) => {
  const folder = path.join(api.stack.dataDir, 'mail');
  mkdirSync(folder, { recursive: true });
  const mail = {
    at: '2026-03-02T08:00:00.000Z',
    kind: 'code',
    to: 'a@b.example',
    subject: 'Your code',
    text: '042137',
  };
  writeFileSync(
    path.join(folder, '20260302T080000000Z-0198c0de-0000-7000-8000-000000000001.json'),
    JSON.stringify(mail),
  );
  const own = await ask('/mailbox/mails');
  t.is(own.status, 200);
  t.is(own.headers.get('cache-control'), 'no-store');
  t.like(await own.json(), { mails: [{ to: 'a@b.example', text: '042137' }] });
  const { kind: _, ...shown } = mail;
  t.deepEqual(
    Object.keys(((await (await ask('/mailbox/mails')).json()) as { mails: object[] }).mails[0] ?? {}).sort(),
    ['mail_id', ...Object.keys(shown)].sort(),
  );
  const strangers: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of strangers)
    t.is((await ask('/mailbox/mails', { headers })).status, 404, JSON.stringify(headers));
});

test('without the setting, and where mail is sent, no mail is shown', async (t) => {
  const off = await api.beside('without', { hasSite: true });
  const sends = await api.beside('sends', {
    hasSite: true,
    env: { MAILBOX_PAGE: '1', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' },
  });
  for (const process of [off, sends]) {
    t.is((await fetch(`http://127.0.0.1:${process.port()}/mailbox/mails`)).status, 404);
    await process.stop();
  }
});
