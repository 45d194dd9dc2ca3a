import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { uuid } from '../../shared/http/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { findSession } from './find.ts';

export const explainSession = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/explain',
    operationId: 'explainSession',
    summary: 'Why the session stands as it does',
    description:
      'For each differential the evidence for, against and still unasked; why the current question was chosen; ' +
      'which rule or risk gave the triage level. Not available yet: answers 501.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    feature: 'explain',
    admission: 'gate',
    params: z.object({ session_id: uuid() }),
    responses: { 200: { description: 'Not given yet.' } },
    errors: ['not_found', 'not_implemented', 'service_unavailable'],
    handler: async (ctx) => {
      await findSession(deps, callerOf(ctx), ctx.params.session_id);
      throw new ApiError('not_implemented', 'The explanation of a session is not available yet.');
    },
  });
