import type * as real from '../../../command-api/reactors/audit-witness.ts';

/** Follows no chain, and so signs nothing. */
export const createAuditWitness: typeof real.createAuditWitness = () => ({
  name: 'audit-witness',
  intervalMs: 1_000,
  runOnce: () => Promise.resolve(0),
});
