import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { proxyMap } from '../../../infra/openapi/proxy-map.ts';
import type { RoutingEntry } from '../../../infra/openapi/routing-table.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { readDeployFile } from '../../support/deploy-files.ts';

const table = JSON.parse(
  readFileSync(path.join(projectRoot, 'infra/openapi/routes.json'), 'utf8'),
) as RoutingEntry[];
const map = readDeployFile('proxy/routes.map');
const entries = map
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));

/** As map_reg chooses: the first expression that fits, else what the configuration names. */
const backendOf = (method: string, target: string): string =>
  entries.find(([pattern = '']) => new RegExp(pattern).test(`${method} ${target}`))?.[1] ?? 'query-api';

const example = (route: string): string =>
  route.replace(/\{[a-z0-9_]+\}/g, '018f4b1e-7c2a-7000-8000-0123456789ab');

test('the map is what the routing table makes', (t) => {
  t.is(map, proxyMap(table));
  t.true(entries.every((entry) => entry.length === 2 && entry[1] === 'command-api'));
});

test('every route goes to the API that serves it', (t) => {
  t.true(table.length > 50);
  for (const { method, path: route, app } of table)
    t.is(backendOf(method, example(route)), app, `${method} ${route}`);
});

test('another method of a path goes to an API that has the path', (t) => {
  for (const { path: route } of table) {
    const apps = new Set(table.filter(({ path: other }) => other === route).map(({ app }) => app));
    for (const method of ['OPTIONS', 'TRACE']) {
      t.true((apps as Set<string>).has(backendOf(method, example(route))), `${method} ${route}`);
    }
  }
});

test('everything else goes to the one that serves the dashboard', (t) => {
  for (const target of ['/', '/assets/x.js', '/v1/docs', '/v1/nothing'])
    t.is(backendOf('GET', target), 'query-api');
});

test('a path that both have, or may have by a parameter, is shared by method', (t) => {
  const entry = (method: string, route: string, app: RoutingEntry['app']): RoutingEntry => ({
    method,
    path: route,
    pattern: `^${route.replace(/\{[a-z_]+\}/g, '[^/]+')}$`,
    app,
  });
  const made = proxyMap([
    entry('POST', '/a', 'command-api'),
    entry('PUT', '/a', 'command-api'),
    entry('GET', '/a', 'query-api'),
    entry('DELETE', '/b/{id}', 'command-api'),
    entry('GET', '/b/list', 'query-api'),
    entry('POST', '/c/{id}/d', 'command-api'),
  ]);
  t.deepEqual(made.split('\n').slice(2), [
    String.raw`^(POST|PUT)\x20/a$ command-api`,
    String.raw`^(DELETE)\x20/b/[^/]+$ command-api`,
    String.raw`^[A-Z]+\x20/c/[^/]+/d$ command-api`,
    '',
  ]);
});

test('the proxy listens where its environment says; probes and metrics are not for callers', (t) => {
  const binds = [...readDeployFile('proxy/haproxy.cfg').matchAll(/^ +bind (\S+)/gm)].map(
    ([, place]) => place,
  );
  t.deepEqual(binds, [
    '"${LISTEN_ADDRESS}:8080"',
    '"${LISTEN_ADDRESS}:8443"',
    '"${OPERATIONS_ADDRESS-127.0.0.1}:8405"',
  ]);
});
