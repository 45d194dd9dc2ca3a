import type { PatientEvent } from '../../../domain/patient/events.ts';
import { storeKeys, subjectKeyId, type TenantKeys } from '../../../shared/crypto/data-keys.ts';
import type { DataKey } from '../../../shared/crypto/seal.ts';
import type { DecodedEvent } from '../../../shared/event-log/codec.ts';
import { patientStream } from '../../../shared/event-log/streams.ts';
import { inTransaction } from '../../../shared/postgres/pool.ts';
import { applyPatientEvents } from '../../../shared/read-models/patient-rows.ts';
import type { Installation } from '../../cli/connection.ts';

/** Profiles a transaction. */
const CHUNK = 500;

/** Writes `patient-1` to `patient-<count>` of a tenant as the projection would, past the event log. */
export async function writePatientRows(
  installation: Installation,
  tenantId: string,
  count: number,
): Promise<void> {
  const tenant = await installation.dataKeys.tenantKeys(installation.pool, tenantId);
  for (let from = 1; from <= count; from += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - from + 1) }, (_, index) => from + index);
    await writeChunk(installation, { tenantId, tenant, numbers });
  }
}

async function writeChunk(
  { pool, dataKeys, random, newId, now }: Installation,
  { tenantId, tenant, numbers }: { tenantId: string; tenant: TenantKeys; numbers: number[] },
): Promise<void> {
  const keys = new Map<string, DataKey>();
  const events: DecodedEvent<PatientEvent>[] = [];
  await inTransaction(pool, async (tx) => {
    for (const number of numbers) {
      const profileId = newId();
      const key = await dataKeys.make(subjectKeyId(profileId), 'subject');
      keys.set(key.keyId, key.key);
      await storeKeys(tx, { tenantId, subjectId: profileId, now: now() }, [key]);
      events.push(createdEvent({ tenantId, profileId, number, eventId: newId(), at: now().toISOString() }));
    }
    await applyPatientEvents(tx, events, {
      keysOf: () => tenant,
      keyOf: (keyId) => keys.get(keyId) ?? 'destroyed',
      random,
    });
  });
}

type Created = { tenantId: string; profileId: string; number: number; eventId: string; at: string };

const createdEvent = (created: Created): DecodedEvent<PatientEvent> => ({
  event: {
    type: 'patient-profile-created',
    data: {
      profile_id: created.profileId,
      test: false,
      profile: {
        partner_patient_id: `patient-${created.number}`,
        chronic_conditions: ['asthma'],
        current_medications: [],
        allergies: ['penicillin'],
        risk_factors: [],
        family_history: [],
        smoking_status: 'never',
        alcohol_status: null,
      },
    },
  },
  eventId: created.eventId,
  revision: 0,
  at: created.at,
  keys: { subject: subjectKeyId(created.profileId) },
  stream: patientStream(created.profileId),
  position: 0n,
  metadata: {
    tenant_id: created.tenantId,
    actor: { type: 'system', id: 'bench' },
    request_id: created.eventId,
    ip: null,
    command_id: created.eventId,
    causation_id: null,
    schema_version: 1,
    engine_version: null,
    tokens_charged: 0,
    occurred_at: created.at,
    test: false,
  },
});
