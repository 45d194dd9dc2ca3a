import type { Fact } from '../kernel/event-definition.ts';
import type { ApiKeyEvent, Scope } from './events.ts';

export type ApiKeyState =
  | { status: 'none' }
  | {
      status: 'active' | 'revoked';
      revision: number;
      scopes: Scope[];
      rate_limit_rpm: number;
      test: boolean;
    };

export const noApiKey: ApiKeyState = { status: 'none' };

/** Folds one event into what decisions about a key need. Never throws. */
export function evolve(state: ApiKeyState, { event, revision }: Fact<ApiKeyEvent>): ApiKeyState {
  switch (event.type) {
    case 'api-key-created': {
      const { scopes, rate_limit_rpm, test } = event.data;
      return { status: 'active', revision, scopes, rate_limit_rpm, test };
    }
    case 'api-key-revoked':
      return state.status === 'none' ? state : { ...state, status: 'revoked', revision };
  }
}
