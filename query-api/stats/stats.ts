import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { countDeliveries, DELIVERED_WINDOW_H, deliveryCounts } from './deliveries.ts';
import { countSessions, DAYS, sessionCounts } from './sessions.ts';
import { accountCounts, countAccount } from './account.ts';

const stats = z
  .object({
    as_of: instant('When it was counted.'),
    sessions: sessionCounts.meta({ description: 'Sessions as they stand.' }),
    ...accountCounts,
    deliveries: deliveryCounts.meta({
      description: 'Webhook deliveries: those that need attention, and the latest others.',
    }),
  })
  .meta({ id: 'TenantStats', description: 'What the tenant has, in numbers.' });

export const getStats = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/stats',
    operationId: 'getTenantStats',
    summary: 'What the tenant has, in numbers',
    description:
      'Sessions and deliveries are those of the mode of the calling key (test or live), of both for a dashboard ' +
      'session; tokens, keys and members are the tenant’s. Sessions are counted as they stand; erased ones are not ' +
      `counted. by_day has the last ${DAYS} days (UTC) of creation, today included, oldest first. Deliveries that ` +
      'failed, were dead-lettered or exhausted count until they are resolved; pending and delivered ones are those ' +
      `of events of the last ${DELIVERED_WINDOW_H} hours. The numbers follow writes with the lag of the projections.`,
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    modes: true,
    responses: { 200: { description: 'The numbers.', schema: stats } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const sql = deps.poolOf(caller.tenantId);
      const [sessions, account, deliveries] = await Promise.all([
        countSessions(sql, caller, ctx.now),
        countAccount(sql, caller, ctx.now),
        countDeliveries(sql, caller, ctx.now),
      ]);
      return { status: 200, body: { as_of: ctx.now.toISOString(), sessions, ...account, deliveries } };
    },
  });
