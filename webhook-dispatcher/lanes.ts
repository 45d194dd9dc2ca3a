import type { Wanted } from './claiming.ts';

/**
 * What an attempt told about its endpoint: how long it holds a place decides how many it may hold, and whether the
 * fan-out may send to it at once. `failing` is an answer other than 2xx, or none that came soon; `untold` where it was not
 * the endpoint's doing.
 */
export type LaneVerdict = 'swift' | 'prompt' | 'slow' | 'failing' | 'hanging' | 'untold';

type Lane = {
  inFlight: number;
  /** Of these, claimed ahead: each waits for the place of another. */
  deferred: number;
  /** Attempts that are over and whose outcome is not written yet: their rows are still leased. */
  unwritten: number;
  /** Places that it may hold at once; between 1 and the cap. */
  allowance: number;
  /** The last claim took all that it asked for, so there is probably more. */
  hasMore: boolean;
  /** As far as is known it answers while the fan-out can wait. */
  isSwift: boolean;
  /** How much it fails: each failure adds one, each success takes two. */
  failures: number;
};

export type LaneLimits = {
  /** Attempts in flight in this process. */
  total: number;
  /** Of these, for one subscription. */
  cap: number;
};

/** An endpoint that nobody knows yet may be one that hangs. */
const FIRST_ALLOWANCE = 4;
/**
 * To so many places, half as many deliveries are claimed ahead: where answers take their time, a place that gets free is
 * taken at once instead of after the next claim. Who has few places is not worth it.
 */
const AHEAD_FROM = 16;
const aheadOf = (places: number): number => (places < AHEAD_FROM ? 0 : Math.ceil(places / 2));

/**
 * From here on an endpoint gets its turns at ticks (`rested`) only, with no more places than at first: work that comes to
 * nothing shall not take the time of what arrives. No endpoint has more, so one success ends it.
 */
const FAILING_FROM = 8;

/** Subscriptions in one claim. */
const MAX_WANTED = 32;
/** Idle lanes that are remembered, for their allowance. */
const MAX_LANES = 10_000;

/**
 * `entered`; `full` until one of the subscription's own places is free; `crowded` until any place is free: where others
 * wait, half of them are theirs; `closed` to an endpoint that does not answer swiftly or has deliveries waiting.
 */
export type Entry = 'entered' | 'full' | 'crowded' | 'closed';

export type Lanes = {
  /** There may be something due for this subscription, which is one of thousands and may not have been met here. */
  wake: (subscriptionId: string) => void;
  /** What to claim next: each waiting subscription in its turn, as far as there are places. */
  take: () => Wanted[];
  /** What came of a `take`, by subscription. */
  claimed: (wanted: readonly Wanted[], counts: ReadonlyMap<string, number>) => void;
  /** Right after `claimed`, for each: true where it was claimed ahead and has to wait. */
  defer: (subscriptionId: string) => boolean;
  /** Gives one that waits its place; false where there is none, or none waits. */
  resume: (subscriptionId: string) => boolean;
  /** A `take` came to nothing: the same subscriptions stay in front. */
  putBack: (wanted: readonly Wanted[]) => void;
  /** Takes a place for a delivery that has no row yet, if there is one. */
  enter: (subscriptionId: string) => Entry;
  /** It was given up to wait for the endpoint. */
  tooSlow: (subscriptionId: string) => void;
  /** One attempt is over and its place free again. */
  release: (subscriptionId: string, verdict: LaneVerdict) => void;
  /** The outcome of an attempt that is over is about to be written, and is written or given up. */
  writing: (subscriptionId: string) => void;
  written: (subscriptionId: string) => void;
  inFlight: () => number;
  hasRoom: () => boolean;
  /** Endpoints that only fail may have another turn. */
  rested: () => void;
  /** Some subscription waits for its turn to be claimed. */
  hasWaiting: () => boolean;
};

/** Gives the subscriptions of a queue, which leave it, a fair part of what is free. */
function shareOut(queue: Set<string>, places: number, laneOf: (id: string) => Lane): Wanted[] {
  const wanted: Wanted[] = [];
  const share = Math.max(1, Math.floor(places / Math.min(Math.max(queue.size, 1), MAX_WANTED)));
  let free = places;
  for (const subscriptionId of queue) {
    if (free <= 0 || wanted.length >= MAX_WANTED) break;
    queue.delete(subscriptionId);
    const lane = laneOf(subscriptionId);
    const reach = lane.allowance + aheadOf(lane.allowance);
    const room = Math.min(reach - lane.inFlight, share, free);
    // Full: asked again as soon as one of its places is free.
    lane.hasMore = true;
    if (room <= 0) continue;
    free -= room;
    // Rows whose attempts are over and not written still stand in front.
    wanted.push({ subscriptionId, window: reach + lane.unwritten, room });
  }
  return wanted;
}

const newLane = (allowance: number): Lane => ({
  inFlight: 0,
  deferred: 0,
  unwritten: 0,
  allowance,
  hasMore: false,
  isSwift: true,
  failures: 0,
});

const isFailing = ({ failures }: Lane): boolean => failures >= FAILING_FROM;

function learn(lane: Lane, verdict: LaneVerdict, cap: number): void {
  if (verdict === 'swift' || verdict === 'prompt') lane.allowance = Math.min(lane.allowance + 1, cap);
  if (verdict === 'hanging') lane.allowance = Math.max(1, Math.floor(lane.allowance / 2));
  if (verdict === 'swift') lane.isSwift = true;
  if (verdict === 'slow' || verdict === 'hanging') lane.isSwift = false;
  if (verdict === 'untold') return;
  const hasFailed = verdict === 'failing' || verdict === 'hanging';
  lane.failures = hasFailed ? Math.min(lane.failures + 1, FAILING_FROM) : Math.max(lane.failures - 2, 0);
  if (isFailing(lane)) lane.allowance = Math.min(lane.allowance, FIRST_ALLOWANCE);
}

/**
 * Shares this process's places among subscriptions: first come, first served, a fair part each turn. An endpoint
 * earns places by answering promptly and loses half of them each time it does not answer, so that one that hangs
 * soon holds a single place.
 */
export function createLanes({ total, cap }: LaneLimits): Lanes {
  const lanes = new Map<string, Lane>();
  let queue = new Set<string>();
  /** Those that only fail and wait for the next tick. */
  const resting = new Set<string>();
  let inFlight = 0;
  let deferred = 0;
  let unwritten = 0;

  const isIdle = (id: string, lane: Lane): boolean =>
    lane.inFlight === 0 && lane.unwritten === 0 && !queue.has(id) && !resting.has(id);

  const laneOf = (id: string): Lane => {
    const known = lanes.get(id);
    if (known) return known;
    if (lanes.size >= MAX_LANES) {
      for (const [other, lane] of lanes) if (isIdle(other, lane)) lanes.delete(other);
    }
    const lane = newLane(Math.min(FIRST_ALLOWANCE, cap));
    lanes.set(id, lane);
    return lane;
  };

  const wait = (id: string, lane = lanes.get(id)): unknown =>
    (lane && isFailing(lane) ? resting : queue).add(id);

  return {
    wake: (id) => wait(id),
    // Outcomes that pile up unwritten hold places in the end.
    take: () => shareOut(queue, total + aheadOf(total) - inFlight - Math.max(0, unwritten - total), laneOf),
    claimed: (wanted, counts) => {
      for (const { subscriptionId, room } of wanted) {
        const lane = laneOf(subscriptionId);
        const count = counts.get(subscriptionId) ?? 0;
        lane.inFlight += count;
        inFlight += count;
        lane.hasMore = count >= room;
        // More is due and it may have more places: its next turn comes after the others'.
        if (lane.hasMore && lane.inFlight < lane.allowance + aheadOf(lane.allowance))
          wait(subscriptionId, lane);
      }
    },
    defer: (id) => {
      const lane = laneOf(id);
      const hasPlace = lane.inFlight - lane.deferred <= lane.allowance && inFlight - deferred <= total;
      if (hasPlace) return false;
      lane.deferred += 1;
      deferred += 1;
      return true;
    },
    resume: (id) => {
      const lane = laneOf(id);
      const hasPlace = lane.inFlight - lane.deferred < lane.allowance && inFlight - deferred < total;
      if (!hasPlace || lane.deferred === 0) return false;
      lane.deferred -= 1;
      deferred -= 1;
      return true;
    },
    putBack: (wanted) => {
      queue = new Set([...wanted.map((one) => one.subscriptionId), ...queue]);
    },
    enter: (id) => {
      const lane = laneOf(id);
      if (!lane.isSwift || isFailing(lane) || lane.hasMore || queue.has(id)) return 'closed';
      if (lane.inFlight >= lane.allowance) return 'full';
      if (inFlight >= (queue.size > 0 ? Math.ceil(total / 2) : total)) return 'crowded';
      lane.inFlight += 1;
      inFlight += 1;
      return 'entered';
    },
    tooSlow: (id) => {
      laneOf(id).isSwift = false;
    },
    release: (id, verdict) => {
      const lane = laneOf(id);
      lane.inFlight -= 1;
      inFlight -= 1;
      learn(lane, verdict, cap);
      if ((!isFailing(lane) && resting.delete(id)) || lane.hasMore) wait(id, lane);
    },
    writing: (id) => {
      laneOf(id).unwritten += 1;
      unwritten += 1;
    },
    written: (id) => {
      laneOf(id).unwritten -= 1;
      unwritten -= 1;
    },
    inFlight: () => inFlight - deferred,
    hasRoom: () => inFlight < total,
    rested: () => {
      queue = new Set([...queue, ...resting]);
      resting.clear();
    },
    hasWaiting: () => queue.size > 0,
  };
}
