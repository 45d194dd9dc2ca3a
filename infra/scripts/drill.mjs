// npm run drill: the tests that throw generated calls at every operation, at full size. Takes about half an hour.
import { spawn } from 'node:child_process';
import { binary } from './checks.mjs';
import { ensureNatsServer, ensureNode, ensureNodeModules, root } from './install.mjs';

const CALLS_PER_OPERATION = '2000';

ensureNode();
ensureNodeModules();
ensureNatsServer();
const drill = spawn(binary('ava'), ['--timeout=60m', 'tests/fuzz/**/*.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: CALLS_PER_OPERATION },
});
drill.on('close', (code) => {
  process.exitCode = code ?? 1;
});
