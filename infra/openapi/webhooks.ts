import { z } from 'zod';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import { createSchemaWriter, type Json } from '../../shared/http/openapi-schemas.ts';
import type { WebhookHeader, WebhookSpec, WebhookSpecs } from '../../shared/http/openapi-webhooks.ts';
import { receivedEventSchemas, webhookIdOf } from '../../shared/webhooks/received-events.ts';
import { sampleEvent } from '../../shared/webhooks/sample-events.ts';
import { SEND_LIMITS } from '../../shared/webhooks/sender.ts';
import { at, ids } from './story/ids.ts';
import { ATTEMPTS_A_ROUND, RETRY_DELAYS_MS } from '../../webhook-dispatcher/schedule.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const duration = (ms: number): string =>
  ms >= HOUR_MS ? `${ms / HOUR_MS} h` : ms >= MINUTE_MS ? `${ms / MINUTE_MS} min` : `${ms / 1_000} s`;

const DELIVERY = `Sent by POST to the URL of every active subscription that names this event.

**Verify it** before you believe it. The signature is the HMAC SHA-256 of \`<timestamp>.<body>\`: the text of \
X-Svc-Timestamp, a dot, and the bytes of the body as they came, before any parsing. The key is the whole text of the \
subscription's secret. Compare in constant time with X-Svc-Signature-256 (lower-case hex). Refuse a timestamp that is \
more than 5 minutes from your clock. Libraries for Standard Webhooks verify webhook-signature instead. For 24 hours \
after a rotation, X-Svc-Signature-256-Previous is made with the secret before it.

**Deduplicate** on \`id\`: an event can come more than once. Events can also come out of order; \`sequence\` orders \
those of one session. Bodies can gain fields.

**Answer** with any 2xx within ${SEND_LIMITS.totalTimeoutMs / 1_000} seconds: it is delivered then, and not otherwise. \
Redirects are not followed. What was not delivered is tried again after \
${RETRY_DELAYS_MS.map(duration).join(', ')} (each a tenth more or less; Retry-After of 429, 502, 503 and 504 stretches \
a wait to double at most), ${ATTEMPTS_A_ROUND} attempts in all. After that it is dead-lettered and can be replayed.`;

const hex = { type: 'string', pattern: '^[0-9a-f]{64}$', examples: ['b9'.repeat(32)] };
const uuid = (example: string) => ({ type: 'string', format: 'uuid', examples: [example] });
const unixSeconds = { type: 'string', pattern: '^[0-9]+$', examples: ['1772440470'] };

const header = (description: string, schema: Record<string, unknown>, required = true): WebhookHeader => ({
  description,
  required,
  schema,
});

const HEADERS: Record<string, WebhookHeader> = {
  'X-Svc-Signature-256': header('HMAC SHA-256 over `<timestamp>.<body>` in lower-case hex.', hex),
  'X-Svc-Signature-256-Previous': header(
    'The same, made with the secret before the last rotation; for 24 hours after it.',
    hex,
    false,
  ),
  'X-Svc-Timestamp': header('Unix time of this attempt in seconds; part of what is signed.', unixSeconds),
  'X-Svc-Event': header('Name of the event: `type` of the body.', {
    $ref: '#/components/schemas/WebhookEventName',
  }),
  'X-Svc-Event-Id': header(
    'Id of the event: `id` of the body, the same over retries and replays.',
    uuid(ids.assessed),
  ),
  'X-Svc-Delivery-Id': header('Id of this delivery, the same over retries and replays.', uuid(ids.delivery)),
  'X-Svc-Attempt': header('Number of this attempt at the delivery, from 1.', {
    type: 'string',
    pattern: '^[1-9][0-9]*$',
    examples: ['1'],
  }),
  'webhook-id': header('Standard Webhooks: id of the event.', uuid(ids.assessed)),
  'webhook-timestamp': header('Standard Webhooks: the same as X-Svc-Timestamp.', unixSeconds),
  'webhook-signature': header(
    'Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`; one for each secret that is valid now, with ' +
      'spaces between.',
    { type: 'string', examples: ['v1,h9iyIfHS7Tb0CiqAnA2eOGWSTZBME141jrilIJo4UC4='] },
  ),
};

const ANSWERS: Record<string, string> = {
  '2XX': 'Delivered.',
  410: 'Not delivered. Nothing more is wanted: the subscription is switched off.',
  default: 'Not delivered; tried again. After 5 days without a delivery the subscription is switched off.',
};

const EXAMPLE = {
  eventId: ids.assessed,
  sessionId: ids.session,
  tenantId: ids.tenant,
  at: new Date(at.finalized),
};

/** What partners are sent, made from the schemas that the bodies are made with. */
export function describeWebhooks(): WebhookSpecs {
  return {
    byName: Object.fromEntries(WEBHOOK_EVENT_NAMES.map((name) => [name, describeEvent(name)])),
    any: {
      name: 'WebhookEvent',
      discriminator: 'type',
      operationId: 'onWebhookEvent',
      summary: 'Any event.',
      description: `What an endpoint that takes several events gets: \`type\` says which.\n\n${DELIVERY}`,
      tag: 'Webhooks',
    },
    headers: HEADERS,
    answers: ANSWERS,
  };
}

const descriptionOf = (name: WebhookEventName): string =>
  receivedEventSchemas[name].meta()?.description ?? name;

function describeEvent(name: WebhookEventName): WebhookSpec {
  const body = receivedEventSchemas[name];
  return {
    operationId: `on${webhookIdOf(name)}`,
    summary: descriptionOf(name),
    description: DELIVERY,
    tag: 'Webhooks',
    body,
    example: sampleEvent(name, EXAMPLE),
  };
}

/** A JSON Schema for each event, by the name of its file; whole in itself, for receivers without OpenAPI. */
export const webhookSchemaFiles = (): [string, Json][] =>
  WEBHOOK_EVENT_NAMES.map((name) => {
    const writer = createSchemaWriter();
    const schema = writer.write(z.object(receivedEventSchemas[name].shape), 'output');
    const $defs = writer.components();
    const whole = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:clinical-triage:webhook:v1:${name}`,
      title: name,
      description: `${descriptionOf(name)} Bodies can gain fields.`,
      ...schema,
      ...(Object.keys($defs).length === 0 ? {} : { $defs }),
      examples: [sampleEvent(name, EXAMPLE)],
    };
    return [
      `${name}.json`,
      JSON.parse(JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')) as Json,
    ];
  });
