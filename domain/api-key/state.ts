import type { Fact } from '../kernel/event-definition.ts';
import type { ApiKeyEvent, Scope } from './events.ts';

/** The key that a stream stands for now. A rotation keeps the stream and puts another key in the place of this one. */
export type HeldApiKey = {
  status: 'active' | 'revoked';
  revision: number;
  key_id: string;
  /** Null once the tenant's key is destroyed. */
  name: string | null;
  scopes: Scope[];
  rate_limit_rpm: number;
  tier_rpm: number;
  test: boolean;
  expires_at: string | null;
};
export type ApiKeyState = { status: 'none' } | HeldApiKey;

export const noApiKey: ApiKeyState = { status: 'none' };

/** Folds one event into what decisions about a key need. Never throws. */
export function evolve(state: ApiKeyState, { event, revision }: Fact<ApiKeyEvent>): ApiKeyState {
  if (event.type === 'api-key-created') {
    const { key_id, scopes, rate_limit_rpm, tier_rpm, test, expires_at, profile } = event.data;
    const name = profile?.name ?? null;
    return {
      status: 'active',
      revision,
      key_id,
      name,
      scopes,
      rate_limit_rpm,
      tier_rpm,
      test,
      expires_at,
    };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'api-key-updated': {
      const { scopes = state.scopes, rate_limit_rpm = state.rate_limit_rpm, profile } = event.data;
      return { ...state, revision, scopes, rate_limit_rpm, name: profile?.name ?? state.name };
    }
    case 'api-key-revoked':
      return { ...state, status: 'revoked', revision };
  }
}
