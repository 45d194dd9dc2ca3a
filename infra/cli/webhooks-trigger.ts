import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import type { WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import type { Env } from '../../shared/config/load-config.ts';
import { flag } from '../../shared/config/settings.ts';
import { openSubscriptionEndpoint } from '../../shared/read-models/subscription-rows.ts';
import { SECRET_GRACE_MS, type Endpoint } from '../../shared/webhooks/endpoint.ts';
import { failureOf } from '../../shared/webhooks/failure-class.ts';
import { sendSample, type SampleTarget } from '../../shared/webhooks/sample-send.ts';
import { createSender } from '../../shared/webhooks/sender.ts';
import type { StoredSubscription } from '../../shared/webhooks/subscription-record.ts';
import { checkWebhookUrl, type UrlPolicy } from '../../shared/webhooks/url-policy.ts';
import { CommandFailure, namesInstallation, readSettings, type Installation } from './connection.ts';
import type { Run } from './run.ts';

export type TriggerOptions = { subscription?: string; url?: string; secret?: string[] };

/** Sends one synthetic event and prints what came of it. Sets the exit code. */
export async function triggerWebhook(
  eventType: WebhookEventName,
  options: TriggerOptions,
  run: Run,
): Promise<void> {
  const { subscription, url = '', secret = [] } = options;
  const policy = urlPolicy(process.env);
  if (subscription !== undefined) {
    await run(async (installation) =>
      send(policy, { eventType, ...(await targetOf(installation, subscription)) }),
    );
    return;
  }
  const target = { subscriptionId: uuidV7(), tenantId: uuidV7(), endpoint: endpointOf(url, secret) };
  console.log(JSON.stringify(await send(policy, { eventType, ...target }), null, 2));
}

/** The dispatcher's setting; unset, as it is where the stack runs that these commands find. */
function urlPolicy(env: Env): UrlPolicy {
  const { ALLOW_LOCAL_WEBHOOKS: given } = readSettings(
    z.object({ ALLOW_LOCAL_WEBHOOKS: flag().optional() }),
    env,
  );
  return { allowLocal: given ?? !namesInstallation(env) };
}

async function targetOf(
  { pool, dataKeys }: Installation,
  subscriptionId: string,
): Promise<Omit<SampleTarget, 'eventType'>> {
  const { rows } = await pool.query<StoredSubscription>(
    'SELECT * FROM read.webhook_subscriptions WHERE subscription_id = $1',
    [subscriptionId],
  );
  const [row] = rows;
  if (!row) throw new CommandFailure('there is no such subscription');
  const tenantId = row.tenant_id;
  const endpoint = openSubscriptionEndpoint(row, await dataKeys.tenantKeys(pool, tenantId));
  if (endpoint === null) throw new CommandFailure('the subscription can no longer be read');
  return { subscriptionId, tenantId, endpoint };
}

/** As after a rotation where there is more than one secret. */
function endpointOf(url: string, [secret = '', ...older]: readonly string[]): Endpoint {
  const until = new Date(Date.now() + SECRET_GRACE_MS).toISOString();
  return { url, secret, previous: older.map((one) => ({ secret: one, until })) };
}

async function send(policy: UrlPolicy, target: SampleTarget): Promise<object> {
  const checked = checkWebhookUrl(target.endpoint.url, policy);
  if (!checked.ok) {
    const hint = policy.allowLocal ? '' : '; ALLOW_LOCAL_WEBHOOKS=1 allows http and loopback';
    throw new CommandFailure(`no delivery may go to this URL (${checked.problem})${hint}`);
  }
  const sender = createSender({ policy });
  try {
    const sent = await sendSample({ sender, policy, now: () => new Date(), newId: () => uuidV7() }, target);
    const { eventId, deliveryId, result } = sent;
    const error = failureOf(result);
    if (error !== null) process.exitCode = 1;
    return {
      type: target.eventType,
      id: eventId,
      delivery_id: deliveryId,
      status_code: result.kind === 'answered' ? result.statusCode : null,
      latency_ms: result.latencyMs,
      error,
    };
  } finally {
    await sender.close();
  }
}
