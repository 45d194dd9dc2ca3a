import { z } from 'zod';
import { recordAccess } from '../../shared/audit/record-access.ts';
import {
  datasetName,
  EXTRACT_COLUMNS,
  extractSchema,
  format,
  OWN_TEAM,
  presentExtract,
  type ExtractRow,
} from '../../shared/data-extracts/record.ts';
import { RECIPIENT_NAME } from '../../shared/datasets/recipient.ts';
import { datasets as all } from '../../shared/datasets/all.ts';
import { ApiError, validationError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { inTransaction, type Sql } from '../../shared/postgres/pool.ts';
import { accessOfCall } from '../kernel/access-of-call.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';

const MAX_CURSOR = 1_000;

const body = z
  .object({
    datasets: z
      .array(datasetName)
      .min(1)
      .max(all.length)
      .optional()
      .meta({ description: 'What it shall hold; left out: everything.' }),
    format: format.default('parquet').describe('What its files shall be: Parquet, NDJSON or CSV.'),
    since: z
      .string()
      .min(1)
      .max(MAX_CURSOR)
      .nullable()
      .default(null)
      .meta({
        description:
          '`until` of the extract before it: only what changed since. Null or left out: everything.',
        examples: [null],
      }),
    recipient: z
      .string()
      .min(2)
      .max(40)
      .regex(RECIPIENT_NAME)
      .default(OWN_TEAM)
      .meta({
        description: `For whom it is: whose pseudonyms it has. ${OWN_TEAM}: the tenant's own team. Others are granted by the operator.`,
        examples: [OWN_TEAM],
      }),
  })
  .meta({ id: 'RequestDataExtract', description: 'What an extract shall hold.' });
type Body = z.output<typeof body>;

export const requestExtract = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/data/extracts',
    operationId: 'requestDataExtract',
    summary: 'Ask for an extract of data for analysts',
    description:
      'Rows of sessions, their steps, findings, results, deliveries, calls and tokens, of live sessions: codes, bands and ' +
      'hours under pseudonyms, no text and no id. It is written in the background, one at a time of each tenant (409); ' +
      'GET /v1/admin/data/extracts/{extract_id} tells how far it is and where its files are. They stay for 24 hours. A test key ' +
      'gets 403. The request is audited as facts.extracted.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:write' },
    feature: 'audit_export',
    admission: 'handler',
    idempotent: true,
    body,
    responses: { 202: { description: 'The extract, queued.', schema: extractSchema } },
    errors: ['conflict', 'service_unavailable'],
    examples: { body: { datasets: ['sessions', 'session_steps'], format: 'parquet' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        if (admitted.caller.test === true) {
          throw new ApiError('forbidden', 'A test key gets no extracts: they are of live sessions.');
        }
        if (deps.extractsDir === null) {
          throw new ApiError('service_unavailable', 'This installation has no folder for extracts.');
        }
        const pool = deps.poolOf(admitted.tenantId);
        await requireRecipient(pool, admitted.tenantId, ctx.body.recipient);
        const row = await inTransaction(pool, (tx) =>
          queue(deps, tx, { call: ctx, admitted, body: ctx.body }),
        );
        const { lookup: key } = await deps.serviceKeys();
        const { publicUrl } = deps.signIn;
        return {
          status: 202,
          body: presentExtract(row, { key, publicUrl, now: ctx.now, random: deps.random }),
        };
      }),
  });

async function requireRecipient(sql: Sql, tenantId: string, name: string): Promise<void> {
  if (name === OWN_TEAM) return;
  const { rows } = await sql.query<{ known: boolean }>('SELECT ops.has_data_recipient($1, $2) AS known', [
    tenantId,
    name,
  ]);
  if (rows[0]?.known === true) return;
  throw validationError([
    { field: 'recipient', code: 'unknown_recipient', message: 'Nobody of this name was granted extracts.' },
  ]);
}

type Request = { call: CommandCall; admitted: AdmittedTenantCommand; body: Body };

/** The row of the extract. A call that is repeated after a crash finds its own. Throws 409 while another one is under way. */
async function queue(deps: CommandDeps, tx: Sql, { call, admitted, body }: Request): Promise<ExtractRow> {
  const { tenantId, commandId } = admitted;
  const names = all.map(({ name }) => name).filter((name) => body.datasets?.includes(name as never) ?? true);
  const inserted = await tx.query<ExtractRow>(
    `INSERT INTO ops.data_extracts (extract_id, tenant_id, recipient, datasets, format, since, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING ${EXTRACT_COLUMNS}`,
    [commandId, tenantId, body.recipient, names, body.format, body.since, call.now],
  );
  const [row] = inserted.rows;
  if (row === undefined) return ownRow(tx, tenantId, commandId);
  const what = { action: 'facts.extracted', subject: { type: 'tenant', id: tenantId }, test: false } as const;
  const { accessId, access } = accessOfCall(deps, { call, admitted }, what);
  await recordAccess(tx, accessId, access);
  return row;
}

/** The row that the same call has written before. Throws 409 where it is another one that is under way. */
async function ownRow(tx: Sql, tenantId: string, extractId: string): Promise<ExtractRow> {
  const { rows } = await tx.query<ExtractRow>(
    `SELECT ${EXTRACT_COLUMNS} FROM ops.data_extracts WHERE tenant_id = $1 AND extract_id = $2`,
    [tenantId, extractId],
  );
  if (rows[0]) return rows[0];
  throw new ApiError('conflict', 'Another extract is under way: wait until it is done.');
}
