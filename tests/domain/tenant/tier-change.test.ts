import test from 'ava';
import fc from 'fast-check';
import type { Fact } from '../../../domain/kernel/event-definition.ts';
import type { NewTenantEvent } from '../../../domain/tenant/events.ts';
import {
  decide,
  evolve,
  noTenant,
  type TenantCommand,
  type TenantState,
} from '../../../domain/tenant/index.ts';
import { TIER_NAMES, TIERS, type TierName } from '../../../domain/tenant/tiers.ts';

/** A tenant that lives through commands at given instants, event by event. */
class Life {
  state: TenantState = noTenant;
  readonly facts: Fact<NewTenantEvent>[] = [];

  at(at: string, command: TenantCommand): NewTenantEvent[] {
    const events = decide(this.state, command);
    for (const event of events) {
      const fact = { event, eventId: '', revision: this.facts.length, at, keys: {} };
      this.facts.push(fact);
      this.state = evolve(this.state, fact);
    }
    return events;
  }

  change(at: string, to: TierName): number {
    const grant = this.at(at, { kind: 'change_tier', to, at }).find(({ type }) => type === 'tokens-granted');
    return grant?.type === 'tokens-granted' ? grant.data.tokens : 0;
  }
}

const living = (tier: TierName, at: string): Life => {
  const life = new Life();
  life.at(at, { kind: 'register', name: 'Clinic', tier });
  return life;
};

const JANUARY = '2026-01-05T08:00:00.000Z';
const LAST_OF_JANUARY = '2026-01-31T23:59:59.999Z';
const FEBRUARY = '2026-02-01T00:00:00.000Z';

test('an upgrade grants the difference within a month, and says from what to what', (t) => {
  const life = living('free_trial', JANUARY);
  t.deepEqual(life.at(JANUARY, { kind: 'change_tier', to: 'starter', at: JANUARY }), [
    { type: 'tier-changed', data: { from: 'free_trial', to: 'starter' } },
    { type: 'tokens-granted', data: { tokens: 9_000, reason: 'tier' } },
  ]);
  t.is(life.change(LAST_OF_JANUARY, 'growth'), 40_000);
});

test('a downgrade grants nothing, going up again gains nothing, and the tier that it is changes nothing', (t) => {
  const life = living('growth', JANUARY);
  t.deepEqual(life.at(JANUARY, { kind: 'change_tier', to: 'starter', at: JANUARY }), [
    { type: 'tier-changed', data: { from: 'growth', to: 'starter' } },
  ]);
  t.is(life.change(JANUARY, 'growth'), 0);
  t.deepEqual(life.at(JANUARY, { kind: 'change_tier', to: 'growth', at: JANUARY }), []);
  t.is(life.change(JANUARY, 'scale'), 200_000);
});

test('the next calendar month begins at midnight UTC, and a downgrade in it grants nothing', (t) => {
  t.is(living('starter', JANUARY).change(LAST_OF_JANUARY, 'growth'), 40_000);
  t.is(living('starter', JANUARY).change(FEBRUARY, 'growth'), 50_000);
  t.is(living('growth', JANUARY).change(FEBRUARY, 'starter'), 0);
});

test('a clock that is behind the turn of the month gains nothing', (t) => {
  const life = living('starter', JANUARY);
  t.is(life.change(FEBRUARY, 'growth'), 50_000);
  t.is(life.change(FEBRUARY, 'starter'), 0);
  t.is(life.change(LAST_OF_JANUARY, 'growth'), 0);
});

test('a top-up counts towards no month', (t) => {
  const life = living('starter', JANUARY);
  life.at(JANUARY, { kind: 'top_up', tokens: 1_000_000 });
  t.is(life.change(JANUARY, 'growth'), 40_000);
});

test('in no month do tiers grant more than the largest tier reached in it, and never less than the upgrade promises', (t) => {
  const instant = fc
    .date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2026-04-30T23:59:59Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString());
  const tier = fc.constantFrom(...TIER_NAMES);
  fc.assert(
    fc.property(tier, fc.array(fc.tuple(instant, tier), { maxLength: 40 }), (first, changes) => {
      const ordered = [...changes].sort(([one], [other]) => one.localeCompare(other));
      const life = living(first, '2026-01-01T00:00:00.000Z');
      const granted = new Map([['2026-01', TIERS[first].tokens_included]]);
      const reached = new Map([['2026-01', TIERS[first].tokens_included]]);
      let current = first;
      for (const [at, to] of ordered) {
        const month = at.slice(0, 7);
        const included = TIERS[to].tokens_included;
        const isUpgrade = included > TIERS[current].tokens_included;
        granted.set(month, (granted.get(month) ?? 0) + life.change(at, to));
        if (isUpgrade) {
          reached.set(month, Math.max(reached.get(month) ?? 0, included));
          if (granted.get(month)! < included) return false;
        }
        current = to;
      }
      return [...granted].every(([month, tokens]) => tokens === (reached.get(month) ?? 0));
    }),
    { seed: 20260105, numRuns: 300 },
  );
  t.pass();
});
