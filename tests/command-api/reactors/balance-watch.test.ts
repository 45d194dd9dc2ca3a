import test from 'ava';
import fc from 'fast-check';
import {
  afterCharge,
  afterGrant,
  NO_BALANCE,
  type Threshold,
} from '../../../command-api/reactors/balance-watch.ts';

type Change = { grant: number } | { charge: number };

/** The crossings that changes cause, in order. */
function crossings(changes: readonly Change[]): Threshold[] {
  let watch = NO_BALANCE;
  const crossed: Threshold[] = [];
  for (const change of changes) {
    if ('grant' in change) {
      watch = afterGrant(watch, change.grant);
      continue;
    }
    const next = afterCharge(watch, change.charge);
    crossed.push(...next.crossed);
    watch = next.watch;
  }
  return crossed;
}

test('each threshold is crossed at its share of the balance after the last grant, not above it', (t) => {
  t.deepEqual(crossings([{ grant: 100 }, { charge: 79 }]), []);
  t.deepEqual(crossings([{ grant: 100 }, { charge: 80 }]), ['low_20']);
  t.deepEqual(crossings([{ grant: 100 }, { charge: 80 }, { charge: 9 }]), ['low_20']);
  t.deepEqual(crossings([{ grant: 100 }, { charge: 80 }, { charge: 10 }]), ['low_20', 'low_10']);
  t.deepEqual(crossings([{ grant: 100 }, { charge: 99 }]), ['low_20', 'low_10']);
  t.deepEqual(crossings([{ grant: 100 }, { charge: 100 }]), ['low_20', 'low_10', 'depleted']);
});

test('a crossing is told once until a top-up arms it again', (t) => {
  t.deepEqual(crossings([{ grant: 100 }, { charge: 85 }, { charge: 1 }, { charge: 1 }]), ['low_20']);
  // After the top-up of 5 the balance is 20, and 20 % of that is 4.
  t.deepEqual(crossings([{ grant: 100 }, { charge: 85 }, { grant: 5 }, { charge: 15 }, { charge: 1 }]), [
    'low_20',
    'low_20',
  ]);
});

test('a top-up that leaves a debt arms nothing: there is nothing left to cross', (t) => {
  const debt: Change[] = [{ grant: 10 }, { charge: 50 }];
  t.deepEqual(crossings([...debt, { grant: 20 }, { charge: 5 }]), ['low_20', 'low_10', 'depleted']);
});

test('between two grants no threshold is told twice, and they come in order', (t) => {
  const order: Threshold[] = ['low_20', 'low_10', 'depleted'];
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.array(fc.integer({ min: 1, max: 500 })),
        (grant, charges) => {
          const crossed = crossings([{ grant }, ...charges.map((charge) => ({ charge }))]);
          const spent = charges.reduce((sum, charge) => sum + charge, 0);
          const due = order.filter((_, index) => grant - spent <= grant * ([0.2, 0.1, 0][index] ?? 0));
          return JSON.stringify(crossed) === JSON.stringify(due);
        },
      ),
    ),
  );
});
