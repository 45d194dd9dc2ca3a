import test from 'ava';
import { parseOptions } from '@node-rs/argon2';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import {
  checkPassword,
  HASH_OF_NOBODY,
  hashPassword,
  verifyPassword,
} from '../../../command-api/sign-in/passwords.ts';

const problemOf = (text: string): string | undefined => checkPassword(text)?.code;

test('length counts characters: 12 to 200', (t) => {
  t.is(problemOf('wobble 12345'.slice(0, 11)), 'too_small');
  t.is(problemOf('gnarly fjord'), undefined);
  t.is(problemOf('gnarly fjor😀'), undefined, 'a pair of surrogates is one character');
  t.is(problemOf('gnarly fjo😀'), 'too_small');
  const long = 'gnarly fjord vex quick '.repeat(9);
  t.is(problemOf(long.slice(0, 200)), undefined);
  t.is(problemOf(long.slice(0, 201)), 'too_big');
});

test('what is guessed first is refused, however it is spelt', (t) => {
  for (const common of [
    'password1234',
    'PASSWORD1234',
    'P@$$w0rd2024!',
    'Passw0rdPassw0rd',
    'passwordpassword',
    'ｐａｓｓｗｏｒｄ１２３４',
    'qwertyuiop12',
    'qwertzuiop12',
    '1qaz2wsx3edc',
    'zaq12wsxcde3',
    '123456789012',
    '098765432109',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '            ',
    'iloveyou1234',
    'letmeinletmein',
    'Welcome2024!!',
    'admin-password',
    'correcthorsebatterystaple',
    'heslo1234567',
    'Heslíčko12345',
    'nemocnice2024',
    'doctordoctor1',
  ]) {
    t.is(problemOf(common), 'common_password', common);
  }
});

test('a password that only holds a common word is taken', (t) => {
  for (const good of [
    'correct horse brake pad',
    'my cat eats 7 fish',
    'passwordless rhubarb custard',
    'sunshine-quarrel-marble-42',
    'xK9#mQ2$vL5p',
    'žluťoučký kůň úpěl',
  ]) {
    t.is(problemOf(good), undefined, good);
  }
});

test('a problem names the rule and not the password', (t) => {
  for (const text of ['hunter2', 'password1234', 'y'.repeat(201)]) {
    t.false(checkPassword(text)?.message.includes(text));
  }
});

test('a hash is salted argon2id of the chosen strength', async (t) => {
  const [one, two] = await Promise.all([
    hashPassword('gnarly fjord', systemRandom),
    hashPassword('gnarly fjord', systemRandom),
  ]);
  t.not(one, two);
  t.regex(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.true(await verifyPassword('gnarly fjord', one));
  t.true(await verifyPassword('gnarly fjord', two));
  t.false(await verifyPassword('gnarly fjore', one));
  const fixed = (size: number) => new Uint8Array(size).fill(7);
  t.is(
    await hashPassword('gnarly fjord', fixed),
    await hashPassword('gnarly fjord', fixed),
    'randomness is an input',
  );
});

test('two ways to type one character are one password', async (t) => {
  const stored = await hashPassword('cafe\u0301 am Gra\u0308berplatz', systemRandom);
  t.true(await verifyPassword('caf\u00e9 am Gr\u00e4berplatz', stored));
});

test('nobody has no password, and finding that out takes the same work', async (t) => {
  t.false(await verifyPassword('', null));
  t.false(await verifyPassword('gnarly fjord', null));
  const stored = await hashPassword('gnarly fjord', systemRandom);
  // The work is what the parameters say: those of the stand-in have to follow those of real hashes.
  t.deepEqual(parseOptions(HASH_OF_NOBODY), parseOptions(stored));
  const leastMs = async (hash: string | null): Promise<number> => {
    let least = Infinity;
    for (let count = 0; count < 10; count += 1) {
      const startedMs = performance.now();
      await verifyPassword('another one', hash);
      least = Math.min(least, performance.now() - startedMs);
    }
    return least;
  };
  const [none, real] = [await leastMs(null), await leastMs(stored)];
  t.true(none > real / 3, `${none} ms against ${real} ms`);
  t.like(parseOptions(stored), { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 });
});
