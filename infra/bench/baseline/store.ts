import type { SealedSession } from '../../../shared/admission/admit.ts';
import type { FreshKey } from '../../../shared/crypto/data-keys.ts';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import type { AuditEntry } from '../../../shared/read-models/audit-rows.ts';
import { sessionRows, type SessionRow } from '../../../shared/read-models/session-rows.ts';

/** What one command changes: the same rows that the service's handler, event log and projections write for it. */
export type Writes = {
  stream: string;
  /** Of the row that it was decided on; null where it opens the session. */
  expectedRevision: number | null;
  /** Always two: the outcome's, and that of the answer or the subject. */
  keys: readonly FreshKey[];
  events: readonly EncodedEvent[];
  row: SessionRow;
  audit: readonly AuditEntry[];
  usage: { keyId: string; action: string; tokens: number; requestId: string };
  at: Date;
};

export type SessionPlace = { sessionId: string; tenantId: string; test: boolean };

/** One way of reading the session and writing what was decided. */
export type Store = {
  /** `decide` gets the session as it stands; null where `opens`. Throws 404, 402, 503. */
  run: (
    place: SessionPlace & { opens: boolean },
    decide: (session: SealedSession | null) => Promise<Writes>,
  ) => Promise<void>;
};

export const FIND_SESSION = `
  SELECT r.revision, r.state_key_id, r.state_sealed, d.master_id, d.wrapped
  FROM bench.sessions r JOIN bench.data_keys d ON d.key_id = r.state_key_id
  WHERE r.session_id = $1 AND r.tenant_id = $2 AND r.test = $3`;

type FoundRow = {
  revision: number;
  state_key_id: string;
  state_sealed: Buffer;
  master_id: string | null;
  wrapped: Buffer | null;
};

/** Reads the session's row with the key that opens it; undefined where there is none. */
export async function findSession(
  sql: Sql,
  statement: { name: string; text: string },
  { sessionId, tenantId, test }: SessionPlace,
): Promise<SealedSession | undefined> {
  const { rows } = await sql.query<FoundRow>({ ...statement, values: [sessionId, tenantId, test] });
  const row = rows[0];
  if (!row) return undefined;
  const key = { key_id: row.state_key_id, master_id: row.master_id, wrapped: row.wrapped };
  return { revision: row.revision, sealed: row.state_sealed, key };
}

/** In the order of the table, in which `ROW` takes them. */
const names = Object.keys(sessionRows.columns) as (keyof SessionRow)[];
const changed = names.filter((name) => name !== 'session_id');

/** `$first::type, …` for all columns of a session's row. */
export const sessionParameters = (first: number): string =>
  names.map((name, index) => `$${first + index}::${sessionRows.columns[name].type}`).join(', ');

/** What a session's row becomes where one stands already. */
export const SESSION_CONFLICT = `ON CONFLICT (session_id) DO UPDATE
  SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export const WRITE_SESSION = `
  INSERT INTO bench.sessions (${names.join(', ')}) VALUES (${sessionParameters(1)}) ${SESSION_CONFLICT}`;

export const sessionValues = (row: SessionRow): unknown[] => names.map((name) => row[name]);
export const SESSION_COLUMN_COUNT = names.length;
