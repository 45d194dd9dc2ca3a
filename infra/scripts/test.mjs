// npm test: installs what is missing, then runs the static checks beside the tests. The last line is
// "N passed, N failed"; a static check that fails counts as one failure. `npm test -- tests/domain` runs the test files
// there alone, without the static checks, which `npm run check` runs alone. `--timings` shows where the time went.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { compiledName, ensureTestsBuilt } from './build.mjs';
import { ensureDashboardBuilt } from './dashboard.mjs';
import { binary, runChecks } from './checks.mjs';
import { ensureChromium, ensureInstalled, root } from './install.mjs';
import { measurePhases, printTimings, timingsFile } from './timings.mjs';

const progressEveryMs = 10_000;
/** No test takes so long. */
const stalledAfterMs = 300_000;

/**
 * Shows failures as they come, with their details, and counts; passed tests are only counted. Calls `onStalled` when
 * nothing has come for long.
 */
function followTap(stream, onStalled) {
  const count = { passed: 0, failed: 0 };
  let isShowing = false;
  let lastResultMs = performance.now();
  const progress = setInterval(() => {
    console.log(`... ${count.passed} passed, ${count.failed} failed`);
    if (performance.now() - lastResultMs > stalledAfterMs) onStalled();
  }, progressEveryMs);
  createInterface({ input: stream }).on('line', (line) => {
    const result = /^(not )?ok \d+ ?-?/.exec(line);
    const isPlan = /^(TAP version|1\.\.\d+|# (tests|pass|fail|skip|todo))/.test(line);
    if (result) {
      lastResultMs = performance.now();
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

/** Ends the test files that run; ava counts each as failed, with its name, and goes on with the others. */
function killChildren(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  for (const child of children.filter(Boolean)) {
    try {
      process.kill(Number(child), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

const memoryFolder = '/dev/shm';
const memoryNeeded = 4 * 1024 ** 3;

/**
 * Where tests put their data directories: in memory where there is room, since making and removing the files of a
 * Postgres cluster is a third of the processor time of a test file on disk. Tests kill processes, not the machine, so
 * nothing that they show rests on a disk.
 */
function temporaryFolder() {
  const given = process.env.TMPDIR;
  if (given !== undefined) return given;
  if (!existsSync(memoryFolder)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > memoryNeeded && os.freemem() > memoryNeeded ? memoryFolder : os.tmpdir();
}

/** Where the tests in a browser are. */
const inBrowser = ['tests/dashboard', 'tests/infra/data/answers.test.ts'];
const needsBrowser = (chosen) =>
  chosen.length === 0 ||
  chosen.some((name) => inBrowser.some((place) => name.startsWith(place) || place.startsWith(name)));

/** Runs ava, on all test files or on those that are named. A run that fails without a failed test counts as one. */
async function runTests(chosen) {
  const files = chosen.map((name) => (name.startsWith('-') ? name : compiledName(name)));
  const ava = spawn(binary('ava'), ['--tap', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(chosen.length > 0 && { SOURCE_MAPS: '1' }),
      ...(needsBrowser(chosen) && { CHROMIUM: ensureChromium() }),
      TEST_TIMINGS: timingsFile(),
      TMPDIR: temporaryFolder(),
    },
  });
  const count = followTap(ava.stdout, () => killChildren(ava.pid));
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

/** Whether all tests were compiled; says why not. */
async function compileTests() {
  try {
    await ensureTestsBuilt();
    await ensureDashboardBuilt();
    return true;
  } catch (error) {
    console.log(`the tests cannot be compiled: ${error.message}`);
    return false;
  }
}

async function main(args) {
  const chosen = args.filter((arg) => !['--checks', '--timings'].includes(arg));
  const onlyChecks = args.includes('--checks');
  const { measured, phases } = measurePhases();
  await measured('install', () => ensureInstalled({ forDevelopment: true }));
  const checking =
    onlyChecks || chosen.length === 0
      ? measured('static checks', () => runChecks({ besideTests: !onlyChecks }))
      : 0;
  if (onlyChecks) {
    process.exitCode = (await checking) > 0 ? 1 : 0;
    return;
  }
  const isCompiled = await measured('compile', compileTests);
  const { passed, failed } = isCompiled
    ? await measured('tests', () => runTests(chosen))
    : { passed: 0, failed: 1 };
  const allFailed = failed + (await checking);
  if (args.includes('--timings')) printTimings(phases);
  console.log(`\n${passed} passed, ${allFailed} failed`);
  process.exitCode = allFailed > 0 ? 1 : 0;
}

await main(process.argv.slice(2));
