import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { commaSeparated, integer, isoDate, uuid, LIMIT, pageFields } from '../../shared/http/schemas.ts';
import {
  ACTIONABLE_STATUSES,
  DELIVERY_STATUSES,
  deliveryStatusSchema,
  deliverySchema,
  presentDelivery,
} from '../../shared/webhooks/delivery-record.ts';
import { callerOf } from '../kernel/caller.ts';
import { refuseReversed, wholeDays } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { countDeliveries, findDeliveries } from './delivery-queries.ts';

const MAX_PER_PAGE = 200;
const MAX_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_PER_PAGE);

const query = z.object({
  subscription_id: uuid()
    .optional()
    .meta({
      description: 'Only deliveries of this subscription.',
      examples: ['0198c0de-0000-7000-8000-000000000050'],
    }),
  status: commaSeparated(deliveryStatusSchema, DELIVERY_STATUSES.length)
    .default([...ACTIONABLE_STATUSES])
    .meta({ description: 'Only deliveries with these statuses, separated by commas.' }),
  date_from: isoDate().optional().meta({ description: 'Made on this day (UTC) or later.' }),
  date_to: isoDate().optional().meta({ description: 'Made on this day (UTC) or earlier.' }),
  page: integer({ min: 1, max: MAX_PAGE, default: 1 }).meta({
    description: 'Which page, from 1.',
    examples: [1],
  }),
  per_page: integer({ min: 1, max: MAX_PER_PAGE, default: 50 }).meta({ description: LIMIT, examples: [50] }),
});

const page = z
  .object({
    data: z.array(deliverySchema).meta({ description: 'The deliveries of the page, newest first.' }),
    page: z
      .int()
      .min(1)
      .max(MAX_PAGE)
      .meta({ description: 'Which page this is, from 1.', examples: [1] }),
    per_page: z
      .int32()
      .min(1)
      .meta({ description: LIMIT, examples: [50] }),
    total: pageFields.total,
  })
  .meta({ id: 'WebhookDeliveryPage', description: 'A page of deliveries.' });

export const listDeliveries = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'Deliveries of the tenant, newest first',
    description:
      'Without `status` those that failed; pass `delivered` for successes. Resolved ones are listed with their status ' +
      'and `resolved_at`. A key sees deliveries of its own mode, test or live.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    modes: true,
    query,
    responses: { 200: { description: 'One page.', schema: page } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const { page: number, per_page: limit, status: statuses, subscription_id } = ctx.query;
      const { date_from, date_to } = ctx.query;
      refuseReversed(date_from, date_to, ['date_from', 'date_to']);
      const pool = deps.poolOf(caller.tenantId);
      const made = wholeDays(date_from, date_to);
      const filter = { statuses, subscriptionId: subscription_id ?? null, made };
      const [{ seal }, rows, total] = await Promise.all([
        deps.dataKeys.tenantKeys(pool, caller.tenantId),
        findDeliveries(pool, caller, filter, { limit, offset: (number - 1) * limit }),
        countDeliveries(pool, caller, filter),
      ]);
      const data = rows.map((row) => presentDelivery(row, seal));
      return { status: 200, body: { data, page: number, per_page: limit, total } };
    },
  });
