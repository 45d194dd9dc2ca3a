import { DomainError } from '../kernel/errors.ts';
import type { NewApiKeyEvent, Scope } from './events.ts';
import type { ApiKeyState } from './state.ts';

export type ApiKeyCommand =
  | {
      kind: 'create';
      key_id: string;
      key_hash: string;
      key_prefix: string;
      key_suffix: string;
      name: string;
      scopes: Scope[];
      rate_limit_rpm: number;
      tier_rpm: number;
      test: boolean;
      expires_at: string | null;
    }
  | { kind: 'revoke'; reason: 'deleted' | 'rotated' | 'operator' };

/** Decides one command about an API key. Throws DomainError. */
export function decide(state: ApiKeyState, command: ApiKeyCommand): NewApiKeyEvent[] {
  switch (command.kind) {
    case 'create': {
      if (state.status !== 'none') throw new DomainError('already_exists', 'The API key exists already.');
      const { kind: _kind, name, ...clear } = command;
      return [{ type: 'api-key-created', data: { ...clear, profile: { name } } }];
    }
    case 'revoke':
      if (state.status === 'none') throw new DomainError('not_found', 'The API key does not exist.');
      if (state.status === 'revoked') throw new DomainError('already_revoked', 'The API key is revoked.');
      return [{ type: 'api-key-revoked', data: { reason: command.reason } }];
  }
}
