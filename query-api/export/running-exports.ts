import type { QueryDeps } from '../kernel/deps.ts';
import { createTenantSlots, type TenantSlots } from '../kernel/tenant-slots.ts';

/** Two at a time let a caller start the next one while a slow reader still takes the first. */
export const EXPORTS_PER_TENANT = 2;

export type RunningExports = TenantSlots;

/** Exports that run, of each tenant: one can take minutes. */
export const createRunningExports = (deps: Pick<QueryDeps, 'heldPlaces'>): RunningExports =>
  createTenantSlots(deps, {
    kind: 'export',
    perTenant: EXPORTS_PER_TENANT,
    message: `At most ${EXPORTS_PER_TENANT} exports run at a time.`,
    retryAfterS: 30,
  });
