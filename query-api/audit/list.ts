import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { isoDate, limitOffset, pageFields } from '../../shared/http/schemas.ts';
import { run } from '../kernel/query-builder.ts';
import { callerOf } from '../kernel/caller.ts';
import { refuseReversed, wholeDays } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { matchingRows } from './filter.ts';
import { AUDIT_COLUMNS, auditAction, auditRow, presentRow, type StoredRow } from './rows.ts';

const query = z.object({
  action: auditAction.optional().meta({ description: 'Only rows of this action.' }),
  date_from: isoDate().optional().meta({ description: 'Rows of this day (UTC) or later.' }),
  date_to: isoDate().optional().meta({ description: 'Rows of this day (UTC) or earlier.' }),
  ...limitOffset({ maxLimit: 200, defaultLimit: 50 }),
});

const list = z
  .object({
    ...pageFields,
    total: z
      .int()
      .min(0)
      .meta({ description: pageFields.total.description, examples: [2] }),
    data: z.array(auditRow).meta({ description: 'The rows of the page, newest first.' }),
  })
  .meta({ id: 'AuditList', description: 'A page of the audit trail.' });

export const listAudit = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/audit-log',
    operationId: 'listAuditLog',
    summary: 'The audit trail, newest first',
    description:
      'date_from and date_to are whole days (UTC), both included. Rows that arrive while pages are read shift the ' +
      'offsets; GET /v1/admin/audit-log/events does not have that. The trail is the whole tenant’s: a key sees the ' +
      'rows of live and test mode. It follows writes with the lag of the projections.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'One page.', schema: list } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      const { action, date_from, date_to, limit, offset } = ctx.query;
      refuseReversed(date_from, date_to, ['date_from', 'date_to']);
      const { tenantId } = callerOf(ctx);
      const matching = matchingRows({
        tenantId,
        ...wholeDays(date_from, date_to),
        actions: action === undefined ? [] : [action],
      });
      const page = matching
        .clone()
        .select(AUDIT_COLUMNS)
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'seq', order: 'desc' },
        ])
        .limit(limit)
        .offset(offset);
      const pool = deps.poolOf(tenantId);
      const [{ seal: key }, rows, counted] = await Promise.all([
        deps.dataKeys.tenantKeys(pool, tenantId),
        run<StoredRow>(pool, page),
        run<{ count: number }>(pool, matching.clone().count('* as count')),
      ]);
      return {
        status: 200,
        body: {
          total: counted[0]?.count ?? 0,
          limit,
          offset,
          data: rows.map((row) => presentRow(row, { tenantId, key })),
        },
      };
    },
  });
