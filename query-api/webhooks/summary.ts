import { z } from 'zod';
import { count } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { countActionable } from './delivery-queries.ts';

const summary = z
  .object({
    failed: count('Deliveries that wait for their next attempt.', 1),
    'dead-lettered': count('Deliveries that have used all their attempts.', 1),
    exhausted: count('Those that used them all again, or stood for 30 days.', 0),
    total: count('Of the three together.', 2),
    dlq_length: count('Dead letters that stand: dead-lettered and not resolved.', 1),
  })
  .meta({ id: 'WebhookFailuresSummary', description: 'How many deliveries failed and are not resolved.' });

export const summarizeFailures = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/failures/summary',
    operationId: 'summarizeWebhookFailures',
    summary: 'How many deliveries failed and are not resolved',
    description: 'Of the calling tenant only. A key counts deliveries of its own mode, test or live.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    modes: true,
    responses: { 200: { description: 'Counts as of now.', schema: summary } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const counts = await countActionable(deps.poolOf(caller.tenantId), caller);
      const [failed = 0, dead = 0, exhausted = 0] = [
        counts.get('failed'),
        counts.get('dead-lettered'),
        counts.get('exhausted'),
      ];
      const total = failed + dead + exhausted;
      return { status: 200, body: { failed, 'dead-lettered': dead, exhausted, total, dlq_length: dead } };
    },
  });
