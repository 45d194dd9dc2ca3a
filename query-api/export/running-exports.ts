import { ApiError } from '../../shared/http/errors.ts';

/** Two at a time let a caller start the next one while a slow reader still takes the first. */
export const EXPORTS_PER_TENANT = 2;
const RETRY_AFTER_S = 30;

export type RunningExports = {
  /** Begins an export of the tenant; what it returns ends it, once. Throws 429 while too many run. */
  begin(tenantId: string): () => void;
};

/** Bounds what the exports of one tenant may take of this process, since one call can run for minutes. */
export function createRunningExports(perTenant = EXPORTS_PER_TENANT): RunningExports {
  const running = new Map<string, number>();
  return {
    begin: (tenantId) => {
      const count = running.get(tenantId) ?? 0;
      if (count >= perTenant) {
        throw new ApiError('rate_limited', `At most ${perTenant} exports run at a time.`, {
          detail: { retry_after: RETRY_AFTER_S, limit: perTenant },
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
