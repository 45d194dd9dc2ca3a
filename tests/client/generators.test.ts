import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { interfaceDocument } from '../../shared/api/document.ts';
import { GENERATORS, programFor } from './generated-programs.ts';

/** Clients that partners generate: by the commands of the guide, compiled in strict mode together with a program. */
const root = path.resolve(import.meta.dirname, '../..');
const installed = (name: string): string => path.join(root, 'node_modules', name);
const guide = readFileSync(path.join(root, 'docs/partner/clients.md'), 'utf8');
const typeScript = /^## TypeScript$([^]*?)^## /m.exec(guide)?.[1] ?? '';
const folder = mkdtempSync(path.join(os.tmpdir(), 'generated-clients-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

/** The files to compile beside what a generator writes; the guide's own example is for the first of them. */
const filesFor = (generator: string): Record<string, string> => ({
  ...programFor(generator),
  ...(generator === GENERATORS[0] && { 'example.ts': /```ts\n([^]*?)```/.exec(guide)?.[1] ?? '' }),
});

type Command = { packages: string[]; program: string; args: string[] };

/** `npx -p package@version … program arguments`, with the folder that it writes to. */
const commands = new Map(
  [...typeScript.matchAll(/^npx ((?:-p \S+ )+)(\S+) (.+)$/gm)].map(
    ([, packages = '', program = '', rest = '']) => {
      const args = rest.split(' ');
      const output = args[args.findIndex((arg) => ['-o', '--output'].includes(arg)) + 1] ?? '';
      const command: Command = { packages: packages.trim().split(/ ?-p /).filter(Boolean), program, args };
      return [output.split('/')[0] ?? '', command];
    },
  ),
);

const run = async (program: string, args: string[], cwd: string): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return stdout + stderr;
};

const COMPILER = [
  installed('typescript-7/bin/tsc'),
  '--ignoreConfig',
  '--noEmit',
  '--strict',
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'],
  ...['--lib', 'es2022,dom,dom.iterable', '--types', ''],
];

test('the guide names the generators that are tried here', (t) => {
  t.deepEqual([...commands.keys()].toSorted(), GENERATORS.toSorted());
});

test('the guide names the versions that are tried here', (t) => {
  for (const named of [...commands.values()].flatMap(({ packages }) => packages)) {
    const name = named.slice(0, named.lastIndexOf('@'));
    const { version } = JSON.parse(readFileSync(installed(`${name}/package.json`), 'utf8')) as {
      version: string;
    };
    t.is(named, `${name}@${version}`);
  }
});

/** What a generator says of the description, and what the compiler says of the program with its code. */
type Verdict = { said: string; errors: string };

async function generate(generator: string): Promise<string> {
  const command = commands.get(generator);
  if (!command) throw new Error(`the guide has no command for ${generator}`);
  const project = path.join(folder, generator);
  mkdirSync(project);
  writeFileSync(path.join(project, 'openapi.json'), JSON.stringify(interfaceDocument()));
  const said = await run(installed(`.bin/${command.program}`), command.args, project);
  for (const [name, text] of Object.entries(filesFor(generator)))
    writeFileSync(path.join(project, name), text);
  return said;
}

const verdicts = new Map<string, Verdict>();
test.before(async () => {
  symlinkSync(installed(''), path.join(folder, 'node_modules'));
  const said = await Promise.all(GENERATORS.map(generate));
  // One run for all: most of its time goes into the declarations of the browser.
  const programs = GENERATORS.flatMap((name) => Object.keys(filesFor(name)).map((file) => `${name}/${file}`));
  const lines = (await run(process.execPath, [...COMPILER, ...programs], folder)).split('\n');
  const errors = lines.filter((line) => line !== '');
  for (const [index, name] of GENERATORS.entries()) {
    const own = errors.filter((line) => line.startsWith(`${name}/`) || !line.includes('error TS'));
    verdicts.set(name, { said: said[index] ?? '', errors: own.join('\n') });
  }
});

for (const generator of GENERATORS) {
  test(`what ${generator} makes of the description compiles in strict mode, with the right types`, (t) => {
    const verdict = verdicts.get(generator);
    t.notRegex(verdict?.said ?? '', /warn|error/i);
    t.is(verdict?.errors, '');
  });
}
