import { z } from 'zod';
import { count } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { limitOffset, pageFields } from '../../shared/http/schemas.ts';
import { deliverySchema, presentDelivery } from '../../shared/webhooks/delivery-record.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { countActionable, findDeadLetters } from './delivery-queries.ts';

const list = z
  .object({
    ...pageFields,
    total: count('All dead letters that stand; `data` holds at most `limit` of them.', 1),
    data: z.array(deliverySchema).meta({ description: 'The dead letters of the page, latest first.' }),
  })
  .meta({ id: 'DeadLetters', description: 'A page of dead letters.' });

export const listDeadLetters = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/dlq',
    operationId: 'listDeadLetters',
    summary: 'Dead letters of the tenant',
    description:
      'Deliveries that used all their attempts and were neither replayed nor resolved, nor stood for 30 days. A key ' +
      'sees those of its own mode, test or live.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'admin:write' },
    feature: 'webhooks',
    admission: 'gate',
    modes: true,
    query: z.object(limitOffset({ maxLimit: 500, defaultLimit: 50 })),
    responses: { 200: { description: 'Latest first.', schema: list } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const { limit, offset } = ctx.query;
      const pool = deps.poolOf(caller.tenantId);
      const [{ seal }, counts, rows] = await Promise.all([
        deps.dataKeys.tenantKeys(pool, caller.tenantId),
        countActionable(pool, caller),
        findDeadLetters(pool, caller, { limit, offset }),
      ]);
      const data = rows.map((row) => presentDelivery(row, seal));
      return { status: 200, body: { total: counts.get('dead-lettered') ?? 0, limit, offset, data } };
    },
  });
