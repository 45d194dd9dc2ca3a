import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import {
  localMasterKeys,
  parseKeyRing,
  UnknownMasterKeyError,
  unwrapOne,
  wrapOne,
} from '../../../shared/crypto/master-keys.ts';
import { LOOK_EVERY_MS, ringFileMasterKeys } from '../../../shared/crypto/ring-file.ts';

/** How a running process follows its key ring file. The clock and the check against the database are the test's. */
const KEYS = { one: Buffer.alloc(32, 1).toString('base64'), two: Buffer.alloc(32, 2).toString('base64') };
const ringOf = (active: string, ...ids: (keyof typeof KEYS)[]): string =>
  JSON.stringify({ active, keys: Object.fromEntries(ids.map((id) => [id, KEYS[id]])) });
const key = new Uint8Array(32).fill(9);

async function followed(t: ExecutionContext) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'triage-ring-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'ring.json');
  /** As an operator's command does it: at once, and complete. */
  const put = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  put(ringOf('one', 'one'));
  const told: (string | null)[] = [];
  let nowMs = 0;
  let problem: Error | null = null;
  const masterKeys = await ringFileMasterKeys({
    file,
    check: () => (problem === null ? Promise.resolve() : Promise.reject(problem)),
    onChange: (error) => told.push(error && error.message),
    monotonicMs: () => nowMs,
  });
  return {
    file,
    put,
    told,
    masterKeys,
    later: () => (nowMs += LOOK_EVERY_MS),
    refuse: (error: Error | null) => (problem = error),
    active: async () => (await wrapOne(masterKeys, 'k', key)).masterId,
  };
}

test('another active key is used within a second', async (t) => {
  const { put, later, active, told, masterKeys } = await followed(t);
  const before = await wrapOne(masterKeys, 'k', key);
  put(ringOf('two', 'one', 'two'));
  t.is(await active(), 'one', 'nobody looks at the file for every key');
  later();
  t.deepEqual(await Promise.all([active(), active(), active()]), ['two', 'two', 'two']);
  t.deepEqual(await masterKeys.ids(), { active: 'two', known: ['one', 'two'] });
  t.deepEqual(await unwrapOne(masterKeys, 'k', before), key);
  later();
  t.is(await active(), 'two');
  t.deepEqual(told, [null], 'told once');
});

test('what another process has wrapped with a new key opens at once', async (t) => {
  const { put, masterKeys, told } = await followed(t);
  const text = ringOf('two', 'one', 'two');
  const wrapped = await wrapOne(localMasterKeys(parseKeyRing(text)), 'k', key);
  await t.throwsAsync(unwrapOne(masterKeys, 'k', wrapped), { instanceOf: UnknownMasterKeyError });
  put(text);
  t.deepEqual(await unwrapOne(masterKeys, 'k', wrapped), key);
  t.deepEqual(told, [null]);
});

test('a file that cannot be used changes nothing, is told of once, and is used as soon as it can be', async (t) => {
  const { put, later, active, told, file, refuse } = await followed(t);
  const afterALook = async (): Promise<string> => {
    later();
    return active();
  };
  put('{');
  t.is(await afterALook(), 'one');
  t.is(await afterALook(), 'one');
  rmSync(file);
  t.is(await afterALook(), 'one');
  t.deepEqual(told, ['the key ring is not valid JSON', 'MASTER_KEY_FILE cannot be read']);
  // The database was written with another key of that name, or cannot be asked.
  refuse(new Error('wrong master key'));
  put(ringOf('two', 'one', 'two'));
  t.is(await afterALook(), 'one');
  refuse(null);
  t.is(await afterALook(), 'two');
  t.deepEqual(told.slice(2), ['wrong master key', null]);
});

test('a file that cannot be used at the beginning is an error', async (t) => {
  const check = (): Promise<void> => Promise.resolve();
  const onChange = (): void => t.fail();
  await t.throwsAsync(ringFileMasterKeys({ file: '/nowhere/ring.json', check, onChange }), {
    message: 'MASTER_KEY_FILE cannot be read',
  });
});
