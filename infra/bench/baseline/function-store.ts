import { ApiError } from '../../../shared/http/errors.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { canonicalJson } from '../../../shared/crypto/canonical-json.ts';
import {
  FIND_SESSION,
  findSession,
  SESSION_COLUMN_COUNT,
  SESSION_CONFLICT,
  sessionParameters,
  sessionValues,
  type Store,
  type Writes,
} from './store.ts';

/**
 * All writes of one command. `conflict` where the session has moved on, `poor` where the money is not there (then
 * nothing was written), else `ok`.
 */
export const createWriteFunction = `
  CREATE FUNCTION bench.write_command(
    p_row bench.sessions, p_expected int, p_stream text, p_at timestamptz,
    p_key_ids uuid[], p_key_roles text[], p_key_masters text[], p_key_wrapped bytea[],
    p_event_ids uuid[], p_types text[], p_data jsonb[], p_metadata jsonb[],
    p_actions text[], p_canonical text[],
    p_caller uuid, p_action text, p_tokens int, p_request_id text
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    v_revision int;
    v_seq bigint;
    v_previous bytea;
    v_hash bytea;
  BEGIN
    SELECT revision INTO v_revision FROM bench.sessions WHERE session_id = p_row.session_id FOR UPDATE;
    IF v_revision IS DISTINCT FROM p_expected THEN RETURN 'conflict'; END IF;
    UPDATE bench.balances SET charged = charged + p_tokens
    WHERE tenant_id = p_row.tenant_id AND granted - charged >= p_tokens;
    IF NOT FOUND THEN RETURN 'poor'; END IF;
    INSERT INTO bench.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
    SELECT k.id, p_row.tenant_id, p_row.session_id, k.role, k.master, k.wrapped, p_at
    FROM unnest(p_key_ids, p_key_roles, p_key_masters, p_key_wrapped) AS k (id, role, master, wrapped);
    INSERT INTO bench.sessions SELECT (p_row).* ${SESSION_CONFLICT};
    INSERT INTO bench.usage_records (record_id, tenant_id, key_id, session_id, action, tokens, request_id, created_at)
    VALUES (p_event_ids[1], p_row.tenant_id, p_caller, p_row.session_id, p_action, p_tokens, p_request_id, p_at);
    SELECT seq, hash INTO v_seq, v_previous FROM bench.audit_heads WHERE tenant_id = p_row.tenant_id FOR UPDATE;
    FOR i IN 1 .. array_length(p_event_ids, 1) LOOP
      INSERT INTO bench.events (event_id, stream, revision, type, data, metadata)
      VALUES (p_event_ids[i], p_stream, coalesce(p_expected, -1) + i, p_types[i], p_data[i], p_metadata[i]);
      v_seq := v_seq + 1;
      v_hash := sha256(v_previous || convert_to(p_canonical[i], 'UTF8'));
      INSERT INTO bench.audit_rows (tenant_id, seq, event_id, at, action, actor_type, actor_id, subject_type,
        subject_id, changed_fields, request_id, canonical, hash, previous_hash)
      VALUES (p_row.tenant_id, v_seq, p_event_ids[i], p_at, p_actions[i], 'api_key', p_caller, 'session',
        p_row.session_id, '{}', p_request_id, p_canonical[i], v_hash, v_previous);
      v_previous := v_hash;
    END LOOP;
    UPDATE bench.audit_heads SET seq = v_seq, hash = v_previous WHERE tenant_id = p_row.tenant_id;
    RETURN 'ok';
  END $$`;

/** Types of the function's parameters after the row. */
const PARAMETERS = [
  'int',
  'text',
  'timestamptz',
  'uuid[]',
  'text[]',
  'text[]',
  'bytea[]',
  'uuid[]',
  'text[]',
  'jsonb[]',
  'jsonb[]',
  'text[]',
  'text[]',
  'uuid',
  'text',
  'int',
  'text',
];

const CALL = `SELECT bench.write_command(ROW(${sessionParameters(1)})::bench.sessions, ${PARAMETERS.map(
  (type, index) => `$${SESSION_COLUMN_COUNT + 1 + index}::${type}`,
).join(', ')}) AS outcome`;

const find = { name: 'bench-find-session', text: FIND_SESSION };

/** The same as one round trip to read and one to write, with the revision as the lock. */
export const createFunctionStore = (pool: Pool): Store => ({
  run: async (place, decide) => {
    const session = place.opens ? null : await findSession(pool, find, place);
    if (session === undefined) throw new ApiError('not_found', 'The session does not exist.');
    const writes = await decide(session);
    const { rows } = await pool.query<{ outcome: 'ok' | 'conflict' | 'poor' }>({
      name: 'bench-write-command',
      text: CALL,
      values: valuesOf(writes),
    });
    const outcome = rows[0]?.outcome;
    if (outcome === 'poor') {
      throw new ApiError('payment_required', 'The token balance does not cover this call.');
    }
    if (outcome !== 'ok') throw new ApiError('service_unavailable', 'The session was changed meanwhile.');
  },
});

const valuesOf = ({ row, expectedRevision, stream, at, keys, events, audit, usage }: Writes): unknown[] => [
  ...sessionValues(row),
  expectedRevision,
  stream,
  at,
  keys.map((key) => key.keyId),
  keys.map((key) => key.role),
  keys.map((key) => key.stored.masterId),
  keys.map((key) => key.stored.wrapped),
  events.map((event) => event.eventId),
  events.map((event) => event.type),
  events.map((event) => JSON.stringify(event.data)),
  events.map((event) => JSON.stringify(event.metadata)),
  audit.map((entry) => entry.action),
  audit.map((entry) => canonicalJson(entry)),
  usage.keyId,
  usage.action,
  usage.tokens,
  usage.requestId,
];
