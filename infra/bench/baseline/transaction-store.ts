import { ApiError } from '../../../shared/http/errors.ts';
import { inTransaction, type Pool, type Sql } from '../../../shared/postgres/pool.ts';
import { AUDIT_COLUMNS, auditValues, chainRow } from '../../../shared/read-models/audit-rows.ts';
import { FIND_SESSION, findSession, sessionValues, WRITE_SESSION, type Store, type Writes } from './store.ts';

const lockSession = { name: 'bench-lock-session', text: `${FIND_SESSION} FOR UPDATE OF r` };

/**
 * The conventional way: BEGIN, the row locked, a prepared statement a table, COMMIT, on one pooled connection. What
 * all of a tenant's calls change (balance, audit head) comes last, so that it is locked for the shortest time.
 */
export const createTransactionStore = (pool: Pool): Store => ({
  run: (place, decide) =>
    inTransaction(pool, async (tx) => {
      const session = place.opens ? null : await findSession(tx, lockSession, place);
      if (session === undefined) throw new ApiError('not_found', 'The session does not exist.');
      const writes = await decide(session);
      await writeKeys(tx, writes);
      await writeEvents(tx, writes);
      await tx.query({ name: 'bench-session', text: WRITE_SESSION, values: sessionValues(writes.row) });
      await writeUsage(tx, writes);
      await charge(tx, writes);
      await writeAudit(tx, writes);
    }),
});

async function writeKeys(tx: Sql, { keys, row, at }: Writes): Promise<void> {
  await tx.query({
    name: 'bench-keys',
    text: `INSERT INTO bench.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
           VALUES ($4, $1, $2, $5, $6, $7, $3), ($8, $1, $2, $9, $10, $11, $3)`,
    values: [
      row.tenant_id,
      row.session_id,
      at,
      ...keys.flatMap(({ keyId, role, stored }) => [keyId, role, stored.masterId, stored.wrapped]),
    ],
  });
}

async function writeEvents(tx: Sql, { events, stream, expectedRevision }: Writes): Promise<void> {
  for (const [index, event] of events.entries()) {
    await tx.query({
      name: 'bench-event',
      text: `INSERT INTO bench.events (event_id, stream, revision, type, data, metadata)
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [
        event.eventId,
        stream,
        (expectedRevision ?? -1) + 1 + index,
        event.type,
        JSON.stringify(event.data),
        JSON.stringify(event.metadata),
      ],
    });
  }
}

async function writeUsage(tx: Sql, { events, row, usage, at }: Writes): Promise<void> {
  await tx.query({
    name: 'bench-usage',
    text: `INSERT INTO bench.usage_records
             (record_id, tenant_id, key_id, session_id, action, tokens, request_id, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      events[0]?.eventId,
      row.tenant_id,
      usage.keyId,
      row.session_id,
      usage.action,
      usage.tokens,
      usage.requestId,
      at,
    ],
  });
}

async function charge(tx: Sql, { row, usage }: Writes): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'bench-charge',
    text: `UPDATE bench.balances SET charged = charged + $2
           WHERE tenant_id = $1 AND granted - charged >= $2`,
    values: [row.tenant_id, usage.tokens],
  });
  if (rowCount !== 1) {
    throw new ApiError('payment_required', 'The token balance does not cover this call.');
  }
}

const APPEND_AUDIT_ROW = `
  INSERT INTO bench.audit_rows (${AUDIT_COLUMNS.join(', ')})
  VALUES (${AUDIT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;

/** The row of the balance is locked by now, so that nobody else appends to this tenant's chain. */
async function writeAudit(tx: Sql, { audit, row }: Writes): Promise<void> {
  const { rows } = await tx.query<{ seq: number; hash: Buffer }>({
    name: 'bench-audit-head',
    text: 'SELECT seq, hash FROM bench.audit_heads WHERE tenant_id = $1 FOR UPDATE',
    values: [row.tenant_id],
  });
  let [head] = rows;
  if (!head) throw new Error('the tenant has no audit chain');
  for (const entry of audit) {
    const next = chainRow(entry, head);
    await tx.query({
      name: 'bench-audit-row',
      text: APPEND_AUDIT_ROW,
      values: auditValues(next),
    });
    head = { seq: next.seq, hash: next.hash };
  }
  await tx.query({
    name: 'bench-move-head',
    text: 'UPDATE bench.audit_heads SET seq = $2, hash = $3 WHERE tenant_id = $1',
    values: [row.tenant_id, head.seq, head.hash],
  });
}
