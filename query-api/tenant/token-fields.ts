import { z } from 'zod';

/** Tokens of the tenant, as several answers show them. */
export const tokensLeft = z
  .int()
  .meta({ description: 'Tokens left; below 0 only where overage is allowed.', examples: [954] });

export const lifetimeUsed = z
  .int()
  .min(0)
  .meta({ description: 'Tokens charged since the tenant was made.', examples: [46] });
