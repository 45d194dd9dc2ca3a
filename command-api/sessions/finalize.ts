import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentResults } from '../../shared/sessions/present.ts';
import { resultsFields, sessionParams, summarySchema } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeSessionCommand, type Executed } from './execute.ts';

const finalized = z
  .object({
    ...resultsFields,
    status: z.literal('finalized').meta({ description: 'The session is finished.' }),
    finalized_at: instant('When the session was finalized.'),
    summary: summarySchema.meta({ description: 'The clinical summary, in parts and as a text.' }),
  })
  .meta({ id: 'FinalizedSession', description: 'The final results, with the clinical summary.' });

export const finalizeSession = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/sessions/{session_id}/finalize',
    operationId: 'finalizeSession',
    summary: 'Finish the session: final scoring and clinical summary',
    description: 'The session becomes read-only; webhooks session.finalized and assessment.completed follow.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    idempotent: true,
    cost: 0,
    params: sessionParams,
    responses: { 200: { description: 'The session is finalized.', schema: finalized } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({ kind: 'finalize' }),
        respond: (executed) => ({ status: 200, body: presentFinalized(executed) }),
      }),
  });

function presentFinalized({ state, meta }: Executed): z.output<typeof finalized> {
  if (state.finalized_at === null || state.summary === null) {
    throw new ApiError('not_found', 'The session does not exist.');
  }
  return {
    ...presentResults(state, meta),
    status: 'finalized',
    finalized_at: state.finalized_at,
    summary: state.summary,
  };
}
