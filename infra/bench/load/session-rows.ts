import type { OpenSession } from '../../../domain/session/state.ts';
import type { Engine } from '../../../domain/clinical/types.ts';
import { commandKeyId, type FreshKey, type TenantKeys } from '../../../shared/crypto/data-keys.ts';
import { toSessionRow, writeSessionRows, type SessionRow } from '../../../shared/read-models/session-rows.ts';
import type { Installation } from '../../cli/connection.ts';
import type { Random } from './random.ts';
import { foldCommand, openingCommand } from './transcripts.ts';

/** Rows a statement. */
const CHUNK = 2_000;
/** Sessions lie spread over so many days before now. */
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Different openings, opened to make rows from; what a session says does not change how it is found. */
const VARIETY = 200;

const INSERT_KEYS = `
  INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
  SELECT u.key_id, $1, u.subject_id, 'outcome', u.master_id, u.wrapped, $5
  FROM unnest($2::uuid[], $3::uuid[], $4::text[], $6::bytea[]) AS u (key_id, subject_id, master_id, wrapped)`;

export type RowWriter = { write(tenantId: string, count: number): Promise<void> };

/**
 * Writes rows of sessions as the projection would, each sealed under a key of its own, past the event log: for
 * measuring reads over more sessions than could be played. Half of them are finalized, and every third has a patient.
 */
export function createRowWriter(installation: Installation, engine: Engine, random: Random): RowWriter {
  const { pool, dataKeys, newId, now } = installation;
  const states = Array.from({ length: VARIETY }, () => foldCommand(engine, null, openingCommand(random)));

  function stateOf(keyId: string, tenantIndex: number): OpenSession {
    const base = random.pick(states as [OpenSession, ...OpenSession[]]);
    const at = new Date(now().getTime() - random.next() * DAYS * DAY_MS).toISOString();
    const isFinalized = random.next() < 0.5;
    const patients = Math.max(10, tenantIndex);
    return {
      ...base,
      session_id: newId(),
      status: isFinalized ? 'finalized' : 'active',
      patient_id: random.next() < 0.33 ? `patient-${random.between(1, patients)}` : null,
      outcome_keys: [{ revision: 0, key_id: keyId }],
      created_at: at,
      last_activity_at: at,
      finalized_at: isFinalized ? at : null,
    };
  }

  async function chunk(tenantId: string, tenant: TenantKeys, count: number, patients: number): Promise<void> {
    const made: { key: FreshKey; subjectId: string }[] = [];
    const rows: SessionRow[] = [];
    for (let index = 0; index < count; index += 1) {
      const key = await dataKeys.make(commandKeyId(newId(), 'outcome'), 'outcome');
      const state = stateOf(key.keyId, patients);
      made.push({ key, subjectId: state.session_id });
      rows.push(toSessionRow(state, { tenantId, tenant, stateKey: key.key, random: installation.random }));
    }
    await pool.query(INSERT_KEYS, [
      tenantId,
      made.map(({ key }) => key.keyId),
      made.map(({ subjectId }) => subjectId),
      made.map(({ key }) => key.stored.masterId),
      now(),
      made.map(({ key }) => key.stored.wrapped),
    ]);
    await writeSessionRows(pool, rows);
  }

  return {
    write: async (tenantId, count) => {
      const tenant = await dataKeys.tenantKeys(pool, tenantId);
      for (let left = count; left > 0; left -= CHUNK) {
        await chunk(tenantId, tenant, Math.min(CHUNK, left), Math.round(count / 3));
      }
    },
  };
}
