import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { SECRET_GRACE_MS } from '../../shared/webhooks/endpoint.ts';
import { newWebhookSecret } from '../../shared/webhooks/secret.ts';
import { presentSubscription } from '../../shared/webhooks/subscription-record.ts';
import {
  subscriptionFields,
  subscriptionParams,
  secretField,
} from '../../shared/webhooks/subscription-schema.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { executeOnSubscription } from './aggregate.ts';
import { findSubscription } from '../../shared/webhooks/find-subscription.ts';

const rotated = z
  .object({ ...subscriptionFields, secret: secretField })
  .meta({ id: 'RotatedWebhookSubscription', description: 'The subscription, with its new secret.' });

export const rotateSubscriptionSecret = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/webhooks/{subscription_id}/rotate',
    operationId: 'rotateWebhookSecret',
    summary: 'Give a subscription a new signing secret',
    description:
      'The new secret is shown once. The old one stays valid for 24 hours: meanwhile X-Svc-Signature-256 is made ' +
      'with the new secret, X-Svc-Signature-256-Previous with the old one, and webhook-signature holds both; a ' +
      'delivery that is answered with 400, 401 or 403 is repeated at once, as part of the same attempt, with the old ' +
      'secret in X-Svc-Signature-256. Where the secret is rotated again within that time, every earlier one keeps ' +
      'its 24 hours, and a delivery is repeated with each of them, newest first; at most 10 can be in that state.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    feature: 'webhooks',
    admission: 'handler',
    idempotent: true,
    params: subscriptionParams,
    responses: { 200: { description: 'The subscription, with its new secret.', schema: rotated } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, (admitted) => rotate(deps, ctx, admitted, ctx.params.subscription_id)),
  });

async function rotate(
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedTenantCommand,
  subscriptionId: string,
): Promise<RouteResult> {
  const row = await findSubscription(deps, admitted.caller, subscriptionId);
  const [event] = await executeOnSubscription(deps, call, admitted, {
    subscriptionId,
    command: {
      kind: 'rotate',
      secret: newWebhookSecret(deps.random),
      at: call.now.toISOString(),
      previous_valid_until: new Date(call.now.getTime() + SECRET_GRACE_MS).toISOString(),
    },
  });
  // A call that was repeated after a crash answers with the secret that the first one recorded.
  if (event?.event.type !== 'webhook-secret-rotated' || event.event.data.signing === null) {
    throw new ApiError('conflict', 'The secret could not be rotated.');
  }
  const { secret } = event.event.data.signing;
  const subscription = presentSubscription(row, admitted.tenant);
  return { status: 200, body: { ...subscription, secret_rotated_at: event.at, secret } };
}
