import { accessEvents } from '../../domain/access/events.ts';
import { apiKeyEvents } from '../../domain/api-key/events.ts';
import { apiKeyUpcasters } from '../../domain/api-key/upcasters.ts';
import { auditEvents } from '../../domain/audit/events.ts';
import { auditUpcasters } from '../../domain/audit/upcasters.ts';
import { eventLogEvents } from '../../domain/event-log/events.ts';
import type { Upcaster } from '../../domain/kernel/event-definition.ts';
import { memberEvents } from '../../domain/member/events.ts';
import { patientEvents } from '../../domain/patient/events.ts';
import { retentionEvents } from '../../domain/retention/events.ts';
import { sessionEvents } from '../../domain/session/events.ts';
import { sessionUpcasters } from '../../domain/session/upcasters.ts';
import { tenantEvents } from '../../domain/tenant/events.ts';
import { webhookSubscriptionEvents } from '../../domain/webhook-subscription/events.ts';
import { webhookSubscriptionUpcasters } from '../../domain/webhook-subscription/upcasters.ts';
import { systemRandom, type RandomBytes } from '../crypto/seal.ts';
import { createCodec, type Codec } from './codec.ts';

/** Every event that the log may hold. An event that is not listed here stops whoever reads it. */
export const eventDefinitions = [
  ...sessionEvents,
  ...tenantEvents,
  ...apiKeyEvents,
  ...webhookSubscriptionEvents,
  ...accessEvents,
  ...memberEvents,
  ...patientEvents,
  ...auditEvents,
  ...retentionEvents,
  ...eventLogEvents,
] as const;

/** Old shapes of events, brought up to date one version at a time. */
const upcasters: readonly Upcaster[] = [
  ...apiKeyUpcasters,
  ...auditUpcasters,
  ...sessionUpcasters,
  ...webhookSubscriptionUpcasters,
];

/** The codec of the service. Nonces come from `random`. */
export const createServiceCodec = (random: RandomBytes = systemRandom): Codec =>
  createCodec(eventDefinitions, upcasters, random);
