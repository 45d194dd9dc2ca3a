import type { Projection } from '../shared/projection/projection.ts';
import { sessionWeeksProjection } from './analytics/projection.ts';
import { apiKeysProjection } from './api-keys/projection.ts';
import { auditProjection } from './audit/projection.ts';
import { balancesProjection } from './balances/projection.ts';
import { membersProjection } from './members/projection.ts';
import { patientProfilesProjection } from './patients/profiles.ts';
import { patientsProjection } from './patients/projection.ts';
import { sessionStepsProjection } from './session-steps/projection.ts';
import { sessionsProjection } from './sessions/projection.ts';
import { tenantsProjection } from './tenants/projection.ts';
import { tokenGrantsProjection } from './token-grants/projection.ts';
import { usageHoursProjection } from './usage-hours/projection.ts';
import { usageProjection } from './usage/projection.ts';
import { webhookSubscriptionsProjection } from './webhook-subscriptions/projection.ts';

/** Every projection, in the order in which they are applied: what others may read first. */
export const allProjections: readonly Projection[] = [
  tenantsProjection,
  apiKeysProjection,
  membersProjection,
  webhookSubscriptionsProjection,
  sessionsProjection,
  sessionStepsProjection,
  balancesProjection,
  usageProjection,
  usageHoursProjection,
  tokenGrantsProjection,
  patientsProjection,
  patientProfilesProjection,
  sessionWeeksProjection,
  auditProjection,
];
