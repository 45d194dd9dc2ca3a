import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { isPinned, isSetting, readDeployFile } from '../../support/deploy-files.ts';

const text = readDeployFile('Dockerfile');
const instructions = DockerfileParser.parse(text).getInstructions();
const lastFrom = instructions.findLastIndex((one) => one.getKeyword() === 'FROM');
const lastStage = instructions.slice(lastFrom);
const all = (stage: readonly Instruction[], keyword: string): string[] =>
  stage.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '');

test('the linter of Docker files has nothing to say', (t) => {
  t.deepEqual(validate(text), []);
  t.true(validate('FROM debian\nRUM x\n').length > 0);
});

test('each stage begins with an image of one version', (t) => {
  const images = all(instructions, 'FROM').map((one) => one.split(' ')[0] ?? '');
  t.true(images.length >= 2);
  t.deepEqual(
    images.filter((image) => !isPinned(image)),
    [],
  );
});

test('Node of the image is one that the project names', (t) => {
  const nvm = readFileSync(path.join(projectRoot, '.nvmrc'), 'utf8').trim();
  t.regex(all(instructions, 'FROM')[0] ?? '', new RegExp(`^node:${nvm}\\.`));
});

test('the last stage installs nothing, and runs as nobody in particular', (t) => {
  t.notRegex(all(lastStage, 'RUN').join('\n'), /npm|apt|yarn|curl|wget/);
  t.deepEqual(all(lastStage, 'USER'), ['10001:10001']);
  t.notRegex(all(lastStage, 'COPY').join('\n'), /node_modules\/npm/);
  t.is(all(lastStage, 'HEALTHCHECK').length, 1);
});

test('what it names of the project is there', (t) => {
  const named = [
    ...lastStage
      .map((one) => one.getArgumentsContent() ?? '')
      .join('\n')
      .matchAll(/"([^"]+\.m?js)"/g),
  ];
  const sources = named.map(([, name = '']) => name.replace(/^build\/(.*)\.js$/, '$1.ts'));
  t.deepEqual(sources, ['infra/deploy/probe.mjs', 'infra/cli/main.ts']);
  for (const source of sources) t.true(existsSync(path.join(projectRoot, source)), source);
});

test('its variables are settings', (t) => {
  const names = all(lastStage, 'ENV').flatMap((one) =>
    one.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );
  t.true(names.length > 0);
  t.deepEqual(
    names.filter((name) => !isSetting(name)),
    [],
  );
});

test('packages that it leaves out are dependencies of the project', (t) => {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const left = [...text.matchAll(/dependencies\.(@?[\w/.-]+)/g)].map(([, name = '']) => name);
  t.true(left.length > 5);
  t.deepEqual(
    left.filter((name) => !(name in manifest.dependencies)),
    [],
  );
});

const ENTRIES = [
  'command-api/main.ts',
  'query-api/main.ts',
  'projectors/main.ts',
  'command-api/reactors/main.ts',
  'webhook-dispatcher/main.ts',
  'infra/cli/main.ts',
];
const IMPORT = /(?:from|import) ?\(?'([^']+)'/g;

/** The modules that the programs of the image consist of, with the packages that they ask for. */
function reached(): { modules: Set<string>; packages: Set<string> } {
  const modules = new Set(ENTRIES);
  const packages = new Set<string>();
  for (const file of modules) {
    const source = readFileSync(path.join(projectRoot, file), 'utf8');
    for (const [, name = ''] of source.matchAll(IMPORT)) {
      if (!name.startsWith('.')) packages.add(name);
      else if (name.endsWith('.ts')) modules.add(path.posix.join(path.posix.dirname(file), name));
    }
  }
  return { modules, packages };
}

test('no program of the image needs what stays out of it', (t) => {
  const { modules, packages } = reached();
  t.true(modules.size > 300);
  const lines = readFileSync(path.join(projectRoot, '.dockerignore'), 'utf8').split('\n');
  const letIn = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  // All else stays out, whatever lies beside the sources: keys, data, tests.
  t.is(
    lines.find((line) => line !== '' && !line.startsWith('#')),
    '*',
  );
  t.false(letIn.includes('tests'));
  t.deepEqual(
    letIn.filter((name) => !existsSync(path.join(projectRoot, name))),
    [],
  );
  const isLetIn = (file: string): boolean =>
    letIn.some((name) => file.startsWith(`${name}/`)) &&
    (!file.startsWith('infra/deploy/') || letIn.includes(file));
  t.deepEqual(
    [...modules].filter((file) => !isLetIn(file)),
    [],
  );
  const left = [...text.matchAll(/dependencies\.(@?[\w/.-]+)/g)].map(([, name = '']) => name);
  t.deepEqual(
    left.filter((name) => [...packages].some((one) => one === name || one.startsWith(`${name}/`))),
    [],
  );
});
