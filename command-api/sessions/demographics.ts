import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentState } from '../../shared/sessions/present.ts';
import { ageSchema, sexSchema, stateSchema } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeSessionCommand } from './execute.ts';
import { sessionParams } from './params.ts';

const body = z
  .object({ age: ageSchema.nullish(), sex: sexSchema.nullish() })
  .refine((change) => change.age !== undefined || change.sex !== undefined, {
    message: 'Send age, sex or both; null means not known.',
  })
  .meta({ id: 'Demographics' });

export const updateDemographics = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/sessions/{session_id}/demographics',
    operationId: 'updateDemographics',
    summary: 'Change age or sex and score again',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    params: sessionParams,
    body,
    responses: { 200: { description: 'The session with its new state.', schema: stateSchema } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    examples: { body: { age: 61, sex: 'female' } },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({ kind: 'update_demographics', age: ctx.body.age, sex: ctx.body.sex }),
        respond: ({ state }) => ({ status: 200, body: presentState(state) }),
      }),
  });
