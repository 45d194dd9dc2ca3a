import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentResults, presentState } from '../../shared/sessions/present.ts';
import { resultsSchema, stateSchema, sessionParams } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { findSession } from './find.ts';

export const getState = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/state',
    operationId: 'getSessionState',
    summary: 'Where the session stands, and the current question',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    cost: 0,
    params: sessionParams,
    responses: { 200: { description: 'The state, without differentials.', schema: stateSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const session = await findSession(deps, callerOf(ctx), ctx.params.session_id);
      deps.readCounter.count(ctx, {
        action: 'session.state_viewed',
        sessionId: session.session_id,
        test: session.test,
      });
      return { status: 200, body: presentState(session) };
    },
  });

export const getResults = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/results',
    operationId: 'getSessionResults',
    summary: 'Differential diagnoses, triage level and red flags at this moment',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    cost: 0,
    params: sessionParams,
    responses: { 200: { description: 'The results as they were last recorded.', schema: resultsSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const session = await findSession(deps, callerOf(ctx), ctx.params.session_id);
      deps.readCounter.count(ctx, {
        action: 'session.results_viewed',
        sessionId: session.session_id,
        test: session.test,
      });
      const processing_time_ms = Math.max(0, deps.now().getTime() - ctx.now.getTime());
      return { status: 200, body: presentResults(session, { tokens_charged: 0, processing_time_ms }) };
    },
  });
