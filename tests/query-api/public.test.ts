import { readFileSync } from 'node:fs';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { getChangelog } from '../../query-api/public/changelog.ts';
import { renderMarkdown } from '../../query-api/public/docs/markdown.ts';
import { docsRoutes } from '../../query-api/public/docs/routes.ts';
import { prefersMarkdown } from '../../query-api/public/negotiation.ts';
import { parseChangelog } from '../../query-api/public/parse-changelog.ts';
import { serviceVersion } from '../../shared/api/version.ts';
import { interfaceDocument } from '../../shared/api/document.ts';
import { describeRoutes } from '../../shared/http/openapi-route.ts';
import { INFO, start } from '../shared/http/support.ts';
import { fetchDescribed } from '../support/described.ts';

const server = await start({ routes: [getChangelog(), ...docsRoutes(interfaceDocument)] });
test.after.always(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetchDescribed(`http://127.0.0.1:${server.port}${path}`, { headers });

/** Without what fetch does to a path and to packed bytes. */
const rawGet = (
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; encoding: string | undefined; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const request = http.get({ port: server.port, path, headers }, (answer) => {
      const { statusCode = 0, headers: received } = answer;
      buffer(answer).then(
        (bytes) => resolve({ status: statusCode, encoding: received['content-encoding'], bytes }),
        reject,
      );
    });
    request.on('error', reject);
  });

test.afterEach((t) => {
  t.deepEqual(server.mismatches, []);
});

test.serial('the changelog is JSON, and Markdown for who asks for it', async (t) => {
  const file = readFileSync('CHANGELOG.md', 'utf8');
  for (const accept of ['*/*', 'application/json', 'text/html', 'text/markdown;q=0', 'nonsense;;,']) {
    const answer = await get('/v1/changelog', { accept });
    t.is(answer.headers.get('content-type'), 'application/json; charset=utf-8', accept);
    t.is(answer.headers.get('vary'), 'Accept, Origin');
    const { entries } = (await answer.json()) as { entries: { version: string; sections: unknown[] }[] };
    t.is(entries.length, [...file.matchAll(/^## /gm)].length);
    t.is(entries[0]?.version, 'unreleased');
    t.true(entries.every(({ sections }) => sections.length > 0));
  }
  for (const accept of ['text/markdown', 'text/markdown, */*;q=0.8', 'TEXT/Markdown; charset=utf-8']) {
    const answer = await get('/v1/changelog', { accept });
    t.is(answer.headers.get('content-type'), 'text/markdown; charset=utf-8', accept);
    t.is(answer.headers.get('vary'), 'Accept, Origin');
    t.is(await answer.text(), file);
  }
});

test('one status may come in two forms, and the description says so', (t) => {
  const { paths } = describeRoutes([getChangelog(), ...docsRoutes(interfaceDocument)], INFO) as {
    paths: Record<string, { get: { responses: { 200: { content: object } }; security: unknown[] } }>;
  };
  const typesOf = (path: string) => Object.keys(paths[path]?.get.responses[200].content ?? {});
  t.deepEqual(typesOf('/v1/changelog'), ['application/json', 'text/markdown; charset=utf-8']);
  t.deepEqual(typesOf('/v1/docs'), ['text/html; charset=utf-8']);
  t.deepEqual(typesOf('/v1/docs/{page}'), ['text/html; charset=utf-8']);
  t.deepEqual(typesOf('/v1/docs/assets/{file}'), [
    'text/javascript; charset=utf-8',
    'text/css; charset=utf-8',
    'image/svg+xml',
  ]);
  t.deepEqual(paths['/v1/docs']?.get.security, []);
});

test('weights decide between Markdown and JSON', (t) => {
  const cases: [accept: string | null, markdown: boolean][] = [
    [null, false],
    ['', false],
    ['text/*', false],
    ['text/markdown', true],
    ['application/json, text/markdown', false],
    ['application/json;q=0.5, text/markdown;q=0.6', true],
    ['application/json;q=0.6, text/markdown;q=0.5', false],
    ['text/markdown;q=2', false],
  ];
  for (const [accept, markdown] of cases) t.is(prefersMarkdown(accept), markdown, accept ?? 'none');
});

const CHANGES = `# Changelog

Free text.

## [Unreleased]

## [1.2.0] - 2026-03-04

### Added

- One thing
  in two lines.
- Another.

### Security

- A third.
`;

test('a changelog is read by version, kind and change', (t) => {
  t.deepEqual(parseChangelog(CHANGES), [
    { version: 'unreleased', date: null, sections: [] },
    {
      version: '1.2.0',
      date: '2026-03-04',
      sections: [
        { kind: 'added', changes: ['One thing in two lines.', 'Another.'] },
        { kind: 'security', changes: ['A third.'] },
      ],
    },
  ]);
});

test('a changelog that cannot be told is named by its line', (t) => {
  const broken: [from: string, to: string, line: number][] = [
    ['## [1.2.0] - 2026-03-04', '## 1.2.0', 7],
    ['## [1.2.0] - 2026-03-04', '## [1.2.0]', 7],
    ['## [Unreleased]', '## [Unreleased] - 2026-03-04', 5],
    ['### Added', '### News', 9],
    ['- One thing', 'One thing', 11],
    ['### Added\n', '', 10],
  ];
  for (const [from, to, line] of broken) {
    const error = t.throws(() => parseChangelog(CHANGES.replace(from, to)), undefined, to);
    t.regex(error.message, new RegExp(`line ${line}:`), to);
  }
});

const linksOf = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);

const PAGES = [
  'index',
  'quickstart',
  'interview',
  'webhooks',
  'errors',
  'limits',
  'sandbox',
  'versions',
  'changelog',
];

for (const name of PAGES) {
  test.serial(`the page ${name} runs nothing, and each of its links answers 200`, async (t) => {
    const answer = await get(`/v1/docs/${name}`);
    t.is(answer.status, 200);
    t.is(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    t.is(answer.headers.get('x-frame-options'), 'DENY');
    t.notRegex(answer.headers.get('content-security-policy') ?? '', /unsafe|https?:|\*/);
    const html = await answer.text();
    t.notRegex(html, /<(script|style|iframe|img)|style=|\son[a-z]+=|javascript:/i);
    t.is(html.match(/<h1/g)?.length, 1);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    t.is(new Set(ids).size, ids.length);
    t.true(html.includes(`<a href="/v1/docs/${name}" aria-current="page">`));
    for (const other of PAGES) t.true(html.includes(`<a href="/v1/docs/${other}"`), other);
    for (const url of new Set(linksOf(html))) {
      if (url.startsWith('https://')) continue;
      t.regex(url, /^(#|\/v1\/docs)/, 'a link to a file of the repository');
      const [path = '', anchor] = url.split('#');
      const linked = path === '' ? html : await linkedPage(path);
      t.true(anchor === undefined || linked.includes(` id="${anchor}"`), url);
    }
  });
}

const fetched = new Map<string, string>();

/** The text behind a path; fails where it is not answered with 200. */
async function linkedPage(path: string): Promise<string> {
  const known = fetched.get(path);
  if (known !== undefined) return known;
  const answer = await get(path);
  if (answer.status !== 200) throw new Error(`${path} is answered with ${answer.status}`);
  const text = await answer.text();
  fetched.set(path, text);
  return text;
}

test.serial('a page that is not on the list is a 404 in the envelope of every error', async (t) => {
  const names = [
    'README.md',
    'README',
    'runbook',
    '..%2f..%2fREADME.md',
    '%2e%2e',
    'constructor',
    '__proto__',
  ];
  for (const name of names) {
    const { status, bytes } = await rawGet(`/v1/docs/${name}`, {});
    t.is(status, 404, name);
    const { error } = JSON.parse(bytes.toString()) as { error: { code: string } };
    t.is(error.code, 'not_found', name);
  }
  t.is((await rawGet(`/v1/docs/${'a'.repeat(101)}`, {})).status, 422);
});

test('Markdown becomes HTML without scripts, and links lead where they are told to', (t) => {
  const linkTo = (href: string): string | null => (href === 'a.md' ? '/v1/docs/a' : null);
  const { title, html } = renderMarkdown(
    '# A `code` title\n\n## What, then?\n\n[one](a.md) [two](../b.md) <b onclick="x()">\n\n[three](javascript:alert(1))',
    linkTo,
  );
  t.is(title, 'A code title');
  t.true(html.includes('<h2 id="what-then">'));
  t.true(html.includes('<p><a href="/v1/docs/a">one</a> two &lt;b onclick'));
  t.true(html.includes('[three](javascript:alert(1))'));
  t.true(renderMarkdown('# A\n\n| B |\n|--:|\n| 1 |', linkTo).html.includes('<td class="right">1</td>'));
  t.throws(() => renderMarkdown('no heading', linkTo));
});

test('the version is the same everywhere', async (t) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { entries } = (await (await get('/v1/changelog')).json()) as { entries: { version: string }[] };
  t.is(entries.find((entry) => entry.version !== 'unreleased')?.version, version);
  t.is(serviceVersion, version);
  const { info } = interfaceDocument() as { info: { version: string } };
  t.is(info.version, version);
});

test('no package may run an install script that calls home', (t) => {
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  t.false(allowScripts['@scarf/scarf']);
});
