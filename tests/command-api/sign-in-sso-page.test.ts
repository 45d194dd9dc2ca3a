import test from 'ava';
import type { Browser } from '../support/browser.ts';
import { newEmail } from '../support/sign-in.ts';
import { callbackOf, DASHBOARD_URL, locationOf, startSsoWorld } from './sso-world.ts';

const world = await startSsoWorld();
test.after.always(world.stop);
const { browser, newDomain, newMember, scripted } = world;

test('a browser with an error is led to the page that tells it, any other client is not', async (t) => {
  const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const { domain, tenantId } = await newDomain(scripted.issuer);
  const stranger = newEmail(domain);
  const { email } = await newMember({ tenantId, email: newEmail(domain) });
  const back = async (own: Browser, change: (url: URL) => void): Promise<string> => {
    const url = await callbackOf(own, domain);
    change(url);
    return `${url.pathname}${url.search}`;
  };
  const refuse = (error: string) => (url: URL) => {
    url.searchParams.delete('code');
    url.searchParams.set('error', error);
    url.searchParams.set('error_description', 'words of the provider');
  };
  const unchanged = () => undefined;
  const vouchFor = (claims: Record<string, unknown>) => () => scripted.forge({ claims });
  const cases: Record<string, { status: number; path: (own: Browser) => Promise<string> | string }> = {
    unknown_domain: { status: 404, path: () => '/v1/auth/sso?domain=unbound.example&return_url=/desk' },
    over: { status: 400, path: () => `/v1/auth/sso/callback?code=secret-code&state=secret-state` },
    refused: { status: 400, path: (own) => back(own, refuse('access_denied')) },
    provider_failed: { status: 502, path: (own) => back(own, refuse('server_error')) },
    no_member: {
      status: 403,
      path: (own) => back(own, vouchFor({ email: stranger, email_verified: true })),
    },
    unverified: { status: 403, path: (own) => back(own, vouchFor({ email, email_verified: false })) },
    validation_error: { status: 422, path: () => '/v1/auth/sso?domain=nothing' },
  };
  for (const [problem, { status, path }] of Object.entries(cases)) {
    scripted.forge({});
    const own = browser();
    const answer = await own.send('GET', await path(own), undefined, { accept: HTML });
    t.is(answer.status, 302, problem);
    const requestId = answer.headers.get('x-request-id') ?? '';
    t.is(locationOf(answer), `${DASHBOARD_URL}/sso-error?problem=${problem}&request_id=${requestId}`);
    t.is(answer.body, null);
    t.deepEqual(answer.headers.getSetCookie(), [], problem);
    t.regex(answer.headers.get('vary') ?? '', /\bAccept\b/);
    scripted.forge({});
    const asked = await own.send('GET', await path(own), undefined, { accept: '*/*' });
    t.is(asked.status, status, problem);
    if (problem !== 'validation_error') t.like(asked.body, { error: { detail: { reason: problem } } });
  }
  const own = browser();
  await world.useUp('sso_ip', own.ip, 50);
  const limited = await own.send('GET', `/v1/auth/sso/${domain}`, undefined, { accept: HTML });
  t.regex(locationOf(limited), /\/sso-error\?problem=rate_limited&/);
  const done = await own.send('GET', await back(browser(), unchanged), undefined, { accept: HTML });
  t.regex(locationOf(done), /problem=over&/, 'of another browser');
});
