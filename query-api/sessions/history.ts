import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { dateTime, integer, uuid } from '../../shared/http/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { findSession } from './find.ts';

export const sessionHistory = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/history',
    operationId: 'getSessionHistory',
    summary: 'Every event of the session, and the state at any time',
    description:
      'Not available yet: answers 501. The export of a session tells its timeline, with what was answered when.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    params: z.object({ session_id: uuid() }),
    query: z.object({
      at: z
        .union([integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), dateTime()])
        .optional()
        .meta({ description: 'A revision or a time: the state as it was answered then.' }),
    }),
    responses: { 200: { description: 'Not given yet.' } },
    errors: ['not_found', 'not_implemented', 'service_unavailable'],
    handler: async (ctx) => {
      await findSession(deps, callerOf(ctx), ctx.params.session_id);
      throw new ApiError('not_implemented', 'The history of a session is not available yet.');
    },
  });
