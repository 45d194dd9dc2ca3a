import { createHash } from 'node:crypto';
import { CommanderError } from 'commander';
import test from 'ava';
import { errorOf, fieldsOf } from '../support/answers.ts';
import type { Answer } from '../support/api.ts';
import { cookiesOf, type Browser } from '../support/browser.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { ALLOWED_ORIGIN, clock, newEmail } from '../support/sign-in.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startRealProvider,
  startScriptedProvider,
  type Person,
} from './sign-in-providers.ts';
import { callbackOf, DASHBOARD_URL, locationOf, start, startSsoWorld } from './sso-world.ts';

const world = await startSsoWorld();
const { api, scripted, ops, newDomain, publicUrl: PUBLIC_URL } = world;
const real = await startRealProvider(`${PUBLIC_URL}/v1/auth/sso/callback`);
test.after.always(async () => {
  await real.stop();
  await world.stop();
});
const { browser, newMember } = world;

/** One clock for the file: each test begins on a day of its own, when every limit is open again. */
test.beforeEach(() => {
  clock.forward(30 * DAY);
  scripted.forge({});
});

const comeBack = (from: Browser, url: URL): Promise<Answer> =>
  from.send('GET', `${url.pathname}${url.search}`);

/** The whole way through the real provider. */
async function through(from: Browser, domain: string, person: Person, returnUrl?: string): Promise<Answer> {
  const url = await real.visit(locationOf(await start(from, domain, returnUrl)), person);
  return comeBack(from, url);
}

const signedInAs = async (from: Browser): Promise<unknown> => (await from.send('GET', '/v1/account')).body;

test.serial('a member signs in through its provider and is led to the dashboard', async (t) => {
  const { domain, tenantId } = await newDomain(real.issuer);
  const email = newEmail(domain);
  const member = await newMember({ tenantId, email, role: 'developer', password: null, verified: false });
  const own = browser();
  const begun = await start(own, domain.toUpperCase());
  t.is(begun.status, 302);
  const asked = new URL(locationOf(begun)).searchParams;
  t.like(Object.fromEntries(asked), {
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: `${PUBLIC_URL}/v1/auth/sso/callback`,
    scope: 'openid email',
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) t.is(asked.get(name)?.length, 43, name);
  t.deepEqual(cookiesOf(begun).get('svc_sso')?.attributes, [
    'HttpOnly',
    'Max-Age=600',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  const back = await real.visit(locationOf(begun), { email: email.toUpperCase(), email_verified: true });
  const answer = await comeBack(own, back);
  t.is(answer.status, 302);
  t.is(locationOf(answer), DASHBOARD_URL);
  t.deepEqual([...own.cookies.keys()].sort(), ['svc_csrf', 'svc_session', 'svc_trusted_device']);
  t.like(await signedInAs(own), { tenant_id: tenantId });
  t.deepEqual(await world.actionsOf(member.memberId), ['auth.login']);
  const { rows } = await api.runtime.pool.query<{ email_verified_at: Date }>(
    'SELECT email_verified_at FROM read.members WHERE member_id = $1',
    [member.memberId],
  );
  t.deepEqual(rows[0]?.email_verified_at, clock.at, 'the provider vouched for the address');
});

test.serial('both ways to start and both to come back do the same', async (t) => {
  const { domain, tenantId } = await newDomain(real.issuer);
  const { email } = await newMember({ tenantId, email: newEmail(domain) });
  const own = browser();
  const begun = await own.send('GET', `/v1/auth/sso/${domain}?return_url=/desk/today`);
  const back = await real.visit(locationOf(begun), { email, email_verified: true });
  back.pathname = '/v1/auth/oidc/callback';
  const answer = await comeBack(own, back);
  t.is(answer.status, 302);
  t.is(locationOf(answer), `${PUBLIC_URL}/desk/today`);
  t.like(await signedInAs(own), { tenant_id: tenantId });
});

test.serial(
  'a sign-in leads back to our origin, the dashboard or the allowlist, and nowhere else',
  async (t) => {
    const { domain, tenantId } = await newDomain(real.issuer);
    const { email } = await newMember({ tenantId, email: newEmail(domain) });
    for (const returnUrl of [`${PUBLIC_URL}/a?b=c#d`, `${ALLOWED_ORIGIN}/x`, 'https://app.example/other']) {
      const answer = await through(browser(), domain, { email, email_verified: true }, returnUrl);
      t.is(locationOf(answer), returnUrl);
    }
    for (const foreign of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https:evil.example',
      `${ALLOWED_ORIGIN}.evil.example/`,
      `${ALLOWED_ORIGIN}@evil.example/`,
      'https://me@dashboard.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://dashboard.example/',
      `blob:${ALLOWED_ORIGIN}/0198c0de`,
      'https://[',
    ]) {
      const answer = await start(browser(), domain, foreign);
      t.is(answer.status, 422, foreign);
      t.deepEqual(fieldsOf(answer), ['return_url']);
      t.false(JSON.stringify(answer.body).includes(foreign));
    }
  },
);

test.serial('a state comes back once, within ten minutes, in the browser that began', async (t) => {
  const { domain, tenantId } = await newDomain(scripted.issuer);
  const email = newEmail(domain);
  await newMember({ tenantId, email });
  scripted.forge({ claims: { email } });
  const BAD: [number, string] = [400, 'bad_request'];

  const own = browser();
  const url = await callbackOf(own, domain);
  const cookie = own.cookies.get('svc_sso') ?? '';
  t.is((await comeBack(own, url)).status, 302);
  t.is(scripted.lastVerifier()?.length, 43);
  own.cookies.set('svc_sso', cookie);
  t.deepEqual(errorOf(await comeBack(own, url)), BAD, 'replayed');

  const begun = browser();
  const taken = await callbackOf(begun, domain);
  const thief = browser();
  t.deepEqual(errorOf(await comeBack(thief, taken)), BAD, 'without any cookie');
  await start(thief, domain);
  t.deepEqual(errorOf(await comeBack(thief, taken)), BAD, 'with a cookie of its own');
  t.is(thief.cookies.get('svc_session'), undefined);
  t.deepEqual(errorOf(await comeBack(begun, taken)), BAD, 'what a thief had is used up');

  const [early, late] = [browser(), browser()];
  const [inTime, tooLate] = [await callbackOf(early, domain), await callbackOf(late, domain)];
  clock.forward(10 * MINUTE - 0.001);
  t.is((await comeBack(early, inTime)).status, 302);
  clock.forward(0.001);
  t.deepEqual(errorOf(await comeBack(late, tooLate)), BAD);

  for (const changed of ['', 'x', 'y'.repeat(43)]) {
    const other = browser();
    const forged = await callbackOf(other, domain);
    forged.searchParams.set('state', changed);
    t.deepEqual(errorOf(await comeBack(other, forged)), BAD);
    forged.searchParams.delete('state');
    t.deepEqual(errorOf(await comeBack(other, forged)), BAD);
  }
});

test.serial('the code challenge is the hash of the verifier that comes with the code', async (t) => {
  const { domain, tenantId } = await newDomain(scripted.issuer);
  const email = newEmail(domain);
  await newMember({ tenantId, email });
  scripted.forge({ claims: { email } });
  const own = browser();
  const asked = new URL(locationOf(await start(own, domain))).searchParams;
  const url = new URL(asked.get('redirect_uri') ?? '');
  url.searchParams.set('code', asked.get('nonce') ?? '');
  url.searchParams.set('state', asked.get('state') ?? '');
  t.is((await comeBack(own, url)).status, 302);
  const hash = createHash('sha256')
    .update(scripted.lastVerifier() ?? '')
    .digest('base64url');
  t.is(asked.get('code_challenge'), hash);
});

test.serial('a token that the provider may not give signs nobody in', async (t) => {
  const { domain, tenantId } = await newDomain(scripted.issuer);
  const email = newEmail(domain);
  const member = await newMember({ tenantId, email });
  const good = { email };
  const old = Math.floor(Date.now() / 1_000) - 7_200;
  const forgeries = {
    'another nonce': { claims: { ...good, nonce: 'n'.repeat(43) } },
    'no nonce': { claims: { ...good, nonce: undefined } },
    'another issuer': { claims: { ...good, iss: 'https://evil.example' } },
    'another audience': { claims: { ...good, aud: 'somebody-else' } },
    'lapsed long ago': { claims: { ...good, iat: old, exp: old + 60 } },
    'signed with another key': { claims: good, foreignKey: true },
    'no token': { answer: { status: 200, body: { access_token: 'x', token_type: 'Bearer' } } },
    'a token that is none': {
      answer: { status: 200, body: { access_token: 'x', token_type: 'Bearer', id_token: 'x.y.z' } },
    },
    'an error of its own': { answer: { status: 500, body: { error: 'server_error' } } },
    'our client is unknown': { answer: { status: 401, body: { error: 'invalid_client' } } },
  };
  for (const [what, forgery] of Object.entries(forgeries)) {
    const own = browser();
    const url = await callbackOf(own, domain);
    scripted.forge(forgery);
    const answer = await comeBack(own, url);
    t.deepEqual(errorOf(answer), [502, 'bad_gateway'], what);
    t.deepEqual(answer.headers.getSetCookie(), [], what);
  }
  const own = browser();
  const url = await callbackOf(own, domain);
  scripted.forge({ answer: { status: 400, body: { error: 'invalid_grant' } } });
  t.deepEqual(errorOf(await comeBack(own, url)), [400, 'bad_request'], 'the code is no good');
  t.deepEqual(await world.actionsOf(member.memberId), []);
});

test.serial('what the provider refuses is told in the envelope, and in no words of its own', async (t) => {
  const { domain } = await newDomain(scripted.issuer);
  for (const [error, expected] of [
    ['access_denied', [400, 'bad_request']],
    ['login_required', [400, 'bad_request']],
    ['server_error', [502, 'bad_gateway']],
    ['temporarily_unavailable', [502, 'bad_gateway']],
  ] as const) {
    const own = browser();
    const url = await callbackOf(own, domain);
    url.searchParams.delete('code');
    url.searchParams.set('error', error);
    url.searchParams.set('error_description', 'words of the provider');
    const answer = await comeBack(own, url);
    t.deepEqual(errorOf(answer), [...expected], error);
    t.false(JSON.stringify(answer.body).includes('words of'));
  }
  const own = browser();
  const url = await callbackOf(own, domain);
  url.searchParams.set('iss', 'https://evil.example');
  t.deepEqual(errorOf(await comeBack(own, url)), [400, 'bad_request'], 'an answer of another provider');
});

test.serial('only members of the tenant, with a verified address of the domain, are signed in', async (t) => {
  const { domain, tenantId } = await newDomain(real.issuer);
  const member = await newMember({ tenantId, email: newEmail(domain) });
  const elsewhere = await newMember({ email: newEmail(domain) });
  const colleague = await newMember({ tenantId, email: newEmail('other.example') });
  const people: Record<string, Person> = {
    'nobody that we know': { email: newEmail(domain), email_verified: true },
    "another tenant's member": { email: elsewhere.email, email_verified: true },
    'a member with an address of another domain': { email: colleague.email, email_verified: true },
    'an address that only ends like the domain': { email: `x@not${domain}`, email_verified: true },
    'an address that is not verified': { email: member.email, email_verified: false },
  };
  for (const [what, person] of Object.entries(people)) {
    const own = browser();
    const answer = await through(own, domain, person);
    t.deepEqual(errorOf(answer), [403, 'forbidden'], what);
    t.is(own.cookies.get('svc_session'), undefined, what);
    t.false(JSON.stringify(answer.body).includes(person.email));
  }
  t.deepEqual(await world.actionsOf(member.memberId), ['auth.failed']);
  t.is((await through(browser(), domain, { email: member.email, email_verified: true })).status, 302);
});

test.serial(
  'a domain that nobody bound is a 404, one that is none a 422, a provider that is away a 502',
  async (t) => {
    t.deepEqual(errorOf(await start(browser(), 'unbound.example')), [404, 'not_found']);
    for (const none of ['', 'no-dot', 'a b.example', '-x.example', '.example', 'x'.repeat(260)]) {
      t.is((await start(browser(), encodeURIComponent(none))).status, 422, none);
    }
    const gone = await startScriptedProvider();
    const { domain } = await newDomain(gone.issuer);
    await gone.stop();
    t.deepEqual(errorOf(await start(browser(), domain)), [502, 'bad_gateway']);
  },
);

test.serial('an address of the network starts fifty sign-ins an hour', async (t) => {
  const { domain } = await newDomain(scripted.issuer);
  const own = browser();
  await world.useUp('sso_ip', own.ip, 49);
  t.is((await start(own, domain)).status, 302);
  t.deepEqual(errorOf(await start(own, domain)), [429, 'rate_limited']);
  clock.forward(HOUR);
  t.is((await start(own, domain)).status, 302);
});

test.serial('an operator binds, binds anew, lists and unbinds; the secret is sealed', async (t) => {
  const { domain, tenantId } = await newDomain(scripted.issuer);
  const listed = (await ops('list')) as { domain: string }[];
  t.like(
    listed.find((binding) => binding.domain === domain),
    {
      tenant_id: tenantId,
      issuer: scripted.issuer,
      client_id: CLIENT_ID,
      allowed_hosts: [],
      private_network: false,
    },
  );
  t.false(JSON.stringify(listed).includes(CLIENT_SECRET));
  const { rows } = await api.runtime.pool.query<{ row: string }>(
    'SELECT b::text AS row FROM ops.sso_bindings b WHERE domain = $1',
    [domain],
  );
  t.false(rows[0]?.row.includes(CLIENT_SECRET));
  t.false(rows[0]?.row.includes(Buffer.from(CLIENT_SECRET).toString('hex')));

  const other = await api.newTenant();
  const rebind = ['bind', domain.toUpperCase(), '--tenant', other, '--issuer', real.issuer];
  await ops(...rebind, '--client-id', CLIENT_ID, '--client-secret', CLIENT_SECRET);
  t.true(locationOf(await start(browser(), domain)).startsWith(`${real.issuer}/auth?`));

  t.deepEqual(await ops('unbind', domain), { domain, unbound: true });
  t.is((await start(browser(), domain)).status, 404);
  await t.throwsAsync(ops('unbind', domain), { message: 'The domain is not bound.' });
  const bind = (changes: Record<string, string>): Promise<unknown> => {
    const given = { tenant: other, issuer: real.issuer, domain, ...changes };
    const options = ['--tenant', given.tenant, '--issuer', given.issuer];
    return ops('bind', given.domain, ...options, '--client-id', 'x', '--client-secret', 'y');
  };
  await t.throwsAsync(bind({ tenant: api.runtime.newId() }), { message: 'The tenant does not exist.' });
  for (const wrong of [{ tenant: 'x' }, { issuer: 'http://idp.example' }, { domain: 'no-dot' }]) {
    await t.throwsAsync(bind(wrong), { instanceOf: CommanderError });
  }
});
