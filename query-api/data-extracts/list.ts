import { z } from 'zod';
import {
  EXTRACT_COLUMNS,
  extractSchema,
  presentExtract,
  type ExtractRow,
} from '../../shared/data-extracts/record.ts';
import {
  cursorParameter,
  cutPage,
  readCursor,
  writeCursor,
  type CursorPlace,
} from '../../shared/http/cursor.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer, LIMIT, nextCursor } from '../../shared/http/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

const query = z.object({
  limit: integer({ min: 1, max: 100, default: 20 }).meta({ description: LIMIT, examples: [20] }),
  cursor: cursorParameter(),
});

const page = z
  .object({
    data: z.array(extractSchema).meta({ description: 'The extracts of the page, the latest first.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DataExtractPage', description: 'A page of extracts of data.' });

const place = z.object({ at: z.iso.datetime(), id: z.uuid() });

export const listExtracts = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/data/extracts',
    operationId: 'listDataExtracts',
    summary: 'Extracts of data, the latest first',
    description:
      'Those that calls have asked for; a test key sees none, as all are of live sessions. What the operator has written with a command is not in the list.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:write' },
    feature: 'audit_export',
    admission: 'gate',
    query,
    responses: { 200: { description: 'One page; next_cursor is empty after the last one.', schema: page } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      const { tenantId, test } = callerOf(ctx);
      const { limit, cursor } = ctx.query;
      const pool = deps.poolOf(tenantId);
      const { seal } = await deps.dataKeys.tenantKeys(pool, tenantId);
      const cursorPlace: CursorPlace = { key: seal, tenantId, list: 'data-extracts' };
      const before = readCursor(cursorPlace, place, cursor);
      const { rows } = await pool.query<ExtractRow>(
        `SELECT ${EXTRACT_COLUMNS} FROM ops.data_extracts
         WHERE tenant_id = $1 AND NOT $5::boolean AND ($2::timestamptz IS NULL OR (created_at, extract_id) < ($2, $3::uuid))
         ORDER BY created_at DESC, extract_id DESC LIMIT $4`,
        [tenantId, before?.at ?? null, before?.id ?? null, limit + 1, test === true],
      );
      const { shown, next_cursor } = cutPage(rows, limit, ({ created_at, extract_id }) =>
        writeCursor(cursorPlace, { at: created_at.toISOString(), id: extract_id }, deps.random),
      );
      const { lookup: key } = await deps.serviceKeys();
      const presenting = { key, publicUrl: deps.signIn.publicUrl, now: ctx.now, random: deps.random };
      return {
        status: 200,
        body: { data: shown.map((row) => presentExtract(row, presenting)), next_cursor },
      };
    },
  });
