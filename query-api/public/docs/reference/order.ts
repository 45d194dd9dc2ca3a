import type { OpenApi, Operation } from './document.ts';

/**
 * The order in which a partner needs things: who am I, an interview from its opening to its summary, then patients,
 * events, keys and money; what only people need comes last. What is not named here stands behind what is, in the
 * order of the document.
 */
const ORDER: Record<string, readonly string[]> = {
  Account: ['getAccount'],
  Sessions: [
    'createSession',
    'answerQuestion',
    'routeText',
    'getSession',
    'getSessionState',
    'getSessionResults',
    'finalizeSession',
    'updateDemographics',
    'rectifySession',
    'explainSession',
    'listSessions',
    'exportSession',
    'getSessionHistory',
    'giveFeedback',
    'eraseSession',
    'placeSessionHold',
    'liftSessionHold',
  ],
  Concepts: ['listConcepts', 'getConcept'],
  Patients: [
    'putPatient',
    'getPatient',
    'listPatientSessions',
    'getPatientSummary',
    'listPatients',
    'erasePatient',
    'placePatientHold',
    'liftPatientHold',
  ],
  Webhooks: [
    'createWebhookSubscription',
    'testWebhookSubscription',
    'listWebhookSubscriptions',
    'getWebhookSubscription',
    'changeWebhookSubscription',
    'rotateWebhookSecret',
    'deleteWebhookSubscription',
    'listWebhookDeliveries',
    'listWebhookSubscriptionDeliveries',
    'getWebhookHealth',
    'getWebhookDelivery',
    'replayWebhookDelivery',
    'listDeadLetters',
    'replayAllDeadLetters',
    'resolveWebhookDelivery',
    'summarizeWebhookFailures',
  ],
  'API keys': ['createApiKey', 'listApiKeys', 'updateApiKey', 'rotateApiKey', 'revokeApiKey'],
  Usage: ['getUsage', 'listUsageDetails', 'getUsageSummary', 'summarizeRequests', 'listRequests'],
  Tenant: [
    'getBalance',
    'getBalanceStatus',
    'getTier',
    'changeTier',
    'getRateLimit',
    'setRateLimitOverride',
    'getRetention',
    'setRetention',
  ],
  Team: ['inviteMember', 'listTeam', 'changeMemberRole', 'deactivateMember', 'reviewAccess'],
  'Sign-in': ['register', 'verifyCode', 'resendCode', 'login', 'acceptInvite'],
  Audit: ['listAuditLog', 'listAuditEvents', 'getAuditEvent', 'listDisclosures'],
  Dashboard: [],
  Health: [],
  Meta: ['getOpenApi'],
};

export type Group = { name: string; description: string; operations: Operation[] };

/** Every operation once, by tag. */
export function inOrder(document: OpenApi, operations: readonly Operation[]): Group[] {
  const described = new Map((document.tags ?? []).map(({ name, description = '' }) => [name, description]));
  const tags = [
    ...new Set([...Object.keys(ORDER), ...described.keys(), ...operations.map(({ tag }) => tag)]),
  ];
  return tags
    .map((name) => ({
      name,
      description: described.get(name) ?? '',
      operations: operations.filter(({ tag }) => tag === name).toSorted(byPlace(ORDER[name] ?? [])),
    }))
    .filter((group) => group.operations.length > 0);
}

/** Named ones by their place, then the others as they stood; what is on its way out last. */
function byPlace(ids: readonly string[]): (one: Operation, other: Operation) => number {
  const placeOf = ({ id, raw }: Operation): number => {
    const place = ids.indexOf(id);
    if (place >= 0) return place;
    return ids.length + (raw.deprecated === true ? 1 : 0);
  };
  return (one, other) => placeOf(one) - placeOf(other);
}
