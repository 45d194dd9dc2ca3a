import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import test from 'ava';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { readPage } from '../../docs/pages.ts';
import {
  deployFile,
  isPinned,
  isSetting,
  problemOfArguments,
  readDeployFile,
  readYaml,
} from '../../support/deploy-files.ts';

type Mount = { type: string; source: string; target: string };
type ComposeService = {
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: Mount[];
  networks?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  cap_drop?: string[];
};
type Compose = {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
};

const [compose] = readYaml<Compose>(readDeployFile('compose.yaml')) as [Compose];
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('triage:'));

/** The specification of compose, which the linter brings. */
const schema = JSON.parse(
  readFileSync(path.join(projectRoot, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'),
) as object;
const ajv = new Ajv({ strict: false, validateFormats: false });
const isCompose = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });

test('it is what the schema of compose allows', (t) => {
  t.true(isCompose(compose), JSON.stringify(isCompose.errors));
  t.false(isCompose({ services: { proxy: { imagee: 'x' } } }));
});

/** Exits with another code than 0 where it finds an error. */
const lint = (...options: string[]): Promise<unknown> => {
  const linter = path.join(projectRoot, 'node_modules/.bin/dclint');
  return promisify(execFile)(process.execPath, [linter, '--quiet', deployFile('compose.yaml'), ...options]);
};

test('the linter of compose files finds no error', async (t) => {
  // One service builds the image, and gives it the name under which the others use it.
  await t.notThrowsAsync(lint('--disable-rule', 'no-build-and-image'));
  await t.throwsAsync(lint());
});

test('every image is of one version', (t) => {
  t.deepEqual(
    services.filter(([, { image }]) => !isPinned(image)).map(([name]) => name),
    [],
  );
});

test('what a service names is there', (t) => {
  for (const [name, service] of services) {
    for (const { type, source } of service.volumes ?? []) {
      t.true(type === 'bind' || source in compose.volumes, `${name}: ${source}`);
    }
    for (const network of service.networks ?? []) t.true(network in compose.networks, `${name}: ${network}`);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      t.true(other in compose.services, `${name}: ${other}`);
      const isProbed = compose.services[other]?.healthcheck?.test !== undefined;
      t.true(condition !== 'service_healthy' || isProbed, `${name} waits for ${other}, which has no probe`);
    }
  }
});

test('each process of the project runs, with settings that exist, and can write nowhere but in its volumes', (t) => {
  for (const [name, service] of ours) {
    for (const setting of Object.keys(service.environment ?? {}))
      t.true(isSetting(setting), `${name}: ${setting}`);
    const command = service.entrypoint?.slice(1) ?? service.command ?? [];
    t.is(problemOfArguments(command), null, name);
    t.true(service.read_only, name);
    t.deepEqual(service.cap_drop, ['ALL'], name);
  }
  const programs = ours.flatMap(([, { command }]) => command?.find((one) => one.startsWith('build/')) ?? []);
  for (const one of [
    'command-api',
    'query-api',
    'projectors',
    'command-api/reactors',
    'webhook-dispatcher',
  ]) {
    t.true(programs.includes(`build/${one}/main.js`), one);
  }
});

test('extracts are in one volume for the process that writes them and the one that hands them out', (t) => {
  for (const name of ['projectors', 'query-api', 'command-api']) {
    const { environment, volumes } = compose.services[name] ?? {};
    t.is(environment?.['DATA_DIR'], '/var/lib/triage/data', name);
    t.true(
      volumes?.some(({ source, target }) => source === 'data' && target === '/var/lib/triage/data'),
      name,
    );
  }
});

test('the proxy alone is reached from outside, from this machine only', (t) => {
  t.deepEqual(
    services.filter(([, { ports }]) => ports !== undefined).map(([name, { ports }]) => [name, ports]),
    [['proxy', ['127.0.0.1:8080:8080']]],
  );
  t.true(compose.networks['inside']?.internal);
  for (const name of ['postgres', 'nats', 'eventstore'])
    t.deepEqual(compose.services[name]?.networks, ['inside'], name);
});

test('Postgres keeps values out of its log, as the page about it says', (t) => {
  const [, block = ''] =
    /## Keep values out[^]*?```text\n([^]*?)```/.exec(readPage('docs/operator/distributed.md')) ?? [];
  const wanted = block
    .trim()
    .split('\n')
    .map((line) => `-c${line.replace(' = ', '=')}`);
  t.is(wanted.length, 8);
  t.deepEqual(
    wanted.filter((one) => !compose.services['postgres']?.command?.includes(one)),
    [],
  );
});
