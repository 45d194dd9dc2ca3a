import test from 'ava';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BackupRefusal, type Manifest } from '../../../infra/backup/manifest.ts';
import { runSchedule, type ScheduleOptions } from '../../../infra/backup/schedule.ts';
import { chainAt, verifyChain } from '../../../infra/backup/verify.ts';
import { startStack } from '../../support/stack.ts';

const stack = await startStack();
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-schedule-'));
test.after.always(async () => {
  rmSync(root, { recursive: true, force: true });
  await stack.stop();
});

const onProgress = (): void => undefined;
let seconds = 0;
/** Each run a second later: names are as exact as that. */
const optionsFor = (name: string): ScheduleOptions => ({
  root: path.join(root, name),
  fullEveryDays: 7,
  keepDays: 34,
  databaseUrl: stack.databaseUrl,
  eventStoreUrl: stack.eventStoreUrl,
  now: () => Promise.resolve(new Date(Date.now() + 1_000 * seconds)),
  onProgress,
});
const run = (name: string, options: Partial<ScheduleOptions> = {}) => {
  seconds += 2;
  return runSchedule({ ...optionsFor(name), ...options });
};
const nameOf = ({ folder }: { folder: string }): string => path.basename(folder);
const foldersIn = (name: string): string[] =>
  readdirSync(path.join(root, name), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();

/** Changes the manifest of a backup, and what those that go on from it say of it. */
function rewrite(name: string, folder: string, change: (manifest: Manifest) => void): void {
  const file = path.join(root, name, folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  change(manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(file, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  for (const child of foldersIn(name)) {
    const other = path.join(root, name, child, 'manifest.json');
    if (!existsSync(other)) continue;
    const { parent } = JSON.parse(readFileSync(other, 'utf8')) as Manifest;
    if (parent?.folder !== folder) continue;
    rewrite(name, child, (one) => (one.parent = { folder, sha256 }));
  }
}

const madeOlder = (name: string, folder: string, days: number): void =>
  rewrite(name, folder, (manifest) => {
    manifest.taken_at = new Date(Date.parse(manifest.taken_at) - days * 24 * 3_600_000).toISOString();
  });

test.serial('a full backup, then such that go on, then a full one again; chains go as a whole', async (t) => {
  const full = await run('usual');
  const part = await run('usual');
  t.deepEqual([full.since, part.since], [null, nameOf(full)]);
  t.regex(nameOf(full), /^\d{4}-\d\d-\d\dT\d{6}Z-full$/);
  t.regex(nameOf(part), /-part$/);
  madeOlder('usual', nameOf(full), 6);
  t.is((await run('usual')).since, nameOf(part), 'not due yet');
  madeOlder('usual', nameOf(full), 2);
  const second = await run('usual');
  t.deepEqual([second.since, second.deleted], [null, []]);
  t.is(foldersIn('usual').length, 4);
  // The parts are young, but what they need is too old: certificates of erasures promise its end.
  madeOlder('usual', nameOf(full), 26);
  const last = await run('usual');
  t.is(last.since, nameOf(second));
  t.is(last.deleted.length, 3);
  t.deepEqual(foldersIn('usual'), [nameOf(second), nameOf(last)].toSorted());
  const verified = await verifyChain(await chainAt(path.join(root, 'usual')), onProgress);
  t.like(verified, { folder: last.folder, backups: 2, manifest_sha256: last.manifest_sha256, position: 0 });
});

test.serial('what a killed run left is removed, what others put there is not', async (t) => {
  const folder = path.join(root, 'strange');
  for (const name of ['2026-11-29T100000Z-full', 'notes', '2026-11-29T110000Z-part']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  writeFileSync(path.join(folder, '2026-11-29T110000Z-part', 'manifest.json'), '{"format": 99}');
  const { deleted, unreadable, since } = await run('strange');
  t.deepEqual([deleted, unreadable, since], [['2026-11-29T100000Z-full'], ['2026-11-29T110000Z-part'], null]);
  t.true(existsSync(path.join(folder, 'notes')));
});

test.serial('a run that fails leaves nothing of its own, and deletes nothing', async (t) => {
  const full = await run('failing');
  madeOlder('failing', nameOf(full), 40);
  await t.throwsAsync(run('failing', { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }));
  t.deepEqual(foldersIn('failing'), [nameOf(full)]);
  const next = await run('failing');
  t.deepEqual([next.since, next.deleted], [null, []]);
  t.deepEqual((await run('failing')).deleted, [nameOf(full)]);
});

test.serial('a full one is taken where the chain is broken, or the log is another one since', async (t) => {
  const full = await run('broken');
  const part = await run('broken');
  rmSync(path.join(root, 'broken', nameOf(full)), { recursive: true });
  const anew = await run('broken');
  t.is(anew.since, null);
  t.deepEqual(foldersIn('broken'), [nameOf(part), nameOf(anew)].toSorted());
  rewrite('broken', nameOf(anew), (manifest) => (manifest.log!.events = 5));
  const other = await run('broken');
  t.is(other.since, null);
  t.is(foldersIn('broken').length, 3);
});

test.serial('one run at a time, and a chain outlives the next full backup', async (t) => {
  const both = await Promise.allSettled([run('twice'), run('twice')]);
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  t.is(refused.length, 1);
  t.true(refused[0] instanceof BackupRefusal);
  t.regex(refused[0]?.message ?? '', /folder of backups .* is in use/);
  await t.throwsAsync(run('twice', { keepDays: 7 }), { instanceOf: BackupRefusal, message: /for longer/ });
});

const DAY_MS = 24 * 3_600_000;

test.serial(
  'a clock that jumps deletes nothing: the age of a backup is that between two of the same clock',
  async (t) => {
    const full = await run('clock');
    const part = await run('clock');
    const far = await run('clock', { now: () => Promise.resolve(new Date(Date.now() + 400 * DAY_MS)) });
    t.deepEqual([far.since, far.deleted], [null, []]);
    t.deepEqual(foldersIn('clock'), [nameOf(full), nameOf(part), nameOf(far)].toSorted());
  },
);

test.serial('a clock of the database that jumps ahead deletes nothing in its first run', async (t) => {
  const full = await run('jump');
  const part = await run('jump');
  // What stands there is as old as the jump is long.
  for (const one of [full, part]) madeOlder('jump', nameOf(one), 400);
  const far = await run('jump');
  t.deepEqual([far.since, far.deleted], [null, []]);
  t.deepEqual(foldersIn('jump'), [nameOf(full), nameOf(part), nameOf(far)].toSorted());
});

test.serial('no backup goes on from one of a time when the clock was ahead', async (t) => {
  const full = await run('ahead');
  const ahead = await run('ahead');
  madeOlder('ahead', nameOf(ahead), -400);
  const next = await run('ahead');
  t.deepEqual([next.since, next.deleted, next.dated_ahead], [nameOf(full), [], [nameOf(ahead)]]);
});

test.serial('the log is not left out of a folder of backups that hold it', async (t) => {
  const full = await run('with-log');
  await t.throwsAsync(run('with-log', { eventStoreUrl: null }), {
    instanceOf: BackupRefusal,
    message: /hold the log: leave out --without-log/,
  });
  t.deepEqual(foldersIn('with-log'), [nameOf(full)]);
});

test.serial('the chain of the backup that was just taken stays, whatever its age', async (t) => {
  const full = await run('own-chain');
  madeOlder('own-chain', nameOf(full), 40);
  const part = await run('own-chain', { now: () => Promise.resolve(new Date(Date.now() - 40 * DAY_MS)) });
  t.deepEqual([part.since, part.deleted], [nameOf(full), []]);
});

test.serial('a run removes nothing that it has not made: a name that is taken is refused', async (t) => {
  const at = new Date(Date.now() + 3_600_000);
  const now = (): Promise<Date> => Promise.resolve(at);
  const full = await run('taken', { now });
  const part = await run('taken', { now });
  await t.throwsAsync(run('taken', { now }), { instanceOf: BackupRefusal, message: /is there already/ });
  t.deepEqual(foldersIn('taken'), [nameOf(full), nameOf(part)].toSorted());
  t.true(existsSync(path.join(part.folder, 'manifest.json')));
});
