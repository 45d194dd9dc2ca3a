import { v5 as uuidV5 } from 'uuid';
import { z } from 'zod';
import { ApiError, validationError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { newWebhookSecret } from '../../shared/webhooks/secret.ts';
import { subscriptionFields, secretField } from '../../shared/webhooks/subscription-schema.ts';
import { withPlace } from '../kernel/claims.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { executeOnSubscription } from './aggregate.ts';
import { requireAllowedUrl, subscriptionInput } from './input.ts';

const MAX_SUBSCRIPTIONS = 50;

const body = z
  .object({
    ...subscriptionInput,
  })
  .meta({ id: 'CreateWebhookSubscription', description: 'Which events to send to which URL.' });

const created = z
  .object({ ...subscriptionFields, secret: secretField })
  .meta({ id: 'CreatedWebhookSubscription', description: 'A new subscription, with its secret.' });

export const createSubscription = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/webhooks',
    operationId: 'createWebhookSubscription',
    summary: 'Subscribe a URL to events',
    description:
      `The signing secret is shown once. A tenant holds at most ${MAX_SUBSCRIPTIONS} subscriptions. One that a test ` +
      'key made is told of events of test sessions only, so never of `balance.*`; one that a live key or a member made ' +
      'is told of both modes, which `test` in the body tells apart; with X-Svc-Mode: test a member makes one of the first ' +
      'kind. A test key sees, tests, rotates and deletes only ' +
      'what a test key made (404 otherwise); live keys and members manage all. The URL has to be https and without ' +
      'credentials; local, private and reserved addresses are refused (422), also behind a name, and again at each ' +
      'delivery, which follows no redirect.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    feature: 'webhooks',
    admission: 'handler',
    modes: true,
    idempotent: true,
    body,
    responses: { 201: { description: 'The subscription, with its secret.', schema: created } },
    errors: ['conflict', 'service_unavailable'],
    examples: {
      body: {
        url: 'https://clinic.example/hooks/triage',
        events: ['assessment.completed', 'red_flag.detected'],
      },
    },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        await requireAllowedUrl(deps, ctx.body.url);
        return create(deps, ctx, admitted, ctx.body);
      }),
  });

async function create(
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedTenantCommand,
  { url, events }: z.output<typeof body>,
): Promise<RouteResult> {
  const subscriptionId = uuidV5('webhook-subscription', admitted.commandId);
  const secret = newWebhookSecret(deps.random);
  const appended = await withPlace(
    deps.poolOf(admitted.tenantId),
    {
      tenantId: admitted.tenantId,
      kind: 'webhook_subscription',
      memberId: subscriptionId,
      limit: MAX_SUBSCRIPTIONS,
      now: call.now,
    },
    () =>
      executeOnSubscription(deps, call, admitted, {
        subscriptionId,
        command: { kind: 'create', subscription_id: subscriptionId, url, secret, events },
      }),
  );
  if (appended === null) {
    const message = `A tenant holds at most ${MAX_SUBSCRIPTIONS} subscriptions.`;
    throw validationError([{ field: 'url', code: 'limit_reached', message }]);
  }
  const event = appended[0];
  // A call that was repeated after a crash answers with what the first one recorded, its secret included.
  if (event?.event.type !== 'webhook-subscription-created' || event.event.data.endpoint === null) {
    throw new ApiError('conflict', 'The subscription could not be created.');
  }
  return {
    status: 201,
    body: {
      subscription_id: subscriptionId,
      url: event.event.data.endpoint.url,
      events: event.event.data.events,
      is_active: true,
      disabled_reason: null,
      created_at: event.at,
      secret_rotated_at: null,
      secret: event.event.data.endpoint.secret,
    },
  };
}
