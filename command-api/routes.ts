import type { Route } from '../shared/http/route.ts';
import { createKey } from './api-keys/create.ts';
import { revokeKey } from './api-keys/revoke.ts';
import { rotateKey } from './api-keys/rotate.ts';
import { updateKey } from './api-keys/update.ts';
import { requestExtract } from './data-extracts/request.ts';
import type { CommandDeps } from './kernel/deps.ts';
import { acceptInvite } from './members/accept-invite.ts';
import { changeRole } from './members/change-role.ts';
import { deactivateMember } from './members/deactivate.ts';
import { inviteMember, inviteMemberFromDashboard, inviteMemberOldPath } from './members/invite.ts';
import { register } from './members/register.ts';
import { deletePatient } from './patients/delete.ts';
import { liftPatientHold, placePatientHold } from './patients/hold.ts';
import { putPatient } from './patients/put.ts';
import { answerQuestion } from './sessions/answer.ts';
import { createSession } from './sessions/create.ts';
import { updateDemographics } from './sessions/demographics.ts';
import { eraseSession } from './sessions/erase.ts';
import { giveFeedback } from './sessions/feedback.ts';
import { finalizeSession } from './sessions/finalize.ts';
import { liftSessionHold, placeSessionHold } from './sessions/hold.ts';
import { rectifySession } from './sessions/rectify.ts';
import { routeText } from './sessions/route-text.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { changeRetention } from './tenants/change-retention.ts';
import { changeTier } from './tenants/change-tier.ts';
import { overrideTenantRateLimit } from './tenants/override-rate-limit.ts';
import { changeSubscription } from './webhooks/change.ts';
import { createSubscription } from './webhooks/create.ts';
import { deleteSubscription } from './webhooks/delete.ts';
import { replayAllDeadLetters } from './webhooks/replay-all.ts';
import { replayWebhookDelivery } from './webhooks/replay.ts';
import { resolveWebhookDelivery } from './webhooks/resolve.ts';
import { rotateSubscriptionSecret } from './webhooks/rotate.ts';
import { testSubscription } from './webhooks/send-test.ts';

/** Everything that changes state. */
export const commandRoutes = (deps: CommandDeps): Route[] => [
  createSession(deps),
  routeText(deps),
  answerQuestion(deps),
  finalizeSession(deps),
  updateDemographics(deps),
  rectifySession(deps),
  giveFeedback(deps),
  eraseSession(deps),
  placeSessionHold(deps),
  liftSessionHold(deps),
  putPatient(deps),
  deletePatient(deps),
  placePatientHold(deps),
  liftPatientHold(deps),
  createKey(deps),
  updateKey(deps),
  rotateKey(deps),
  revokeKey(deps),
  changeTier(deps),
  overrideTenantRateLimit(deps),
  changeRetention(deps),
  createSubscription(deps),
  changeSubscription(deps),
  deleteSubscription(deps),
  rotateSubscriptionSecret(deps),
  testSubscription(deps),
  replayWebhookDelivery(deps),
  resolveWebhookDelivery(deps),
  requestExtract(deps),
  replayAllDeadLetters(deps),
  inviteMember(deps),
  inviteMemberFromDashboard(deps),
  inviteMemberOldPath(deps),
  changeRole(deps),
  deactivateMember(deps),
  register(deps),
  acceptInvite(deps),
  ...signInRoutes(deps),
];
