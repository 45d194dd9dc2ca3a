import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer } from '../../shared/http/schemas.ts';
import { openRequestEntry, requestEntrySchema } from '../../shared/requests/entry.ts';
import { MAX_REQUEST_ENTRIES } from '../../shared/requests/stream.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readSealedEntries } from './read-entries.ts';

const query = z.object({
  limit: integer({ min: 1, max: MAX_REQUEST_ENTRIES, default: 50 }),
  cursor: integer({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 }).meta({
    description: '`next_cursor` of the previous page; 0 for the newest entries.',
  }),
});
type Page = z.output<typeof query>;

const inspected = z
  .object({
    entries: z.array(requestEntrySchema),
    total: z.int().min(0).meta({ description: 'Entries that are kept now.' }),
    next_cursor: z.int().min(0).meta({ description: 'Where the older entries begin; 0 after the last one.' }),
    max_entries: z.literal(MAX_REQUEST_ENTRIES),
  })
  .meta({ id: 'RequestInspector' });

export const listRequests = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/requests',
    operationId: 'listRequests',
    summary: 'The latest calls of the tenant, newest first',
    description:
      'Keeps the last 100 calls of the tenant, of all its keys and members, for 24 hours, and shows each some ' +
      'hundred milliseconds after its answer. An entry names the template of the route and never a raw path, a ' +
      'query, a body or a credential. The list may lose entries; for what has to be proven there is the audit log. ' +
      'A cursor is a place in the list: entries that come in meanwhile do not move it.',
    tag: 'Usage',
    access: { kind: 'caller', scope: 'admin:read' },
    feature: 'request_inspector',
    admission: 'gate',
    query,
    responses: { 200: { description: 'One page.', schema: inspected } },
    errors: ['service_unavailable'],
    handler: async (ctx) => ({
      status: 200,
      body: await inspect(deps, callerOf(ctx).tenantId, ctx.query),
    }),
  });

async function inspect(
  deps: QueryDeps,
  tenantId: string,
  { limit, cursor }: Page,
): Promise<z.output<typeof inspected>> {
  const kept = await readSealedEntries(deps.nats, tenantId);
  const older = cursor === 0 ? kept : kept.filter(({ position }) => position < cursor);
  const page = older.slice(0, limit);
  const keys = await deps.dataKeys.tenantKeys(deps.poolOf(tenantId), tenantId);
  return {
    entries: page
      .map(({ sealed }) => openRequestEntry(keys.seal, tenantId, sealed))
      .filter((entry) => entry !== null),
    total: kept.length,
    next_cursor: older.length > limit ? (page.at(-1)?.position ?? 0) : 0,
    max_entries: MAX_REQUEST_ENTRIES,
  };
}
