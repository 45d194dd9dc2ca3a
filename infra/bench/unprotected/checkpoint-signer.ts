import type * as real from '../../../command-api/reactors/checkpoint-signer.ts';

/** Follows no chain, and so signs nothing. */
export const createCheckpointSigner: typeof real.createCheckpointSigner = () => ({
  name: 'audit-witness', // as the real one's
  intervalMs: 1_000,
  runOnce: () => Promise.resolve(0),
});
