const secretName = /(KEY|SECRET|PASSWORD|PASS|TOKEN|CREDENTIALS?)$/i;
/**
 * Each in a list of URLs, up to its last @, as drivers take other signs in a password than a URL may have; a user without a
 * password is a token of NATS.
 */
const passwordOfUrl =
  /\b((?!https?:)[a-z][a-z0-9+.-]*:\/\/)(?:([^:@/?#\s]*):)?(?:(?!,[a-z][a-z0-9+.-]*:\/\/)\S)*@/gi;
/** A path of these may hold an @. */
const passwordOfWebUrl = /\b(https?:\/\/)(?:([^:@/?#\s]*):)?[^/?#\s]*@/gi;
const passwordOfQuery = /([?&](?:\w*password|\w*token)=)[^&\s]*/gi;

const MASKED_URL = (_: string, scheme: string, user?: string): string =>
  `${scheme}${user === undefined ? '' : `${user}:`}***@`;

function mask(name: string, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (secretName.test(name)) return '***';
  if (typeof value !== 'string') return value;
  return value
    .replace(passwordOfUrl, MASKED_URL)
    .replace(passwordOfWebUrl, MASKED_URL)
    .replace(passwordOfQuery, '$1***');
}

/**
 * A copy of a configuration that may be logged at start: values of names that end like a secret are
 * replaced, and so is the password, or the token, inside every URL. Names of files that hold secrets stay readable.
 */
export function maskSecrets(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, mask(name, value)]));
}
