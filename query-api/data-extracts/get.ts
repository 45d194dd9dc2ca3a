import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import {
  EXTRACT_COLUMNS,
  extractSchema,
  presentExtract,
  type ExtractRow,
} from '../../shared/data-extracts/record.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

const params = z.object({ extract_id: id('The extract, as the call that asked for it has named it.') });

export const getExtract = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/data/extracts/{extract_id}',
    operationId: 'getDataExtract',
    summary: 'How far an extract of data is, and its files',
    description:
      'Ask again until `status` is done or failed. Each call gives fresh links to the files; a link works for 15 minutes, ' +
      'and for whoever has it.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:write' },
    feature: 'audit_export',
    admission: 'gate',
    params,
    responses: { 200: { description: 'The extract.', schema: extractSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { tenantId, test } = callerOf(ctx);
      const { rows } = await deps
        .poolOf(tenantId)
        .query<ExtractRow>(
          `SELECT ${EXTRACT_COLUMNS} FROM ops.data_extracts WHERE tenant_id = $1 AND extract_id = $2 AND NOT $3::boolean`,
          [tenantId, ctx.params.extract_id, test === true],
        );
      const [row] = rows;
      if (row === undefined) throw new ApiError('not_found', 'The extract does not exist.');
      const { lookup: key } = await deps.serviceKeys();
      const { publicUrl } = deps.signIn;
      return {
        status: 200,
        body: presentExtract(row, { key, publicUrl, now: ctx.now, random: deps.random }),
      };
    },
  });
