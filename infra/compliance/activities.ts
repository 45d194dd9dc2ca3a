import { accessEvents } from '../../domain/access/events.ts';
import { apiKeyEvents } from '../../domain/api-key/events.ts';
import { auditEvents } from '../../domain/audit/events.ts';
import { eventLogEvents } from '../../domain/event-log/events.ts';
import type { EventDefinition } from '../../domain/kernel/event-definition.ts';
import { memberEvents } from '../../domain/member/events.ts';
import { patientEvents } from '../../domain/patient/events.ts';
import { retentionEvents } from '../../domain/retention/events.ts';
import {
  DEFAULT_RETENTION_DAYS,
  MAX_RETENTION_DAYS,
  MIN_RETENTION_DAYS,
} from '../../domain/retention/types.ts';
import { sessionEvents } from '../../domain/session/events.ts';
import { tenantEvents } from '../../domain/tenant/events.ts';
import { webhookSubscriptionEvents } from '../../domain/webhook-subscription/events.ts';
import { UNVERIFIED_MS } from '../../command-api/reactors/unverified-tenants.ts';

/** One processing activity of the record (GDPR, article 30): what cannot be read from the events themselves. */
export type Activity = {
  title: string;
  purpose: string;
  /** Whose data they are. */
  people: string;
  /** Who gets them beside the tenant itself. */
  recipients: string;
  erasure: string;
  events: readonly EventDefinition[];
};

const DAY_MS = 86_400_000;
const WITH_THE_TENANT =
  'Kept while the tenant exists; unreadable once its key is destroyed, when the tenant is closed.';

/** Every event of the log belongs to one of these; `processingRecord` refuses one that does not. */
export const ACTIVITIES: readonly Activity[] = [
  {
    title: 'Interviews',
    purpose: 'Ask a patient, estimate the urgency, and sum up for the clinician of the tenant.',
    people: 'Patients of the tenant, and relatives whom they speak of',
    recipients:
      'Subscriptions of webhooks (ids, levels and codes, no texts); the upstream extractor where the operator sets one (texts as they were written); data teams with logins of their own (perturbed counts)',
    erasure: `${DEFAULT_RETENTION_DAYS} days after the session was finalized or, if it never was, after its last activity; a tenant may set ${MIN_RETENTION_DAYS} to ${MAX_RETENTION_DAYS} days. At once on request, for a session, a patient or single answers. Nothing that is under legal hold.`,
    events: sessionEvents,
  },
  {
    title: 'Patient profiles',
    purpose: 'Take along what is known of a patient into the next interview.',
    people: 'Patients of the tenant',
    recipients: 'None; each session that is opened with the patient id takes a copy along',
    erasure: 'On request; there is no period.',
    events: patientEvents,
  },
  {
    title: 'Weekly counts of deleted sessions',
    purpose: 'Keep statistics when the sessions are deleted.',
    people: 'Nobody is named; the counts are of all patients of a week',
    recipients: 'Data teams with logins of their own (perturbed counts)',
    erasure: 'Never: they hold no ids. A week of one session describes that session.',
    events: retentionEvents,
  },
  {
    title: 'Teams and sign-in',
    purpose: 'Let members of a tenant sign in, with the rights of their role.',
    people: 'Members of the tenant’s team',
    recipients: 'The mail server; the identity provider where the tenant has bound one',
    erasure: `On request of the operator, once a member has left; an account whose address nobody confirmed after ${UNVERIFIED_MS / DAY_MS} days.`,
    events: memberEvents,
  },
  {
    title: 'Audit trail',
    purpose: 'Show who saw or changed what, and prove that the record is complete.',
    people: 'Members of the team, holders of keys, end users of the tenant’s software whom a call names',
    recipients: 'Whoever the tenant or the operator gives an export to',
    erasure:
      'Never: a row holds ids, and no content. The name of an end user is sealed under the tenant’s key and unreadable once the tenant is closed.',
    events: [...accessEvents, ...auditEvents],
  },
  {
    title: 'Tenants, balance and limits',
    purpose: 'Run the contract with the tenant.',
    people: 'Nobody but the tenant, where it is a person',
    recipients: 'Subscriptions of webhooks (balance)',
    erasure: WITH_THE_TENANT,
    events: tenantEvents,
  },
  {
    title: 'API keys',
    purpose: 'Let the tenant’s software call.',
    people: 'Whoever a key is named after',
    recipients: 'None',
    erasure: WITH_THE_TENANT,
    events: apiKeyEvents,
  },
  {
    title: 'Webhook subscriptions',
    purpose: 'Tell the tenant’s software what happened.',
    people: 'Nobody, unless a URL names somebody',
    recipients: 'None',
    erasure: WITH_THE_TENANT,
    events: webhookSubscriptionEvents,
  },
  {
    title: 'Repair of the log',
    purpose: 'Pass over an event that was damaged, and say so.',
    people: 'Operators',
    recipients: 'None',
    erasure: 'Never: it holds ids and a digest.',
    events: eventLogEvents,
  },
];
