import { ageBand, ageMonths, questionsAsked, toCase, type OpenSession } from '../../domain/session/state.ts';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { keyedHash, openJson, sealJson, type DataKey, type RandomBytes } from '../crypto/seal.ts';
import { copyRows } from '../postgres/copy.ts';
import type { Sql } from '../postgres/pool.ts';

/** A row of read.sessions: what it means, how it is made from a state, and how it is written. */
export type SessionRow = {
  session_id: string;
  tenant_id: string;
  test: boolean;
  status: 'active' | 'finalized';
  revision: number;
  triage_level: string;
  complaint: string | null;
  complaint_hash: Buffer;
  patient_hash: Buffer | null;
  age_band: string;
  sex: string;
  primary_icd: string | null;
  questions_asked: number;
  red_flags: string[];
  accuracy: string | null;
  created_at: string;
  last_activity_at: string;
  timed_out_since: string | null;
  finalized_at: string | null;
  state_key_id: string;
  state_sealed: Buffer;
  brief_sealed: Buffer;
};

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
    state_key_id: stateKeyId(state),
    state_sealed: sealJson(stateKey, statePlace(tenantId, state.session_id), state, random),
    brief_sealed: sealJson(stateKey, briefPlace(tenantId, state.session_id), brief, random),
  };
}

type Sealed = { tenant_id: string; session_id: string };

/** Opens the state of a row. Throws TamperedError. */
export const openState = (row: Sealed & { state_sealed: Uint8Array }, key: DataKey): OpenSession =>
  openJson(key, statePlace(row.tenant_id, row.session_id), row.state_sealed) as OpenSession;

export const openBrief = (row: Sealed & { brief_sealed: Uint8Array }, key: DataKey): SessionBrief =>
  openJson(key, briefPlace(row.tenant_id, row.session_id), row.brief_sealed) as SessionBrief;

const COLUMNS: readonly [keyof SessionRow, string][] = [
  ['session_id', 'uuid'],
  ['tenant_id', 'uuid'],
  ['test', 'boolean'],
  ['status', 'text'],
  ['revision', 'int'],
  ['triage_level', 'text'],
  ['complaint', 'text'],
  ['complaint_hash', 'bytea'],
  ['patient_hash', 'bytea'],
  ['age_band', 'text'],
  ['sex', 'text'],
  ['primary_icd', 'text'],
  ['questions_asked', 'int'],
  ['accuracy', 'text'],
  ['created_at', 'timestamptz'],
  ['last_activity_at', 'timestamptz'],
  ['timed_out_since', 'timestamptz'],
  ['finalized_at', 'timestamptz'],
  ['state_key_id', 'uuid'],
  ['state_sealed', 'bytea'],
  ['brief_sealed', 'bytea'],
];
const names = COLUMNS.map(([name]) => name);

/** Red flags travel as comma-joined codes: an array of arrays of different lengths is no Postgres value. */
const upsert = (offset: number): string => `
  INSERT INTO sessions (${names.join(', ')}, red_flags)
  SELECT ${names.map((name) => `u.${name}`).join(', ')}, string_to_array(u.flags, ',')
  FROM unnest(${COLUMNS.map(([, type], index) => `$${index + 1 + offset}::${type}[]`).join(', ')},
              $${COLUMNS.length + 1 + offset}::text[])
    AS u (${names.join(', ')}, flags)
  WHERE ops.may_write_session(u.session_id, u.state_key_id)
  ON CONFLICT (session_id) DO UPDATE
  SET ${[...names.slice(1), 'red_flags'].map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE sessions.revision < excluded.revision`;
const UPSERT = upsert(0);

/**
 * The statement that writes rows; a row that stands at the same revision or a newer one is left as it is, so that
 * the command handler and the projector may both write, and nothing is written of a session that was erased
 * meanwhile. At most one row a session. `offset` shifts the numbers of its parameters, for a statement that it
 * becomes a part of.
 */
export function sessionRowStatement(
  rows: SessionRow[],
  offset = 0,
): { name: string; text: string; values: unknown[] } {
  const values: unknown[] = names.map((name) => rows.map((row) => row[name]));
  values.push(rows.map((row) => row.red_flags.join(',')));
  return { name: 'write-session-rows', text: offset === 0 ? UPSERT : upsert(offset), values };
}

/** Writes rows in one statement, see `sessionRowStatement`. */
export async function writeSessionRows(sql: Sql, rows: SessionRow[]): Promise<void> {
  if (rows.length > 0) await sql.query(sessionRowStatement(rows));
}

/** Writes the first rows of sessions into a table that nobody else writes: that of a rebuild. */
export const copySessionRows = (sql: Sql, rows: SessionRow[]): Promise<void> =>
  copyRows(
    sql,
    'sessions',
    [...names, 'red_flags'],
    rows.map((row) => [...names, 'red_flags' as const].map((name) => row[name])),
  );
