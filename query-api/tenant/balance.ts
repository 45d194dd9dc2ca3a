import { z } from 'zod';
import { tokensLeft } from './token-fields.ts';
import { instant } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readBalance } from './read-balance.ts';

const balance = z
  .object({ balance: tokensLeft, as_of: instant('When the balance was read.') })
  .meta({ id: 'Balance', description: 'The tokens of the tenant.' });

export const getBalance = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/balance',
    operationId: 'getBalance',
    summary: 'Tokens left',
    description:
      'What the next priced call is checked against: tokens granted, less tokens charged, less those that calls under ' +
      'way are about to be charged. Negative only where overage is allowed. Test keys see the same balance.',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    responses: { 200: { description: 'The balance.', schema: balance } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const { balance: tokens } = await readBalance(deps.poolOf(tenantId), tenantId);
      return { status: 200, body: { balance: tokens, as_of: ctx.now.toISOString() } };
    },
  });
