import type { SessionEvent } from '../../domain/session/events.ts';
import { evolve, isOpen, noSession, toCase, type SessionState } from '../../domain/session/state.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { sessionParams } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { explanation } from './explanation.ts';
import { findSessionEvents, requireReadable, sessionNotFound } from './find.ts';

export const explainSession = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/explain',
    operationId: 'explainSession',
    summary: 'Why the session stands as it does',
    description:
      'For each differential the evidence for, against and still unasked, with its weight in nats (0.7 doubles the odds) ' +
      'and its source; why the current question was chosen; which rule or risk gave the triage level, with its source; ' +
      'who should see the patient and how soon. Level, differentials and question are as they were recorded; the ' +
      'reasons are those of the engine that answers now, which `is_exact` says is the one that recorded them. ' +
      'Audited as session.explained. This is decision support and no diagnosis.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    feature: 'explain',
    admission: 'gate',
    params: sessionParams,
    responses: { 200: { description: 'The reasoning.', schema: explanation } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { session_id } = ctx.params;
      const { facts } = await findSessionEvents(deps, callerOf(ctx), session_id);
      const state = facts.reduce<SessionState>(evolve, noSession);
      if (!isOpen(state)) throw sessionNotFound();
      requireReadable(state);
      const { engine } = deps;
      const recordedBy = engineOf(facts);
      const body = {
        session_id,
        engine_version: recordedBy,
        explained_by: engine.version,
        is_exact: recordedBy === engine.version,
        ...engine.explain(toCase(state), state.outcome),
      };
      const subject = { type: 'session', id: session_id } as const;
      await recordRead(deps, ctx, { action: 'session.explained', subject, test: state.test });
      return { status: 200, body };
    },
  });

/** The engine that recorded the latest outcome. */
const engineOf = (facts: readonly DecodedEvent<SessionEvent>[]): string =>
  facts.findLast(({ event }) => 'outcome' in event.data || 'conclusion' in event.data)?.metadata
    .engine_version ?? 'unknown';
