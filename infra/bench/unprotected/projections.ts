import * as real from '../../../projectors/all.ts';

/** Nothing is chained. */
export const allProjections: typeof real.allProjections = real.allProjections.filter(
  ({ name }) => name !== 'audit',
);
