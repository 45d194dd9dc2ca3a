import { z } from 'zod';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import { webhookEventSchemas } from './event-schemas.ts';

/** `red_flag.detected` is RedFlagDetected. */
export const webhookIdOf = (name: WebhookEventName): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The body of an event as whoever reads it has to take it: strict where bodies are made, open where they are read. */
function received(name: WebhookEventName) {
  const strict = webhookEventSchemas[name];
  const { description = name } = strict.meta() ?? {};
  const id = webhookIdOf(name);
  const data = z
    .object(strict.shape.data.shape)
    .meta({ id: `${id}EventData`, description: `What ${name} tells.` })
    .describe(strict.shape.data.description ?? '');
  return z.object({ ...strict.shape, data }).meta({ id: `${id}Event`, description });
}

const schemas = WEBHOOK_EVENT_NAMES.map((name) => [name, received(name)] as const);

/** The events as partners get them, by name: from webhooks and from GET /v1/events alike. */
export const receivedEventSchemas = Object.fromEntries(schemas) as Record<
  WebhookEventName,
  ReturnType<typeof received>
>;
