import { createDecipheriv } from 'node:crypto';
import test from 'ava';
import {
  deriveKey,
  keyedHash,
  NotJsonError,
  open,
  openJson,
  seal,
  sealJson,
  sha256,
  systemRandom,
  TamperedError,
} from '../../../shared/crypto/seal.ts';

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const place = 'event|tenant|stream|id|answer';
const fixed = (size: number): Uint8Array => new Uint8Array(size).fill(1);

test('what is sealed opens in its place with its key, and shows nothing before', (t) => {
  for (const plain of ['', 'x', 'bolest na hrudi 💔', 'y'.repeat(100_000)]) {
    const sealed = seal(key, place, plain, systemRandom);
    t.is(sealed.length, 12 + Buffer.byteLength(plain) + 16);
    t.is(open(key, place, sealed).toString('utf8'), plain);
    if (plain.length > 3) t.false(sealed.includes(plain.slice(0, 4)));
  }
  const bytes = new Uint8Array([0, 255, 128]);
  t.deepEqual(new Uint8Array(open(key, place, seal(key, place, bytes, systemRandom))), bytes);
  // A view into a larger buffer, as the database driver hands them out.
  const sealed = seal(key, place, 'x', systemRandom);
  const view = new Uint8Array(Buffer.concat([Buffer.alloc(5), sealed, Buffer.alloc(5)]).buffer);
  const start = Buffer.from(view).indexOf(sealed);
  t.is(open(key, place, view.subarray(start, start + sealed.length)).toString(), 'x');
});

test('the stored form is nonce, ciphertext and tag of AES-256-GCM with the place as additional data', (t) => {
  const sealed = seal(key, place, 'plain', fixed);
  t.deepEqual(new Uint8Array(sealed.subarray(0, 12)), fixed(12));
  const decipher = createDecipheriv('aes-256-gcm', key, fixed(12));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-16));
  const body = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  t.is(body.toString(), 'plain');
  t.notDeepEqual(seal(key, place, 'plain', systemRandom), seal(key, place, 'plain', systemRandom));
});

test('every flipped bit of every byte is noticed, and every cut', (t) => {
  const sealed = seal(key, place, 'small', fixed);
  for (let index = 0; index < sealed.length; index += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ (1 << bit), index);
      t.throws(() => open(key, place, changed), { instanceOf: TamperedError });
    }
    t.throws(() => open(key, place, sealed.subarray(0, index)), { instanceOf: TamperedError });
    t.throws(() => open(key, place, sealed.subarray(index + 1)), { instanceOf: TamperedError });
  }
  t.throws(() => open(key, place, Buffer.concat([sealed, Buffer.from([0])])), { instanceOf: TamperedError });
});

test('another place or another key opens nothing', (t) => {
  const sealed = seal(key, place, 'small', fixed);
  for (const elsewhere of ['', `${place} `, 'event|tenant|stream|id|outcome', place.toUpperCase()]) {
    t.throws(() => open(key, elsewhere, sealed), { instanceOf: TamperedError });
  }
  t.throws(() => open(otherKey, place, sealed), { instanceOf: TamperedError });
});

test('JSON comes back as it was; authentic bytes that hold none say nothing of themselves', (t) => {
  const value = { text: 'bolí', list: [1, null, { deep: true }] };
  t.deepEqual(openJson(key, place, sealJson(key, place, value, systemRandom)), value);
  const error = t.throws(() => openJson(key, place, seal(key, place, 'canary-7c1f', systemRandom)), {
    instanceOf: NotJsonError,
  });
  t.false(error.message.includes('canary'));
  t.throws(() => openJson(otherKey, place, sealJson(key, place, value, systemRandom)), {
    instanceOf: TamperedError,
  });
});

test('derived keys and keyed hashes follow from key and purpose alone', (t) => {
  const lookup = deriveKey(key, 'lookup');
  t.is(lookup.length, 32);
  t.deepEqual(deriveKey(key, 'lookup'), lookup);
  const others = [deriveKey(key, 'lookups'), deriveKey(otherKey, 'lookup'), key].map((one) => sha256(one));
  for (const other of others) t.notDeepEqual(other, sha256(lookup));

  t.deepEqual(keyedHash(lookup, 'p-1'), keyedHash(lookup, 'p-1'));
  t.is(keyedHash(lookup, 'p-1').length, 32);
  t.notDeepEqual(keyedHash(lookup, 'p-1'), keyedHash(lookup, 'p-2'));
  t.notDeepEqual(keyedHash(lookup, 'p-1'), keyedHash(key, 'p-1'));
  t.notDeepEqual(keyedHash(lookup, 'p-1'), sha256('p-1'));
});

test('no random byte is handed out twice, across draws and sizes', (t) => {
  const drawn = Array.from({ length: 3_000 }, (_, index) => systemRandom(8 + (index % 400)));
  t.deepEqual(
    drawn.map((bytes) => bytes.length),
    drawn.map((_, index) => 8 + (index % 400)),
  );
  const runs = new Set(drawn.map((bytes) => Buffer.from(bytes.subarray(0, 8)).toString('hex')));
  t.is(runs.size, drawn.length);
  t.true(drawn.every((bytes) => bytes.some((byte) => byte !== 0)));
});
