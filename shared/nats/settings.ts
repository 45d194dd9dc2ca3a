import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { credsAuthenticator, nkeyAuthenticator, type Authenticator, type TlsOptions } from 'nats';
import { z } from 'zod';
import { natsServer, type NatsServer } from '../config/nats-url.ts';
import { settings } from '../config/settings.ts';
import { StartupError } from '../lifecycle/startup-error.ts';

const file = () => z.string().min(1).optional();

/** Settings of whatever speaks with NATS. docs/operator/settings.md explains them. */
export const natsSettings = {
  NATS_URL: settings.NATS_URL,
  /** The authority of the server's certificate, in PEM; with it, TLS is a must. */
  NATS_CA_FILE: file(),
  /** Certificate and key that this process shows, where the server asks for one. */
  NATS_CERT_FILE: file(),
  NATS_KEY_FILE: file(),
  /** A `.creds` file: a JWT and its seed. */
  NATS_CREDENTIALS_FILE: file(),
  /** A file with the seed of an nkey. */
  NATS_NKEY_FILE: file(),
};
export type NatsConfig = z.output<z.ZodObject<typeof natsSettings>>;

const OWN_NAMES = ['NATS_CREDENTIALS_FILE', 'NATS_NKEY_FILE'] as const;

/** Refinement for a schema with these settings: one way to say who one is, and a certificate with its key. */
export const oneNatsIdentity = {
  check: (config: Partial<NatsConfig>): boolean => {
    const inUrl = config.NATS_URL?.includes('@') === true ? 1 : 0;
    const ways = inUrl + OWN_NAMES.filter((name) => config[name] !== undefined).length;
    return ways <= 1 && (config.NATS_CERT_FILE === undefined) === (config.NATS_KEY_FILE === undefined);
  },
  params: {
    path: ['NATS_URL'],
    message:
      'give a user in NATS_URL, NATS_CREDENTIALS_FILE or NATS_NKEY_FILE, one of them; and NATS_CERT_FILE with NATS_KEY_FILE',
  },
};

/** What the client of NATS connects with. */
export type NatsOptions = Omit<NatsServer, 'tls'> & { tls?: TlsOptions; authenticator?: Authenticator };

function read(config: NatsConfig, name: keyof typeof natsSettings): string | undefined {
  const from = config[name];
  if (from === undefined) return undefined;
  try {
    return readFileSync(from, 'utf8');
  } catch {
    throw new StartupError(`the file of ${name} cannot be read`);
  }
}

/** Reads the files. Throws StartupError. */
export function natsOptions(config: NatsConfig): NatsOptions {
  const { tls, ...server } = natsServer(config.NATS_URL);
  const [ca, cert, key] = (['NATS_CA_FILE', 'NATS_CERT_FILE', 'NATS_KEY_FILE'] as const).map((name) =>
    read(config, name),
  );
  const given = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  const isTls = tls !== undefined || Object.keys(given).length > 0;
  const tlsOptions = { ...given, checkServerIdentity: checkIdentity(server.servers) };
  return { ...server, ...(isTls && { tls: tlsOptions }), ...authenticatorOf(config) };
}

/**
 * The client (nats 2.29) gives TLS no name where a server is called by an address: Node then compares the certificate with
 * `localhost`. Here it is compared with the addresses of the setting.
 */
function checkIdentity(servers: readonly string[]): typeof checkServerIdentity {
  const hosts = servers.map((server) => new URL(`nats://${server}`).hostname.replace(/^\[|\]$/g, ''));
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  return (name, certificate) => {
    const wanted = hosts.includes(name) || addresses.length === 0 ? [name] : addresses;
    const problems = wanted.map((host) => checkServerIdentity(host, certificate));
    return problems.includes(undefined) ? undefined : problems[0];
  };
}

function authenticatorOf(config: NatsConfig): { authenticator?: Authenticator } {
  const credentials = read(config, 'NATS_CREDENTIALS_FILE');
  const seed = read(config, 'NATS_NKEY_FILE')?.trim();
  try {
    if (credentials !== undefined)
      return { authenticator: checked(credsAuthenticator(Buffer.from(credentials))) };
    if (seed !== undefined) return { authenticator: checked(nkeyAuthenticator(Buffer.from(seed))) };
  } catch {
    throw new StartupError(
      credentials === undefined
        ? 'the file of NATS_NKEY_FILE holds no seed of an nkey'
        : 'the file of NATS_CREDENTIALS_FILE holds no JWT with its seed',
    );
  }
  return {};
}

/** An authenticator that has signed once: what it cannot read fails here, and not at the first connection. */
function checked(authenticator: Authenticator): Authenticator {
  authenticator('nonce');
  return authenticator;
}
