import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programOf, projectRoot } from '../../infra/embedded/program.ts';

/** Runs an operator command as a process of its own, with these settings and no others. */
export async function runOps(words: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [programOf('infra/cli/main.ts'), ...words], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], ...env },
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}
