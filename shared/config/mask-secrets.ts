const secretName = /(KEY|SECRET|PASSWORD|PASS|TOKEN|CREDENTIALS?)$/i;
const urlWithPassword = /^([a-z][a-z0-9+.-]*:\/\/[^:@/\s]*):[^@\s]*@/i;

function mask(name: string, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (secretName.test(name)) return '***';
  return typeof value === 'string' ? value.replace(urlWithPassword, '$1:***@') : value;
}

/**
 * A copy of a configuration that may be logged at start: values of names that end like a secret are
 * replaced, and so is the password inside every URL. Names of files that hold secrets stay readable.
 */
export function maskSecrets(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, mask(name, value)]));
}
