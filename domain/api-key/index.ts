/** An API key: its scopes and limits, from creation over rotations to revocation. */
export { apiKeyEvents, type ApiKeyEvent, type Scope } from './events.ts';
export { evolve, noApiKey, type ApiKeyState } from './state.ts';
export { decide } from './decider.ts';
export {
  MAX_LIFETIME_DAYS,
  type ApiKeyCommand,
  type Expiry,
  type Grantor,
  type KeyIdentity,
} from './commands.ts';
