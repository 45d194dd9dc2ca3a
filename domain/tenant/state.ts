import type { Fact } from '../kernel/event-definition.ts';
import type { TenantEvent } from './events.ts';
import type { TierName } from './tiers.ts';

export type RegisteredTenant = {
  status: 'registered';
  revision: number;
  tier: TierName;
  rate_limit_override: number | null;
};
export type TenantState = { status: 'none' } | RegisteredTenant;

export const noTenant: TenantState = { status: 'none' };

/** Folds one event into what decisions about a tenant need. Never throws. */
export function evolve(state: TenantState, { event, revision }: Fact<TenantEvent>): TenantState {
  if (state.status === 'none') {
    return event.type === 'tenant-registered'
      ? { status: 'registered', revision, tier: event.data.tier, rate_limit_override: null }
      : state;
  }
  switch (event.type) {
    case 'tier-changed':
      return { ...state, revision, tier: event.data.to };
    case 'rate-limit-override-set':
      return { ...state, revision, rate_limit_override: event.data.rate_limit_rpm };
    default:
      return { ...state, revision };
  }
}
