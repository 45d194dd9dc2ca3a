import type { QueryDeps } from '../../../query-api/kernel/deps.ts';
import { listDeadLetters } from '../../../query-api/webhooks/dead-letters.ts';
import { listDeliveries } from '../../../query-api/webhooks/deliveries.ts';
import { getDelivery } from '../../../query-api/webhooks/delivery.ts';
import { listSubscriptions } from '../../../query-api/webhooks/list.ts';
import { listSubscriptionDeliveries } from '../../../query-api/webhooks/subscription-deliveries.ts';
import { summarizeFailures } from '../../../query-api/webhooks/summary.ts';
import type { Route } from '../../../shared/http/route-types.ts';

/** Something of a tenant that can be asked for. */
export type Known = { subscriptionId: string; deliveryId: string };

export type DeliveryQuery = {
  name: string;
  route: (deps: QueryDeps) => Route;
  /** Path with query. */
  target: (known: Known) => string;
  params?: (known: Known) => Record<string, string>;
};

const ROOT = '/v1/admin/webhooks';
const EVERY_STATUS = 'status=pending,failed,dead-lettered,exhausted,delivered';

const list = (name: string, query: string | ((known: Known) => string)): DeliveryQuery => ({
  name: `deliveries ${name}`,
  route: listDeliveries,
  target: (known) => `${ROOT}/deliveries?${typeof query === 'string' ? query : query(known)}`,
});

const ofOne = ({ subscriptionId }: Known): string => `subscription_id=${subscriptionId}`;

const ofSubscription = (limit: number): DeliveryQuery => ({
  name: `latest ${limit} of a subscription`,
  route: listSubscriptionDeliveries,
  target: ({ subscriptionId }) => `${ROOT}/${subscriptionId}/deliveries?limit=${limit}`,
  params: ({ subscriptionId }) => ({ subscription_id: subscriptionId }),
});

const deadLetters = (limit: number): DeliveryQuery => ({
  name: `dead letters, ${limit}`,
  route: listDeadLetters,
  target: () => `${ROOT}/dlq?limit=${limit}`,
});

/** Each way to look at deliveries, on the first page and the hundredth. */
export const DELIVERY_QUERIES: readonly DeliveryQuery[] = [
  list('by default, first page', 'per_page=50'),
  list('by default, hundredth page', 'per_page=50&page=100'),
  list('by status, first page', 'status=delivered&per_page=50'),
  list('by status, hundredth page', 'status=delivered&per_page=50&page=100'),
  list('by a rare status', 'status=pending&per_page=50'),
  list('of every status, 200 a page', `${EVERY_STATUS}&per_page=200`),
  list('of every status, hundredth page', `${EVERY_STATUS}&per_page=50&page=100`),
  list('by subscription, first page', (known) => `${ofOne(known)}&per_page=50`),
  list('by subscription, hundredth page', (known) => `${ofOne(known)}&${EVERY_STATUS}&per_page=50&page=100`),
  ofSubscription(50),
  ofSubscription(200),
  {
    name: 'delivery with its attempts',
    route: getDelivery,
    target: ({ deliveryId }) => `${ROOT}/deliveries/${deliveryId}`,
    params: ({ deliveryId }) => ({ delivery_id: deliveryId }),
  },
  { name: 'failures summary', route: summarizeFailures, target: () => `${ROOT}/failures/summary` },
  deadLetters(50),
  deadLetters(500),
  { name: 'subscriptions', route: listSubscriptions, target: () => ROOT },
];
