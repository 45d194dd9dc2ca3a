import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { lockDataDir, openDataDir } from '../../../infra/embedded/data-dir.ts';
import { bootId, processStart } from '../../../shared/lifecycle/process-identity.ts';
import { settleMasterKeys } from '../../../infra/embedded/secrets.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'triage-dir-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

const self = { pid: process.pid, boot_id: bootId(), started: processStart(process.pid) };
const unusedPid = 4_190_000;

const stale: [string, string][] = [
  ['of a process that has ended', JSON.stringify({ ...self, pid: unusedPid })],
  ['of an earlier boot', JSON.stringify({ ...self, boot_id: 'another' })],
  ['of a process whose number another one has now', JSON.stringify({ ...self, started: '1' })],
  ['that a crash of the machine cut short', '{"pid":'],
];
for (const [index, [what, content]] of stale.entries()) {
  test(`a lock ${what} is taken over`, (t) => {
    const dir = openDataDir(path.join(root, String(index)));
    const lock = path.join(dir.root, 'stack.lock');
    writeFileSync(lock, content);
    const unlock = lockDataDir(dir);
    t.deepEqual(JSON.parse(readFileSync(lock, 'utf8')), self);
    unlock();
    t.false(existsSync(lock));
  });
}

test('a lock of a living process is respected', (t) => {
  const dir = openDataDir(path.join(root, 'alive'));
  const unlock = lockDataDir(dir);
  t.throws(() => lockDataDir(dir), {
    name: 'StartupError',
    message: /is in use by process \d+: stop that one first/,
  });
  unlock();
  lockDataDir(dir)();
});

test('a directory that cannot be made is told in one line', (t) => {
  writeFileSync(path.join(root, 'file'), '');
  t.throws(() => openDataDir(path.join(root, 'file/inside')), {
    name: 'StartupError',
    message: /cannot be created \(ENOTDIR\): set DATA_DIR to a directory of yours$/,
  });
});

test('a key ring of the operator is used, must be there, and may be rotated', async (t) => {
  const dir = openDataDir(path.join(root, 'ring'));
  const given = path.join(root, 'operator.json');
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  const write = (keys: Record<string, string>) =>
    writeFileSync(given, JSON.stringify({ active: Object.keys(keys)[0], keys }));
  const settle = () => settleMasterKeys(dir, { given, tell: (line) => t.fail(line) });

  await t.throwsAsync(settle(), { message: `master key file ${given} is missing: check MASTER_KEY_FILE` });
  write({ a: key(1) });
  t.is(await settle(), given);
  write({ b: key(2), a: key(1) });
  await settle();
  write({ b: key(2) });
  await settle();
  write({ c: key(3) });
  await t.throwsAsync(settle(), { message: /^wrong master key: / });
});

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

/** Files and folders of an installation that everybody may read. */
function makeWide(name: string) {
  const dir = openDataDir(path.join(root, name));
  const inside = (...names: string[]): string => path.join(dir.root, ...names);
  for (const folder of ['nats/stream', 'mail', 'erasures', 'evidence/audit'])
    mkdirSync(inside(folder), { recursive: true });
  const files = [
    'secrets/nats',
    'logs/api.log',
    'nats/stream/1.blk',
    'mail/1.json',
    'evidence/audit/evidence.json',
    'demo.json',
    'demo.begun',
  ].map((file) => inside(file));
  for (const file of files) writeFileSync(file, '');
  const folders = [
    'secrets',
    'logs',
    'nats',
    'nats/stream',
    'mail',
    'erasures',
    'evidence',
    'evidence/audit',
  ].map((folder) => inside(folder));
  for (const file of files) chmodSync(file, 0o666);
  for (const folder of [...folders, dir.root]) chmodSync(folder, 0o777);
  return { root: dir.root, inside, files, folders };
}

test('a directory that was made with wider rights is closed to other users', (t) => {
  const wide = makeWide('wide');
  writeFileSync(wide.inside('stack.lock'), '');
  writeFileSync(wide.inside('installation.json.new'), '');
  mkdirSync(wide.inside('postgres'), { mode: 0o750 });
  const outside = path.join(root, 'outside');
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  symlinkSync(outside, wide.inside('secrets', 'link'));
  openDataDir(wide.root);
  t.deepEqual(
    [wide.root, ...wide.folders].map(modeOf),
    [wide.root, ...wide.folders].map(() => '700'),
  );
  t.deepEqual(
    wide.files.map(modeOf),
    wide.files.map(() => '600'),
  );
  t.is(modeOf(outside), '644', 'what a link leads to is not of the installation');
  t.is(modeOf(wide.inside('postgres')), '750', 'Postgres keeps its own folder closed');
});

test('a directory that holds other things as well keeps its mode, and the parts of the installation are closed', (t) => {
  const wide = makeWide('home');
  const other = wide.inside('public_html');
  mkdirSync(other);
  chmodSync(other, 0o755);
  chmodSync(wide.root, 0o755);
  openDataDir(wide.root);
  t.is(modeOf(wide.root), '755');
  t.is(modeOf(other), '755');
  t.deepEqual(
    wide.folders.map(modeOf),
    wide.folders.map(() => '700'),
  );
});
