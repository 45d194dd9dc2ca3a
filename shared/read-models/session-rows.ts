import {
  ageBand,
  ageMonths,
  completeState,
  questionsAsked,
  toCase,
  type OpenSession,
  type StoredSession,
} from '../../domain/session/state.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { keyedHash, openJson, sealJson, type DataKey, type RandomBytes } from '../crypto/seal.ts';
import { col, orNull, type RowOf } from '../postgres/columns.ts';
import { rowTable } from '../postgres/row-table.ts';

/**
 * read.sessions: what its rows are made of and how they are written. The command handler and the projector both write:
 * a row that stands at the same revision or a newer one is left as it is, and nothing is written of a session that was
 * erased meanwhile.
 */
export const sessionRows = rowTable({
  name: 'sessions',
  key: 'session_id',
  allowed: 'ops.may_write_session(u.session_id, u.state_key_id)',
  statement: 'write-session-rows',
  columns: {
    session_id: col.uuid,
    tenant_id: col.uuid,
    test: col.boolean,
    status: col.code<'active' | 'finalized'>(),
    revision: col.int,
    triage_level: col.text,
    complaint: orNull(col.text),
    complaint_hash: col.bytea,
    patient_hash: orNull(col.bytea),
    age_band: col.text,
    sex: col.text,
    primary_icd: orNull(col.text),
    questions_asked: col.int,
    red_flags: col.texts,
    accuracy: orNull(col.text),
    created_at: col.time,
    last_activity_at: col.time,
    timed_out_since: orNull(col.time),
    finalized_at: orNull(col.time),
    /** Whether a legal hold stands on the session itself. */
    held: col.boolean,
    /** The key of both sealed columns, see `stateKeyId`. */
    state_key_id: col.uuid,
    /** An OpenSession. */
    state_sealed: col.bytea,
    /** A SessionBrief. */
    brief_sealed: col.bytea,
  },
});
export type SessionRow = RowOf<typeof sessionRows.columns>;
export const { write: writeSessionRows, copy: copySessionRows } = sessionRows;

/** The sealed part that a list needs. */
export type SessionBrief = {
  chief_complaint: string;
  patient_id: string | null;
  /** Whole years, as far as it is known. */
  age: number | null;
  primary_diagnosis: string | null;
};

export type RowKeys = { tenantId: string; tenant: TenantKeys; stateKey: DataKey; random: RandomBytes };

const statePlace = (tenantId: string, sessionId: string): string => `row|${tenantId}|${sessionId}|state`;
const briefPlace = (tenantId: string, sessionId: string): string => `row|${tenantId}|${sessionId}|brief`;

/** Complaint texts compare without regard to case and outer blanks. */
export const complaintHash = (tenant: TenantKeys, text: string): Buffer =>
  keyedHash(tenant.lookup, `complaint|${text.trim().toLowerCase()}`);

export const patientHash = (tenant: TenantKeys, patientId: string): Buffer =>
  keyedHash(tenant.lookup, `patient|${patientId}`);

/** The key that seals a session's row: that of its latest outcome. */
export const stateKeyId = (state: OpenSession): string => {
  const latest = state.outcome_keys.at(-1);
  if (!latest) throw new Error('a session without an outcome has no row');
  return latest.key_id;
};

export function toSessionRow(state: OpenSession, keys: RowKeys): SessionRow {
  const { tenantId, tenant, stateKey, random } = keys;
  const primary = state.outcome.differentials[0];
  const months = ageMonths(state);
  const brief: SessionBrief = {
    chief_complaint: state.chief_complaint,
    patient_id: state.patient_id,
    age: months === null ? null : Math.floor(months / 12),
    primary_diagnosis: primary?.diagnosis ?? null,
  };
  return {
    session_id: state.session_id,
    tenant_id: tenantId,
    test: state.test,
    status: state.status,
    revision: state.revision,
    triage_level: state.outcome.triage_level,
    complaint: state.complaint,
    complaint_hash: complaintHash(tenant, state.chief_complaint),
    patient_hash: state.patient_id === null ? null : patientHash(tenant, state.patient_id),
    age_band: ageBand(months),
    sex: toCase(state).sex ?? 'unknown',
    primary_icd: primary?.icd ?? null,
    questions_asked: questionsAsked(state),
    red_flags: state.outcome.red_flags.map((flag) => flag.flag),
    accuracy: state.feedback?.accuracy ?? null,
    created_at: state.created_at,
    last_activity_at: state.last_activity_at,
    timed_out_since: state.timed_out_since,
    finalized_at: state.finalized_at,
    held: state.hold !== undefined,
    state_key_id: stateKeyId(state),
    state_sealed: sealJson(stateKey, statePlace(tenantId, state.session_id), state, random),
    brief_sealed: sealJson(stateKey, briefPlace(tenantId, state.session_id), brief, random),
  };
}

type Sealed = { tenant_id: string; session_id: string };

/** Opens the state of a row. Throws TamperedError. */
export const openState = (row: Sealed & { state_sealed: Uint8Array }, key: DataKey): OpenSession =>
  completeState(openJson(key, statePlace(row.tenant_id, row.session_id), row.state_sealed) as StoredSession);

export const openBrief = (row: Sealed & { brief_sealed: Uint8Array }, key: DataKey): SessionBrief =>
  openJson(key, briefPlace(row.tenant_id, row.session_id), row.brief_sealed) as SessionBrief;
