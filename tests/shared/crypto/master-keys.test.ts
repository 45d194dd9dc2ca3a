import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import {
  loadKeyRing,
  localMasterKeys,
  parseKeyRing,
  singleKeyRing,
  MASTER_KEYS_BATCH,
  MasterKeysRefusedError,
  MasterKeysUnreachableError,
  UnknownMasterKeyError,
  unwrapOne,
  wrapOne,
  type MasterKeys,
  type WrappedKey,
} from '../../../shared/crypto/master-keys.ts';
import { TamperedError } from '../../../shared/crypto/seal.ts';
import { kmsMasterKeys, startKms } from './kms.ts';

const base = {
  active: 'old',
  keys: new Map([
    ['old', new Uint8Array(32).fill(0xc1)],
    ['older', new Uint8Array(32).fill(0xb0)],
  ]),
};
const kms = await startKms(base);
test.after.always(kms.stop);

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
  const wrapped = await wrapOne(localMasterKeys(one), 'k', new Uint8Array(32));
  await t.throwsAsync(unwrapOne(localMasterKeys(singleKeyRing(NEW)), 'k', wrapped), {
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

  const wrapped = await wrapOne(before, 'key-1', key);
  t.is(wrapped.masterId, 'old');
  t.false(Buffer.from(wrapped.wrapped).includes(Buffer.from(key)));
  t.deepEqual(await unwrapOne(during, 'key-1', wrapped), key);
  t.is((await wrapOne(during, 'key-1', key)).masterId, 'new');
  t.deepEqual(await unwrapOne(after, 'key-1', await wrapOne(during, 'key-1', key)), key);
  await t.throwsAsync(unwrapOne(after, 'key-1', wrapped), {
    instanceOf: UnknownMasterKeyError,
    message: 'no master key old in the key ring',
  });

  const tampered = async (keyId: string, stored: WrappedKey) => {
    await t.throwsAsync(unwrapOne(during, keyId, stored), { instanceOf: TamperedError });
  };
  await tampered('key-2', wrapped);
  await tampered('key-1', { ...wrapped, masterId: 'new' });
  await tampered('key-1', { ...wrapped, wrapped: wrapped.wrapped.subarray(1) });
});

const adapters: Record<string, MasterKeys> = {
  'a key ring': localMasterKeys(base),
  'a service': kmsMasterKeys(kms.url),
};
for (const [name, masterKeys] of Object.entries(adapters)) {
  test.serial(`${name} keeps what the port promises`, async (t) => {
    t.deepEqual(await masterKeys.ids(), { active: 'old', known: ['old', 'older'] });
    const keys = Array.from({ length: MASTER_KEYS_BATCH }, (_, index) => ({
      keyId: `key-${index}`,
      key: new Uint8Array(32).fill(index % 251),
    }));
    const wrapped = await masterKeys.wrap(keys);
    t.deepEqual(new Set(wrapped.map(({ masterId }) => masterId)), new Set(['old']));
    const stored = wrapped.map((one, index) => ({ keyId: `key-${index}`, ...one }));
    t.deepEqual(
      (await masterKeys.unwrap(stored)).map((key) => new Uint8Array(key)),
      keys.map(({ key }) => key),
      'as many, in the same order',
    );
    t.deepEqual([await masterKeys.wrap([]), await masterKeys.unwrap([])], [[], []]);
    // A key of another length, such as the private half of a signing key.
    const long = new Uint8Array(48).fill(3);
    t.deepEqual(new Uint8Array(await unwrapOne(masterKeys, 'l', await wrapOne(masterKeys, 'l', long))), long);

    const [first, second] = stored;
    if (!first || !second) return t.fail();
    // One that does not open fails the batch, whatever else is in it.
    const bad: [object, new (...args: never[]) => Error][] = [
      [{ keyId: 'key-7' }, TamperedError],
      [{ masterId: 'older' }, TamperedError],
      [{ wrapped: second.wrapped }, TamperedError],
      [{ masterId: 'none' }, UnknownMasterKeyError],
    ];
    for (const [change, instanceOf] of bad) {
      await t.throwsAsync(masterKeys.unwrap([second, { ...first, ...change }]), { instanceOf });
    }
  });
}

test.serial(
  'a service that refuses, hangs, raves or is away is told apart, and never waited for long',
  async (t) => {
    const masterKeys = kmsMasterKeys(kms.url, 200);
    const wrapped = await wrapOne(masterKeys, 'k', new Uint8Array(32));
    t.teardown(() => kms.become('well'));
    const all = (): Promise<unknown>[] => [
      masterKeys.ids(),
      wrapOne(masterKeys, 'k', new Uint8Array(32)),
      unwrapOne(masterKeys, 'k', wrapped),
    ];
    kms.become('refusing');
    for (const call of all()) await t.throwsAsync(call, { instanceOf: MasterKeysRefusedError });
    for (const mood of ['hanging', 'raving'] as const) {
      kms.become(mood);
      for (const call of await Promise.allSettled(all())) {
        t.true(call.status === 'rejected' && call.reason instanceof MasterKeysUnreachableError, mood);
      }
    }
    kms.become('well');
    t.deepEqual(await unwrapOne(masterKeys, 'k', wrapped), new Uint8Array(32));
    const away = kmsMasterKeys('http://127.0.0.1:1');
    await t.throwsAsync(away.ids(), { instanceOf: MasterKeysUnreachableError });
  },
);
