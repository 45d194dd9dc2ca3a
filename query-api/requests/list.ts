import { z } from 'zod';
import { count } from '../../domain/kernel/fields.ts';
import {
  cursorParameter,
  cutPage,
  readCursor,
  writeCursor,
  type CursorPlace,
} from '../../shared/http/cursor.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer, LIMIT, nextCursor } from '../../shared/http/schemas.ts';
import { openRequestEntry, requestEntrySchema } from '../../shared/requests/entry.ts';
import { MAX_REQUEST_ENTRIES } from '../../shared/requests/stream.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readSealedEntries } from './read-entries.ts';

const query = z.object({
  limit: integer({ min: 1, max: MAX_REQUEST_ENTRIES, default: 50 }).meta({
    description: LIMIT,
    examples: [50],
  }),
  cursor: cursorParameter(),
});
type Query = z.output<typeof query>;

/** The position of the last entry that was shown. */
const positionSchema = z.int().min(0);

const inspected = z
  .object({
    entries: z.array(requestEntrySchema).meta({ description: 'The calls of the page, newest first.' }),
    total: count('Entries that are kept now.', 1),
    next_cursor: nextCursor,
    max_entries: z
      .literal(MAX_REQUEST_ENTRIES)
      .meta({ description: 'How many calls of a tenant are kept at most.' }),
  })
  .meta({ id: 'RequestInspector', description: 'The latest calls of the tenant.' });

export const listRequests = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/requests',
    operationId: 'listRequests',
    summary: 'The latest calls of the tenant, newest first',
    description:
      'Keeps the last 100 calls of the tenant, of all its keys and members, for 24 hours, and shows each some ' +
      'hundred milliseconds after its answer. What dashboard sessions read is left out unless it failed: a page takes ' +
      'many calls, and they would push those of your software out. An entry names the template of the route and the session ' +
      'that the call was about, and never a raw path, a query, a body or a credential. The list may lose entries; for what has to be proven there is the audit log. ' +
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
  { limit, cursor }: Query,
): Promise<z.output<typeof inspected>> {
  const keys = await deps.dataKeys.tenantKeys(deps.poolOf(tenantId), tenantId);
  const place: CursorPlace = { key: keys.seal, tenantId, list: 'requests' };
  const before = readPosition(place, cursor);
  const kept = await readSealedEntries(deps.nats, tenantId);
  const older = before === null ? kept : kept.filter(({ position }) => position < before);
  const { shown, next_cursor } = cutPage(older, limit, ({ position }) =>
    writeCursor(place, position, deps.random),
  );
  return {
    entries: shown
      .map(({ sealed }) => openRequestEntry(keys.seal, tenantId, sealed))
      .filter((entry) => entry !== null),
    total: kept.length,
    next_cursor,
    max_entries: MAX_REQUEST_ENTRIES,
  };
}

/** Up to version 0.2.0 a cursor was the bare position, and 0 the first page. */
const BARE_POSITION = /^\d{1,16}$/;

function readPosition(place: CursorPlace, cursor: string | undefined): number | null {
  if (cursor === undefined || !BARE_POSITION.test(cursor)) return readCursor(place, positionSchema, cursor);
  return Number(cursor) === 0 ? null : Number(cursor);
}
