import { until } from '../../support/until.ts';
import { isAcknowledged } from '../load/operation.ts';
import type { Partners } from '../load/partners.ts';

const LIMIT_MS = 60_000;
const ENOUGH = 60;

/** Waits until partners have had as many successes and deliveries from now on as show that the service works. */
export async function goesOn(partners: Partners): Promise<void> {
  const successes = (): number => partners.operations().filter(isAcknowledged).length;
  const deliveries = (): number => partners.received().length;
  const before = { successes: successes(), deliveries: deliveries() };
  await until(
    'partners are served',
    LIMIT_MS,
    () => successes() >= before.successes + ENOUGH && deliveries() >= before.deliveries + ENOUGH,
  );
}
