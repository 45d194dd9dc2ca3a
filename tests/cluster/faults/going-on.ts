import { until } from '../../support/until.ts';
import { isAcknowledged } from '../load/operation.ts';
import type { Partners } from '../load/partners.ts';

const LIMIT_MS = 60_000;
const ENOUGH = 60;
const STILL_MS = 3_000;

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

/** Waits until no partner has had a success for 3 s. */
export const standsStill = (partners: Partners): Promise<void> =>
  until('nobody is served', LIMIT_MS, () => {
    const ends = partners.operations().filter(isAcknowledged);
    return ends.every(({ endedMs }) => endedMs < Date.now() - STILL_MS);
  });
