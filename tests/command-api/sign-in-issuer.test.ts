import test from 'ava';
import { isUsableIssuer } from '../../command-api/sign-in/identity-provider.ts';

test('http is for loopback, where it is allowed', (t) => {
  for (const local of ['http://127.0.0.1:4000', 'http://[::1]:4000/x', 'http://localhost/']) {
    t.true(isUsableIssuer(local, true), local);
    t.false(isUsableIssuer(local, false), local);
  }
  for (const [issuer, expected] of [
    ['https://idp.example', true],
    ['https://127.0.0.1', true],
    ['http://idp.example', false],
    ['http://localhost.evil.example', false],
    ['ftp://localhost', false],
    ['nonsense', false],
  ] as const) {
    t.is(isUsableIssuer(issuer, true), expected, issuer);
  }
});
