import { ApiError } from '../../shared/http/errors.ts';

export type TenantSlots = {
  /** Takes a place of the tenant; what it returns gives it back, once. Throws 429 while all are taken. */
  begin(tenantId: string): () => void;
};

/** Bounds what the long calls of one tenant may take of this process. */
export function createTenantSlots(options: {
  perTenant: number;
  /** What to say to one call too many. */
  message: string;
  retryAfterS: number;
}): TenantSlots {
  const { perTenant, message, retryAfterS } = options;
  const running = new Map<string, number>();
  return {
    begin: (tenantId) => {
      const count = running.get(tenantId) ?? 0;
      if (count >= perTenant) {
        throw new ApiError('rate_limited', message, {
          detail: { retry_after: retryAfterS, limit: perTenant },
        });
      }
      running.set(tenantId, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (running.get(tenantId) ?? 1) - 1;
        if (left === 0) running.delete(tenantId);
        else running.set(tenantId, left);
      };
    },
  };
}
