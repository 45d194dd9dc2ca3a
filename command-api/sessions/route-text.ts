import { z } from 'zod';
import { text } from '../../domain/kernel/fields.ts';
import { differentialSchema, flagCode } from '../../domain/clinical/types.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callMeta, fieldsSchema, sessionParams, stateFields } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { UPSTREAM_ERRORS } from './ask-upstream.ts';
import { executeSessionCommand, type Executed } from './execute.ts';

const body = z
  .object({
    text: boundedText(1, 2_000).meta({
      description: 'What the patient tells, in English or Czech.',
      examples: ['My chest hurts when I climb the stairs. It started two hours ago.'],
    }),
  })
  .meta({ id: 'RouteText', description: 'A text to be read and merged into the session.' });

const routed = z
  .object({
    chief_complaint: text(
      'Code of the complaint that was recognised in the text; null where none was.',
      'chest_pain',
    ).nullable(),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'How sure that is, from 0 to 1.', examples: [0.9] }),
    secondary_cc: text('Code of a second complaint in it; null where there is none.', 'cough').nullable(),
    diagnosis_hints: z
      .array(differentialSchema.omit({ rank: true }))
      .meta({ description: 'The likeliest diagnoses after the text was read, at most 5.' }),
    initial_fields: fieldsSchema.meta({ description: 'Findings that were read in the text, by code.' }),
    flags: z.array(flagCode).meta({ description: 'Codes of the red flags that the text alone shows.' }),
    current_question: stateFields.current_question,
    meta: callMeta,
  })
  .meta({ id: 'RoutedText', description: 'What was read in the text, and what to ask next.' });

/** So many differentials are given as hints. */
const MAX_HINTS = 5;

export const routeText = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/sessions/{session_id}/route',
    operationId: 'routeText',
    summary: 'Read a free description into the session',
    description:
      'Finds the clinical branch, a secondary complaint, fields and flags in the text and merges them. ' +
      'chief_complaint is null where the text is outside the scope of the knowledge base.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    idempotent: true,
    cost: 5,
    params: sessionParams,
    body,
    responses: { 200: { description: 'The text was read and merged.', schema: routed } },
    errors: ['payment_required', 'not_found', 'conflict', ...UPSTREAM_ERRORS, 'service_unavailable'],
    examples: { body: { text: 'My chest hurts when I climb the stairs. It started two hours ago.' } },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({ kind: 'route', text: ctx.body.text }),
        respond: (executed) => ({ status: 200, body: presentRouted(executed) }),
      }),
  });

function presentRouted({ state, facts, meta }: Executed): z.output<typeof routed> {
  const event = facts.map((fact) => fact.event).find((candidate) => candidate.type === 'session-routed');
  if (!event?.data.answer) throw new ApiError('not_found', 'This text was cleared.');
  const { answer } = event.data;
  return {
    chief_complaint: answer.chief_complaint,
    confidence: answer.confidence,
    secondary_cc: answer.secondary,
    diagnosis_hints: state.outcome.differentials.slice(0, MAX_HINTS).map(({ rank: _, ...hint }) => hint),
    initial_fields: answer.reading.extracted_fields,
    flags: answer.reading.extracted_flags,
    current_question: state.outcome.current_question,
    meta,
  };
}
