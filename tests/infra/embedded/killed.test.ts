import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { processStart } from '../../../shared/lifecycle/process-identity.ts';
import { programOf } from '../../../infra/embedded/program.ts';
import { startInfrastructure } from '../../../infra/embedded/stack.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { until } from '../../support/until.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const fixture = programOf('tests/infra/embedded/fixtures/stack-process.ts');

const tempDir = () => mkdtempSync(path.join(os.tmpdir(), 'triage-killed-'));

async function runStack(dataDir: string, scratch = ''): Promise<{ child: ChildProcess; pids: number[] }> {
  const child = fork(fixture, [dataDir, scratch]);
  const [message] = (await once(child, 'message')) as [{ pids: number[] }];
  return { child, pids: message.pids };
}

const allGone = (pids: readonly number[]) => () => pids.every((pid) => processStart(pid) === undefined);

/** The watchdog is a child of the stack's process like any other (proc(5): parent id is field 4). */
function watchdogsOf(parent: number): number[] {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return ''; // any process of the machine may end between two looks
    }
  };
  return readdirSync('/proc')
    .filter((pid) => read(`/proc/${pid}/cmdline`).split('\0').includes('triage-watchdog'))
    .filter((pid) => read(`/proc/${pid}/stat`).includes(`) S ${parent} `))
    .map(Number);
}

test('when the parent is killed its processes end, and the scratch directory goes', async (t) => {
  const dataDir = tempDir();
  const { child, pids } = await runStack(dataDir, 'scratch');
  t.false(allGone(pids)());
  child.kill('SIGKILL');
  await t.notThrowsAsync(until('its processes are gone', 10_000, allGone(pids)));
  await t.notThrowsAsync(until('its directory is gone', 10_000, () => !existsSync(dataDir)));
});

test('a start right after a kill takes over, and so does one after the watchdog was killed as well', async (t) => {
  const dataDir = tempDir();
  const first = await runStack(dataDir);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await runStack(dataDir);
  t.true(allGone(first.pids)());
  for (const pid of watchdogsOf(second.child.pid!)) process.kill(pid, 'SIGKILL');
  second.child.kill('SIGKILL');
  await once(second.child, 'exit');
  t.false(allGone(second.pids)(), 'nobody ended what was left behind');

  const told: string[] = [];
  const third = await startInfrastructure({
    dataDir,
    logger,
    env: process.env,
    durable: false,
    tell: (line) => told.push(line),
  });
  t.deepEqual(told, ['ended what a killed run on this DATA_DIR had left behind']);
  t.true(allGone(second.pids)());
  await third.stop();
  t.deepEqual(
    readdirSync(dataDir).filter((name) => name.includes('lock')),
    [],
  );
  rmSync(dataDir, { recursive: true });
});
