import { z } from 'zod';
import { balanceLevel } from '../../domain/tenant/balance.ts';
import { BALANCE_THRESHOLDS } from '../../domain/tenant/events.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { tierName } from '../../shared/tenants/tier-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readBalance, type Balance } from './read-balance.ts';

const status = z
  .object({
    balance: z.int(),
    initial_balance: z.int().meta({ description: 'The balance right after the last grant or top-up.' }),
    lifetime_used: z.int().min(0).meta({ description: 'Tokens charged since the tenant was made.' }),
    percentage_remaining: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Share of the initial balance that is left, with two decimals; 0 for overage.' }),
    current_threshold: z
      .enum(['ok', ...BALANCE_THRESHOLDS])
      .meta({ description: 'The last one that was reached on the way down.' }),
    next_threshold: z
      .object({
        name: z.enum(BALANCE_THRESHOLDS),
        tokens_until: z.int().min(0),
        percentage: z.number().meta({ description: 'Share of the initial balance at which it is reached.' }),
      })
      .nullable()
      .meta({ description: 'What comes next on the way down; null once the balance is used up.' }),
    tier: tierName,
    last_topup_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Of the last grant of any kind: top-up, registration, upgrade.' }),
  })
  .meta({ id: 'BalanceStatus' });

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
