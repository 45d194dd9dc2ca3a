import type { Wanted } from './claiming.ts';

/** What an attempt told about how long its endpoint holds a place: this decides how many it may hold. */
export type LaneVerdict = 'prompt' | 'hanging' | 'neither';

type Lane = {
  inFlight: number;
  /** Places that it may hold at once; between 1 and the cap. */
  allowance: number;
  /** The last claim took all that it asked for, so there is probably more. */
  hasMore: boolean;
};

export type LaneLimits = {
  /** Attempts in flight in this process. */
  total: number;
  /** Of these, for one subscription. */
  cap: number;
};

/** An endpoint that nobody knows yet may be one that hangs. */
const FIRST_ALLOWANCE = 4;
/** Subscriptions in one claim. */
const MAX_WANTED = 32;
/** Idle lanes that are remembered, for their allowance. */
const MAX_LANES = 10_000;

export type Lanes = {
  /** There may be something due for this subscription. */
  wake: (subscriptionId: string) => void;
  /** What to claim next: each waiting subscription in its turn, as far as there are places. */
  take: () => Wanted[];
  /** What came of a `take`, by subscription. */
  claimed: (wanted: readonly Wanted[], counts: ReadonlyMap<string, number>) => void;
  /** A `take` came to nothing: the same subscriptions stay in front. */
  putBack: (wanted: readonly Wanted[]) => void;
  /** One attempt is over and its place free again. */
  release: (subscriptionId: string, verdict: LaneVerdict) => void;
  inFlight: () => number;
  hasRoom: () => boolean;
};

/**
 * Shares this process's places among subscriptions: first come, first served, a fair part each turn. An endpoint
 * earns places by answering promptly and loses half of them each time it does not answer, so that one that hangs
 * soon holds a single place.
 */
export function createLanes({ total, cap }: LaneLimits): Lanes {
  const lanes = new Map<string, Lane>();
  let queue = new Set<string>();
  let inFlight = 0;

  const laneOf = (id: string): Lane => {
    const known = lanes.get(id);
    if (known) return known;
    if (lanes.size >= MAX_LANES) {
      for (const [other, lane] of lanes) if (lane.inFlight === 0 && !queue.has(other)) lanes.delete(other);
    }
    const lane = { inFlight: 0, allowance: Math.min(FIRST_ALLOWANCE, cap), hasMore: false };
    lanes.set(id, lane);
    return lane;
  };

  return {
    wake: (id) => queue.add(id),
    take: () => {
      const wanted: Wanted[] = [];
      let free = total - inFlight;
      const share = Math.max(1, Math.floor(free / Math.min(Math.max(queue.size, 1), MAX_WANTED)));
      for (const subscriptionId of queue) {
        if (free <= 0 || wanted.length >= MAX_WANTED) break;
        queue.delete(subscriptionId);
        const lane = laneOf(subscriptionId);
        const room = Math.min(lane.allowance - lane.inFlight, share, free);
        // Full: asked again as soon as one of its places is free.
        lane.hasMore = true;
        if (room <= 0) continue;
        free -= room;
        wanted.push({ subscriptionId, window: lane.allowance, room });
      }
      return wanted;
    },
    claimed: (wanted, counts) => {
      for (const { subscriptionId, room } of wanted) {
        const lane = laneOf(subscriptionId);
        const count = counts.get(subscriptionId) ?? 0;
        lane.inFlight += count;
        inFlight += count;
        lane.hasMore = count >= room;
        // More is due and it may have more places: its next turn comes after the others'.
        if (lane.hasMore && lane.inFlight < lane.allowance) queue.add(subscriptionId);
      }
    },
    putBack: (wanted) => {
      queue = new Set([...wanted.map((one) => one.subscriptionId), ...queue]);
    },
    release: (id, verdict) => {
      const lane = laneOf(id);
      lane.inFlight -= 1;
      inFlight -= 1;
      if (verdict === 'prompt') lane.allowance = Math.min(lane.allowance + 1, cap);
      if (verdict === 'hanging') lane.allowance = Math.max(1, Math.floor(lane.allowance / 2));
      if (lane.hasMore) queue.add(id);
    },
    inFlight: () => inFlight,
    hasRoom: () => inFlight < total,
  };
}
