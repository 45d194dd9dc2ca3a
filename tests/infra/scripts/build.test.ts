import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const node = (...args: string[]) => run(process.execPath, args, { cwd: root });
const build = () => node('infra/scripts/build.mjs');
const stamp = path.join(root, 'build/sources.sha256');

test.serial('each file is compiled to one of its own, whose imports are compiled files', async (t) => {
  await build();
  const compiled = readFileSync(path.join(root, 'build/infra/cli/main.js'), 'utf8');
  const imports = [...compiled.matchAll(/from "(\.[^"]+)"/g)].map(([, name = '']) => name);
  t.true(imports.length > 5);
  for (const name of imports) t.true(existsSync(path.resolve(root, 'build/infra/cli', name)), name);
});

test.serial('nothing is compiled again where nothing changed', async (t) => {
  await build();
  const { mtimeMs } = statSync(stamp);
  await build();
  t.is(statSync(stamp).mtimeMs, mtimeMs);
});

test.serial('what was compiled from other sources is compiled anew', async (t) => {
  await build();
  const digest = readFileSync(stamp, 'utf8');
  writeFileSync(stamp, 'of other sources');
  await build();
  t.is(readFileSync(stamp, 'utf8'), digest);
});

test.serial('what was compiled from a source that is gone goes', async (t) => {
  await build();
  const gone = path.join(root, 'build/infra/scripts/gone.js');
  mkdirSync(path.dirname(gone), { recursive: true });
  writeFileSync(gone, '');
  writeFileSync(stamp, 'of other sources');
  await build();
  t.false(existsSync(gone));
});

test.serial('a compiled program finds the files that stand beside its source', async (t) => {
  // It reads the knowledge base.
  const { stdout } = await node('infra/scripts/run.mjs', 'infra/bench/stack/engine-start.ts');
  const { ms } = JSON.parse(stdout) as { ms: number };
  t.true(ms > 0);
});
