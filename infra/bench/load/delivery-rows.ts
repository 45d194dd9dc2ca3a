import { insertDeliveryRows, type DeliverySeed } from './delivery-inserts.ts';
import type { Installation } from '../../cli/connection.ts';
import type { Random } from './random.ts';

/** Events a statement. */
const CHUNK = 2_000;
/** Every event goes to so many of its tenant's subscriptions. */
export const TARGETS_PER_EVENT = 2;
/** Deliveries lie spread over so many days before now. */
const DAYS = 30;
const DAY_MS = 86_400_000;
/** One delivery in so many is kept for looking at it by its id. */
const SAMPLE_OF = 40;

export type DeliveryTenant = {
  tenantId: string;
  /** At least as many as an event goes to. */
  subscriptionIds: readonly string[];
  deliveries: number;
};

/** Of every hundred deliveries; the rest was delivered. */
const SHARES = [
  ['pending', 2],
  ['failed', 4],
  ['dead-lettered', 8],
  ['exhausted', 4],
] as const;

function statusOf(random: Random): DeliverySeed['status'] {
  let left = random.next() * 100;
  for (const [status, share] of SHARES) {
    left -= share;
    if (left < 0) return status;
  }
  return 'delivered';
}

/** Whose event comes when: every tenant's events, mixed, so that its rows lie scattered over the table. */
function order(tenants: readonly DeliveryTenant[], random: Random): DeliveryTenant[] {
  const events = tenants.flatMap((tenant) =>
    Array.from({ length: Math.floor(tenant.deliveries / TARGETS_PER_EVENT) }, () => tenant),
  );
  for (let last = events.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    [events[last], events[other]] = [events[other] as DeliveryTenant, events[last] as DeliveryTenant];
  }
  return events;
}

/**
 * Writes deliveries as fan-out and workers would leave them, with their messages, keys and attempts, past the event log:
 * in the order of time, all tenants mixed. Returns ids of some of each tenant's.
 */
export async function writeDeliveryRows(
  installation: Installation,
  tenants: readonly DeliveryTenant[],
  { random, tell }: { random: Random; tell: (line: string) => void },
): Promise<Map<string, string[]>> {
  const events = order(tenants, random);
  const samples = new Map<string, string[]>(tenants.map(({ tenantId }) => [tenantId, []]));
  const endMs = installation.now().getTime();
  const stepMs = (DAYS * DAY_MS) / events.length;
  for (let from = 0; from < events.length; from += CHUNK) {
    if (from % (CHUNK * 25) === 0) tell(`filling, ${from} of ${events.length} events`);
    const seeds = events.slice(from, from + CHUNK).map(({ tenantId, subscriptionIds }, index) => {
      const first = random.between(0, subscriptionIds.length - 1);
      const at = new Date(endMs - (events.length - from - index) * stepMs);
      const targets = Array.from({ length: TARGETS_PER_EVENT }, (_, offset) => ({
        subscriptionId: subscriptionIds[(first + offset) % subscriptionIds.length] ?? '',
        status: statusOf(random),
        attempts: random.between(1, 6),
        isResolved: random.next() < 0.3,
      }));
      return { tenantId, at, test: random.next() < 0.1, targets };
    });
    for (const { tenantId, deliveryId, test } of await insertDeliveryRows(installation, seeds)) {
      if (!test && random.next() < 1 / SAMPLE_OF) samples.get(tenantId)?.push(deliveryId);
    }
  }
  return samples;
}
