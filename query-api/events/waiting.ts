import type { RouteContext } from '../../shared/http/route-types.ts';
import { listenForEvents } from '../../shared/webhooks/new-events.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { createTenantSlots } from '../kernel/tenant-slots.ts';

export const MAX_WAIT_S = 20;
/** Calls of one tenant that may wait at a time. */
export const MAX_WAITING = 10;
/** How often a call that waits looks by itself: news of new events may be lost. */
const LOOK_EVERY_MS = 2_000;

type Context = RouteContext<Record<string, never>, { wait: number }, unknown>;

export type Waiting = {
  /**
   * What `read` finds once it is enough, or when the caller's wait is over, the caller has gone, or the process stops.
   * Throws 429 where too many calls of the tenant wait.
   */
  until: <Found>(
    ctx: Context,
    look: { read: () => Promise<Found>; isEnough: (found: Found) => boolean },
  ) => Promise<Found>;
};

/** Calls that wait for events. */
export function createWaiting(
  deps: Pick<QueryDeps, 'nats' | 'stopping' | 'eventsMaxWaitS' | 'heldPlaces'>,
): Waiting {
  const slots = createTenantSlots(deps, {
    kind: 'event_wait',
    perTenant: MAX_WAITING,
    message: `At most ${MAX_WAITING} calls wait for events at a time.`,
    retryAfterS: MAX_WAIT_S,
  });
  return {
    until: async (ctx, { read, isEnough }) => {
      const waitMs = Math.min(ctx.query.wait, deps.eventsMaxWaitS) * 1_000;
      const first = await read();
      if (isEnough(first) || waitMs === 0) return first;
      const { tenantId } = callerOf(ctx);
      const end = await slots.begin(tenantId);
      const news = listenForEvents(deps.nats, tenantId);
      const startedAtMs = performance.now();
      const over = AbortSignal.any([ctx.signal, deps.stopping]);
      try {
        for (;;) {
          const found = await read();
          const leftMs = waitMs - (performance.now() - startedAtMs);
          if (isEnough(found) || leftMs <= 0 || over.aborted) return found;
          await news.next(Math.min(LOOK_EVERY_MS, leftMs), over);
        }
      } finally {
        ctx.waited(performance.now() - startedAtMs);
        news.stop();
        await end();
      }
    },
  };
}
