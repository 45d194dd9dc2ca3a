import type { SessionEvent } from '../../domain/session/events.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, Projection, ProjectionContext } from '../../shared/projection/projection.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import { addSessions, finalizeSessions, removeSessions, type PatientSession } from './patient-rows.ts';

/** How many sessions each patient had, by a keyed hash of the patient's id; an erased session is counted back. */
export const patientsProjection: Projection = {
  name: 'patients',
  version: 1,
  handles: ['session-opened', 'session-finalized', 'session-erased'],
  writtenThrough: false,
  tables: [{ name: 'patients' }, { name: 'patient_sessions' }],
  project,
};

type Net = { opened: LogEvent | null; finalized: boolean; erased: boolean };

/** What a batch does to each session, all in all. */
function netOf(events: readonly LogEvent[]): Map<string, Net> {
  const nets = new Map<string, Net>();
  for (const event of events) {
    const sessionId = streamSubject(event.stored.stream);
    const net = nets.get(sessionId) ?? { opened: null, finalized: false, erased: false };
    if (event.stored.type === 'session-opened') net.opened = event;
    if (event.stored.type === 'session-finalized') net.finalized = true;
    if (event.stored.type === 'session-erased') net.erased = true;
    nets.set(sessionId, net);
  }
  return nets;
}

/** The sessions of a batch that have a patient. One whose intake can no longer be read was erased and has none. */
async function sessionsWithPatient(
  nets: ReadonlyMap<string, Net>,
  context: ProjectionContext,
): Promise<PatientSession[]> {
  const openings = [...nets.values()].flatMap(({ opened, erased }) => (opened && !erased ? [opened] : []));
  const facts = (await context.open(openings)) as DecodedEvent<SessionEvent>[];
  const sessions: PatientSession[] = [];
  for (const { event, metadata, at } of facts) {
    const patientId = event.type === 'session-opened' ? (event.data.intake?.patient_id ?? null) : null;
    if (event.type !== 'session-opened' || patientId === null) continue;
    const { session_id, test } = event.data;
    sessions.push({
      session_id,
      tenant_id: metadata.tenant_id,
      test,
      patient_hash: patientHash(await context.tenantKeys(metadata.tenant_id), patientId),
      created_at: at,
      is_finalized: nets.get(session_id)?.finalized ?? false,
    });
  }
  return sessions;
}

async function project(events: readonly LogEvent[], tx: Sql, context: ProjectionContext): Promise<void> {
  const nets = netOf(events);
  const idsWhere = (wanted: (net: Net) => boolean): string[] =>
    [...nets].filter(([, net]) => wanted(net)).map(([sessionId]) => sessionId);
  await addSessions(tx, await sessionsWithPatient(nets, context));
  await finalizeSessions(
    tx,
    idsWhere((net) => net.finalized && !net.erased && net.opened === null),
  );
  await removeSessions(
    tx,
    idsWhere((net) => net.erased && net.opened === null),
  );
}
