import { patientEvents, type PatientEvent } from '../../domain/patient/events.ts';
import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, Projection, ProjectionContext } from '../../shared/projection/projection.ts';
import { destroySubjectKeys, type SubjectErasure } from '../../shared/read-models/erase-sessions.ts';
import { applyPatientEvents, openPatient, type PatientRow } from '../../shared/read-models/patient-rows.ts';
import { applyInOrder } from '../apply-in-order.ts';
import { keyFrom } from '../subject-keys.ts';

/** The profile of each patient. Commands write the same rows right after their append. */
export const patientProfilesProjection: Projection = {
  name: 'patient-profiles',
  version: 1,
  handles: patientEvents.map((definition) => definition.type),
  streams: 'patient',
  writtenThrough: true,
  tables: [
    {
      name: 'patient_profiles',
      streamId: 'profile_id',
      sealed: {
        columns: ['profile_sealed'],
        open: async (rows, context) => {
          const profiles = rows as unknown as PatientRow[];
          await context.keys(profiles.map((row) => row.key_id));
          return Promise.all(
            profiles.map(async (row) => openPatient(row, await keyFrom(context)(row.key_id))),
          );
        },
      },
    },
  ],
  project,
};

async function project(events: readonly LogEvent[], tx: Sql, context: ProjectionContext): Promise<void> {
  await context.keys(events.map(({ stored }) => subjectKeyId(streamSubject(stored.stream))));
  const sealing = {
    keysOf: (tenantId: string) => context.tenantKeys(tenantId),
    keyOf: keyFrom(context),
    random: context.random,
  };
  const opened = await applyInOrder<PatientEvent>(events, context, (facts) =>
    applyPatientEvents(tx, facts, sealing),
  );
  if (context.live) await destroySubjectKeys(tx, erasuresIn(opened));
}

/** Where the command that erased was killed before it destroyed the key. */
const erasuresIn = (facts: readonly DecodedEvent<PatientEvent>[]): SubjectErasure[] =>
  facts.flatMap(({ event, stream, eventId, at, metadata }) =>
    event.type === 'patient-erased'
      ? [
          {
            type: 'patient',
            subjectId: streamSubject(stream),
            tenantId: metadata.tenant_id,
            erasureId: eventId,
            cause: event.data.cause,
            at,
          },
        ]
      : [],
  );
