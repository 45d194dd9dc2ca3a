import type { Checkpoint } from '../../domain/audit/events.ts';
import { CHECKPOINT_EVERY_ROWS, digestOfStatement } from '../../shared/audit/checkpoints.ts';
import { consistencyParts, inclusionParts } from '../../shared/audit/merkle.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import {
  CHECKPOINT_COLUMNS,
  checkpointOfRow,
  type CheckpointRow,
} from '../../shared/read-models/audit-checkpoint-rows.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { auditProof, proofQuery, type AuditProof } from './proof-schema.ts';
import { hashParts } from './tree-hashes.ts';

/** The checkpoint signer looks for requests each second, and the projection shows what it signed soon after. */
const FRESH_WITHIN_MS = 4_000;
const POLL_MS = 100;

export const proveAudit = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/audit-log/proof',
    operationId: 'getAuditProof',
    summary: 'The signed tree head of the audit trail, and proofs of a row and of an earlier head',
    description:
      'The rows of the trail are the leaves of a Merkle tree as in RFC 6962: a leaf is SHA-256(0x00, canonical text ' +
      'of the row in UTF-8), a node SHA-256(0x01, left, right). `checkpoint` is the newest signed tree head: its ' +
      'signature is Ed25519 over the JSON of `statement` with sorted keys and no blanks, with the public key (DER, ' +
      'base64) of that `signing_key_id`; keys that were replaced stay in the list. ' +
      `Every ${CHECKPOINT_EVERY_ROWS.toLocaleString('en')}th row is signed, and no row waits longer than a day. ` +
      'With event_id, `inclusion` leads from `row.canonical` to `root` of the statement; with from_size, `consistency` ' +
      'leads from the root that you kept to this one (RFC 9162, 2.1.3.2 and 2.1.4.2, say how to check them). Both grow ' +
      'with the logarithm of the trail: 20 hashes at a million rows. checkpoint=now signs what stands now first, where ' +
      'the newest checkpoint does not cover it, and takes a second or two; `covers_head` says whether that came about ' +
      'in time. Keep checkpoints of yours: one that a later proof contradicts is evidence. A trail that is older than ' +
      'the tree has version 1 of the statement, without a tree, until its next row is signed.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query: proofQuery,
    responses: { 200: { description: 'The proof.', schema: auditProof } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const sql = deps.poolOf(tenantId);
      const { event_id: eventId, from_size: fromSize } = ctx.query;
      if (ctx.query.checkpoint === 'now') await signFresh(deps, sql, tenantId);
      const head = await findHead(sql, tenantId);
      const checkpoint = await findNewest(sql, tenantId);
      const treeSize = checkpoint?.statement.v === 2 ? checkpoint.statement.tree_size : 0;
      const row = eventId === undefined ? null : await findRow(sql, tenantId, eventId);
      const body = {
        tenant_id: tenantId,
        head,
        covers_head: head.seq === 0 || (checkpoint?.statement.seq ?? 0) >= head.seq,
        checkpoint,
        row,
        inclusion: row && (await proveInclusion(sql, tenantId, { index: row.seq - 1, treeSize })),
        consistency:
          fromSize === undefined ? null : await proveConsistency(sql, tenantId, { fromSize, treeSize }),
        public_keys: await deps.signer.publicKeys(),
      };
      return { status: 200, body };
    },
  });

/** Null where the row is not in the tree of the newest checkpoint. */
async function proveInclusion(
  sql: Sql,
  tenantId: string,
  { index, treeSize }: { index: number; treeSize: number },
): Promise<AuditProof['inclusion']> {
  if (index >= treeSize) return null;
  const parts = inclusionParts(index, { start: 0, end: treeSize });
  return { leaf_index: index, tree_size: treeSize, path: await hashParts(sql, tenantId, parts) };
}

/** Throws 404 where the tree of the newest checkpoint is smaller. */
async function proveConsistency(
  sql: Sql,
  tenantId: string,
  { fromSize, treeSize }: { fromSize: number; treeSize: number },
): Promise<AuditProof['consistency']> {
  if (fromSize > treeSize) {
    throw new ApiError('not_found', `The tree of the newest checkpoint has ${treeSize} rows.`);
  }
  const parts = consistencyParts(fromSize, { start: 0, end: treeSize });
  return { from_size: fromSize, tree_size: treeSize, path: await hashParts(sql, tenantId, parts) };
}

async function findHead(sql: Sql, tenantId: string): Promise<{ seq: number; hash: string }> {
  const { rows } = await sql.query<{ seq: number; hash: string }>({
    name: 'proof-head',
    text: "SELECT seq, encode(hash, 'hex') AS hash FROM read.audit_heads WHERE tenant_id = $1",
    values: [tenantId],
  });
  return rows[0] ?? { seq: 0, hash: '0'.repeat(64) };
}

const shown = (checkpoint: Checkpoint) => ({
  ...checkpoint,
  digest: digestOfStatement(checkpoint.statement),
});

async function findNewest(sql: Sql, tenantId: string) {
  const { rows } = await sql.query<CheckpointRow>({
    name: 'proof-newest',
    text: `SELECT ${CHECKPOINT_COLUMNS} FROM read.audit_checkpoints WHERE tenant_id = $1 ORDER BY number DESC LIMIT 1`,
    values: [tenantId],
  });
  return rows[0] ? shown(checkpointOfRow(rows[0])) : null;
}

/** Throws 404 where the trail has no such row. */
async function findRow(sql: Sql, tenantId: string, eventId: string): Promise<NonNullable<AuditProof['row']>> {
  const { rows } = await sql.query<{ seq: number; canonical: string; hash: string }>({
    name: 'proof-row',
    text: `SELECT seq, canonical, encode(hash, 'hex') AS hash FROM read.audit_rows
           WHERE tenant_id = $1 AND event_id = $2`,
    values: [tenantId, eventId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found', 'The audit trail has no row of this event.');
  return row;
}

/** Asks for a checkpoint of what stands now, and waits for it for a while. Nothing is asked for where one covers it. */
async function signFresh(deps: QueryDeps, sql: Sql, tenantId: string): Promise<void> {
  const head = await findHead(sql, tenantId);
  const isCovered = async (): Promise<boolean> =>
    ((await findNewest(sql, tenantId))?.statement.seq ?? 0) >= head.seq;
  if (await isCovered()) return;
  await sql.query({
    name: 'request-checkpoint',
    text: `INSERT INTO ops.audit_checkpoint_requests (tenant_id, requested_at) VALUES ($1, $2)
           ON CONFLICT (tenant_id) DO UPDATE SET requested_at = excluded.requested_at`,
    values: [tenantId, deps.now()],
  });
  for (let waitedMs = 0; waitedMs < FRESH_WITHIN_MS; waitedMs += POLL_MS) {
    await sleep(POLL_MS);
    if (await isCovered()) return;
  }
}
