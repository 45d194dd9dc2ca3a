import {
  webhookSubscriptionEvents,
  type WebhookSubscriptionEvent,
} from '../../domain/webhook-subscription/events.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import {
  applySubscriptionEvents,
  openSubscriptionEndpoint,
  type SubscriptionRow,
} from '../../shared/read-models/subscription-rows.ts';
import { applyInOrder } from '../apply-in-order.ts';

/** Where tenants want to be told of what. Commands write the same rows right after their append. */
export const webhookSubscriptionsProjection: Projection = {
  name: 'webhook-subscriptions',
  version: 1,
  handles: webhookSubscriptionEvents.map((definition) => definition.type),
  streams: 'subscription',
  writtenThrough: true,
  tables: [
    {
      name: 'webhook_subscriptions',
      streamId: 'subscription_id',
      sealed: {
        columns: ['url_sealed', 'secret_sealed', 'previous_secrets_sealed'],
        open: (rows, context) =>
          Promise.all(
            (rows as unknown as SubscriptionRow[]).map(async (row) =>
              openSubscriptionEndpoint(row, await context.tenantKeys(row.tenant_id)),
            ),
          ),
      },
    },
    { name: 'removed_subscriptions', streamId: 'subscription_id' },
  ],
  project: async (events, tx, context) => {
    const sealing = {
      keysOf: (tenantId: string) => context.tenantKeys(tenantId),
      random: context.random,
    };
    await applyInOrder<WebhookSubscriptionEvent>(events, context, (facts) =>
      applySubscriptionEvents(tx, facts, sealing),
    );
  },
};
