import type { AuditEvent, AuditEventAgent, AuditEventEntity, Bundle } from 'fhir/r4.js';
import {
  actorAgent,
  AUDIT_TRAIL,
  auditEventCodes,
  endUserAgent,
  EXPORT,
  OURS,
  SUCCESS,
} from '../audit/fhir.ts';
import { identifier, SYSTEMS } from '../sessions/fhir/identity.ts';
import type { Disclosure } from './present.ts';

/** `AuditEvent.agent.network.type`. */
const MACHINE_NAME = '1';
const ENTITY_TYPE = 'http://terminology.hl7.org/CodeSystem/audit-entity-type';
const ENTITY_ROLE = 'http://terminology.hl7.org/CodeSystem/object-role';

/** A page of a patient's accounting as a Bundle of FHIR R4 AuditEvent; `next` is the URL of the page behind it. */
export const toDisclosureBundle = (
  disclosures: readonly Disclosure[],
  { patientId, at, next }: { patientId: string; at: string; next: string | null },
): Bundle => ({
  resourceType: 'Bundle',
  type: 'searchset',
  timestamp: at,
  ...(next !== null && { link: [{ relation: 'next', url: next }] }),
  entry: disclosures.map((one) => ({
    fullUrl: `urn:uuid:${one.id}`,
    resource: toDisclosureEvent(one, patientId),
    search: { mode: 'match' },
  })),
});

function toDisclosureEvent(disclosure: Disclosure, patientId: string): AuditEvent {
  const { action, kind } = disclosure;
  return {
    resourceType: 'AuditEvent',
    id: disclosure.id,
    ...auditEventCodes(action),
    ...(kind === 'webhook' && { type: EXPORT, action: 'E' as const }),
    recorded: disclosure.at,
    outcome: SUCCESS,
    agent: [actorAgent(disclosure), ...endUserAgent(disclosure.on_behalf_of), ...recipientOf(disclosure)],
    source: AUDIT_TRAIL,
    entity: [patientEntity(patientId), seenEntity(disclosure)],
  };
}

const recipientOf = ({ recipient }: Disclosure): AuditEventAgent[] =>
  recipient === null
    ? []
    : [
        {
          type: { coding: [{ system: `${OURS}:actor-type`, code: 'webhook_subscription' }] },
          who: { identifier: { system: `${OURS}:webhook_subscription`, value: recipient.subscription_id } },
          requestor: false,
          ...(recipient.host !== null && { network: { address: recipient.host, type: MACHINE_NAME } }),
        },
      ];

/** By the partner's own id, as in the exports of sessions. */
const patientEntity = (patientId: string): AuditEventEntity => ({
  what: { identifier: identifier(SYSTEMS.patient, patientId) },
  type: { system: ENTITY_TYPE, code: '1', display: 'Person' },
  role: { system: ENTITY_ROLE, code: '1', display: 'Patient' },
});

/** What of the patient was seen. */
const seenEntity = ({
  subject,
  request_id,
  count,
  whole_tenant,
  recipient,
}: Disclosure): AuditEventEntity => {
  const detail = [
    ...(request_id === null ? [] : [{ type: 'request_id', valueString: request_id }]),
    ...(count === null ? [] : [{ type: 'count', valueString: String(count) }]),
    ...(whole_tenant ? [{ type: 'whole_tenant', valueString: 'true' }] : []),
    ...(recipient === null
      ? []
      : [
          { type: 'event_type', valueString: recipient.event_type },
          { type: 'status', valueString: recipient.status },
        ]),
  ];
  return {
    what: { identifier: { system: `${OURS}:${subject.type}`, value: subject.id } },
    ...(detail.length > 0 && { detail }),
  };
};
