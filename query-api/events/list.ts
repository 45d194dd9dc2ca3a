import { z } from 'zod';
import { truth, text } from '../../domain/kernel/fields.ts';
import { WEBHOOK_EVENT_NAMES } from '../../domain/webhook-subscription/events.ts';
import { readCursor, writeCursor, type CursorPlace } from '../../shared/http/cursor.ts';
import { PARAMETER_VALIDATION_MESSAGE, validationError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteContext } from '../../shared/http/route-types.ts';
import { commaSeparated, cursor, integer, LIMIT } from '../../shared/http/schemas.ts';
import { openBody } from '../../shared/webhooks/sealed-parts.ts';
import { FEED_DAYS } from '../../shared/webhooks/new-events.ts';
import { receivedEventSchemas } from '../../shared/webhooks/received-events.ts';
import { webhookEventName } from '../../shared/webhooks/subscription-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { modesOf } from '../webhooks/delivery-queries.ts';
import { findEvents, publishedUpTo, type EventRow } from './find.ts';
import { createWaiting, MAX_WAIT_S, MAX_WAITING } from './waiting.ts';

const DAY_MS = 86_400_000;
/** In place of a cursor: from now on. */
const LATEST = 'latest';

const query = z.object({
  after: cursor()
    .optional()
    .meta({
      description:
        `\`next_cursor\` of the answer before; left out for the oldest event, \`${LATEST}\` for what comes from now on. ` +
        'A cursor is valid for every type and limit.',
      examples: [LATEST],
    }),
  types: commaSeparated(webhookEventName, WEBHOOK_EVENT_NAMES.length)
    .optional()
    .meta({ description: 'Only these events, separated by commas.' }),
  limit: integer({ min: 1, max: 500, default: 100 }).meta({ description: LIMIT, examples: [100] }),
  wait: integer({ min: 0, max: MAX_WAIT_S, default: 0 }).meta({
    description:
      'How many seconds to wait for an event where there is none yet; the operator may allow fewer.',
    examples: [20],
  }),
});
type Query = z.output<typeof query>;

const names = WEBHOOK_EVENT_NAMES.map((name) => receivedEventSchemas[name]);
const event = z.discriminatedUnion('type', names as [(typeof names)[number]]);

const page = z
  .object({
    data: z.array(event).meta({ description: 'The events in the order of the log, as webhooks send them.' }),
    next_cursor: text('Goes into `after` for what follows. Never empty.', 'b3BhcXVlLWV4YW1wbGU'),
    has_more: truth('Whether there may be more right now.', false),
  })
  .meta({ id: 'EventPage', description: 'A page of public events.' });

/** Where a reader stands: it has had everything up to this position of the log, and had it at this time. */
const place = z.object({ position: z.int(), at: z.iso.datetime() });
type Place = z.output<typeof place>;

export function listEvents(deps: QueryDeps): Route {
  const waiting = createWaiting(deps);
  return defineRoute({
    method: 'GET',
    path: '/v1/events',
    operationId: 'listEvents',
    summary: 'Public events in log order, to pull instead of webhooks',
    description:
      `The events that webhooks send, with the same bodies, whether or not somebody subscribed to them; ${FEED_DAYS} ` +
      'days back. Call again with next_cursor: no event is skipped, and none comes twice. With wait the call answers ' +
      `as soon as there is an event; at most ${MAX_WAITING} calls of a tenant wait at a time (429). ` +
      'What was erased is left out. A cursor that was not used for 30 days is refused (422 with expired_cursor), since ' +
      'events may be gone that it would come to. A key gets events of its own mode, test or live.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    modes: true,
    query,
    responses: { 200: { description: 'One page, empty where there is nothing new.', schema: page } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const pool = deps.poolOf(caller.tenantId);
      const { seal } = await deps.dataKeys.tenantKeys(pool, caller.tenantId);
      const cursorPlace: CursorPlace = {
        key: seal,
        tenantId: caller.tenantId,
        list: 'events',
        field: 'after',
      };
      const start = await startOf(deps, { ctx, cursorPlace });
      const read = () => readPage(deps, { ctx, start });
      const found = await waiting.until(ctx, { read, isEnough: ({ rows }) => rows.length > 0 });
      const opened = await openAll(deps, found.rows, ctx);
      const next_cursor = writeCursor(cursorPlace, found.next, deps.random);
      return { status: 200, body: { data: opened, next_cursor, has_more: found.hasMore } };
    },
  });
}

type Context = RouteContext<Record<string, never>, Query, unknown>;

const cutOff = (now: Date): Date => new Date(now.getTime() - FEED_DAYS * DAY_MS);

/** Throws 422 for a cursor so old that events after it may be gone. */
async function startOf(
  deps: QueryDeps,
  { ctx, cursorPlace }: { ctx: Context; cursorPlace: CursorPlace },
): Promise<Place> {
  const { after } = ctx.query;
  const at = ctx.now.toISOString();
  if (after === LATEST) return { position: await publishedUpTo(deps.poolOf(cursorPlace.tenantId)), at };
  const start = readCursor(cursorPlace, place, after);
  if (start === null) return { position: -1, at };
  if (Date.parse(start.at) >= cutOff(ctx.now).getTime()) return start;
  const message = `The cursor is older than ${FEED_DAYS} days: events after it may be gone. Begin again without it.`;
  throw validationError([{ field: 'after', code: 'expired_cursor', message }], PARAMETER_VALIDATION_MESSAGE);
}

type Found = { rows: EventRow[]; next: Place; hasMore: boolean };

/** A page, and where it ends: a short one has everything that was published when it was looked for. */
async function readPage(deps: QueryDeps, { ctx, start }: { ctx: Context; start: Place }): Promise<Found> {
  const caller = callerOf(ctx);
  const pool = deps.poolOf(caller.tenantId);
  const { types = WEBHOOK_EVENT_NAMES, limit } = ctx.query;
  const now = deps.now();
  const published = await publishedUpTo(pool);
  const rows = await findEvents(pool, {
    tenantId: caller.tenantId,
    modes: modesOf(caller),
    types,
    after: start.position,
    since: cutOff(now),
    limit,
  });
  const last = rows.at(-1)?.position ?? start.position;
  const hasMore = rows.length === limit;
  const position = hasMore ? last : Math.max(last, published);
  return { rows, next: { position, at: now.toISOString() }, hasMore };
}

/** The bodies as they were made. One whose key was destroyed meanwhile is left out. */
async function openAll(deps: QueryDeps, rows: readonly EventRow[], ctx: Context): Promise<unknown[]> {
  const { tenantId } = callerOf(ctx);
  const keys = await deps.dataKeys.load(
    deps.poolOf(tenantId),
    rows.map((row) => row.key_id),
  );
  await deps.readCounter.room();
  const opened: unknown[] = [];
  for (const { event_id: eventId, session_id: sessionId, test, key_id, body_sealed } of rows) {
    const key = keys.get(key_id) ?? 'destroyed';
    if (key === 'destroyed' || body_sealed.length === 0) continue;
    if (sessionId !== null) deps.readCounter.count(ctx, { action: 'session.events_read', sessionId, test });
    opened.push(JSON.parse(openBody(key, { tenantId, eventId }, body_sealed).toString('utf8')));
  }
  return opened;
}
