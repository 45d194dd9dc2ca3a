import { z } from 'zod';
import { count, day, id, instant } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer } from '../../shared/http/schemas.ts';
import { findSubscription } from '../../shared/webhooks/find-subscription.ts';
import { subscriptionParams } from '../../shared/webhooks/subscription-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { deliveriesByDay } from './delivery-days.ts';

/** Deliveries are kept for 90 days. */
const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

const counts = {
  delivered: count('Those that arrived.', 40),
  failed: count('Those that failed so far: to be tried again, or given up.', 1),
  pending: count('Those that were not tried yet.', 0),
};

const health = z
  .object({
    subscription_id: id('The subscription whose endpoint it is.'),
    ...counts,
    last_delivered_at: instant(
      'When the newest of the deliveries arrived that did; null where none of the period did.',
    ).nullable(),
    days: z
      .array(
        z.object({
          day: day('The day (UTC) on which the deliveries were made.'),
          ...counts,
        }),
      )
      .meta({ description: 'Each day of the period, oldest first; the counts above are their sums.' }),
  })
  .meta({ id: 'WebhookHealth', description: 'How the deliveries of an endpoint went, day by day.' });

export const getWebhookHealth = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/{subscription_id}/health',
    operationId: 'getWebhookHealth',
    summary: 'How the deliveries of a subscription went, day by day',
    description:
      'Whole days (UTC), today included. A delivery counts on the day on which it was made, as it stands now: one that ' +
      'fails and arrives a day later is a delivered one of the first day. A key counts deliveries of its own mode, test or ' +
      'live; a test key only those of a subscription that a test key made (404 otherwise).',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    params: subscriptionParams,
    query: z.object({
      days: integer({ min: 1, max: MAX_DAYS, default: DEFAULT_DAYS }).meta({
        description: 'How many whole days (UTC) back, today included.',
        examples: [DEFAULT_DAYS],
      }),
    }),
    responses: { 200: { description: 'The counts.', schema: health } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const { subscription_id } = ctx.params;
      await findSubscription(deps, caller, subscription_id);
      const pool = deps.poolOf(caller.tenantId);
      const period = { subscriptionId: subscription_id, now: ctx.now, days: ctx.query.days };
      const { days, lastDeliveredAt } = await deliveriesByDay(pool, caller, period);
      const sum = (of: keyof typeof counts): number => days.reduce((total, each) => total + each[of], 0);
      const body = {
        subscription_id,
        delivered: sum('delivered'),
        failed: sum('failed'),
        pending: sum('pending'),
        last_delivered_at: lastDeliveredAt?.toISOString() ?? null,
        days,
      };
      return { status: 200, body };
    },
  });
