import { z } from 'zod';
import type { Scope } from '../../domain/api-key/events.ts';
import type { Summary } from '../../domain/clinical/types.ts';
import { instant } from '../../domain/kernel/fields.ts';
import { toCase } from '../../domain/session/state.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route, type RouteResult } from '../../shared/http/route.ts';
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
    description:
      'The session becomes read-only; webhooks session.finalized and assessment.completed follow. Only for a caller with ' +
      "the scope sessions:read or patients:read does the summary tell of the patient's profile, which the session may " +
      'have taken along.',
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
        respond: (executed) => presentFinalized(deps, executed),
      }),
  });

/** Whoever holds one of these may read the profile that a session took along: in it, or by itself. */
const PROFILE_READERS: readonly Scope[] = ['sessions:read', 'patients:read'];

/** A caller who may read neither session nor patient gets the summary of what was told in the session. */
function presentFinalized({ engine }: CommandDeps, { state, meta, caller }: Executed): RouteResult {
  if (state.finalized_at === null || state.summary === null) {
    throw new ApiError('not_found', 'The session does not exist.');
  }
  const answer = (summary: Summary): z.output<typeof finalized> => ({
    ...presentResults(state, meta),
    status: 'finalized',
    finalized_at: state.finalized_at ?? '',
    summary,
  });
  if (state.background === undefined) return { status: 200, body: answer(state.summary) };
  if (PROFILE_READERS.some((scope) => caller.scopes.includes(scope))) {
    return { status: 200, body: answer(state.summary), readableWith: PROFILE_READERS };
  }
  const told = toCase({ ...state, background: undefined });
  return { status: 200, body: answer(engine.summarize(state.chief_complaint, told, state.outcome)) };
}
