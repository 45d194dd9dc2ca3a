import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook-subscription/events.ts';
import { clientFiles } from '../../../infra/openapi/client-files.ts';
import { routingTable } from '../../../infra/openapi/routing-table.ts';
import { describeInterface } from '../../../infra/openapi/document.ts';
import { interfaceDocument } from '../../../shared/api/document.ts';
import { lintOpenApi } from '../../support/redocly.ts';
import { sentHeaders } from './sent-headers.ts';

const files = await clientFiles();
const { command, query, document } = await describeInterface();

for (const { path: file, text } of files) {
  test(`${path.basename(file)} is what the routes give: else run npm run generate`, async (t) => {
    t.true((await readFile(file, 'utf8')) === text);
  });
}

test('the description is clean under the linter’s recommended rules', async (t) => {
  const leftOut = [
    // The contract's own paths: `/v1/admin/webhooks/deliveries/{id}` beside `/v1/admin/webhooks/{id}/rotate`. Fixed
    // segments win over placeholders.
    'no-ambiguous-paths',
    // Single sign-on answers with redirects alone.
    'operation-2xx-response',
  ];
  t.deepEqual(await lintOpenApi(JSON.stringify(document), leftOut), []);
});

test('every operation has a tag that is explained', (t) => {
  const { paths, tags } = document as {
    paths: Record<string, Record<string, { tags: string[] }>>;
    tags: { name: string; description: string }[];
  };
  const known = new Set(tags.map(({ name }) => name));
  const used = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation.tags),
  );
  t.deepEqual(
    used.filter((tag) => !known.has(tag)),
    [],
  );
});

test('every webhook is described with the headers that a delivery carries', (t) => {
  type Webhook = { post: { parameters: { $ref: string }[] } };
  const { webhooks } = document as { webhooks: Record<string, Webhook> };
  const sent = Object.keys(sentHeaders());
  const own = sent.filter((name) => !['Content-Type', 'User-Agent'].includes(name)).toSorted();
  t.deepEqual(Object.keys(webhooks), [...WEBHOOK_EVENT_NAMES, 'WebhookEvent']);
  for (const [name, { post }] of Object.entries(webhooks)) {
    const described = post.parameters.map(({ $ref }) => $ref.slice('#/components/parameters/'.length));
    t.deepEqual(described.toSorted(), own, name);
  }
});

test('the routing table sends every path of the description to the app that has its route, and to one only', (t) => {
  const table = routingTable({ command, query });
  for (const { method, path: route, app } of table) {
    const concrete = route.replace(/\{[a-z0-9_]+\}/g, '018f4b1e-7c2a-7000-8000-0123456789ab');
    const takers = table.filter(
      (entry) => entry.method === method && new RegExp(entry.pattern).test(concrete),
    );
    t.deepEqual([...new Set(takers.map((taker) => taker.app))], [app], `${method} ${route}`);
  }
});

type Described = {
  paths: Record<
    string,
    Record<
      string,
      {
        deprecated?: boolean;
        tags: string[];
        parameters: { name?: string; deprecated?: boolean }[];
        requestBody?: { required: boolean };
        responses: Record<string, unknown>;
      }
    >
  >;
};

test('what is on its way out is marked, and nothing beside it', (t) => {
  const { paths } = document as Described;
  const marked = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ deprecated, parameters }) => [
      ...(deprecated === true ? [path] : []),
      ...parameters.filter((each) => each.deprecated === true).map(({ name }) => `${path}?${name ?? ''}`),
    ]),
  );
  t.deepEqual(marked.toSorted(), [
    '/v1/admin/team/{member_id}/role?role',
    '/v1/admin/tier?tier',
    '/v1/auth/invite',
  ]);
  t.true(paths['/v1/admin/tier']?.['put']?.requestBody?.required);
  t.deepEqual(paths['/v1/health']?.['get']?.tags, ['Deprecated']);
  const removed = paths['/v1/auth/invite']?.['post'];
  t.is(removed?.requestBody, undefined);
  t.deepEqual(
    Object.keys(removed?.responses ?? {}).filter((status) => status < '400' || status === '410'),
    ['410'],
  );
});

test('the address of the installation, where it is known, is the first server', (t) => {
  type Served = { servers: { url: string }[]; info: { contact: { name: string; url?: string } } };
  const served = interfaceDocument('https://triage.example') as Served;
  t.deepEqual(
    served.servers.map(({ url }) => url),
    ['https://triage.example', '/'],
  );
  t.is(served.info.contact.url, 'https://triage.example/v1/docs/index');
  const unknown = interfaceDocument() as Served;
  t.deepEqual(
    unknown.servers.map(({ url }) => url),
    ['/'],
  );
  t.is(unknown.info.contact.url, undefined);
});
