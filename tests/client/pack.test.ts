import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { WEBHOOK_EVENT_NAMES } from '../../domain/webhook-subscription/events.ts';

/** The package as a partner gets it: packed, installed into an empty project, compiled against and run there. */
const root = path.resolve(import.meta.dirname, '../..');
const installed = (name: string): string => path.join(root, 'node_modules', name);
const folder = mkdtempSync(path.join(os.tmpdir(), 'client-package-'));
const project = path.join(folder, 'project');
const inProject = (name: string, text: string): void => writeFileSync(path.join(project, name), text);
let published: string[];

type Packages = Record<string, string>;
type Manifest = { version: string; dependencies: Packages };
const manifestIn = (place: string): Manifest =>
  JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')) as Manifest;

const run = (cwd: string, command: string, args: string[]) =>
  promisify(execFile)(command, args, { cwd }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
  });

test.before(async () => {
  published = await pack();
  await install();
});
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

const tarball = path.join(folder, 'client.tgz');

/** Packs a copy that stands beside nothing of the service; the names of the files that are in the tarball. */
async function pack(): Promise<string[]> {
  const source = path.join(folder, 'source');
  cpSync(path.join(root, 'client'), source, { recursive: true });
  symlinkSync(installed(''), path.join(source, 'node_modules'));
  const options = ['--json', '--foreground-scripts=false', `--pack-destination=${folder}`];
  const { stdout } = await run(source, 'npm', ['pack', ...options]);
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  renameSync(path.join(folder, filename), tarball);
  return files.map((file) => file.path);
}

/** Installs the tarball. The packages that it declares come from our own node_modules: no registry is asked. */
async function install(): Promise<void> {
  const packages = ['openapi-fetch', 'openapi-typescript-helpers'];
  const overrides = Object.fromEntries(packages.map((name) => [name, `file:${installed(name)}`]));
  mkdirSync(project);
  inProject('package.json', JSON.stringify({ private: true, type: 'module', overrides }));
  const options = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run(project, 'npm', ['install', ...options, tarball]);
}

test('what is published is what partners need, and nothing else', (t) => {
  const modules = ['client', 'events', 'query-lists', 'schema', 'webhooks/events', 'webhooks/verify'];
  t.deepEqual(
    published.toSorted(),
    [
      'README.md',
      'audit/proof.mjs',
      'audit/verify.mjs',
      'package.json',
      'postman.json',
      'webhooks/vectors.json',
      ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
      ...WEBHOOK_EVENT_NAMES.map((name) => `webhooks/schemas/${name}.json`),
    ].toSorted(),
  );
});

test('its version is that of the service, and it declares the packages that it is tested with', (t) => {
  const [own, service] = [manifestIn(path.join(root, 'client')), manifestIn(root)];
  t.is(own.version, service.version);
  t.deepEqual(own.dependencies, { 'openapi-fetch': service.dependencies['openapi-fetch'] });
});

const PROGRAM = `
import { createTriageClient, type components } from 'clinical-triage-client';
import { verifyWebhook, type WebhookEvent } from 'clinical-triage-client/webhooks';
import vectors from 'clinical-triage-client/webhooks/vectors.json' with { type: 'json' };

export async function callOf(baseUrl: string) {
  const client = createTriageClient({ baseUrl, apiKey: 'svc_test_key' });
  const { data, error, response } = await client.GET('/v1/sessions/{session_id}/state', {
    params: { path: { session_id: 'a b' } },
  });
  const level: components['schemas']['SessionState']['triage_level'] | undefined = data?.triage_level;
  return { status: response.status, level, code: error?.error.code };
}

/** Of each shipped vector what should come of it, and what does. */
export const verdicts = () =>
  vectors.cases.flatMap(({ name, secrets, now, body, headers, expect }) =>
    (['svc', 'standard'] as const).map((scheme) => {
      const given = { secrets, body, headers, schemes: [scheme], now: () => new Date(now * 1_000) };
      const verdict = verifyWebhook(given);
      return { name, expected: expect[scheme].ok, ok: verdict.ok, flag: verdict.ok ? flagOf(verdict.event) : null };
    }),
  );

const flagOf = (event: WebhookEvent): string | null =>
  event.type === 'red_flag.detected' ? event.data.flag : null;

// @ts-expect-error: an event has no other types
export const isOther = (event: WebhookEvent): boolean => event.type === 'red_flag.lost';
`;

type Program = {
  callOf: (baseUrl: string) => Promise<{ status: number; level?: string; code?: string }>;
  verdicts: () => { name: string; expected: boolean; ok: boolean; flag: string | null }[];
};

test('a program and the examples of its README compile against it in strict mode, and run', async (t) => {
  const readme = readFileSync(path.join(project, 'node_modules/clinical-triage-client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, text = '']) => text);
  t.is(examples.length, 3);
  const programs = {
    'program.ts': PROGRAM,
    'first-call.ts': examples[0]!,
    'follow.ts': examples[1]!,
    'receive.ts': examples[2]!,
  };
  for (const [name, text] of Object.entries(programs)) inProject(name, text);
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--resolveJsonModule'];
  await run(project, installed('.bin/tsc'), [...options, ...Object.keys(programs)]);
  const program = (await import(pathToFileURL(path.join(project, 'program.js')).href)) as Program;

  const verdicts = program.verdicts();
  t.true(verdicts.length > 20);
  for (const { name, expected, ok } of verdicts) t.is(ok, expected, name);
  t.is(verdicts[0]?.flag, 'rf_new_confusion');

  const asked: unknown[] = [];
  const server = createServer(({ method, url, headers: { authorization } }, response) => {
    asked.push({ method, url, authorization });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"triage_level":"urgent"}');
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const answer = await program.callOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.deepEqual(answer, { status: 200, level: 'urgent', code: undefined });
  const expected = { method: 'GET', url: '/v1/sessions/a%20b/state', authorization: 'Bearer svc_test_key' };
  t.deepEqual(asked, [expected]);
});

test('the audit verifier runs as a command of the package', async (t) => {
  const empty = mkdtempSync(path.join(folder, 'export-'));
  const error = await t.throwsAsync(run(project, 'node_modules/.bin/verify-audit-export', [empty]));
  t.regex(error.message, /BROKEN: public-keys\.json is missing/);
});
