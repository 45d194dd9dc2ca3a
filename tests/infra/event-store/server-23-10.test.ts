import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { programOf, projectRoot } from '../../../infra/embedded/program.ts';

/*
 * The contract suite once more, as against a real server: EVENTSTORE_URL names a process that behaves as EventStoreDB
 * 23.10 does where the embedded store does not. What is only about sizes is the same there.
 */

const CONTRACT = 'tests/infra/event-store/contract';

/** Exit code and output of ava over the suite. */
function runSuite(url: string): Promise<{ code: number; output: string }> {
  const ava = path.join(projectRoot, 'node_modules/ava/entrypoints/cli.mjs');
  const files = readdirSync(path.join(projectRoot, CONTRACT))
    .filter((name) => name !== 'size.test.ts')
    .map((name) => path.join('build', CONTRACT, name.replace(/\.ts$/, '.js')));
  const env = { PATH: process.env['PATH'], EVENTSTORE_URL: url };
  const options = { cwd: projectRoot, env, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [ava, '--tap', '--concurrency', '1', ...files],
      options,
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

test('the contract suite holds with a server that behaves as EventStoreDB 23.10', async (t) => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'event-store-23-10-'));
  const server = fork(programOf('tests/infra/event-store/fixtures/server-23-10.ts'), [directory]);
  const exited = once(server, 'exit');
  t.teardown(async () => {
    server.kill('SIGKILL');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const { code, output } = await runSuite(`esdb://127.0.0.1:${port}?tls=false`);
  const passed = output.match(/^ok \d+/gm)?.length ?? 0;
  t.is(code, 0, output);
  t.true(passed > 100, `${passed} passed`);
});
