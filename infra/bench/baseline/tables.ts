import type { Pool } from '../../../shared/postgres/pool.ts';
import { createWriteFunction } from './function-store.ts';

/** The same tables and indexes as the service's own, and one for the events, which the service keeps elsewhere. */
const TABLES = `
  CREATE SCHEMA bench;
  CREATE TABLE bench.events (
    position bigserial PRIMARY KEY,
    event_id uuid NOT NULL UNIQUE,
    stream   text NOT NULL,
    revision int NOT NULL,
    type     text NOT NULL,
    data     jsonb NOT NULL,
    metadata jsonb NOT NULL,
    UNIQUE (stream, revision)
  );
  CREATE TABLE bench.data_keys (LIKE ops.data_keys INCLUDING ALL);
  CREATE TABLE bench.sessions (LIKE read.sessions INCLUDING ALL) WITH (fillfactor = 70);
  CREATE TABLE bench.usage_records (LIKE read.usage_records INCLUDING ALL);
  CREATE TABLE bench.balances (LIKE read.balances INCLUDING ALL);
  CREATE TABLE bench.audit_rows (LIKE read.audit_rows INCLUDING ALL);
  CREATE TABLE bench.audit_heads (LIKE read.audit_heads INCLUDING ALL);`;

/** The baseline runs under the same role as the APIs. */
const GRANTS = `
  GRANT USAGE ON SCHEMA bench TO triage_api;
  GRANT ALL ON ALL TABLES IN SCHEMA bench TO triage_api;
  GRANT ALL ON ALL SEQUENCES IN SCHEMA bench TO triage_api;`;

/** Each tenant has the money that it has in the service; its audit chain begins anew. */
const TENANTS = `
  INSERT INTO bench.balances SELECT * FROM read.balances;
  INSERT INTO bench.audit_heads (tenant_id, seq, hash)
  SELECT tenant_id, 0, decode(repeat('00', 32), 'hex') FROM read.tenants;`;

/** Makes the baseline's own schema. Call it once tenants are projected. */
export async function createBaselineTables(pool: Pool): Promise<void> {
  await pool.query(TABLES);
  await pool.query(TENANTS);
  await pool.query(createWriteFunction);
  await pool.query(GRANTS);
}

/** Rows that the baseline has written for its answers: to show that it did the work. */
export async function countBaselineRows(
  pool: Pool,
): Promise<{ answers: number; events: number; auditRows: number }> {
  const { rows } = await pool.query<{ answers: number; events: number; audit_rows: number }>(
    `SELECT (SELECT count(*) FROM bench.usage_records WHERE action = 'session.answer') AS answers,
            (SELECT count(*) FROM bench.events) AS events,
            (SELECT count(*) FROM bench.audit_rows) AS audit_rows`,
  );
  const row = rows[0];
  return { answers: row?.answers ?? 0, events: row?.events ?? 0, auditRows: row?.audit_rows ?? 0 };
}
