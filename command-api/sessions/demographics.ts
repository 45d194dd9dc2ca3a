import { z } from 'zod';
import { withRule } from '../../shared/http/body-rules.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentState } from '../../shared/sessions/present.ts';
import { ageSchema, sessionParams, sexSchema, stateSchema } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeSessionCommand } from './execute.ts';

const body = withRule(
  z.object({
    age: ageSchema
      .nullish()
      .meta({ description: 'Age in whole years. Null makes it unknown; left out, it stays as it is.' }),
    sex: sexSchema.nullish().meta({ description: 'Null makes it unknown; left out, it stays as it is.' }),
  }),
  {
    holds: (change) => change.age !== undefined || change.sex !== undefined,
    message: 'Send age, sex or both; null makes a value unknown.',
    described: { minProperties: 1 },
  },
).meta({ id: 'Demographics', description: 'What to set of age and sex.' });

export const updateDemographics = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/sessions/{session_id}/demographics',
    operationId: 'updateDemographics',
    summary: 'Change age or sex and score again',
    description:
      'At least one of age and sex is needed (422). Null makes a value unknown; what is left out stays as it is.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    params: sessionParams,
    body,
    responses: { 200: { description: 'The session with its new state.', schema: stateSchema } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    examples: { body: { age: 55, sex: 'male' } },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({ kind: 'update_demographics', age: ctx.body.age, sex: ctx.body.sex }),
        respond: ({ state }) => ({ status: 200, body: presentState(state) }),
      }),
  });
