import test from 'ava';
import type { NewTenantEvent } from '../../../domain/tenant/events.ts';
import { decide, evolve, noTenant, type TenantCommand } from '../../../domain/tenant/index.ts';
import { TIER_NAMES, TIERS } from '../../../domain/tenant/tiers.ts';
import { givenOf, plainFacts } from '../../support/given.ts';

const given = givenOf({ initial: noTenant, evolve, decide, factsOf: plainFacts<NewTenantEvent> });

const registered: NewTenantEvent = {
  type: 'tenant-registered',
  data: { tier: 'starter', profile: { name: 'Clinic' } },
};
const granted: NewTenantEvent = { type: 'tokens-granted', data: { tokens: 10_000, reason: 'tier' } };

test('registering grants the tokens of the tier, once', (t) => {
  for (const tier of TIER_NAMES) {
    given(t)
      .when({ kind: 'register', name: 'Clinic', tier })
      .then(
        { type: 'tenant-registered', data: { tier, profile: { name: 'Clinic' } } },
        { type: 'tokens-granted', data: { tokens: TIERS[tier].tokens_included, reason: 'tier' } },
      );
  }
  given(t, [registered, granted])
    .when({ kind: 'register', name: 'Clinic', tier: 'starter' })
    .thenRefused('already_exists');
});

test('the price list is that of the interface', (t) => {
  const rows = TIER_NAMES.map((name) => {
    const { price, tokens_included, concurrency, max_keys, rpm, sla } = TIERS[name];
    return [name, price, tokens_included, concurrency, max_keys, rpm, sla];
  });
  t.deepEqual(rows, [
    ['free_trial', 0, 1_000, 5, 2, 10, null],
    ['starter', 300, 10_000, 20, 5, 30, '99%'],
    ['growth', 1_300, 50_000, 50, 10, 60, '99.5%'],
    ['scale', 5_750, 250_000, 200, 25, 120, null],
    ['enterprise', 20_000, 1_000_000, 1_000, 100, 300, '99.9%'],
  ]);
});

test('a registered tenant is topped up, set and limited; only what was sent is recorded', (t) => {
  const tenant = given(t, [registered, granted]);
  tenant
    .when({ kind: 'top_up', tokens: 500 })
    .then({ type: 'tokens-granted', data: { tokens: 500, reason: 'topup' } });
  tenant
    .when({ kind: 'change_settings', overage_allowed: true, body_limit_bytes: null })
    .then({ type: 'tenant-settings-changed', data: { overage_allowed: true, body_limit_bytes: null } });
  tenant.when({ kind: 'change_settings' }).then();
  tenant.when({ kind: 'override_rate_limit', rate_limit_rpm: 5_000, reason: 'launch' }).then({
    type: 'rate-limit-override-set',
    data: { rate_limit_rpm: 5_000, note: { reason: 'launch' } },
  });
  const crossing = { threshold: 'low_20', balance: 1_999, initial_balance: 10_000 } as const;
  tenant
    .when({ kind: 'record_balance_crossing', ...crossing })
    .then({ type: 'balance-threshold-crossed', data: crossing });
});

test('an override that stays as it is leaves a row only where a reason is given', (t) => {
  const overridden: NewTenantEvent = {
    type: 'rate-limit-override-set',
    data: { rate_limit_rpm: 40, note: { reason: null } },
  };
  const override = (rate_limit_rpm: number | null, reason: string | null = null): TenantCommand => ({
    kind: 'override_rate_limit',
    rate_limit_rpm,
    reason,
  });
  given(t, [registered, granted]).when(override(null)).then();
  const tenant = given(t, [registered, granted], overridden);
  tenant.when(override(40)).then();
  tenant.when(override(40, 'still')).thenInspect((events) => t.is(events.length, 1));
  tenant.when(override(null)).then({
    type: 'rate-limit-override-set',
    data: { rate_limit_rpm: null, note: { reason: null } },
  });
});

test('nothing can be done with a tenant that does not exist', (t) => {
  const commands: TenantCommand[] = [
    { kind: 'top_up', tokens: 1 },
    { kind: 'change_tier', to: 'growth', at: '2026-01-05T08:00:00.000Z' },
    { kind: 'change_settings', overage_allowed: true },
    { kind: 'override_rate_limit', rate_limit_rpm: null, reason: null },
    { kind: 'record_balance_crossing', threshold: 'depleted', balance: 0, initial_balance: 1 },
  ];
  for (const command of commands) given(t).when(command).thenRefused('not_found');
});

test('the fold keeps tier and override, and takes any event in any state', (t) => {
  const changed: NewTenantEvent = { type: 'tier-changed', data: { from: 'starter', to: 'scale' } };
  const overridden: NewTenantEvent = {
    type: 'rate-limit-override-set',
    data: { rate_limit_rpm: 40, note: { reason: null } },
  };
  t.deepEqual(given(t, registered, granted, changed, overridden).state, {
    status: 'registered',
    revision: 3,
    tier: 'scale',
    rate_limit_override: 40,
    retention_days: 30,
    included: { month: '2026-01', tokens: 10_000 },
  });
  t.deepEqual(given(t, granted, changed, overridden).state, noTenant);
});

test('a tenant is closed while nothing has happened to it since its registration, and takes nothing afterwards', (t) => {
  const close: TenantCommand = { kind: 'close', reason: 'never_verified' };
  const closed: NewTenantEvent = { type: 'tenant-closed', data: { reason: 'never_verified' } };
  given(t, registered, granted).when(close).then(closed);
  given(t, registered, granted, { type: 'tokens-granted', data: { tokens: 5, reason: 'topup' } })
    .when(close)
    .thenRefused('already_exists');
  given(t).when(close).thenRefused('not_found');
  for (const command of [close, { kind: 'top_up', tokens: 1 }] as const) {
    given(t, registered, granted, closed).when(command).thenRefused('not_found');
  }
  given(t, registered, granted, closed)
    .when({ kind: 'register', name: 'Clinic', tier: 'starter' })
    .thenRefused('already_exists');
});

test('retention is 30 days unless it is changed; without a change only a reason is recorded', (t) => {
  const keep = (retention_days: number, reason: string | null = null): TenantCommand => ({
    kind: 'change_retention',
    retention_days,
    reason,
  });
  const changed = (retention_days: number, reason: string | null = null): NewTenantEvent => ({
    type: 'retention-changed',
    data: { retention_days, note: { reason } },
  });
  const tenant = given(t, [registered, granted]);
  tenant.when(keep(30)).then();
  tenant.when(keep(30, 'still')).then(changed(30, 'still'));
  tenant.when(keep(7, 'policy')).then(changed(7, 'policy'));
  given(t, [registered, granted], changed(7)).when(keep(7)).then();
  given(t, [registered, granted], changed(7)).when(keep(30)).then(changed(30));
});
