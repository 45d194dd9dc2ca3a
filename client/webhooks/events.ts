import type { components } from '../schema.ts';

type Schemas = components['schemas'];

/**
 * The body of a delivery: narrow it by `type`. A subscription is sent only the types that it lists. Bodies can gain
 * fields; none of these is ever taken away or changes its meaning within `api_version`.
 */
export type WebhookEvent =
  | Schemas['SessionCreatedEvent']
  | Schemas['SessionAnsweredEvent']
  | Schemas['SessionFinalizedEvent']
  | Schemas['AssessmentCompletedEvent']
  | Schemas['RedFlagDetectedEvent']
  | Schemas['TriageEscalatedEvent']
  | Schemas['SessionTimeoutEvent']
  | Schemas['BalanceLow20Event']
  | Schemas['BalanceLow10Event']
  | Schemas['BalanceDepletedEvent'];
