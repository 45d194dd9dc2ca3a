import test from 'ava';
import { createIdentityProviders, isUsableIssuer } from '../../command-api/sign-in/identity-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, startScriptedProvider } from './sign-in-providers.ts';

const BOUND_AT = new Date('2026-01-05T08:00:00Z');
const bindingOf = (issuer: string, allowedHosts: string[] = []) => ({
  domain: 'hospital.example',
  tenantId: '018f4b1e-7c2a-7000-8000-0123456789ab',
  issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  allowedHosts,
  privateNetwork: false,
  boundAt: BOUND_AT,
});
const checks = {
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'https://triage.example/v1/auth/sso/callback',
};

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

test('however many sign-ins begin, a provider is discovered once, and once in 30 s where that fails', async (t) => {
  let now = BOUND_AT;
  const providers = createIdentityProviders({ allowLocal: true, now: () => now });
  const well = await startScriptedProvider();
  t.teardown(well.stop);
  const begin = (issuer: string) => providers.authorizationUrl(bindingOf(issuer), checks);
  await Promise.all(Array.from({ length: 5 }, () => begin(well.issuer)));
  t.is(well.discoveries(), 1);

  const ill = await startScriptedProvider();
  t.teardown(ill.stop);
  ill.publish({ issuer: 'https://somebody.else.example' });
  const others = createIdentityProviders({ allowLocal: true, now: () => now });
  const beginIll = () => others.authorizationUrl(bindingOf(ill.issuer), checks);
  for (let count = 0; count < 3; count += 1) await t.throwsAsync(beginIll(), { code: 'bad_gateway' });
  t.is(ill.discoveries(), 1);
  ill.publish({});
  now = new Date(now.getTime() + 30_001);
  await t.notThrowsAsync(beginIll());
  t.is(ill.discoveries(), 2);
});

test('what a provider publishes leads to no host that its binding does not name', async (t) => {
  const [tokens, provider] = [await startScriptedProvider(), await startScriptedProvider()];
  t.teardown(() => Promise.all([tokens.stop(), provider.stop()]));
  provider.publish({ token_endpoint: `${tokens.issuer}/token` });
  const exchange = (allowedHosts: string[]) => {
    const providers = createIdentityProviders({ allowLocal: true, now: () => BOUND_AT });
    const cameBack = new URLSearchParams({ code: checks.nonce, state: checks.state });
    return providers.exchange(bindingOf(provider.issuer, allowedHosts), cameBack, checks);
  };
  await t.throwsAsync(exchange([]), { code: 'bad_gateway' });
  t.is(tokens.lastVerifier(), null, 'nothing was sent there');
  // The other provider's token names itself, so nobody is signed in; but it was asked.
  await t.throwsAsync(exchange([new URL(tokens.issuer).host]), { code: 'bad_gateway' });
  t.is(tokens.lastVerifier(), checks.codeVerifier);
});
