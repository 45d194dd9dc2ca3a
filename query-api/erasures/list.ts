import { z } from 'zod';
import { certificateSchema } from '../../shared/erasure/certificate-schema.ts';
import { listStatements, signStatement, type ErasureStatement } from '../../shared/erasure/certificates.ts';
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
    data: z.array(certificateSchema).meta({ description: 'The certificates of the page, the latest first.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'ErasureCertificatePage', description: 'A page of certificates of erasures.' });

const place = z.object({ at: z.iso.datetime(), id: z.uuid() });

export const listErasures = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/erasures',
    operationId: 'listErasures',
    summary: 'Certificates of what was erased by calls, the latest first',
    description:
      'The certificates of all erased sessions and patients of the tenant, in test and live mode, signed once more over ' +
      'the same facts. They hold ids, counts and times, and nothing of what was erased. What was deleted because its ' +
      'retention was over is not in the list.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'One page; next_cursor is empty after the last one.', schema: page } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const { limit, cursor } = ctx.query;
      const pool = deps.poolOf(tenantId);
      const { seal } = await deps.dataKeys.tenantKeys(pool, tenantId);
      const cursorPlace: CursorPlace = { key: seal, tenantId, list: 'erasures' };
      const before = readCursor(cursorPlace, place, cursor);
      const found = await listStatements(pool, { tenantId, before, limit: limit + 1 });
      const placeOf = ({ erased_at: at, certificate_id: id }: ErasureStatement) => ({ at, id });
      const { shown, next_cursor } = cutPage(found, limit, (last) =>
        writeCursor(cursorPlace, placeOf(last), deps.random),
      );
      const data = await Promise.all(shown.map((statement) => signStatement(deps, statement)));
      return { status: 200, body: { data, next_cursor } };
    },
  });
