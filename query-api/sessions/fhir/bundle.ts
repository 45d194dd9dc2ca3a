import type { Bundle, FhirResource, Provenance } from 'fhir/r4.js';
import type { SessionRecord } from '../session-record.ts';
import { toCondition, toFlags, toImpression, toRisk } from './assessment.ts';
import { coded, identifier, SYSTEMS, urlOf } from './identity.ts';
import { toInterview, toPatient } from './interview.ts';

type Entry = { part: string; resource: FhirResource };

/**
 * A session's record as an HL7 FHIR R4 Bundle: the patient, what was told, what was concluded, and where it comes from.
 * `exportedAt` is ISO 8601. The same record gives the same bundle but for that time.
 */
export function toBundle(record: SessionRecord, exportedAt: string): Bundle {
  const { session_id } = record;
  const condition = toCondition(record);
  const clinical: Entry[] = [
    { part: 'patient', resource: toPatient(record) },
    { part: 'interview', resource: toInterview(record) },
    { part: 'impression', resource: toImpression(record) },
    { part: 'risk', resource: toRisk(record) },
    ...toFlags(record).map(({ part, flag }) => ({ part, resource: flag })),
    ...(condition === null ? [] : [{ part: 'condition', resource: condition }]),
  ];
  const origin: Entry = { part: 'provenance', resource: toProvenance(record, clinical) };
  return {
    resourceType: 'Bundle',
    identifier: identifier(SYSTEMS.session, session_id),
    type: 'collection',
    timestamp: exportedAt,
    entry: [...clinical, origin].map(({ part, resource }) => ({
      fullUrl: urlOf(session_id, part),
      resource,
    })),
  };
}

/** Everything stands in the session's event log; the engine concluded, nobody has signed it. */
function toProvenance(record: SessionRecord, clinical: readonly Entry[]): Provenance {
  const { session_id, state, timeline, engine_version } = record;
  return {
    resourceType: 'Provenance',
    target: clinical.map(({ part, resource }) => ({
      reference: urlOf(session_id, part),
      type: resource.resourceType,
    })),
    occurredPeriod: { start: state.created_at, end: timeline.at(-1)?.at ?? state.created_at },
    recorded: timeline.at(-1)?.at ?? state.created_at,
    agent: [
      {
        type: coded(SYSTEMS.participantType, 'assembler', 'Assembler'),
        who: { identifier: identifier(SYSTEMS.engine, engine_version), display: 'Clinical triage engine' },
      },
    ],
    entity: [{ role: 'source', what: { identifier: identifier(SYSTEMS.session, session_id) } }],
  };
}
