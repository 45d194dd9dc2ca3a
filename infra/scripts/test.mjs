// npm test: installs what is missing, then runs the static checks and the tests. The last line is
// "N passed, N failed"; a static check that fails counts as one failure.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { binary, runChecks } from './checks.mjs';
import { ensureNatsServer, ensureNode, ensureNodeModules, root } from './install.mjs';

const progressEveryMs = 10_000;

/** Shows failures as they come, with their details, and counts; passed tests are only counted. */
function followTap(stream) {
  const count = { passed: 0, failed: 0 };
  let isShowing = false;
  const progress = setInterval(
    () => console.log(`... ${count.passed} passed, ${count.failed} failed`),
    progressEveryMs,
  );
  createInterface({ input: stream }).on('line', (line) => {
    const result = /^(not )?ok \d+ ?-?/.exec(line);
    const isPlan = /^(TAP version|1\.\.\d+|# (tests|pass|fail|skip|todo))/.test(line);
    if (result) {
      const isLeftOut = /# (SKIP|TODO)\b/i.test(line);
      isShowing = result[1] !== undefined && !isLeftOut;
      if (isShowing) count.failed += 1;
      else if (!isLeftOut) count.passed += 1;
    }
    if (isPlan) isShowing = false;
    if (isShowing) console.log(line);
  });
  stream.on('close', () => clearInterval(progress));
  return count;
}

/** Runs ava; arguments of `npm test -- ...` choose test files. A run that fails without a failed test counts as one. */
async function runTests(args) {
  console.log('\n== ava');
  const ava = spawn(binary('ava'), ['--tap', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const count = followTap(ava.stdout);
  const code = await new Promise((resolve) => {
    ava.on('error', () => resolve(1));
    ava.on('close', resolve);
  });
  if (code !== 0 && count.failed === 0) {
    console.log(`ava ended with exit code ${code}`);
    count.failed = 1;
  }
  return count;
}

ensureNode();
ensureNodeModules();
ensureNatsServer();
const failedChecks = await runChecks();
if (process.argv.includes('--checks')) {
  process.exitCode = failedChecks > 0 ? 1 : 0;
} else {
  const { passed, failed } = await runTests(process.argv.slice(2));
  console.log(`\n${passed} passed, ${failed + failedChecks} failed`);
  process.exitCode = failed + failedChecks > 0 ? 1 : 0;
}
