import { DomainError } from '../kernel/errors.ts';
import type { BALANCE_THRESHOLDS, NewTenantEvent } from './events.ts';
import { includedAt, type RegisteredTenant, type TenantState } from './state.ts';
import { TIERS, type TierName } from './tiers.ts';

export type TenantCommand =
  | { kind: 'register'; name: string; tier: TierName }
  | { kind: 'top_up'; tokens: number }
  /** `at`: ISO 8601 UTC, decides which calendar month it is. */
  | { kind: 'change_tier'; to: TierName; at: string }
  | {
      kind: 'change_settings';
      overage_allowed?: boolean;
      body_limit_bytes?: number | null;
      feature_flags?: Record<string, boolean>;
    }
  | { kind: 'override_rate_limit'; rate_limit_rpm: number | null; reason: string | null }
  | { kind: 'change_retention'; retention_days: number; reason: string | null }
  | { kind: 'close'; reason: 'never_verified' }
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
  state: RegisteredTenant,
  command: Exclude<TenantCommand, { kind: 'register' }>,
): NewTenantEvent[] {
  switch (command.kind) {
    case 'top_up':
      return [{ type: 'tokens-granted', data: { tokens: command.tokens, reason: 'topup' } }];
    case 'change_tier':
      return changeTier(state, command);
    case 'change_settings': {
      const { kind: _kind, ...changes } = command;
      return Object.keys(changes).length === 0 ? [] : [{ type: 'tenant-settings-changed', data: changes }];
    }
    case 'override_rate_limit': {
      const { rate_limit_rpm, reason } = command;
      // A reason is worth a row of the trail even where the limit stays.
      if (rate_limit_rpm === state.rate_limit_override && reason === null) return [];
      return [{ type: 'rate-limit-override-set', data: { rate_limit_rpm, note: { reason } } }];
    }
    case 'change_retention': {
      const { retention_days, reason } = command;
      if (retention_days === state.retention_days && reason === null) return [];
      return [{ type: 'retention-changed', data: { retention_days, note: { reason } } }];
    }
    case 'close':
      return close(state, command.reason);
    case 'record_balance_crossing': {
      const { threshold, balance, initial_balance } = command;
      return [{ type: 'balance-threshold-crossed', data: { threshold, balance, initial_balance } }];
    }
  }
}

/**
 * An upgrade grants what exceeds the tokens that tiers included in this calendar month already, so that going down and
 * up again gains nothing; a downgrade grants nothing.
 */
function changeTier(
  state: RegisteredTenant,
  { to, at }: Extract<TenantCommand, { kind: 'change_tier' }>,
): NewTenantEvent[] {
  if (to === state.tier) return [];
  const changed: NewTenantEvent = { type: 'tier-changed', data: { from: state.tier, to } };
  const isUpgrade = TIERS[to].tokens_included > TIERS[state.tier].tokens_included;
  const tokens = isUpgrade ? TIERS[to].tokens_included - includedAt(state.included, at).tokens : 0;
  return tokens > 0 ? [changed, { type: 'tokens-granted', data: { tokens, reason: 'tier' } }] : [changed];
}

/** The events of a registration: whoever has done anything with the tenant since keeps it. */
const LAST_OF_REGISTRATION = 1;

function close(state: RegisteredTenant, reason: 'never_verified'): NewTenantEvent[] {
  if (state.revision > LAST_OF_REGISTRATION) {
    throw new DomainError('already_exists', 'The tenant is in use.');
  }
  return [{ type: 'tenant-closed', data: { reason } }];
}

function registered(state: TenantState): RegisteredTenant {
  if (state.status !== 'registered') throw new DomainError('not_found', 'The tenant does not exist.');
  return state;
}
