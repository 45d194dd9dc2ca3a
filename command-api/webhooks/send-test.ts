import { z } from 'zod';
import { count, text } from '../../domain/kernel/fields.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { openSubscriptionEndpoint } from '../../shared/read-models/subscription-rows.ts';
import type { Endpoint } from '../../shared/webhooks/endpoint.ts';
import { failureOf } from '../../shared/webhooks/failure-class.ts';
import { sendSample, type SampleSent } from '../../shared/webhooks/sample-send.ts';
import { requestHeaders } from '../../shared/webhooks/request-headers.ts';
import type { StoredSubscription } from '../../shared/webhooks/subscription-record.ts';
import { subscriptionParams } from '../../shared/webhooks/subscription-schema.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { executeOnSubscription } from './aggregate.ts';
import { findSubscription } from '../../shared/webhooks/find-subscription.ts';

const tested = z
  .object({
    status_code: z
      .int32()
      .min(100)
      .max(999)
      .nullable()
      .meta({
        description: 'HTTP status of the answer; null where none came.',
        examples: [204],
      }),
    latency_ms: count('How long the receiver took, in milliseconds.', 48),
    error: text('Class of the failure; null for a 2xx.', 'timeout').nullable(),
    request: z
      .object({
        headers: requestHeaders.describe('Headers, its signatures among them.'),
        body: text('The exact text that was sent and signed.', '{"type":"assessment.completed"}'),
      })
      .meta({ id: 'WebhookTestRequest', description: 'The request that the receiver was sent.' })
      .nullable()
      .describe('What was sent, to be verified as the receiver does; null where the address is not allowed.'),
  })
  .meta({ id: 'WebhookTestResult', description: 'How the receiver answered the test.' });

export const testSubscription = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/webhooks/{subscription_id}/test',
    operationId: 'testWebhookSubscription',
    summary: 'Send a synthetic delivery and tell how it was answered',
    description:
      'Sent at once, signed as every delivery, with the first subscribed event as its type and `test: true`; it waits ' +
      'up to 10 seconds, is not retried and leaves no delivery. A 2xx switches on again what failures switched off, and not what a caller did. One ' +
      'test of a subscription runs at a time (409).',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    feature: 'webhooks',
    admission: 'handler',
    idempotent: true,
    params: subscriptionParams,
    responses: { 200: { description: 'What came of it, whatever it was.', schema: tested } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { subscription_id: subscriptionId } = ctx.params;
        const row = await findSubscription(deps, admitted.caller, subscriptionId);
        const endpoint = openSubscriptionEndpoint(row, admitted.tenant);
        if (endpoint === null) throw new ApiError('not_found', 'The subscription does not exist.');
        // A receiver that hangs holds one call of ours, not as many as somebody can send.
        const { tenant_id: tenantId } = row;
        const end = await deps.heldPlaces.take({
          tenantId,
          kind: 'webhook_test',
          ofId: subscriptionId,
          limit: 1,
        });
        if (end === null) throw new ApiError('conflict', 'A test of this subscription is still running.');
        let sent: SampleSent;
        try {
          sent = await send(deps, row, endpoint);
        } finally {
          await end();
        }
        const { result, request } = sent;
        const error = failureOf(result);
        if (error === null) {
          await executeOnSubscription(deps, ctx, admitted, { subscriptionId, command: { kind: 'enable' } });
        }
        const statusCode = result.kind === 'answered' ? result.statusCode : null;
        const body = { status_code: statusCode, latency_ms: result.latencyMs, error, request };
        return { status: 200, body };
      }),
  });

/** A delivery of the first event that the subscription lists. */
async function send(deps: CommandDeps, row: StoredSubscription, endpoint: Endpoint): Promise<SampleSent> {
  const [eventType] = row.events;
  if (eventType === undefined) throw new Error('a subscription lists no event');
  const { sender, now, newId } = deps;
  return sendSample(
    { sender, now, newId, policy: { allowLocal: deps.allowLocalWebhooks } },
    { eventType, endpoint, subscriptionId: row.subscription_id, tenantId: row.tenant_id },
  );
}
