import test from 'ava';
import fc from 'fast-check';
import { deriveKey } from '../../../shared/crypto/seal.ts';
import { gramsOf, gramsToFind } from '../../../shared/read-models/patient-grams.ts';

const tenantOf = (byte: number) => {
  const seal = new Uint8Array(32).fill(byte);
  return { keyId: `tenant-${byte}`, seal, lookup: deriveKey(seal, 'lookup') };
};
const tenant = tenantOf(1);

/** True where the hashes alone let a row be a candidate. */
function finds(patientId: string, part: string): boolean {
  const sought = gramsToFind(tenant, part);
  if (sought === null) return true;
  const grams = new Set(gramsOf(tenant, patientId));
  return sought.match === 'all'
    ? sought.grams.every((gram) => grams.has(gram))
    : sought.grams.some((gram) => grams.has(gram));
}

const character = fc.oneof(
  fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(...Array.from('ěščřžýáíé ďťň/漢字ßÅ')),
);
const patientId = fc.array(character, { minLength: 1, maxLength: 30 }).map((all) => all.join(''));

test('every part of an id finds it, in any case', (t) => {
  fc.assert(
    fc.property(patientId, fc.nat(), fc.nat(), fc.boolean(), (id, from, length, upper) => {
      const start = from % id.length;
      const part = id.slice(start, start + 1 + (length % (id.length - start)));
      t.true(finds(id, upper ? part.toUpperCase() : part.toLowerCase()));
    }),
  );
});

test('what is not in an id is left out by the hashes, but for a single character and runs in another order', (t) => {
  t.false(finds('PAT-1234', 'pat-2'));
  t.false(finds('PAT-1234', '43'));
  t.false(finds('PAT-1234', '1234x'));
  t.false(finds('PAT-1234', '4\u0000x'));
  t.true(finds('x', 'y'), 'one character is looked for in the ids themselves');
  t.true(finds('abcabd', 'bcabda'.slice(0, 5)));
});

test('how a character with a mark is composed makes no difference', (t) => {
  t.true(finds('Dvořák 12/3'.normalize('NFD'), 'ŘÁ'.normalize('NFC')));
  t.true(finds('Dvořák 12/3'.normalize('NFC'), 'řá'.normalize('NFD')));
  t.false(finds('Dvořák 12/3', 'řa'));
});

test('hashes fit a bigint, tell tenants apart and never repeat', (t) => {
  const grams = gramsOf(tenant, 'abababab');
  t.is(grams.length, 4, 'aba, bab and two that end the id');
  for (const gram of grams) t.is(BigInt.asIntN(64, BigInt(gram)), BigInt(gram));
  t.deepEqual(
    gramsOf(tenantOf(2), 'abababab').filter((gram) => grams.includes(gram)),
    [],
  );
  t.deepEqual(gramsOf(tenant, 'ABABABAB'), grams);
});
