import { z } from 'zod';
import { id, instant, text, truth } from '../../domain/kernel/fields.ts';
import type { Checkpoint } from '../../domain/audit/events.ts';
import { checkpointSignature, checkpointStatement } from '../../domain/audit/events.ts';
import { CHECKPOINT_EVERY_ROWS, digestOfStatement } from '../../shared/audit/checkpoints.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { uuid } from '../../shared/http/schemas.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import {
  CHECKPOINT_COLUMNS,
  checkpointOfRow,
  type CheckpointRow,
} from '../../shared/read-models/audit-checkpoint-rows.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { hashHex } from './rows.ts';

/** The checkpoint signer looks for requests each second, and the projection shows what it signed soon after. */
const FRESH_WITHIN_MS = 4_000;
const POLL_MS = 100;

const query = z.object({
  event_id: uuid()
    .optional()
    .meta({
      description: 'The row whose place is to be proven.',
      examples: ['0198c0de-0000-7000-8000-000000000063'],
    }),
  checkpoint: z
    .enum(['latest', 'now'])
    .default('latest')
    .meta({
      description:
        'The newest checkpoint that there is; or one that is signed now, where rows came after it.',
      examples: ['latest'],
    }),
});

const signedCheckpoint = z
  .object({
    statement: checkpointStatement.meta({ description: 'What is signed.' }),
    digest: hashHex('Of the canonical statement: `previous` of the next one.'),
    signature: checkpointSignature.meta({ description: 'The signature of the service.' }),
  })
  .meta({ id: 'AuditCheckpoint', description: 'A place of the chain, signed.' });

const chainPlace = z
  .int()
  .min(0)
  .meta({ description: 'Place of the row in the chain, from 1.', examples: [2] });

const link = z.object({
  seq: chainPlace,
  canonical: text('The exact text of the row that is hashed.', '{"action":"session.finalized"}'),
  hash: hashHex('Of the row.'),
});

const proof = z
  .object({
    tenant_id: id('The tenant whose trail it is.'),
    head: z
      .object({
        seq: chainPlace.meta({ description: 'Its place in the chain; 0 for an empty trail.' }),
        hash: hashHex('Of that row.'),
      })
      .meta({ description: 'The last row as stored.' }),
    covers_head: truth('Whether the newest checkpoint covers the last row.', true),
    checkpoint: signedCheckpoint
      .nullable()
      .meta({ description: 'The newest one; null where none was signed yet.' }),
    inclusion: z
      .object({
        previous_hash: hashHex('Before the first link.'),
        links: z
          .array(link)
          .max(CHECKPOINT_EVERY_ROWS)
          .meta({ description: 'The rows from the asked one to the one that is signed.' }),
        checkpoint: signedCheckpoint
          .nullable()
          .meta({ description: 'The first one that covers the row; null where none does yet.' }),
      })
      .nullable()
      .meta({ description: 'How the row leads to a checkpoint; null where no row was asked for.' }),
    public_keys: z
      .array(
        z.object({
          signing_key_id: id('The key, as signatures name it.'),
          public_key: text(
            'Its public half: SubjectPublicKeyInfo (DER) in base64.',
            'MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=',
          ),
          created_at: instant('When the signing key was made.'),
        }),
      )
      .meta({ description: 'All signing keys, those that were replaced as well.' }),
  })
  .meta({ id: 'AuditProof', description: 'What proves that the trail is whole.' });

export const proveAudit = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/audit-log/proof',
    operationId: 'getAuditProof',
    summary: 'Signed checkpoints of the audit trail, and the proof that a row is in it',
    description:
      `Every ${CHECKPOINT_EVERY_ROWS.toLocaleString('en')}th row of the trail is signed, and no row waits longer than a day. ` +
      'A checkpoint’s signature is Ed25519 over the JSON of `statement` with sorted keys and no blanks, with the ' +
      'public key (DER, base64) of that `signing_key_id`; keys that were replaced stay in the list. With event_id, ' +
      '`inclusion` leads from that row to the first checkpoint that covers it: start with `previous_hash`; for each ' +
      'link SHA-256(hash so far, as 32 bytes, followed by `canonical` in UTF-8) gives its `hash`; the last one is ' +
      'the `hash` of the checkpoint’s statement. checkpoint=now signs what stands now first, where the newest ' +
      'checkpoint does not cover it, and takes a second or two; `covers_head` says whether that came about in time. ' +
      'Keep checkpoints of yours: one that a later proof contradicts is evidence.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'The proof.', schema: proof } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const sql = deps.poolOf(tenantId);
      if (ctx.query.checkpoint === 'now') await signFresh(deps, sql, tenantId);
      const head = await findHead(sql, tenantId);
      const checkpoint = await findCheckpoint(sql, tenantId, null);
      const eventId = ctx.query.event_id;
      const body = {
        tenant_id: tenantId,
        head,
        covers_head: head.seq === 0 || (checkpoint?.statement.seq ?? 0) >= head.seq,
        checkpoint,
        inclusion: eventId === undefined ? null : await findInclusion(sql, tenantId, eventId),
        public_keys: await deps.signer.publicKeys(),
      };
      return { status: 200, body };
    },
  });

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

/** The first checkpoint that covers a place, or without one the newest. */
async function findCheckpoint(sql: Sql, tenantId: string, from: number | null) {
  const { rows } = await sql.query<CheckpointRow>({
    name: from === null ? 'proof-newest' : 'proof-covering',
    text:
      `SELECT ${CHECKPOINT_COLUMNS} FROM read.audit_checkpoints WHERE tenant_id = $1 ` +
      (from === null ? 'ORDER BY number DESC LIMIT 1' : 'AND seq >= $2 ORDER BY seq LIMIT 1'),
    values: from === null ? [tenantId] : [tenantId, from],
  });
  return rows[0] ? shown(checkpointOfRow(rows[0])) : null;
}

/** Throws 404 where the trail has no such row. */
async function findInclusion(sql: Sql, tenantId: string, eventId: string) {
  const { rows } = await sql.query<{ seq: number; previous_hash: string }>({
    name: 'proof-row',
    text: `SELECT seq, encode(previous_hash, 'hex') AS previous_hash FROM read.audit_rows
           WHERE tenant_id = $1 AND event_id = $2`,
    values: [tenantId, eventId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found', 'The audit trail has no row of this event.');
  const checkpoint = await findCheckpoint(sql, tenantId, row.seq);
  const links = await sql.query<z.output<typeof link>>({
    name: 'proof-links',
    text: `SELECT seq, canonical, encode(hash, 'hex') AS hash FROM read.audit_rows
           WHERE tenant_id = $1 AND seq >= $2 AND seq <= $3 ORDER BY seq LIMIT $4`,
    values: [tenantId, row.seq, checkpoint?.statement.seq ?? row.seq, CHECKPOINT_EVERY_ROWS],
  });
  return { previous_hash: row.previous_hash, links: links.rows, checkpoint };
}

/** Asks for a checkpoint of what stands now, and waits for it for a while. Nothing is asked for where one covers it. */
async function signFresh(deps: QueryDeps, sql: Sql, tenantId: string): Promise<void> {
  const head = await findHead(sql, tenantId);
  const isCovered = async (): Promise<boolean> =>
    ((await findCheckpoint(sql, tenantId, null))?.statement.seq ?? 0) >= head.seq;
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
