import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LOCK_FILE, lockDirectory, type LockParts } from '../../../shared/files/directory-lock.ts';
import { until } from '../../support/until.ts';

const HERE = 'host boot pid:[1]';

/** A directory, and a lock that tells its place, its waits and its beats. */
function setup(t: ExecutionContext) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'triage-test-lock-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const file = path.join(directory, LOCK_FILE);
  const beats = new Set<() => void>();
  const waits: number[] = [];
  let seconds = 0;
  const partsOf = (place: string, whileWaiting: () => void | Promise<void> = () => undefined): LockParts => ({
    place: () => Promise.resolve(place),
    wait: async (ms) => {
      waits.push(ms);
      await whileWaiting();
    },
    every: (_ms, work) => {
      beats.add(work);
      return () => void beats.delete(work);
    },
    now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, (seconds += 1))),
  });
  const lock = (parts: LockParts, onLost?: () => void) =>
    lockDirectory(directory, 'the folder', onLost, parts);
  return { file, beats, waits, partsOf, lock };
}

/** A lock of another container: its pid 1 is a process here as well, but not that one. */
const foreign = JSON.stringify({
  pid: 1,
  started: '1',
  token: 'foreign',
  place: 'host boot pid:[2]',
  host: 'pod-1',
});

test('a holder in another container that touches its lock keeps it, though its pid says nothing here', async (t) => {
  const { file, waits, partsOf, lock } = setup(t);
  writeFileSync(file, foreign);
  const touch = (): void => utimesSync(file, new Date(0), new Date(1_000));
  await t.throwsAsync(lock(partsOf(HERE, touch)), {
    name: 'StartupError',
    message: 'the folder is in use by process 1 on pod-1, or in another container',
  });
  t.deepEqual(waits, [10_000]);
  t.is(readFileSync(file, 'utf8'), foreign);
});

test('one that does not is gone: a container that was killed starts again on its volume', async (t) => {
  const { file, waits, partsOf, lock } = setup(t);
  writeFileSync(file, foreign);
  const unlock = await lock(partsOf(HERE));
  t.deepEqual(waits, [10_000]);
  t.like(JSON.parse(readFileSync(file, 'utf8')), { place: HERE, pid: process.pid });
  await unlock();
  t.false(existsSync(file));
});

test('a process that can be seen here is asked itself, without a wait', async (t) => {
  const { file, waits, partsOf, lock } = setup(t);
  const unlock = await lock(partsOf(HERE));
  await t.throwsAsync(lock(partsOf(HERE)), { message: `the folder is in use by process ${process.pid}` });
  await unlock();
  writeFileSync(file, JSON.stringify({ pid: 1, started: 'of another', token: 'dead', place: HERE }));
  await (
    await lock(partsOf(HERE))
  )();
  writeFileSync(file, JSON.stringify({ pid: 1, started: 'of another', token: 'of an older version' }));
  await (
    await lock(partsOf(HERE))
  )();
  t.deepEqual(waits, []);
});

test('a process that has ended and was not collected yet holds no lock', async (t) => {
  const { file, waits, partsOf, lock } = setup(t);
  // The shell becomes a program that never asks for the end of the process that it has started.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => parent.kill('SIGKILL'));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  const stat = (): string[] =>
    readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
  const started = stat()[19];
  await until('its end', 10_000, () => stat()[0] === 'Z');
  writeFileSync(file, JSON.stringify({ pid, started, token: 'dead', place: HERE }));
  const unlock = await lock(partsOf(HERE));
  t.like(JSON.parse(readFileSync(file, 'utf8')), { pid: process.pid });
  await unlock();
  t.deepEqual(waits, []);
});

test('a holder touches its lock until it lets go, and never that of one who took it over', async (t) => {
  const { file, beats, partsOf, lock } = setup(t);
  const unlock = await lock(partsOf(HERE));
  const [beat = () => undefined] = beats;
  const touched = (second: number) => (): boolean =>
    statSync(file).mtimeMs === Date.UTC(2026, 0, 1, 0, 0, second);
  const elsewhere = 'host boot pid:[2]';
  const refused = lock(
    partsOf(elsewhere, async () => {
      beat();
      await until('the touch', 10_000, touched(1));
    }),
  );
  await t.throwsAsync(refused, { message: /in use by process \d+ on .*, or in another container$/ });

  const unlockOther = await lock(partsOf(elsewhere));
  const before = statSync(file).mtimeMs;
  beat();
  await unlock();
  t.is(statSync(file).mtimeMs, before);
  t.is(beats.size, 1);
  await unlockOther();
  t.deepEqual([beats.size, existsSync(file)], [0, false]);
});

test('a holder that stood still, and whose lock was taken over, is told so with its next beat', async (t) => {
  const { file, beats, partsOf, lock } = setup(t);
  let lost = 0;
  const unlock = await lock(partsOf(HERE), () => (lost += 1));
  const [beat = () => undefined] = beats;
  beat();
  await until('the touch', 10_000, () => statSync(file).mtimeMs === Date.UTC(2026, 0, 1, 0, 0, 1));
  t.is(lost, 0);
  const unlockOther = await lock(partsOf('host boot pid:[2]'));
  beat();
  await until('the loss', 10_000, () => lost === 1);
  await unlock();
  await unlockOther();
});
