import { InvalidArgumentError, type Command } from 'commander';
import { z } from 'zod';
import { isUsableIssuer } from '../../command-api/sign-in/identity-provider.ts';
import {
  bindSso,
  DOMAIN_PATTERN,
  listSsoBindings,
  unbindSso,
  type SsoBinding,
} from '../../command-api/sign-in/sso-bindings.ts';
import { parseConfig, type Env } from '../../shared/config/load-config.ts';
import { uuid } from './arguments.ts';
import { CommandFailure } from './connection.ts';
import type { Run } from './run.ts';

type BindOptions = {
  tenant: string;
  issuer: string;
  clientId: string;
  clientSecret?: string;
  allowHost: string[];
  privateNetwork: boolean;
};

function domain(text: string): string {
  const given = text.toLowerCase();
  if (!DOMAIN_PATTERN.test(given)) throw new InvalidArgumentError('a domain such as clinic.example');
  return given;
}

/** Whether the service itself talks to one without https, its ALLOW_LOCAL_SSO decides. */
function issuer(text: string): string {
  if (!isUsableIssuer(text, true)) throw new InvalidArgumentError('an https URL');
  return text;
}

/** A host as URLs write it, with its port where that is not 443. */
function host(text: string, others: string[]): string[] {
  const url = `https://${text}/`;
  const isHost = URL.canParse(url) && new URL(url).host === text;
  if (!isHost)
    throw new InvalidArgumentError('a host such as tokens.login.example, with its port if it has one');
  return [...others, text];
}

function clientSecretOf(env: Env): string {
  const parsed = parseConfig(z.object({ SSO_CLIENT_SECRET: z.string() }), env);
  if (parsed.ok) return parsed.config.SSO_CLIENT_SECRET;
  throw new CommandFailure(`give --client-secret or its setting: ${parsed.problems.join('; ')}`);
}

const present = ({
  domain: name,
  tenantId,
  issuer: url,
  clientId,
  allowedHosts,
  privateNetwork,
  boundAt,
}: SsoBinding): object => ({
  domain: name,
  tenant_id: tenantId,
  issuer: url,
  client_id: clientId,
  allowed_hosts: allowedHosts,
  private_network: privateNetwork,
  bound_at: boundAt.toISOString(),
});

/** `sso bind|list|unbind` */
export function ssoCommands(program: Command, run: Run): void {
  const sso = program
    .command('sso')
    .description('single sign-on: which identity provider vouches for a domain');

  sso
    .command('bind')
    .description(
      'let an OpenID Connect provider sign in those members of one tenant whose addresses are of a domain; replaces ' +
        'what the domain was bound to. Register <PUBLIC_URL>/v1/auth/sso/callback with the provider',
    )
    .argument('<domain>', 'the part of the addresses after the @', domain)
    .requiredOption('--tenant <tenant_id>', 'id of the tenant', uuid)
    .requiredOption('--issuer <url>', "the provider's issuer", issuer)
    .requiredOption('--client-id <id>', 'what the provider knows this service by')
    .option(
      '--allow-host <host>',
      'a host beside that of the issuer that the provider names for tokens, keys or user data; repeatable',
      host,
      [],
    )
    .option('--private-network', 'the provider may have addresses of a private network', false)
    .option(
      '--client-secret <secret>',
      'kept sealed; better given as SSO_CLIENT_SECRET, or in the file that SSO_CLIENT_SECRET_FILE names, which no process ' +
        'list shows',
    )
    .action((name: string, options: BindOptions) =>
      run(async (installation) => {
        const { tenant: tenantId, allowHost: allowedHosts, clientId, issuer: url, privateNetwork } = options;
        const clientSecret = options.clientSecret ?? clientSecretOf(process.env);
        const client = { clientId, clientSecret, issuer: url, privateNetwork };
        const binding = { domain: name, tenantId, allowedHosts, ...client, boundAt: installation.now() };
        await bindSso(installation, binding);
        return present(binding);
      }),
    );

  sso
    .command('list')
    .description('list the bound domains')
    .action(() => run(async (installation) => (await listSsoBindings(installation)).map(present)));

  sso
    .command('unbind')
    .description('end single sign-on for a domain; sessions that were opened by it go on')
    .argument('<domain>', 'a bound domain', domain)
    .action((name: string) =>
      run(async (installation) => {
        await unbindSso(installation, name);
        return { domain: name, unbound: true };
      }),
    );
}
