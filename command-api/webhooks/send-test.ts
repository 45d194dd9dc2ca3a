import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { uuid } from '../../shared/http/schemas.ts';
import { openSubscriptionEndpoint } from '../../shared/read-models/subscription-rows.ts';
import { deliveryIdOf } from '../../shared/webhooks/delivery-id.ts';
import { holdingAt, type Endpoint } from '../../shared/webhooks/endpoint.ts';
import { failureOf } from '../../shared/webhooks/failure-class.ts';
import { sampleEvent } from '../../shared/webhooks/sample-events.ts';
import { secretKeys } from '../../shared/webhooks/secret.ts';
import type { SendResult } from '../../shared/webhooks/sender.ts';
import { sendSigned } from '../../shared/webhooks/signed-send.ts';
import type { StoredSubscription } from '../../shared/webhooks/subscription-record.ts';
import { checkWebhookUrl } from '../../shared/webhooks/url-policy.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { executeOnSubscription } from './aggregate.ts';
import { findSubscription } from './find.ts';

const tested = z
  .object({
    status_code: z.int().nullable().meta({ description: 'null where no answer came.' }),
    latency_ms: z.int().min(0),
    error: z.string().nullable().meta({ description: 'Class of the failure; null for a 2xx.' }),
  })
  .meta({ id: 'WebhookTestResult' });

export const testSubscription = (deps: CommandDeps): Route => {
  /** A receiver that hangs holds one call of ours, not as many as somebody can send. */
  const running = new Set<string>();
  return defineRoute({
    method: 'POST',
    path: '/v1/admin/webhooks/{subscription_id}/test',
    operationId: 'testWebhookSubscription',
    summary: 'Send a synthetic delivery and tell how it was answered',
    description:
      'Sent at once, signed as every delivery, with the first subscribed event as its type and `test: true`; it waits ' +
      'up to 10 seconds, is not retried and leaves no delivery. A 2xx switches a disabled subscription on again. One ' +
      'test of a subscription runs at a time (409).',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    admission: 'handler',
    idempotent: true,
    params: z.object({ subscription_id: uuid() }),
    responses: { 200: { description: 'What came of it, whatever it was.', schema: tested } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { subscription_id: subscriptionId } = ctx.params;
        const row = await findSubscription(deps, admitted.caller, subscriptionId);
        const endpoint = openSubscriptionEndpoint(row, admitted.tenant);
        if (endpoint === null) throw new ApiError('not_found', 'The subscription does not exist.');
        if (running.has(subscriptionId)) {
          throw new ApiError('conflict', 'A test of this subscription is still running.');
        }
        running.add(subscriptionId);
        const result = await send(deps, row, endpoint).finally(() => running.delete(subscriptionId));
        const error = failureOf(result);
        if (error === null) {
          await executeOnSubscription(deps, ctx, admitted, { subscriptionId, command: { kind: 'enable' } });
        }
        const statusCode = result.kind === 'answered' ? result.statusCode : null;
        return { status: 200, body: { status_code: statusCode, latency_ms: result.latencyMs, error } };
      }),
  });
};

/** One attempt as the dispatcher makes it, with a body that tells of nothing. */
async function send(deps: CommandDeps, row: StoredSubscription, endpoint: Endpoint): Promise<SendResult> {
  const checked = checkWebhookUrl(endpoint.url, { allowLocal: deps.allowLocalWebhooks });
  const [eventType] = row.events;
  if (eventType === undefined) throw new Error('a subscription lists no event');
  // What was allowed once need not be any more.
  if (!checked.ok) return { kind: 'unanswered', error: 'forbidden_address', latencyMs: 0 };
  const at = deps.now();
  const eventId = deps.newId();
  const sample = sampleEvent(eventType, { eventId, sessionId: deps.newId(), tenantId: row.tenant_id, at });
  const message = {
    eventId,
    eventType,
    deliveryId: deliveryIdOf(eventId, row.subscription_id),
    attempt: 1,
    body: Buffer.from(JSON.stringify(sample)),
    timestampS: Math.floor(at.getTime() / 1_000),
  };
  const previous = holdingAt(endpoint.previous, at.toISOString()).map((one) => secretKeys(one.secret));
  return sendSigned(deps.sender, checked.url, message, { current: secretKeys(endpoint.secret), previous });
}
