import { Command } from 'commander';
import { withInstallation } from '../../infra/cli/connection.ts';
import { ssoCommands } from '../../infra/cli/sso.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import type { Answer } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { serverSettings } from '../support/servers.ts';
import { startSignIn } from '../support/sign-in.ts';
import { CLIENT_ID, CLIENT_SECRET, startScriptedProvider } from './sign-in-providers.ts';

export const DASHBOARD_URL = 'https://app.example/desk';

export const locationOf = ({ headers }: Answer): string => headers.get('location') ?? '';

export const start = (from: Browser, domain: string, returnUrl?: string): Promise<Answer> => {
  const query = returnUrl === undefined ? '' : `&return_url=${encodeURIComponent(returnUrl)}`;
  return from.send('GET', `/v1/auth/sso?domain=${domain}${query}`);
};

/** Up to the provider and back, with a code that the scripted provider takes. */
export async function callbackOf(from: Browser, domain: string): Promise<URL> {
  const asked = new URL(locationOf(await start(from, domain))).searchParams;
  const url = new URL(asked.get('redirect_uri') ?? '');
  url.searchParams.set('code', asked.get('nonce') ?? '');
  url.searchParams.set('state', asked.get('state') ?? '');
  return url;
}

/** Both APIs, members, and a provider that answers as a test tells it to. */
export async function startSsoWorld() {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const world = await startSignIn({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DASHBOARD_URL,
    ALLOW_LOCAL_SSO: '1',
  });
  const scripted = await startScriptedProvider();
  const { api } = world;

  /** Runs `npm run ops -- sso …` in this process. */
  async function ops(...args: string[]): Promise<unknown> {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    let result: unknown;
    ssoCommands(program, async (work) => {
      result = await withInstallation(serverSettings(api.stack), work);
    });
    await program.parseAsync(['sso', ...args], { from: 'user' });
    return result;
  }

  let domains = 0;
  /** A domain of its own, bound to a tenant of its own. */
  async function newDomain(issuer: string): Promise<{ domain: string; tenantId: string }> {
    const domain = `hospital-${(domains += 1)}.example`;
    const tenantId = await api.newTenant();
    const client = ['--client-id', CLIENT_ID, '--client-secret', CLIENT_SECRET];
    await ops('bind', domain, '--tenant', tenantId, '--issuer', issuer, ...client);
    return { domain, tenantId };
  }

  const stop = async (): Promise<void> => {
    await scripted.stop();
    await api.stop();
  };
  return { ...world, publicUrl, scripted, ops, newDomain, stop };
}
