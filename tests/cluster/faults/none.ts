import { until } from '../../support/until.ts';
import type { Fault } from './fault.ts';

const ENOUGH_CALLS = 400;
const LIMIT_MS = 60_000;

/** Nothing happens: what the others are compared with. */
export const none: Fault = {
  name: 'none',
  run: (_, partners) => {
    const before = partners.operations().length;
    return until(
      'partners have done something',
      LIMIT_MS,
      () => partners.operations().length >= before + ENOUGH_CALLS,
    );
  },
  allowedFailures: {},
  longestGapMs: 3_000,
  recoveryLimitMs: 3_000,
};
