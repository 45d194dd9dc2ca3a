import { createHmac } from 'node:crypto';
import test from 'ava';
import { pseudonymsOf } from '../../../projectors/extracts/pseudonyms.ts';
import { padsOf } from '../../../shared/datasets/recipient.ts';

const KEY = Buffer.alloc(32, 5);
const IDS = ['01940000-0000-7000-8000-0000000000c1', 'c11a1c00-0000-4000-8000-000000000001'];

test('a pseudonym is the first half of an HMAC, whatever was named before', (t) => {
  const nameOf = pseudonymsOf(padsOf(KEY));
  const expected = (id: string): string => createHmac('sha256', KEY).update(id).digest('hex').slice(0, 32);
  const asked = [...IDS, ...IDS];
  t.deepEqual(asked.map(nameOf), asked.map(expected));
});

test('what is no id is refused: a part of it would be left out', (t) => {
  t.throws(() => pseudonymsOf(padsOf(KEY))(`${IDS[0] ?? ''}0`), { message: 'only ids have a pseudonym' });
});
