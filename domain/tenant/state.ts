import { DEFAULT_RETENTION_DAYS } from '../retention/types.ts';
import type { Fact } from '../kernel/event-definition.ts';
import type { TenantEvent } from './events.ts';
import type { TierName } from './tiers.ts';

/** Tokens that tiers included in a calendar month (UTC), of the latest month that had any. */
export type IncludedTokens = { month: string; tokens: number };

export type RegisteredTenant = {
  status: 'registered';
  revision: number;
  tier: TierName;
  rate_limit_override: number | null;
  retention_days: number;
  included: IncludedTokens;
};
export type TenantState = { status: 'none' } | { status: 'closed'; revision: number } | RegisteredTenant;

export const noTenant: TenantState = { status: 'none' };

const NOTHING_INCLUDED: IncludedTokens = { month: '', tokens: 0 };

/**
 * What a tenant had in the month of an instant (ISO 8601 UTC). Clocks that disagree about the turn of a month get the
 * later month, so that nobody is granted a month's tokens twice.
 */
export function includedAt(included: IncludedTokens, at: string): IncludedTokens {
  const month = at.slice(0, 'YYYY-MM'.length);
  return month > included.month ? { month, tokens: 0 } : included;
}

/** Folds one event into what decisions about a tenant need. Never throws. */
export function evolve(state: TenantState, { event, revision, at }: Fact<TenantEvent>): TenantState {
  if (state.status === 'none') {
    if (event.type !== 'tenant-registered') return state;
    const { tier } = event.data;
    return {
      status: 'registered',
      revision,
      tier,
      rate_limit_override: null,
      retention_days: DEFAULT_RETENTION_DAYS,
      included: NOTHING_INCLUDED,
    };
  }
  if (state.status === 'closed') return state;
  switch (event.type) {
    case 'tenant-closed':
      return { status: 'closed', revision };
    case 'tier-changed':
      return { ...state, revision, tier: event.data.to };
    case 'rate-limit-override-set':
      return { ...state, revision, rate_limit_override: event.data.rate_limit_rpm };
    case 'retention-changed':
      return { ...state, revision, retention_days: event.data.retention_days };
    case 'tokens-granted': {
      if (event.data.reason !== 'tier') return { ...state, revision };
      const { month, tokens } = includedAt(state.included, at);
      return { ...state, revision, included: { month, tokens: tokens + event.data.tokens } };
    }
    default:
      return { ...state, revision };
  }
}
