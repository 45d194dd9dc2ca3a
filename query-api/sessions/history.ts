import { z } from 'zod';
import { EVENT_UNREADABLE } from '../../domain/event-log/events.ts';
import { sessionEvents, type SessionEvent } from '../../domain/session/events.ts';
import type { EventDefinition } from '../../domain/kernel/event-definition.ts';
import { recordRead } from '../kernel/record-read.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { dateTime, integer } from '../../shared/http/schemas.ts';
import { stateSchema, sessionParams } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { findSessionEvents, sessionNotFound } from './find.ts';
import { ERASED, stateAsOf, UNREADABLE, viewedRevision } from './time-travel.ts';

const erased = z
  .object({ erased: z.literal(true) })
  .meta({ id: 'ErasedPart', description: 'What stood here was cleared or erased; its key is destroyed.' });

const pascal = (type: string): string =>
  type.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

type ShownEvent = {
  revision: number;
  event_id: string;
  type: string;
  at: string;
  actor: { type: string; id: string };
  request_id: string;
  engine_version: string | null;
  tokens_charged: number;
  data: Record<string, unknown>;
};

/** An event in the shape in which it is declared, `erased` in the place of each group whose key is destroyed. */
const shownEvent = ({ type, clear, sealed }: EventDefinition) => {
  const groups = Object.entries(sealed).map(
    ([name, { schema }]) => [name, z.union([schema, erased])] as const,
  );
  return z
    .object({
      revision: z.int().min(0),
      event_id: z.uuid(),
      type: z.literal(type),
      at: z.iso.datetime(),
      actor: z.object({ type: z.string(), id: z.string() }),
      request_id: z.string(),
      engine_version: z.string().nullable(),
      tokens_charged: z.int().min(0),
      data: clear.extend(Object.fromEntries(groups)),
    })
    .meta({ id: `History${pascal(type)}` });
};

const unreadable = z.object({ unreadable: z.literal(true) }).meta({
  id: 'UnreadablePart',
  description: 'What stood here was damaged; nobody can read it.',
});

const [opening, ...others] = sessionEvents;
const anyEvent = z.discriminatedUnion('type', [
  shownEvent(opening),
  ...others.map(shownEvent),
  shownEvent({ type: EVENT_UNREADABLE.type, version: 1, clear: unreadable, sealed: {} }),
]);

const history = z
  .object({ session_id: z.uuid(), events: z.array(anyEvent as z.ZodType<ShownEvent>) })
  .meta({ id: 'SessionHistory' });

const erasedView = erased.extend({ session_id: z.uuid() }).meta({ id: 'ErasedSessionState' });
const unreadableView = unreadable.extend({ session_id: z.uuid() }).meta({ id: 'UnreadableSessionState' });

export const sessionHistory = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/history',
    operationId: 'getSessionHistory',
    summary: 'Every event of the session, or its state at any time',
    description:
      'Without at: every event, oldest first, as it was recorded. With at, a revision or a time: the state exactly as ' +
      'it was answered then, nothing computed again; 404 where the session was not there yet or has no such revision. ' +
      'What a rectification cleared, and what was concluded with it, shows as { "erased": true } in its place; an event ' +
      'that was damaged, and a state after it, as { "unreadable": true }. ' +
      'Audited as session.history_viewed.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    feature: 'history',
    admission: 'gate',
    params: sessionParams,
    query: z.object({
      at: z
        .union([integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), dateTime()])
        .optional()
        .meta({ description: 'A revision or a time: the state as it was answered then.' }),
    }),
    responses: {
      200: {
        description: 'The history; with at the state of then.',
        schema: z.union([history, stateSchema, erasedView, unreadableView]),
      },
    },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { session_id } = ctx.params;
      const { facts, test } = await findSessionEvents(deps, callerOf(ctx), session_id);
      const body = answerOf(facts, session_id, ctx.query.at);
      const subject = { type: 'session', id: session_id } as const;
      await recordRead(deps, ctx, { action: 'session.history_viewed', subject, test });
      return { status: 200, body };
    },
  });

function answerOf(
  facts: DecodedEvent<SessionEvent>[],
  sessionId: string,
  at: number | string | undefined,
):
  | z.input<typeof history>
  | z.input<typeof stateSchema>
  | z.input<typeof erasedView>
  | z.input<typeof unreadableView> {
  if (at === undefined) return { session_id: sessionId, events: facts.map(presentEvent) };
  const revision = viewedRevision(facts, at);
  if (revision === null)
    throw new ApiError('not_found', 'The session has no state at this time or revision.');
  const state = stateAsOf(facts, revision);
  if (state === null) throw sessionNotFound();
  if (state === UNREADABLE) return { session_id: sessionId, unreadable: true };
  return state === ERASED ? { session_id: sessionId, erased: true } : state;
}

const groupsOf = new Map<string, readonly string[]>(
  sessionEvents.map(({ type, sealed }) => [type, Object.keys(sealed)]),
);

function presentEvent(decoded: DecodedEvent<SessionEvent>): ShownEvent {
  const { event, eventId, revision, at, metadata } = decoded;
  const data: Record<string, unknown> = { ...event.data };
  for (const group of groupsOf.get(event.type) ?? []) data[group] ??= { erased: true };
  return {
    revision,
    event_id: eventId,
    type: event.type,
    at,
    actor: metadata.actor,
    request_id: metadata.request_id,
    engine_version: metadata.engine_version,
    tokens_charged: metadata.tokens_charged,
    data,
  };
}
