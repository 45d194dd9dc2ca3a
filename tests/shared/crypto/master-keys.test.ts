import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import {
  loadKeyRing,
  localMasterKeys,
  parseKeyRing,
  singleKeyRing,
  UnknownMasterKeyError,
  type WrappedKey,
} from '../../../shared/crypto/master-keys.ts';
import { TamperedError } from '../../../shared/crypto/seal.ts';

const base64 = (fill: number, size = 32): string => Buffer.alloc(size, fill).toString('base64');
const OLD = base64(0xc1);
const NEW = base64(0xd2);
const ring = (value: unknown): string => JSON.stringify(value);

test('a ring names its active key', (t) => {
  const parsed = parseKeyRing(ring({ active: 'new', keys: { old: OLD, new: NEW } }));
  t.is(parsed.active, 'new');
  t.deepEqual(
    [...parsed.keys],
    [
      ['old', new Uint8Array(32).fill(0xc1)],
      ['new', new Uint8Array(32).fill(0xd2)],
    ],
  );
});

test('a ring that cannot be right is told in one clear line without key material', (t) => {
  const hex = Buffer.alloc(32, 0xc1).toString('hex');
  const base64url = Buffer.alloc(32, 0xfb).toString('base64url');
  const wrong: [string, RegExp][] = [
    ['', /not valid JSON/],
    [`{"active": "old", "keys": {"old": "${OLD}"`, /not valid JSON/],
    [OLD, /not valid JSON/],
    [ring(null), /must hold "active" and "keys"/],
    [ring(OLD), /must hold "active" and "keys"/],
    [ring([OLD]), /must hold "active" and "keys"/],
    [ring({ keys: { old: OLD } }), /must hold "active" and "keys"/],
    [ring({ active: 'old' }), /must hold "active" and "keys"/],
    [ring({ active: '', keys: { '': OLD } }), /must hold "active" and "keys"/],
    [ring({ active: 'old', keys: { old: 5 } }), /must hold "active" and "keys"/],
    [ring({ active: 'old', keys: { old: base64url } }), /must hold "active" and "keys"/],
    [ring({ active: 'old', keys: { old: OLD, new: base64(0xd2, 16) } }), /master key new is not 32 bytes/],
    [ring({ active: 'old', keys: { old: base64(0xc1, 33) } }), /master key old is not 32 bytes/],
    [ring({ active: 'old', keys: { old: hex } }), /master key old is not 32 bytes/],
    [ring({ active: 'old', keys: { old: '' } }), /master key old is not 32 bytes/],
    [ring({ active: 'new', keys: { old: OLD } }), /active master key is not in the key ring/],
    [ring({ active: 'old', keys: {} }), /active master key is not in the key ring/],
    [ring({ active: 'toString', keys: { old: OLD } }), /active master key is not in the key ring/],
    // Id and key exchanged: an id is told, so nothing that may be a key is taken for one.
    [ring({ active: 'main', keys: { [OLD]: 'main' } }), /ids/],
    [ring({ active: 'main', keys: { [hex]: 'main' } }), /ids/],
    [ring({ active: OLD, keys: { [OLD]: NEW } }), /ids/],
  ];
  for (const [text, message] of wrong) {
    const error = t.throws(() => parseKeyRing(text), { message });
    t.notRegex(error.message, /\n/);
    for (const secret of [OLD, NEW, hex, base64url]) {
      t.false(error.message.includes(secret.slice(0, 8)), `${error.message} holds key material`);
    }
  }
});

test('a single key is named by its digest, so that a wrong one is noticed', async (t) => {
  const one = singleKeyRing(OLD);
  t.regex(one.active, /^env-[0-9a-f]{12}$/);
  t.is(singleKeyRing(OLD).active, one.active);
  t.not(singleKeyRing(NEW).active, one.active);
  for (const wrong of ['', base64(1, 31), base64(1, 33), Buffer.alloc(32, 0xc1).toString('hex')]) {
    const error = t.throws(() => singleKeyRing(wrong), { message: 'MASTER_KEY must be 32 bytes in base64' });
    t.is(error.cause, undefined);
  }
  const wrapped = await localMasterKeys(one).wrap('k', new Uint8Array(32));
  await t.throwsAsync(localMasterKeys(singleKeyRing(NEW)).unwrap('k', wrapped), {
    instanceOf: UnknownMasterKeyError,
    message: new RegExp(one.active),
  });
});

test('the ring comes from the environment or from a file', async (t) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'triage-ring-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'ring.json');
  writeFileSync(file, ring({ active: 'old', keys: { old: OLD } }));
  t.is((await loadKeyRing({ masterKeyFile: file })).active, 'old');
  t.is((await loadKeyRing({ masterKey: NEW, masterKeyFile: file })).active, singleKeyRing(NEW).active);
  await t.throwsAsync(loadKeyRing({}), { message: 'set MASTER_KEY or MASTER_KEY_FILE' });
  await t.throwsAsync(loadKeyRing({ masterKeyFile: path.join(dir, 'none.json') }), {
    message: 'MASTER_KEY_FILE cannot be read',
  });
});

test('a wrapped key unwraps under its own id with a ring that holds its master, also after a rotation', async (t) => {
  const key = new Uint8Array(32).fill(9);
  const before = localMasterKeys(parseKeyRing(ring({ active: 'old', keys: { old: OLD } })));
  const during = localMasterKeys(parseKeyRing(ring({ active: 'new', keys: { old: OLD, new: NEW } })));
  const after = localMasterKeys(parseKeyRing(ring({ active: 'new', keys: { new: NEW } })));

  const wrapped = await before.wrap('key-1', key);
  t.is(wrapped.masterId, 'old');
  t.false(Buffer.from(wrapped.wrapped).includes(Buffer.from(key)));
  t.deepEqual(await during.unwrap('key-1', wrapped), key);
  t.is((await during.wrap('key-1', key)).masterId, 'new');
  t.deepEqual(await after.unwrap('key-1', await during.wrap('key-1', key)), key);
  await t.throwsAsync(after.unwrap('key-1', wrapped), {
    instanceOf: UnknownMasterKeyError,
    message: 'no master key old in the key ring',
  });

  const tampered = async (keyId: string, stored: WrappedKey) => {
    await t.throwsAsync(during.unwrap(keyId, stored), { instanceOf: TamperedError });
  };
  await tampered('key-2', wrapped);
  await tampered('key-1', { ...wrapped, masterId: 'new' });
  await tampered('key-1', { ...wrapped, wrapped: wrapped.wrapped.subarray(1) });
});
