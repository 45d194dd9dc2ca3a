import { createPrivateKey, createPublicKey, randomUUID, verify } from 'node:crypto';
import test from 'ava';
import { DomainError } from '../../../domain/kernel/errors.ts';
import {
  commandKeyId,
  createDataKeys,
  KeyMissingError,
  storeKeys,
  subjectKeyId,
  tenantKeyId,
  type FreshKey,
} from '../../../shared/crypto/data-keys.ts';
import {
  localMasterKeys,
  MASTER_KEYS_BATCH,
  MasterKeysRefusedError,
  MasterKeysUnreachableError,
  singleKeyRing,
  UnknownMasterKeyError,
  type MasterKeys,
} from '../../../shared/crypto/master-keys.ts';
import { deriveKey, systemRandom, TamperedError } from '../../../shared/crypto/seal.ts';
import { canonicalJson } from '../../../shared/crypto/canonical-json.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { destroyKeys } from '../../support/erasing.ts';
import { startDatabase } from '../../support/database.ts';
import { kmsMasterKeys, startKms } from './kms.ts';

const database = await startDatabase();
const { pool } = database;
const kmsRing = singleKeyRing(Buffer.alloc(32, 3).toString('base64'));
const kms = await startKms(kmsRing);
test.after.always(async () => {
  await kms.stop();
  await database.stop();
});

const masterKeys = localMasterKeys(singleKeyRing(Buffer.alloc(32, 1).toString('base64')));
const foreignKeys = localMasterKeys(singleKeyRing(Buffer.alloc(32, 2).toString('base64')));
const dataKeys = createDataKeys(masterKeys, systemRandom);
const now = new Date('2026-01-05T08:00:00.000Z');
const owner = () => ({ tenantId: randomUUID(), subjectId: randomUUID(), now });

async function stored(role: FreshKey['role'] = 'subject', of = owner()): Promise<FreshKey> {
  const made = await dataKeys.make(randomUUID(), role);
  await storeKeys(pool, of, [made]);
  return made;
}

test('key ids follow from what they are for, and differ by it', (t) => {
  const id = '0191d3a0-0000-7000-8000-000000000001';
  const ids = [tenantKeyId(id), subjectKeyId(id), commandKeyId(id, 'answer'), commandKeyId(id, 'outcome')];
  t.is(new Set(ids).size, 4);
  t.deepEqual(
    [tenantKeyId(id), subjectKeyId(id), commandKeyId(id, 'answer'), commandKeyId(id, 'outcome')],
    ids,
  );
});

test('a key is random, stored wrapped, and comes back', async (t) => {
  const [one, two] = [await stored(), await stored('answer')];
  t.is(one.key.length, 32);
  t.notDeepEqual(one.key, two.key);
  t.false(Buffer.from(one.stored.wrapped).includes(Buffer.from(one.key)));
  const loaded = await dataKeys.load(pool, [one.keyId, two.keyId, one.keyId]);
  t.deepEqual(
    [...loaded].sort(),
    (
      [
        [one.keyId, new Uint8Array(one.key)],
        [two.keyId, new Uint8Array(two.key)],
      ] as const
    ).toSorted(),
  );
  t.deepEqual(await dataKeys.load(pool, []), new Map());
});

test('a key that stands is never replaced', async (t) => {
  const first = await stored();
  const second = await dataKeys.make(first.keyId, 'subject');
  await storeKeys(pool, owner(), [second]);
  t.deepEqual((await dataKeys.load(pool, [first.keyId])).get(first.keyId), new Uint8Array(first.key));
});

test('destroyed, missing, tampered and foreign are four cases', async (t) => {
  const [kept, gone] = [await stored(), await stored()];
  const erasureId = randomUUID();
  const destruction = { keyIds: [gone.keyId], erasureId, at: now.toISOString() };
  await destroyKeys(pool, destruction);
  await destroyKeys(pool, { ...destruction, erasureId: randomUUID(), at: '2027-01-01T00:00:00.000Z' });
  const keys = await dataKeys.load(pool, [kept.keyId, gone.keyId]);
  t.deepEqual([keys.get(kept.keyId), keys.get(gone.keyId)], [new Uint8Array(kept.key), 'destroyed']);
  const { rows } = await pool.query('SELECT * FROM ops.data_keys WHERE key_id = $1', [gone.keyId]);
  t.like(rows[0], { wrapped: null, master_id: null, destroyed_at: now, erasure_id: erasureId });

  const missing = randomUUID();
  const error = await t.throwsAsync(dataKeys.load(pool, [kept.keyId, missing]), {
    instanceOf: KeyMissingError,
  });
  t.is(error.keyId, missing);

  const moved = await stored();
  await pool.query('UPDATE ops.data_keys SET wrapped = $2 WHERE key_id = $1', [
    moved.keyId,
    kept.stored.wrapped,
  ]);
  await t.throwsAsync(dataKeys.load(pool, [moved.keyId]), { instanceOf: TamperedError });
  await t.throwsAsync(createDataKeys(foreignKeys, systemRandom).load(pool, [kept.keyId]), {
    instanceOf: UnknownMasterKeyError,
  });
});

test('a key that is read with its row is destroyed where the row is empty, and missing where there is none', async (t) => {
  const made = await stored();
  const { masterId: master_id, wrapped } = made.stored;
  const row = { master_id, wrapped, has_key: true };
  t.deepEqual(await dataKeys.unwrap(made.keyId, row), new Uint8Array(made.key));
  t.is(await dataKeys.unwrap(made.keyId, { master_id: null, wrapped: null, has_key: true }), 'destroyed');
  await t.throwsAsync(dataKeys.unwrap(made.keyId, { master_id: null, wrapped: null, has_key: false }), {
    instanceOf: KeyMissingError,
  });
});

test.serial('data keys work over a key management service as over a ring, in few calls', async (t) => {
  const over = (timeoutMs?: number) => createDataKeys(kmsMasterKeys(kms.url, timeoutMs), systemRandom);
  const remote = over();
  const made = [await remote.make(randomUUID(), 'subject')];
  const beside = createDataKeys(localMasterKeys(kmsRing), systemRandom);
  while (made.length <= MASTER_KEYS_BATCH) made.push(await beside.make(randomUUID(), 'subject'));
  await storeKeys(pool, owner(), made);
  const before = kms.asked();
  const loaded = await remote.load(
    pool,
    made.map(({ keyId }) => keyId),
  );
  t.is(kms.asked() - before, 2, 'a batch a call');
  for (const { keyId, key } of made) t.deepEqual(loaded.get(keyId), new Uint8Array(key));

  const [first, second] = made;
  if (!first || !second) return t.fail();
  await destroyKeys(pool, { keyIds: [first.keyId], erasureId: randomUUID(), at: now.toISOString() });
  const again = await remote.load(pool, [first.keyId, second.keyId]);
  t.deepEqual([again.get(first.keyId), again.get(second.keyId)], ['destroyed', new Uint8Array(second.key)]);
  await pool.query('UPDATE ops.data_keys SET wrapped = $2 WHERE key_id = $1', [
    second.keyId,
    made[2]?.stored.wrapped,
  ]);
  await t.throwsAsync(remote.load(pool, [second.keyId]), { instanceOf: TamperedError });

  t.teardown(() => kms.become('well'));
  const third = made[3]?.keyId ?? '';
  kms.become('refusing');
  await t.throwsAsync(remote.load(pool, [third]), { instanceOf: MasterKeysRefusedError });
  await t.throwsAsync(remote.make(randomUUID(), 'subject'), { instanceOf: MasterKeysRefusedError });
  kms.become('hanging');
  await t.throwsAsync(over(200).load(pool, [third]), { instanceOf: MasterKeysUnreachableError });
  t.is((await remote.load(pool, [first.keyId])).get(first.keyId), 'destroyed', 'an erasure asks nobody');
  kms.become('well');
  t.deepEqual((await remote.load(pool, [third])).get(third), new Uint8Array(made[3]?.key ?? []));
});

test("a tenant's keys are opened once a process", async (t) => {
  const tenantId = randomUUID();
  await t.throwsAsync(dataKeys.tenantKeys(pool, tenantId), { instanceOf: KeyMissingError });
  const made = await dataKeys.make(tenantKeyId(tenantId), 'tenant');
  await storeKeys(pool, { tenantId, subjectId: tenantId, now }, [made]);
  const keys = await dataKeys.tenantKeys(pool, tenantId);
  t.deepEqual(keys, {
    keyId: made.keyId,
    seal: new Uint8Array(made.key),
    lookup: deriveKey(made.key, 'lookup'),
  });
  await destroyKeys(pool, { keyIds: [made.keyId], erasureId: randomUUID(), at: now.toISOString() });
  t.is(await dataKeys.tenantKeys(pool, tenantId), keys);
  // Another process finds it destroyed: the tenant was closed. A row that is gone, as above, is a fault.
  await t.throwsAsync(createDataKeys(masterKeys, systemRandom).tenantKeys(pool, tenantId), {
    instanceOf: DomainError,
    message: 'The tenant was closed.',
  });
});

const signerWith = (keys: MasterKeys) =>
  createSigner({ pool, masterKeys: keys, now: () => now, newId: randomUUID });

test('a signature is verified with nothing but the public key that it names', async (t) => {
  const statement = { b: [1, { y: 'č', x: null }], a: 'erased', c: undefined };
  // Two processes that sign for the first time at once agree on one key.
  const [one, two] = await Promise.all(
    [signerWith(masterKeys), signerWith(masterKeys)].map((it) => it.sign(statement)),
  );
  if (!one || !two) return t.fail();
  t.deepEqual(one, two);
  t.is(one.algorithm, 'Ed25519');
  const publicKey = createPublicKey({
    key: Buffer.from(one.public_key, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const verifies = (text: string): boolean =>
    verify(null, Buffer.from(text), publicKey, Buffer.from(one.value, 'base64'));
  t.true(verifies('{"a":"erased","b":[1,{"x":null,"y":"č"}]}'));
  t.false(verifies('{"a":"erased","b":[2,{"x":null,"y":"č"}]}'));

  const { rows } = await pool.query<{ wrapped: Buffer }>('SELECT wrapped FROM ops.signing_keys');
  t.is(rows.length, 1);
  const wrapped = rows[0]?.wrapped ?? Buffer.alloc(0);
  t.throws(
    () => createPrivateKey({ key: wrapped, format: 'der', type: 'pkcs8' }),
    undefined,
    'it is wrapped',
  );
});

test('a signer that could not open its key tries again at the next call', async (t) => {
  await signerWith(masterKeys).sign({});
  let isReachable = false;
  const flaky: MasterKeys = {
    ...masterKeys,
    unwrap: (keys) =>
      isReachable ? masterKeys.unwrap(keys) : Promise.reject(new MasterKeysUnreachableError()),
  };
  const signer = signerWith(flaky);
  await t.throwsAsync(signer.sign({ a: 1 }), { instanceOf: MasterKeysUnreachableError });
  isReachable = true;
  t.deepEqual(await signer.sign({ a: 1 }), await signerWith(masterKeys).sign({ a: 1 }));
  await t.throwsAsync(signerWith(foreignKeys).sign({}), { instanceOf: UnknownMasterKeyError });
});

test('equal values give equal text, whatever the order of their names', (t) => {
  t.is(
    canonicalJson({ b: 1, a: { d: [true, null], c: '"\n' }, e: undefined }),
    '{"a":{"c":"\\"\\n","d":[true,null]},"b":1}',
  );
  t.is(canonicalJson({ é: 1, z: 2, Z: 3 }), '{"Z":3,"z":2,"é":1}');
  t.is(canonicalJson([]), '[]');
});
