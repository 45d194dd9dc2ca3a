import { z } from 'zod';
import { text } from '../../domain/kernel/fields.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer, uuid } from '../../shared/http/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { queryBuilder, run } from '../kernel/query-builder.ts';
import { AUDIT_COLUMNS, auditRow, presentRow, type StoredRow } from './rows.ts';

const MAX_NEIGHBOURS = 20;

const params = z.object({
  event_id: uuid().meta({
    description: 'The event that the row is about.',
    examples: ['0198c0de-0000-7000-8000-000000000063'],
  }),
});

const query = z.object({
  neighbours: integer({ min: 0, max: MAX_NEIGHBOURS, default: 3 }).meta({
    description: 'How many rows of the chain are shown before it, and how many after it.',
    examples: [3],
  }),
});

const chainRow = auditRow
  .extend({
    seq: z
      .int()
      .min(1)
      .meta({ description: 'Place of the row in the chain, from 1.', examples: [2] }),
    canonical: text('The exact text that is hashed.', '{"action":"session.finalized"}'),
  })
  .meta({ id: 'AuditChainRow', description: 'A row of the audit trail with its place in the chain.' });

const detail = z
  .object({
    row: chainRow.meta({ description: 'What was recorded of the event, in its place.' }),
    before: z.array(chainRow).meta({ description: 'The rows before it in the chain, oldest first.' }),
    after: z.array(chainRow).meta({ description: 'The rows after it in the chain, oldest first.' }),
  })
  .meta({ id: 'AuditEventDetail', description: 'A row of the audit trail between its neighbours.' });

type ChainRow = StoredRow & { canonical: string };

export const getAuditEvent = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/audit-log/events/{event_id}',
    operationId: 'getAuditEvent',
    summary: 'One row of the audit trail, between its neighbours',
    description:
      'The neighbours are those of the chain, which follows the log: `previous_hash` of each row is `hash` of the one ' +
      'before it. SHA-256 of previous_hash (32 bytes) followed by `canonical` in UTF-8 is hash.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    params,
    query,
    responses: { 200: { description: 'The row.', schema: detail } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const pool = deps.poolOf(tenantId);
      const { seal: key } = await deps.dataKeys.tenantKeys(pool, tenantId);
      const found = (await run<ChainRow>(pool, rowsOf(tenantId).where('event_id', ctx.params.event_id))).at(
        0,
      );
      if (!found) throw new ApiError('not_found', 'The audit trail has no row of this event.');
      const { neighbours } = ctx.query;
      const around = await run<ChainRow>(
        pool,
        rowsOf(tenantId)
          .whereBetween('seq', [found.seq - neighbours, found.seq + neighbours])
          .orderBy('seq'),
      );
      const present = (row: ChainRow) => ({
        ...presentRow(row, { tenantId, key }),
        seq: row.seq,
        canonical: row.canonical,
      });
      return {
        status: 200,
        body: {
          row: present(found),
          before: around.filter(({ seq }) => seq < found.seq).map(present),
          after: around.filter(({ seq }) => seq > found.seq).map(present),
        },
      };
    },
  });

const rowsOf = (tenantId: string) =>
  queryBuilder
    .from('read.audit_rows')
    .where('tenant_id', tenantId)
    .select(...AUDIT_COLUMNS, 'canonical');
