import { DomainError } from '../kernel/errors.ts';
import type { BALANCE_THRESHOLDS, NewTenantEvent } from './events.ts';
import type { RegisteredTenant, TenantState } from './state.ts';
import { TIERS, type TierName } from './tiers.ts';

export type TenantCommand =
  | { kind: 'register'; name: string; tier: TierName }
  | { kind: 'top_up'; tokens: number }
  | {
      kind: 'change_settings';
      overage_allowed?: boolean;
      body_limit_bytes?: number | null;
      feature_flags?: Record<string, boolean>;
    }
  | { kind: 'override_rate_limit'; rate_limit_rpm: number | null; reason: string | null }
  | {
      kind: 'record_balance_crossing';
      threshold: (typeof BALANCE_THRESHOLDS)[number];
      balance: number;
      initial_balance: number;
    };

/** Decides one command about a tenant. Registering grants the tier's included tokens. Throws DomainError. */
export function decide(state: TenantState, command: TenantCommand): NewTenantEvent[] {
  if (command.kind === 'register') {
    if (state.status !== 'none') throw new DomainError('already_exists', 'The tenant exists already.');
    const { tier, name } = command;
    return [
      { type: 'tenant-registered', data: { tier, profile: { name } } },
      { type: 'tokens-granted', data: { tokens: TIERS[tier].tokens_included, reason: 'tier' } },
    ];
  }
  return decideRegistered(registered(state), command);
}

function decideRegistered(
  _state: RegisteredTenant,
  command: Exclude<TenantCommand, { kind: 'register' }>,
): NewTenantEvent[] {
  switch (command.kind) {
    case 'top_up':
      return [{ type: 'tokens-granted', data: { tokens: command.tokens, reason: 'topup' } }];
    case 'change_settings': {
      const { kind: _kind, ...changes } = command;
      return Object.keys(changes).length === 0 ? [] : [{ type: 'tenant-settings-changed', data: changes }];
    }
    case 'override_rate_limit': {
      const { rate_limit_rpm, reason } = command;
      return [{ type: 'rate-limit-override-set', data: { rate_limit_rpm, note: { reason } } }];
    }
    case 'record_balance_crossing': {
      const { threshold, balance, initial_balance } = command;
      return [{ type: 'balance-threshold-crossed', data: { threshold, balance, initial_balance } }];
    }
  }
}

function registered(state: TenantState): RegisteredTenant {
  if (state.status === 'none') throw new DomainError('not_found', 'The tenant does not exist.');
  return state;
}
