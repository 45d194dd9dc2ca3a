/** An API key: its scopes and limits, from creation over rotations to revocation. */
export { apiKeyEvents, type ApiKeyEvent, type Scope } from './events.ts';
export { evolve, noApiKey, type ApiKeyState } from './state.ts';
export { decide } from './decider.ts';
export type { ApiKeyCommand, Grantor, KeyIdentity } from './commands.ts';
