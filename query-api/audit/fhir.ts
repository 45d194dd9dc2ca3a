import type { AuditEvent, AuditEventAgent, Coding, Parameters } from 'fhir/r4.js';
import type { PresentedRow } from './rows.ts';
import type { Trailer } from './trailer.ts';

/**
 * The trail as HL7 FHIR R4 AuditEvent resources (hl7.org/fhir/R4/auditevent.html). Codes of the kind of event and of the
 * network are those that R4 takes from DICOM (PS3.16, CID 400) and from its own code systems; our own actions and ids
 * stand under `urn:clinical-triage-service:` and say exactly what the row says.
 */
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';
export const OURS = 'urn:clinical-triage-service';
/** `AuditEvent.agent.network.type`: an IP address. */
const IP_ADDRESS = '2';
/** `AuditEvent.outcome`. */
export const SUCCESS = '0';
const MINOR_FAILURE = '4';

/** Where every event was recorded. */
export const AUDIT_TRAIL: AuditEvent['source'] = {
  observer: { identifier: { system: OURS, value: 'audit-trail' } },
};

const dicom = (code: string, display: string): Coding => ({ system: DICOM, code, display });

const PATIENT_RECORD = dicom('110110', 'Patient Record');
const AUTHENTICATION = dicom('110114', 'User Authentication');
export const EXPORT = dicom('110106', 'Export');
const AUDIT_LOG_USED = dicom('110101', 'Audit Log Used');
const SECURITY_ALERT = dicom('110113', 'Security Alert');
const APPLICATION_ACTIVITY = dicom('110100', 'Application Activity');

/** What kind of event an action is, by the first part of its name. */
const TYPES: Readonly<Record<string, Coding>> = {
  session: PATIENT_RECORD,
  patient: PATIENT_RECORD,
  auth: AUTHENTICATION,
  export: EXPORT,
  replay: AUDIT_LOG_USED,
  key: SECURITY_ALERT,
  member: SECURITY_ALERT,
  access: SECURITY_ALERT,
};

/** `AuditEvent.action`: create, read, update, delete, execute. */
const CRUDE: readonly [pattern: RegExp, action: 'C' | 'R' | 'U' | 'D' | 'E'][] = [
  [/\.(created|registered|invited)$/, 'C'],
  [/(viewed|accessed|exported|explained|opened|reviewed)$/, 'R'],
  [/\.(erased|deleted|revoked|deactivated)$/, 'D'],
  [/^(auth|export|balance)\.|\.(timed_out|delivery_replayed|dead_letters_replayed)$/, 'E'],
];

const crudeAction = (action: string): 'C' | 'R' | 'U' | 'D' | 'E' =>
  CRUDE.find(([pattern]) => pattern.test(action))?.[1] ?? 'U';

/** What kind of event an action is. */
export const auditEventCodes = (action: string): Pick<AuditEvent, 'type' | 'subtype' | 'action'> => ({
  type: TYPES[action.slice(0, action.indexOf('.'))] ?? APPLICATION_ACTIVITY,
  subtype: [{ system: `${OURS}:audit-action`, code: action }],
  action: crudeAction(action),
});

/** Who did it, and from where. */
export const actorAgent = ({ actor, ip }: Pick<PresentedRow, 'actor' | 'ip'>): AuditEventAgent => ({
  type: { coding: [{ system: `${OURS}:actor-type`, code: actor.type }] },
  who: { identifier: { system: `${OURS}:${actor.type}`, value: actor.id } },
  requestor: true,
  ...(ip !== null && { network: { address: ip, type: IP_ADDRESS } }),
});

/** The person for whom the actor's software made the call. */
export const endUserAgent = (endUser: string | null): AuditEventAgent[] =>
  endUser === null
    ? []
    : [
        {
          type: { coding: [{ system: `${OURS}:actor-type`, code: 'on_behalf_of' }] },
          who: { identifier: { system: `${OURS}:on-behalf-of`, value: endUser } },
          requestor: false,
        },
      ];

/** One row as a resource. Its id is the event's, so that the same row is the same resource in every export. */
export function toAuditEvent(row: PresentedRow): AuditEvent {
  const { action, subject, changed_fields } = row;
  const detail = [
    { type: 'request_id', valueString: row.request_id },
    ...changed_fields.map((name) => ({ type: 'changed_field', valueString: name })),
    ...(row.count === null ? [] : [{ type: 'count', valueString: String(row.count) }]),
  ];
  return {
    resourceType: 'AuditEvent',
    id: row.event_id,
    extension: [
      { url: `${OURS}:audit-hash`, valueString: row.hash },
      { url: `${OURS}:audit-previous-hash`, valueString: row.previous_hash },
    ],
    ...auditEventCodes(action),
    recorded: row.at,
    outcome: /(failed|refused)$/.test(action) ? MINOR_FAILURE : SUCCESS,
    agent: [actorAgent(row), ...endUserAgent(row.on_behalf_of)],
    source: AUDIT_TRAIL,
    entity: [
      {
        what: { identifier: { system: `${OURS}:${subject.type}`, value: subject.id } },
        detail,
      },
    ],
  };
}

/** What stands at the end, as a resource: a reader of FHIR finds nothing else in the file. */
export const toTrailerResource = (trailer: Trailer): Parameters => ({
  resourceType: 'Parameters',
  id: 'trailer',
  parameter: [
    { name: 'exported_at', valueInstant: trailer.exported_at },
    { name: 'count', valueInteger: trailer.count },
    { name: 'digest', valueString: trailer.digest },
    { name: 'chain_position', valueInteger: trailer.chain_position },
    { name: 'chain_hash', valueString: trailer.chain_hash },
  ],
});
