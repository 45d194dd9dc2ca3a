import type { ClaimRequest } from './claiming.ts';
import type { Verdict } from './verdict.ts';

type Endpoint = {
  /** Deliveries that are claimed and whose attempt is not over. */
  inFlight: number;
  /** Of these, prefetched ones: each waits until an attempt of the endpoint ends. */
  prefetched: number;
  /** Attempts that are over and whose outcome is not written yet: their rows are still leased. */
  unwritten: number;
  /** Attempts that it may have at once: from 1 to the cap. */
  limit: number;
  /** The last claim brought all that it asked for, so more is probably due. */
  hasMore: boolean;
  /** Each failure adds one, up to FAILING_FROM; each success takes two. */
  failures: number;
};

export type ConcurrencyOptions = {
  /** Attempts at once in this process. */
  total: number;
  /** Of these, for one endpoint. */
  cap: number;
  /** Of these, for test mode. */
  testTotal: number;
};

/** For an endpoint without a history in this process: it may be one that hangs. */
const INITIAL_LIMIT = 4;
/**
 * From this limit on, half as many deliveries again are claimed ahead (prefetched): when an attempt ends, the next one
 * starts without waiting for another claim. With a smaller limit that gains little.
 */
const PREFETCH_FROM = 16;
const prefetchOf = (limit: number): number => (limit < PREFETCH_FROM ? 0 : Math.ceil(limit / 2));

/**
 * From this count of failures on an endpoint is claimed for at ticks only, with at most the initial limit, so that failing
 * endpoints do not take time from healthy ones. The count never goes higher, so one success ends this.
 */
const FAILING_FROM = 8;
const isFailing = ({ failures }: Endpoint): boolean => failures >= FAILING_FROM;

/** Subscriptions in one claim. */
const MAX_CLAIM_REQUESTS = 32;
/** Endpoints whose state is kept; beyond it idle ones are forgotten. */
const MAX_ENDPOINTS = 10_000;

/** Deliveries that a claim brought, and how many of these are of test mode. */
export type ClaimCount = { all: number; test: number };

export type ConcurrencyLimits = {
  /** Queues a subscription: something may be due for it. */
  wake: (subscriptionId: string) => void;
  /** What to claim next: each queued subscription in turn, as far as slots are free. */
  nextClaims: () => ClaimRequest[];
  /** Takes the slots of what a claim brought, by subscription. */
  claimed: (requests: readonly ClaimRequest[], counts: ReadonlyMap<string, ClaimCount>) => void;
  /** A claim failed: the same subscriptions come first again. */
  requeue: (requests: readonly ClaimRequest[]) => void;
  /** Called for each claimed delivery, right after `claimed`. True: it is prefetched and has to wait. */
  defer: (subscriptionId: string) => boolean;
  /** Lets one prefetched delivery start. False where no slot is free or none waits. */
  resume: (subscriptionId: string) => boolean;
  /** An attempt is over: frees its slot and adapts the limit. */
  release: (subscriptionId: string, verdict: Verdict, of: { test: boolean }) => void;
  /** An attempt is over and its outcome is about to be written. */
  outcomePending: (subscriptionId: string) => void;
  /** The outcome is written or given up. */
  outcomeWritten: (subscriptionId: string) => void;
  /** Queues the failing endpoints that wait for a tick. */
  tick: () => void;
  /** Attempts being made now. */
  inFlight: () => number;
  hasFreeSlot: () => boolean;
  /** Some subscription is queued for the next claim. */
  hasQueued: () => boolean;
};

/**
 * Shares the slots of this process among endpoints: first come, first served, a fair share in each turn. The limit of an
 * endpoint adapts by additive increase and multiplicative decrease (AIMD): a prompt answer adds one slot, no answer halves
 * them, so an endpoint that hangs soon holds a single one.
 */
export function createConcurrencyLimits({ total, cap, testTotal }: ConcurrencyOptions): ConcurrencyLimits {
  const endpoints = new Map<string, Endpoint>();
  let queue = new Set<string>();
  /** Failing endpoints that wait for the next tick. */
  const throttled = new Set<string>();
  const tests = createTestSlots(testTotal);
  let inFlight = 0;
  let prefetched = 0;
  let unwritten = 0;

  const isIdle = (id: string, endpoint: Endpoint): boolean =>
    endpoint.inFlight === 0 && endpoint.unwritten === 0 && !queue.has(id) && !throttled.has(id);

  const endpointOf = (id: string): Endpoint => {
    const known = endpoints.get(id);
    if (known) return known;
    if (endpoints.size >= MAX_ENDPOINTS) {
      for (const [other, endpoint] of endpoints) if (isIdle(other, endpoint)) endpoints.delete(other);
    }
    const endpoint = newEndpoint(Math.min(INITIAL_LIMIT, cap));
    endpoints.set(id, endpoint);
    return endpoint;
  };

  /** Does not create the state of an endpoint: thousands may be woken at once. */
  const enqueue = (id: string, endpoint = endpoints.get(id)): unknown =>
    (endpoint && isFailing(endpoint) ? throttled : queue).add(id);

  return {
    wake: (id) => enqueue(id),
    // More unwritten outcomes than slots mean that the database is behind: each of them then holds a slot.
    nextClaims: () => {
      tests.whoseTurn().forEach((id) => enqueue(id));
      const slots = total + prefetchOf(total) - inFlight - Math.max(0, unwritten - total);
      return shareSlots(queue, { slots, testSlots: tests.free() }, endpointOf);
    },
    claimed: (requests, counts) => {
      for (const { subscriptionId, room, testRoom } of requests) {
        const endpoint = endpointOf(subscriptionId);
        const count = counts.get(subscriptionId) ?? { all: 0, test: 0 };
        endpoint.inFlight += count.all;
        inFlight += count.all;
        tests.take(count.test);
        endpoint.hasMore = count.all >= room;
        if (!endpoint.hasMore && count.test >= testRoom && testRoom < room) tests.awaitSlot(subscriptionId);
        // More is due and it has slots left: its next turn comes after the others'.
        if (endpoint.hasMore && endpoint.inFlight < endpoint.limit + prefetchOf(endpoint.limit))
          enqueue(subscriptionId, endpoint);
      }
    },
    requeue: (requests) => {
      queue = new Set([...requests.map((one) => one.subscriptionId), ...queue]);
    },
    defer: (id) => {
      const endpoint = endpointOf(id);
      const hasSlot =
        endpoint.inFlight - endpoint.prefetched <= endpoint.limit && inFlight - prefetched <= total;
      if (hasSlot) return false;
      endpoint.prefetched += 1;
      prefetched += 1;
      return true;
    },
    resume: (id) => {
      const endpoint = endpointOf(id);
      const hasSlot =
        endpoint.inFlight - endpoint.prefetched < endpoint.limit && inFlight - prefetched < total;
      if (!hasSlot || endpoint.prefetched === 0) return false;
      endpoint.prefetched -= 1;
      prefetched -= 1;
      return true;
    },
    release: (id, verdict, { test }) => {
      const endpoint = endpointOf(id);
      endpoint.inFlight -= 1;
      inFlight -= 1;
      if (test) tests.take(-1);
      adapt(endpoint, verdict, cap);
      if ((!isFailing(endpoint) && throttled.delete(id)) || endpoint.hasMore) enqueue(id, endpoint);
    },
    outcomePending: (id) => {
      endpointOf(id).unwritten += 1;
      unwritten += 1;
    },
    outcomeWritten: (id) => {
      endpointOf(id).unwritten -= 1;
      unwritten -= 1;
    },
    tick: () => {
      queue = new Set([...queue, ...throttled]);
      throttled.clear();
    },
    inFlight: () => inFlight - prefetched,
    hasFreeSlot: () => inFlight < total,
    hasQueued: () => queue.size > 0 || tests.isAnyTurn(),
  };
}

/** The slots of test mode, and the endpoints that have due deliveries of it and found none free. */
function createTestSlots(total: number) {
  const waiting = new Set<string>();
  let taken = 0;
  const free = (): number => Math.max(0, total - taken);
  return {
    free,
    take: (count: number): void => {
      taken += count;
    },
    awaitSlot: (id: string): unknown => waiting.add(id),
    isAnyTurn: (): boolean => waiting.size > 0 && free() > 0,
    /** Takes those off for whom a slot is free now, who has waited longest first. */
    whoseTurn: (): string[] => {
      const next = [...waiting].slice(0, free());
      for (const id of next) waiting.delete(id);
      return next;
    },
  };
}

const newEndpoint = (limit: number): Endpoint => ({
  inFlight: 0,
  prefetched: 0,
  unwritten: 0,
  limit,
  hasMore: false,
  failures: 0,
});

/** Takes subscriptions off the queue and gives each a fair share of the free slots. */
function shareSlots(
  queue: Set<string>,
  { slots, testSlots }: { slots: number; testSlots: number },
  endpointOf: (id: string) => Endpoint,
): ClaimRequest[] {
  const requests: ClaimRequest[] = [];
  const turns = Math.min(Math.max(queue.size, 1), MAX_CLAIM_REQUESTS);
  const share = Math.max(1, Math.floor(slots / turns));
  const testShare = Math.max(1, Math.floor(testSlots / turns));
  let free = slots;
  let testFree = testSlots;
  for (const subscriptionId of queue) {
    if (free <= 0 || requests.length >= MAX_CLAIM_REQUESTS) break;
    queue.delete(subscriptionId);
    const endpoint = endpointOf(subscriptionId);
    const reach = endpoint.limit + prefetchOf(endpoint.limit);
    const room = Math.min(reach - endpoint.inFlight, share, free);
    // Where it has no slot left, it is queued again as soon as one is free.
    endpoint.hasMore = true;
    if (room <= 0) continue;
    free -= room;
    // Rows whose outcome is not written yet are still the first due ones.
    const testRoom = Math.min(room, testShare, testFree);
    testFree -= testRoom;
    requests.push({ subscriptionId, window: reach + endpoint.unwritten, room, testRoom });
  }
  return requests;
}

function adapt(endpoint: Endpoint, verdict: Verdict, cap: number): void {
  if (verdict === 'unknown') return;
  if (verdict === 'prompt') endpoint.limit = Math.min(endpoint.limit + 1, cap);
  if (verdict === 'hanging') endpoint.limit = Math.max(1, Math.floor(endpoint.limit / 2));
  const hasFailed = verdict === 'failing' || verdict === 'hanging';
  endpoint.failures = hasFailed
    ? Math.min(endpoint.failures + 1, FAILING_FROM)
    : Math.max(endpoint.failures - 2, 0);
  if (isFailing(endpoint)) endpoint.limit = Math.min(endpoint.limit, INITIAL_LIMIT);
}
