import { z } from 'zod';
import { lifetimeUsed, tokensLeft } from './token-fields.ts';
import { instant } from '../../domain/kernel/fields.ts';
import { balanceLevel } from '../../domain/tenant/balance.ts';
import { BALANCE_THRESHOLDS } from '../../domain/tenant/events.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { tierName } from '../../shared/tenants/tier-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readBalance, type Balance } from './read-balance.ts';

const status = z
  .object({
    balance: tokensLeft,
    initial_balance: z.int().meta({
      description: 'Tokens of the balance right after the last grant or top-up.',
      examples: [1_000],
    }),
    lifetime_used: lifetimeUsed,
    percentage_remaining: z
      .number()
      .min(0)
      .max(100)
      .meta({
        description:
          'Share of the initial balance that is left, from 0 to 100 with two decimals; 0 for overage.',
        examples: [95.4],
      }),
    current_threshold: z.enum(['ok', ...BALANCE_THRESHOLDS]).meta({
      description: 'The last threshold that was reached on the way down; ok where none was.',
      examples: ['ok'],
    }),
    next_threshold: z
      .object({
        name: z
          .enum(BALANCE_THRESHOLDS)
          .meta({ description: 'Which threshold comes next.', examples: ['low_20'] }),
        tokens_until: z
          .int()
          .min(0)
          .meta({ description: 'Tokens that can be charged until it is reached.', examples: [754] }),
        percentage: z.number().meta({
          description: 'Share of the initial balance at which it is reached, in percent.',
          examples: [20],
        }),
      })
      .nullable()
      .meta({ description: 'What comes next on the way down; null once the balance is used up.' }),
    tier: tierName.meta({ description: 'The tier that the tenant has now.' }),
    last_topup_at: instant(
      'When tokens were granted last, by a top-up, the registration or an upgrade; null where they never were.',
    ).nullable(),
  })
  .meta({ id: 'BalanceStatus', description: 'The balance, and where it stands among its thresholds.' });

export const getBalanceStatus = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/balance/status',
    operationId: 'getBalanceStatus',
    summary: 'Where the balance stands among its thresholds',
    description:
      'A threshold is reached at 20 %, 10 % and 0 of the initial balance, where the webhooks balance.low_20, ' +
      'balance.low_10 and balance.depleted are sent. `balance` is that of GET /v1/admin/balance.',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    responses: { 200: { description: 'The status.', schema: status } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      return { status: 200, body: present(await readBalance(deps.poolOf(tenantId), tenantId)) };
    },
  });

function present({ tier, balance, initialBalance, lifetimeUsed, lastTopupAt }: Balance) {
  const { current, next } = balanceLevel(balance, initialBalance);
  return {
    balance,
    initial_balance: initialBalance,
    lifetime_used: lifetimeUsed,
    percentage_remaining: percentage(balance, initialBalance),
    current_threshold: current,
    next_threshold: next,
    tier,
    last_topup_at: lastTopupAt?.toISOString() ?? null,
  } satisfies z.output<typeof status>;
}

/** Overage counts as nothing left. */
function percentage(balance: number, initialBalance: number): number {
  if (balance <= 0 || initialBalance <= 0) return 0;
  return Math.min(100, Math.round((balance / initialBalance) * 10_000) / 100);
}
