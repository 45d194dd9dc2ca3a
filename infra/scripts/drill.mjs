// npm run drill: the tests that have a larger size than `npm test` runs, at that size: generated calls at every operation,
// canaries through many lives and their erasure, a cluster of event stores that comes and goes, backup and restore,
// tampering with a long trail, and time travel through many sessions; and in a browser the page of the interface and the
// dashboard; at last the service on several hosts while things go wrong, and an update from the previous release and back. Takes
// about three quarters of an hour. `npm run drill -- tests/browser` runs these files alone, `npm run drill -- cluster` that of several hosts,
// `npm run drill -- upgrade` that of the update. What is drawn follows from a seed that is printed;
// DRILL_SEED=<seed> draws the same again.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { compiledName, ensureTestsBuilt } from './build.mjs';
import { binary } from './checks.mjs';
import { ensureDashboardBuilt } from './dashboard.mjs';
import { ensureChromium, ensureInstalled, root } from './install.mjs';

const ALL = [
  'tests/browser/*.drill.ts',
  'tests/dashboard/pages.test.ts',
  'tests/fuzz/**/*.test.ts',
  'tests/infra/deploy/*.drill.ts',
  'tests/e2e/canary.test.ts',
  'tests/faults/cluster.test.ts',
  'tests/faults/restore.test.ts',
  'tests/infra/audit/tampering.test.ts',
  'tests/query-api/history.test.ts',
  'tests/shared/event-log/cluster.test.ts',
];

/** Drills that have a name of their own. */
const NAMED = { cluster: 'tests/cluster/*.drill.ts', upgrade: 'tests/upgrade/*.drill.ts' };

const MAX_SEED = 2 ** 31;
const seed = process.env.DRILL_SEED ?? String(randomInt(MAX_SEED));
console.log(`DRILL_SEED=${seed}`);

ensureInstalled({ forDevelopment: true });
const chromium = ensureChromium();
await ensureTestsBuilt();
await ensureDashboardBuilt();
const chosen = process.argv.slice(2);
const toArgument = (name) => (name.startsWith('-') ? name : compiledName(NAMED[name] ?? name));

/** Resolves to the exit code of a run of these files and options. */
async function run(names) {
  const drill = spawn(binary('ava'), ['--timeout=60m', ...names.map(toArgument)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SOURCE_MAPS: '1', DRILL: 'full', CHROMIUM: chromium, DRILL_SEED: seed },
  });
  const [code] = await once(drill, 'close');
  return code ?? 1;
}

// Those measure how long callers wait, or whether they do: each by itself.
const runs = chosen.length > 0 ? [chosen] : [ALL, ...Object.keys(NAMED).map((name) => [name])];
for (const names of runs) process.exitCode = (await run(names)) || process.exitCode;
