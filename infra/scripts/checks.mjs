// The static checks of npm test, each a program of node_modules/.bin.
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { service } from './build.mjs';
import { root } from './install.mjs';

/** Longest first. */
const checks = [
  { name: 'oxlint', args: ['--deny-warnings', '--report-unused-disable-directives'] },
  {
    name: 'tsc',
    args: ['-p', '.', '--noEmit', '--pretty', 'false'],
    program: 'node_modules/typescript-7/bin/tsc',
  },
  {
    name: 'tsc of the dashboard',
    args: ['-p', 'dashboard', '--noEmit', '--pretty', 'false'],
    program: 'node_modules/typescript-7/bin/tsc',
  },
  {
    name: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...service, 'dashboard', 'tests'],
  },
  { name: 'knip', args: ['--no-progress'] },
  { name: 'oxfmt', args: ['--check', '.'] },
  {
    name: 'knowledge format',
    args: ['infra/scripts/run.mjs', 'infra/knowledge-format/main.ts', '--check'],
    program: process.execPath,
  },
];

const checkTimeoutMs = 5 * 60_000;

export const binary = (name) => path.join(root, 'node_modules/.bin', name);

function runCheck({ name, args, program = `node_modules/.bin/${name}` }, inBackground) {
  const startedAt = performance.now();
  const child = spawn(path.resolve(root, program), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: checkTimeoutMs,
  });
  if (inBackground && child.pid !== undefined)
    os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    const done = (passed, why = '') => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`\n== ${name}: ${passed ? 'ok' : 'FAILED'} (${seconds} s)${why}`);
      if (!passed) process.stdout.write(Buffer.concat(output));
      resolve(passed);
    };
    child.on('error', (error) => done(false, ` could not run: ${error.code}`));
    child.on('close', (code, signal) => done(code === 0, signal ? ` ended by ${signal}` : ''));
  });
}

/**
 * Runs all checks and returns the number that failed: as many at once as there are cores (at most 4, they need memory), or
 * one at a time and behind everything else where tests run beside them.
 */
export async function runChecks({ besideTests = false } = {}) {
  const waiting = [...checks];
  let failed = 0;
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await runCheck(check, besideTests))) failed += 1;
  };
  const atOnce = besideTests ? 1 : Math.min(4, os.availableParallelism());
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}
