import { z } from 'zod';
import { sessionEvents, type SessionEvent } from '../../domain/session/events.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route, type RouteContext } from '../../shared/http/route.ts';
import { dateTime, integer } from '../../shared/http/schemas.ts';
import { sessionParams } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { findSessionEvents, sessionNotFound } from './find.ts';
import { historySchema, pastStateSchema, type ShownEvent } from './history-schemas.ts';
import { ERASED, stateAsOf, UNREADABLE, viewedRevision } from './time-travel.ts';

const revisionNumber = () => integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const HISTORY = {
  method: 'GET',
  tag: 'Sessions',
  access: { kind: 'caller', scope: 'sessions:read' },
  feature: 'history',
  admission: 'gate',
  params: sessionParams,
} as const;

const AUDITED = 'Audited as session.history_viewed.';

export const sessionHistory = (deps: QueryDeps): Route =>
  defineRoute({
    ...HISTORY,
    path: '/v1/sessions/{session_id}/history',
    operationId: 'getSessionHistory',
    summary: 'Every event of the session',
    description:
      'Every event, oldest first, as it was recorded. What a rectification cleared, and what was concluded with it, ' +
      'shows as { "erased": true } in its place; an event that was damaged, and a state after it, as ' +
      '{ "unreadable": true }. With at, a revision or a time, the fields of the state of then ' +
      'stand in the place of the events; GET /v1/sessions/{session_id}/history/state answers them in a form of ' +
      `their own, which generated clients read better. ${AUDITED}`,
    query: z.object({
      at: z
        .union([revisionNumber(), dateTime()])
        .optional()
        .meta({
          description: 'A revision or a time: the state as it was answered then.',
          examples: [7],
        }),
    }),
    responses: { 200: { description: 'The history; with at the state of then.', schema: historySchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { session_id } = ctx.params;
      const { facts, test } = await findSessionEvents(deps, callerOf(ctx), session_id);
      const body = historyOf(facts, session_id, ctx.query.at);
      await recordView(deps, ctx, test);
      return { status: 200, body };
    },
  });

export const pastSessionState = (deps: QueryDeps): Route =>
  defineRoute({
    ...HISTORY,
    path: '/v1/sessions/{session_id}/history/state',
    operationId: 'getPastSessionState',
    summary: 'The state of the session at an earlier time',
    description:
      'Give either time or revision; both or neither is a 400. The state is exactly as it was answered then, nothing ' +
      'computed again; 404 where the session was not there yet or has no such revision. Where an answer was cleared ' +
      'since, what was concluded with it is erased; after an event that was damaged it is unreadable. ' +
      AUDITED,
    query: z.object({
      time: dateTime()
        .optional()
        .meta({ description: 'The state as it was answered at this time. ISO 8601 with an offset or Z.' }),
      revision: revisionNumber()
        .optional()
        .meta({
          description: 'The state as it was answered after this revision, which an event of the history has.',
          examples: [7],
        }),
    }),
    responses: { 200: { description: 'The state of then.', schema: pastStateSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { session_id } = ctx.params;
      const { facts, test } = await findSessionEvents(deps, callerOf(ctx), session_id);
      const { revision, state } = stateAt(facts, oneOf(ctx.query));
      await recordView(deps, ctx, test);
      const view = {
        erased: state === ERASED,
        unreadable: state === UNREADABLE,
        state: typeof state === 'symbol' ? null : state,
      };
      return { status: 200, body: { session_id, revision, ...view } };
    },
  });

type Call = RouteContext<z.output<typeof sessionParams>, unknown, unknown>;

const recordView = (deps: QueryDeps, ctx: Call, test: boolean): Promise<void> =>
  recordRead(deps, ctx, {
    action: 'session.history_viewed',
    subject: { type: 'session', id: ctx.params.session_id },
    test,
  });

function historyOf(
  facts: DecodedEvent<SessionEvent>[],
  sessionId: string,
  at: number | string | undefined,
): z.input<typeof historySchema> {
  if (at === undefined) return { session_id: sessionId, events: facts.map(presentEvent) };
  const { state } = stateAt(facts, at);
  if (state === UNREADABLE) return { session_id: sessionId, unreadable: true };
  return state === ERASED ? { session_id: sessionId, erased: true } : state;
}

function oneOf({
  time,
  revision,
}: {
  time?: string | undefined;
  revision?: number | undefined;
}): number | string {
  const at = revision ?? time;
  if (at !== undefined && (revision === undefined || time === undefined)) return at;
  throw new ApiError('bad_request', 'Give either time or revision.');
}

type PastState = { revision: number; state: NonNullable<ReturnType<typeof stateAsOf>> };

/** Throws 404 where the session has no state at this revision or time (ISO 8601), or is erased. */
function stateAt(facts: DecodedEvent<SessionEvent>[], at: number | string): PastState {
  const revision = viewedRevision(facts, at);
  if (revision === null)
    throw new ApiError('not_found', 'The session has no state at this time or revision.');
  const state = stateAsOf(facts, revision);
  if (state === null) throw sessionNotFound();
  return { revision, state };
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
