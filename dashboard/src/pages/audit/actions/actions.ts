import type { components } from '../../../../../client/client.ts';
import { useWords } from '../../../i18n/language.tsx';
import { actionWords } from './words.ts';

export type Action = components['schemas']['AuditAction'];

/** What a row can say was done, by what it was done to. */
export const ACTIONS = [
  'auth.code_failed',
  'auth.credential_refused',
  'auth.failed',
  'auth.key_exchanged',
  'auth.login',
  'auth.logout',
  'session.answered',
  'session.assessment_completed',
  'session.clearing_refused',
  'session.created',
  'session.demographics_updated',
  'session.erased',
  'session.erasure_refused',
  'session.events_read',
  'session.explained',
  'session.exported',
  'session.feedback_given',
  'session.finalized',
  'session.history_viewed',
  'session.hold_lifted',
  'session.hold_placed',
  'session.list_accessed',
  'session.rectified',
  'session.red_flag_detected',
  'session.results_viewed',
  'session.routed',
  'session.state_viewed',
  'session.timed_out',
  'session.triage_escalated',
  'session.viewed',
  'patient.created',
  'patient.disclosures_viewed',
  'patient.erased',
  'patient.erasure_refused',
  'patient.hold_lifted',
  'patient.hold_placed',
  'patient.list_accessed',
  'patient.removal_refused',
  'patient.sessions_viewed',
  'patient.summary_viewed',
  'patient.updated',
  'patient.viewed',
  'export.audit',
  'export.bulk',
  'facts.read',
  'facts.extracted',
  'facts.granted',
  'facts.revoked',
  'facts.rotated',
  'access.reviewed',
  'key.created',
  'key.revoked',
  'key.updated',
  'member.accepted',
  'member.deactivated',
  'member.email_verified',
  'member.erased',
  'member.invited',
  'member.password_set',
  'member.registered',
  'member.role_changed',
  'webhook.changed',
  'webhook.created',
  'webhook.dead_letters_replayed',
  'webhook.deleted',
  'webhook.delivery_replayed',
  'webhook.delivery_resolved',
  'webhook.disabled',
  'webhook.enabled',
  'webhook.secret_rotated',
  'tenant.closed',
  'tenant.registered',
  'tenant.sessions_counted',
  'tenant.settings_changed',
  'tenant.tier_changed',
  'tenant.tokens_granted',
  'balance.threshold_crossed',
  'rate_limit.override_set',
  'retention.changed',
  'audit.rebuilt',
  'log.event_skipped',
  'log.event_unreadable',
  'replay.opened',
] as const satisfies readonly Action[];

type Listed = (typeof ACTIONS)[number];
/** Does not compile where the service names an action that is not listed. */
type Whole = Exclude<Action, Listed> extends never ? readonly Listed[] : never;
const all: Whole = ACTIONS;

const GROUPS = [
  'auth',
  'session',
  'patient',
  'export',
  'facts',
  'access',
  'key',
  'member',
  'webhook',
  'tenant',
  'balance',
  'rate_limit',
  'retention',
  'audit',
  'log',
  'replay',
] as const;
type Group = (typeof GROUPS)[number];

export const actionGroups: readonly { group: Group; actions: readonly Action[] }[] = GROUPS.map((group) => ({
  group,
  actions: all.filter((action) => action.startsWith(`${group}.`)),
}));

/** An action in the page's language. A later version of the service may have more of them: those show their code. */
export function useSayAction(): (action: string) => string {
  const say = useWords(actionWords);
  return (action) => {
    const known = ACTIONS.find((each) => each === action);
    return known === undefined ? action : say(known);
  };
}

export function useSayGroup(): (group: Group) => string {
  const say = useWords(actionWords);
  return (group) => say(`group.${group}`);
}
