import { decide } from '../../../domain/webhook-subscription/decider.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook-subscription/events.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { subscriptionStream } from '../../../shared/event-log/streams.ts';
import { newWebhookSecret } from '../../../shared/webhooks/secret.ts';
import type { Installation } from '../../cli/connection.ts';

/** Appends the subscription of a tenant to everything, as the route's command does. Returns its secret. */
export async function subscribe(installation: Installation, tenantId: string, url: string): Promise<string> {
  const { codec, dataKeys, log, pool, newId, now } = installation;
  const subscriptionId = newId();
  const secret = newWebhookSecret(systemRandom);
  const events = decide(
    { status: 'none' },
    { kind: 'create', subscription_id: subscriptionId, url, secret, events: [...WEBHOOK_EVENT_NAMES] },
  );
  const { keyId, seal } = await dataKeys.tenantKeys(pool, tenantId);
  const stream = subscriptionStream(subscriptionId);
  const encoded = codec.encode(events, {
    stream,
    commandId: newId(),
    keys: { tenant: { keyId, key: seal } },
    tokensCharged: 0,
    metadata: {
      tenant_id: tenantId,
      actor: { type: 'operator', id: 'bench' },
      request_id: newId(),
      causation_id: null,
      engine_version: null,
      occurred_at: now().toISOString(),
      test: false,
    },
  });
  await log.append(stream, 'no_stream', encoded);
  return secret;
}
