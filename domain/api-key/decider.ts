import { DomainError } from '../kernel/errors.ts';
import {
  MAX_LIFETIME_DAYS,
  type ApiKeyCommand,
  type CreateApiKey,
  type Expiry,
  type Grantor,
} from './commands.ts';
import type { KEY_FIELDS, NewApiKeyEvent, Scope } from './events.ts';
import type { ApiKeyState, HeldApiKey } from './state.ts';

/**
 * Decides one command about an API key. Throws DomainError: `scope_not_held`, `expiry_not_held` and `test_credential` where
 * the grantor would hand out more than it holds, `not_found` where the key is another one by now, has expired or is not for
 * this grantor to see, `invalid_command` for an expiry that is over or too far ahead.
 */
export function decide(state: ApiKeyState, command: ApiKeyCommand): NewApiKeyEvent[] {
  if (command.kind === 'create') return create(state, command);
  const key = activeKey(state, command);
  switch (command.kind) {
    case 'update':
      return update(key, command);
    case 'rotate':
      return rotate(key, command);
    case 'revoke':
      return [{ type: 'api-key-revoked', data: { key_id: key.key_id, reason: command.reason } }];
  }
}

function create(state: ApiKeyState, command: CreateApiKey): NewApiKeyEvent[] {
  if (state.status !== 'none') throw new DomainError('already_exists', 'The API key exists already.');
  const { kind: _kind, by, name, at, latest_expiry, ...clear } = command;
  if (by.test === true && !clear.test) {
    throw new DomainError('test_credential', 'A test key can create test keys only: send "test": true.');
  }
  requireHeld(by, clear.scopes);
  requireAhead(clear.expires_at, { at, latest_expiry });
  requireEnds(by, clear.expires_at);
  return [{ type: 'api-key-created', data: { ...clear, profile: { name } } }];
}

/**
 * Whoever changes a key could have it rotated afterwards, so that both take every scope that it has. A key that outlasts its
 * grantor gets no scope from it, which would stay when the grantor is over.
 */
function update(
  key: HeldApiKey,
  { by, at, changes }: Extract<ApiKeyCommand, { kind: 'update' }>,
): NewApiKeyEvent[] {
  requireUnexpired(key, at);
  requireHeld(by, key.scopes);
  requireHeld(by, changes.scopes ?? []);
  if (changes.scopes?.some((scope) => !key.scopes.includes(scope))) requireEnds(by, key.expires_at);
  const name = changes.name === key.name ? undefined : changes.name;
  const rpm = changes.rate_limit_rpm === key.rate_limit_rpm ? undefined : changes.rate_limit_rpm;
  const scopes = changes.scopes && isSameSet(changes.scopes, key.scopes) ? undefined : changes.scopes;
  const changed_fields: (typeof KEY_FIELDS)[number][] = [
    ...(name === undefined ? [] : (['name'] as const)),
    ...(scopes === undefined ? [] : (['scopes'] as const)),
    ...(rpm === undefined ? [] : (['rate_limit_rpm'] as const)),
  ];
  if (changed_fields.length === 0) return [];
  const data = {
    key_id: key.key_id,
    changed_fields,
    ...(scopes === undefined ? {} : { scopes }),
    ...(rpm === undefined ? {} : { rate_limit_rpm: rpm }),
    profile: { name: name ?? null },
  };
  return [{ type: 'api-key-updated', data }];
}

/**
 * One append ends the old key and begins the new one, so that there is no instant with both or none. All but the
 * secret stays, the tier's limit of its making included: a rotation changes nobody's limit. When the key expires stays
 * too, unless the command says otherwise.
 */
function rotate(key: HeldApiKey, command: Extract<ApiKeyCommand, { kind: 'rotate' }>): NewApiKeyEvent[] {
  const { by, successor } = command;
  const expires_at = command.expires_at ?? key.expires_at;
  requireUnexpired(key, command.at);
  requireHeld(by, key.scopes);
  const { key_id, name, scopes, rate_limit_rpm, tier_rpm, test } = key;
  if (expires_at !== key.expires_at) requireAhead(expires_at, command);
  requireEnds(by, expires_at);
  if (name === null) throw notFound();
  const kept = { scopes, rate_limit_rpm, tier_rpm, test, expires_at, profile: { name } };
  return [
    { type: 'api-key-revoked', data: { key_id, reason: 'rotated' } },
    { type: 'api-key-created', data: { ...successor, ...kept } },
  ];
}

const notFound = (): DomainError => new DomainError('not_found', 'The API key does not exist.');

/** The key that the command names, if it is still the one and its grantor may see it. */
function activeKey(
  state: ApiKeyState,
  { key_id, by }: Exclude<ApiKeyCommand, { kind: 'create' }>,
): HeldApiKey {
  if (state.status === 'none' || state.key_id !== key_id) throw notFound();
  if (by.test === true && !state.test) throw notFound();
  if (state.status === 'revoked') throw new DomainError('already_revoked', 'The API key is revoked.');
  return state;
}

/** An expired key is refused everywhere, as one that was revoked. */
function requireUnexpired({ expires_at }: HeldApiKey, at: string): void {
  if (expires_at !== null && expires_at <= at) throw notFound();
}

function requireAhead(expiresAt: string | null, { at, latest_expiry }: Expiry): void {
  if (expiresAt === null) return;
  if (expiresAt <= at) throw expiryRefused('too_small', 'Must lie in the future.');
  if (expiresAt > latest_expiry) {
    throw expiryRefused('too_big', `Must lie at most ${MAX_LIFETIME_DAYS} days ahead.`);
  }
}

const expiryRefused = (code: string, message: string): DomainError =>
  new DomainError('invalid_command', message, [{ field: 'expires_at', code, message }]);

function requireHeld(by: Grantor, scopes: readonly Scope[]): void {
  if (scopes.every((scope) => by.scopes.includes(scope))) return;
  throw new DomainError('scope_not_held', 'A caller can grant only scopes that it holds itself.');
}

/** Else a key that ends could go on for ever by the keys that it makes, or takes over. */
function requireEnds(by: Grantor, expiresAt: string | null): void {
  if (by.expiresAt === null || (expiresAt !== null && expiresAt <= by.expiresAt)) return;
  throw new DomainError(
    'expiry_not_held',
    'A key that ends can hand out only keys that end no later than itself: send an earlier `expires_at`.',
  );
}

const isSameSet = (one: readonly Scope[], other: readonly Scope[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope));
