import type { HeldPlaces, PlaceKind } from '../../shared/admission/held-places.ts';
import { ApiError } from '../../shared/http/errors.ts';

export type TenantSlots = {
  /** Takes a place of the tenant; what it returns gives it back, once. Throws 429 while all are taken. */
  begin(tenantId: string): Promise<() => Promise<void>>;
};

/** Bounds how many long calls of one tenant run at a time, in all processes together. */
export function createTenantSlots(
  { heldPlaces }: { heldPlaces: HeldPlaces },
  options: {
    kind: PlaceKind;
    perTenant: number;
    /** What to say to one call too many. */
    message: string;
    retryAfterS: number;
  },
): TenantSlots {
  const { kind, perTenant, message, retryAfterS } = options;
  return {
    begin: async (tenantId) => {
      const end = await heldPlaces.take({ tenantId, kind, limit: perTenant });
      if (end !== null) return end;
      throw new ApiError('rate_limited', message, {
        detail: { retry_after: retryAfterS, limit: perTenant },
      });
    },
  };
}
