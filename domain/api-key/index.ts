/** An API key: its scopes and limits, from creation to revocation. */
export { apiKeyEvents, type ApiKeyEvent, type Scope } from './events.ts';
export { evolve, noApiKey, type ApiKeyState } from './state.ts';
export { decide, type ApiKeyCommand } from './decider.ts';
