import { isUnreadable } from '../../domain/event-log/events.ts';
import type { PatientEvent } from '../../domain/patient/events.ts';
import { evolve, noPatient, type PatientProfile, type PatientState } from '../../domain/patient/state.ts';
import { groupBy } from '../collections/group-by.ts';
import { subjectKeyId, type OpenedKey, type TenantKeys } from '../crypto/data-keys.ts';
import { openJson, sealJson, type DataKey, type RandomBytes } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import { col, fixed, type RowOf } from '../postgres/columns.ts';
import type { Sql } from '../postgres/pool.ts';
import { rowTable } from '../postgres/row-table.ts';
import type { SubjectSealing } from './follow-rows.ts';
import { gramsOf } from './patient-grams.ts';
import { patientHash } from './session-rows.ts';

/**
 * read.patient_profiles. A row that stands at the same revision or a newer one is left as it is; nothing is written of
 * an erased patient.
 */
const patientRows = rowTable({
  name: 'patient_profiles',
  key: 'profile_id',
  allowed: 'ops.may_write_patient(u.profile_id, u.key_id)',
  statement: 'write-patient-rows',
  columns: {
    profile_id: col.uuid,
    tenant_id: fixed(col.uuid),
    test: fixed(col.boolean),
    revision: col.int,
    patient_hash: fixed(col.bytea),
    /** See patient-grams.ts. */
    grams: fixed(col.bigints),
    /** `subjectKeyId(profile_id)`: opens the profile. */
    key_id: fixed(col.uuid),
    profile_sealed: col.bytea,
    /** Whether the patient is under legal hold. */
    held: col.boolean,
    created_at: fixed(col.time),
    updated_at: col.time,
  },
});
export type PatientRow = RowOf<typeof patientRows.columns>;

const placeOf = (tenantId: string, profileId: string): string =>
  `row|${tenantId}|patient|${profileId}|profile`;

/** The profile of a row; null once its key is destroyed. Throws TamperedError. */
export const openPatient = (
  row: Pick<PatientRow, 'tenant_id' | 'profile_id' | 'profile_sealed'>,
  key: OpenedKey,
): PatientProfile | null =>
  key === 'destroyed'
    ? null
    : (openJson(key, placeOf(row.tenant_id, row.profile_id), row.profile_sealed) as PatientProfile);

function toPatientRow(
  state: PatientProfile,
  keys: { tenantId: string; tenant: TenantKeys; key: DataKey; random: RandomBytes },
): PatientRow {
  const { tenantId, tenant, key, random } = keys;
  return {
    profile_id: state.profile_id,
    tenant_id: tenantId,
    test: state.test,
    revision: state.revision,
    patient_hash: patientHash(tenant, state.partner_patient_id),
    grams: gramsOf(tenant, state.partner_patient_id),
    key_id: subjectKeyId(state.profile_id),
    profile_sealed: sealJson(key, placeOf(tenantId, state.profile_id), state, random),
    held: state.hold !== undefined,
    created_at: state.created_at,
    updated_at: state.updated_at,
  };
}

/** Takes the rows of erased patients out. Repeating it changes nothing. */
export async function removePatientRows(sql: Sql, profileIds: string[]): Promise<void> {
  if (profileIds.length === 0) return;
  await sql.query('DELETE FROM patient_profiles WHERE profile_id = ANY ($1::uuid[])', [profileIds]);
}

type Stored = Pick<PatientRow, 'profile_id' | 'tenant_id' | 'profile_sealed'>;

async function loadRows(sql: Sql, profileIds: string[]): Promise<Map<string, Stored>> {
  const { rows } = await sql.query<Stored>({
    name: 'load-patient-rows',
    text: 'SELECT profile_id, tenant_id, profile_sealed FROM patient_profiles WHERE profile_id = ANY ($1::uuid[])',
    values: [profileIds],
  });
  return new Map(rows.map((row) => [row.profile_id, row]));
}

/**
 * Brings rows of read.patient_profiles up to these events, for the projector and for a command right after its append.
 * Returns the number of events that could not be applied because one before them is missing in the row.
 */
export async function applyPatientEvents(
  sql: Sql,
  events: readonly DecodedEvent<PatientEvent>[],
  sealing: SubjectSealing,
): Promise<number> {
  const byPatient = groupBy(events, (fact) => streamSubject(fact.stream));
  const stored = await loadRows(sql, [...byPatient.keys()]);
  const rows: PatientRow[] = [];
  const erased: string[] = [];
  let behind = 0;
  for (const [profileId, facts] of byPatient) {
    const isErased = facts.some(({ event }) => event.type === 'patient-erased');
    const key = isErased ? 'destroyed' : await sealing.keyOf(subjectKeyId(profileId));
    const [first] = facts;
    if (key === 'destroyed' || first === undefined) {
      erased.push(profileId);
      continue;
    }
    const row = stored.get(profileId);
    const folded = fold((row && openPatient(row, key)) ?? noPatient, facts);
    behind += folded.behind;
    if (folded.state.status !== 'known' || !folded.isChanged) continue;
    const tenantId = row?.tenant_id ?? first.metadata.tenant_id;
    const tenant = await sealing.keysOf(tenantId);
    rows.push(toPatientRow(folded.state, { tenantId, tenant, key, random: sealing.random }));
  }
  await patientRows.write(sql, rows);
  await removePatientRows(sql, erased);
  return behind;
}

function fold(
  before: PatientState,
  facts: readonly DecodedEvent<PatientEvent>[],
): { state: PatientState; isChanged: boolean; behind: number } {
  let state = before;
  let behind = 0;
  for (const fact of facts) {
    const reflected = state.status === 'none' ? -1 : state.revision;
    if (fact.revision <= reflected) continue;
    if (fact.revision > reflected + 1) behind += 1;
    else if (isUnreadable(fact))
      state = state.status === 'none' ? state : { ...state, revision: fact.revision };
    else state = evolve(state, fact);
  }
  return { state, isChanged: state !== before, behind };
}
