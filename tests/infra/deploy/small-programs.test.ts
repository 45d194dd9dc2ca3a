import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { loadKeyRing } from '../../../shared/crypto/master-keys.ts';
import { natsServer } from '../../../shared/config/nats-url.ts';
import { deployFile, readDeployFile } from '../../support/deploy-files.ts';
import { listen } from '../../support/listening.ts';

/* The two programs of infra/deploy: the probe of a container, and what makes the secrets of compose.yaml. */

let isReady = true;
const server = createServer((request, response) => {
  response.writeHead(request.url === '/live' || isReady ? 200 : 503).end();
});
const port = await listen(server);
const elsewhere = createServer((_request, response) => response.writeHead(200).end());
elsewhere.listen(0, '127.0.0.2');
await once(elsewhere, 'listening');
test.after.always(() => {
  server.close();
  elsewhere.close();
});

const run = (program: string, args: string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [deployFile(program), ...args], { env });
    child.once('close', (code) => resolve(code ?? -1));
  });

test.serial('the probe exits with 0 where the process answers 200, else with 1', async (t) => {
  const probe = (...args: string[]) => run('probe.mjs', args, { METRICS_PORT: String(port) });
  t.deepEqual([await probe(), await probe('/ready')], [0, 0]);
  isReady = false;
  t.deepEqual([await probe(), await probe('/ready')], [0, 1]);
  t.is(await run('probe.mjs', [], { METRICS_PORT: '1' }), 1);
});

test.serial('the probe asks where the process listens', async (t) => {
  const probe = (host: string, at: number) =>
    run('probe.mjs', [], { METRICS_HOST: host, METRICS_PORT: String(at) });
  const there = (elsewhere.address() as AddressInfo).port;
  t.is(await probe('127.0.0.2', there), 0);
  t.is(await probe('127.0.0.1', there), 1);
  for (const all of ['', '0.0.0.0', '::']) t.is(await probe(all, port), 0);
});

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test('the secrets of compose.yaml are made once, each where it is read, and fit one another', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'secrets-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [service, servers] = ['service', 'servers'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  t.is(await run('compose/secrets.mjs', [service, servers]), 0);
  const read = (place: string, name: string): string => readFileSync(path.join(place, name), 'utf8');
  const all = () =>
    [service, servers].map((place) => readdirSync(place).map((name) => [name, read(place, name)]));

  const compose = readDeployFile('compose.yaml');
  const named = (mount: string): string[] => [
    ...new Set([...compose.matchAll(new RegExp(`${mount}/([\\w.-]+)`, 'g'))].map(([, name = '']) => name)),
  ];
  t.deepEqual(readdirSync(service).toSorted(), named('/var/lib/triage/secrets').toSorted());
  t.deepEqual(readdirSync(servers).toSorted(), named('/run/servers').toSorted());

  t.is((await loadKeyRing({ masterKeyFile: path.join(service, 'master-keys.json') })).keys.size, 1);
  t.is(new URL(read(service, 'database-url')).password, read(servers, 'postgres-password'));
  const { user, pass } = natsServer(read(service, 'nats-url')) as { user?: string; pass?: string };
  t.true(read(servers, 'nats.conf').includes(`{ user: ${user}, password: "${pass}" }`));
  t.deepEqual(
    ['database-url', 'nats-url', 'master-keys.json'].map((name) => modeOf(path.join(service, name))),
    ['400', '400', '600'],
  );

  const before = all();
  t.is(await run('compose/secrets.mjs', [service, servers]), 0);
  t.deepEqual(all(), before);
});
