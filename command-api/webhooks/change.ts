import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentSubscription } from '../../shared/webhooks/subscription-record.ts';
import { subscriptionParams, subscriptionSchema } from '../../shared/webhooks/subscription-schema.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { givenFields } from '../kernel/given-fields.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { executeOnSubscription } from './aggregate.ts';
import { findSubscription } from '../../shared/webhooks/find-subscription.ts';
import { requireAllowedUrl, subscriptionInput } from './input.ts';

const body = z
  .object({
    url: subscriptionInput.url.nullish(),
    events: subscriptionInput.events.nullish(),
    is_active: z
      .boolean()
      .nullish()
      .meta({
        description: 'False switches the subscription off, true on again, whatever switched it off.',
        examples: [true],
      }),
  })
  .meta({
    id: 'ChangeWebhookSubscription',
    description: 'What to change; what is left out or null stays as it is.',
  });

export const changeSubscription = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/admin/webhooks/{subscription_id}',
    operationId: 'changeWebhookSubscription',
    summary: 'Change URL or events of a subscription, or switch it off and on',
    description:
      'The id, the signing secret and its deliveries stay: what failed before is tried again at the new URL, for which ' +
      'the same is checked as for a new subscription (422). `events` takes the place of the whole list, for what happens ' +
      'from then on. Switched off, nothing more is sent: open deliveries are dead-lettered, so that they can be ' +
      'replayed once it is on again, and what happens meanwhile is not delivered later. A test does not switch it on.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    feature: 'webhooks',
    admission: 'handler',
    params: subscriptionParams,
    body,
    responses: { 200: { description: 'The subscription as it is now.', schema: subscriptionSchema } },
    errors: ['not_found', 'service_unavailable'],
    examples: { body: { events: ['assessment.completed', 'session.timeout'] } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { subscription_id: subscriptionId } = ctx.params;
        const changes = givenFields(ctx.body);
        await findSubscription(deps, admitted.caller, subscriptionId);
        if (changes.url !== undefined) await requireAllowedUrl(deps, changes.url);
        await executeOnSubscription(deps, ctx, admitted, {
          subscriptionId,
          command: { kind: 'change', changes },
        });
        const row = await findSubscription(deps, admitted.caller, subscriptionId);
        return { status: 200, body: presentSubscription(row, admitted.tenant) };
      }),
  });
