export type NatsServer = {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  tls?: Record<string, never>;
};

/**
 * Connection options of the `nats` client for a NATS_URL. The client itself drops the user and password
 * of a URL without a word (nats 2.29), so they are taken out here. A user without a password is a token. Several servers: separate by commas;
 * the credentials of the first count for all.
 */
export function natsServer(url: string): NatsServer {
  const urls = url.split(',').map((one) => new URL(one.trim()));
  const first = urls[0];
  if (first === undefined) throw new Error('NATS_URL is empty');
  return {
    servers: urls.map(({ host }) => host),
    ...identityOf(first),
    ...(first.protocol === 'tls:' ? { tls: {} } : {}),
  };
}

function identityOf({ username, password }: URL): Pick<NatsServer, 'user' | 'pass' | 'token'> {
  if (username === '') return {};
  if (password === '') return { token: decodeURIComponent(username) };
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
