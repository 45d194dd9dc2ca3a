import { z } from 'zod';
import { count } from '../../domain/kernel/fields.ts';
import { recordAccess } from '../../shared/audit/record-access.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import { accessOfCall } from '../kernel/access-of-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { countDeadLetters, REPLAY_BATCH, replayDeadLetters } from './delivery-changes.ts';

const body = z
  .object({ confirm: z.literal(true).meta({ description: 'Says that all of them are meant.' }) })
  .meta({ id: 'ReplayAllDeadLetters', description: 'The confirmation.' });

const replayed = z
  .object({
    replayed: count('Dead letters that are sent again.', 1),
    remaining: z
      .int32()
      .min(0)
      .meta({
        description:
          'Dead letters that still stand: of disabled subscriptions, or beyond what one call takes.',
        examples: [0],
      }),
    of_disabled_subscriptions: z
      .int32()
      .min(0)
      .meta({
        description:
          'How many of them stay because their subscription is disabled or deleted. A test event that gets through enables one.',
        examples: [0],
      }),
  })
  .meta({ id: 'ReplayedDeadLetters', description: 'How many dead letters are sent again.' });

/** Below the limit of a handler, with room for the last batch. */
const TIME_MS = 6_000;
/** 100,000 dead letters a call and mode. */
const MAX_BATCHES = 100;

export const replayAllDeadLetters = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/webhooks/dlq/replay-all',
    operationId: 'replayAllDeadLetters',
    summary: 'Try every dead letter again now',
    description:
      'Takes every dead-lettered, unresolved delivery of the tenant whose subscription is active to a fresh round of ' +
      'attempts, oldest first. A key takes those of its own mode only.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'admin:write' },
    feature: 'webhooks',
    admission: 'handler',
    modes: true,
    idempotent: true,
    body,
    responses: { 200: { description: 'How many there were.', schema: replayed } },
    errors: ['service_unavailable'],
    examples: { body: { confirm: true } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { tenantId, caller } = admitted;
        const modes = caller.test === null ? [false, true] : [caller.test];
        const startedAt = performance.now();
        const isLate = (): boolean => performance.now() - startedAt > TIME_MS;
        let count = 0;
        for (const test of modes) count += await replayMode(deps, ctx, admitted, { test, isLate });
        const standing = await countDeadLetters(deps.poolOf(tenantId), { tenantId, modes });
        return { status: 200, body: { replayed: count, ...standing } };
      }),
  });

/** Each batch commits for itself, with its line in the audit trail, and its subscriptions are woken at once. */
async function replayMode(
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedTenantCommand,
  mode: { test: boolean; isLate: () => boolean },
): Promise<number> {
  const { tenantId, commandId } = admitted;
  let count = 0;
  for (let batches = 0; batches < MAX_BATCHES && !mode.isLate(); batches += 1) {
    const subscriptionIds = await inTransaction(deps.poolOf(tenantId), async (tx) => {
      const ids = await replayDeadLetters(tx, { tenantId, test: mode.test, commandId, now: call.now });
      if (ids.length === 0) return ids;
      const subject = { type: 'tenant', id: tenantId } as const;
      const what = { action: 'webhook.dead_letters_replayed', subject, test: mode.test } as const;
      const { accessId, access } = accessOfCall(deps, { call, admitted }, what);
      await recordAccess(tx, accessId, access);
      return ids;
    });
    deps.wakeSubscriptions(new Set(subscriptionIds));
    count += subscriptionIds.length;
    if (subscriptionIds.length < REPLAY_BATCH) break;
  }
  return count;
}
