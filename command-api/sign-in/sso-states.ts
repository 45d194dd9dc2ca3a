import { createHmac } from 'node:crypto';
import { deriveKey, open, seal, sha256 } from '../../shared/crypto/seal.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** Interface, "Limits": a sign-in stays at its provider for 10 minutes at most. */
export const STATE_LIFETIME_S = 600;
/** Binds a sign-in to the browser that began it. */
export const SSO_COOKIE = 'svc_sso';

type StateDeps = Pick<CommandDeps, 'pool' | 'serviceKeys' | 'random'>;

/** Made for one sign-in. All but the first follow from the two secrets, so that none of them is stored anywhere. */
export type SsoSecrets = { browser: string; state: string; nonce: string; codeVerifier: string };

const returnPlace = (stateHash: Buffer): string => `sso-state|${stateHash.toString('hex')}|return`;

async function secretsOf(
  { serviceKeys }: Pick<StateDeps, 'serviceKeys'>,
  given: { browser: string; state: string },
): Promise<SsoSecrets> {
  const key = deriveKey((await serviceKeys()).seal, 'sso');
  const derive = (purpose: string): string =>
    createHmac('sha256', key).update(`${purpose}|${given.browser}|${given.state}`).digest('base64url');
  return { ...given, nonce: derive('nonce'), codeVerifier: derive('code-verifier') };
}

/** Begins a sign-in that may come back once, within 10 minutes, in the browser that holds `browser` in its cookie. */
export async function openSsoState(
  deps: StateDeps,
  signIn: { domain: string; returnUrl: string },
  now: Date,
): Promise<SsoSecrets> {
  const [browser, state] = [deps.random(32), deps.random(32)].map((bytes) =>
    Buffer.from(bytes).toString('base64url'),
  ) as [string, string];
  const stateHash = sha256(state);
  const { seal: key } = await deps.serviceKeys();
  await deps.pool.query('SELECT ops.open_sso_state($1, $2, $3, $4, $5)', [
    stateHash,
    sha256(browser),
    signIn.domain,
    seal(key, returnPlace(stateHash), signIn.returnUrl, deps.random),
    new Date(now.getTime() + STATE_LIFETIME_S * 1_000),
  ]);
  return secretsOf(deps, { browser, state });
}

type Row = { browser_hash: Buffer; domain: string; return_sealed: Buffer; expires_at: Date };

/** Takes a state, once. Null for one that is unknown, taken, lapsed, or brought by another browser. */
export async function takeSsoState(
  deps: StateDeps,
  given: { browser: string; state: string },
  now: Date,
): Promise<(SsoSecrets & { domain: string; returnUrl: string }) | null> {
  const stateHash = sha256(given.state);
  const { rows } = await deps.pool.query<Row>('SELECT * FROM ops.take_sso_state($1)', [stateHash]);
  const row = rows[0];
  if (!row || row.expires_at <= now || !row.browser_hash.equals(sha256(given.browser))) return null;
  const { seal: key } = await deps.serviceKeys();
  const returnUrl = open(key, returnPlace(stateHash), row.return_sealed).toString('utf8');
  return { ...(await secretsOf(deps, given)), domain: row.domain, returnUrl };
}
