import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { feedbackSchema, sessionFields, sessionParams } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeSessionCommand } from './execute.ts';

const body = z
  .object({
    accuracy: feedbackSchema.shape.accuracy,
    actual_diagnosis: boundedText(0, 500)
      .nullish()
      .meta({
        description: 'The diagnosis that was made in the end.',
        examples: ['Acute myocardial infarction'],
      }),
    actual_icd10: boundedText(0, 20)
      .nullish()
      .meta({ description: 'Its ICD-10 code.', examples: ['I21.9'] }),
    notes: boundedText(0, 2_000)
      .nullish()
      .meta({ description: 'Anything else in free text.', examples: ['Troponin raised.'] }),
  })
  .meta({ id: 'GiveFeedback', description: 'What the diagnosis turned out to be.' });

const stored = z
  .object({
    session_id: sessionFields.session_id,
    ...feedbackSchema.shape,
    created_at: instant('When the feedback was given.'),
  })
  .meta({ id: 'StoredFeedback', description: 'The feedback as it was stored.' });

export const giveFeedback = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/sessions/{session_id}/feedback',
    operationId: 'giveFeedback',
    summary: 'Say how right a finalized session was',
    description: 'Later feedback replaces earlier feedback; the history keeps both.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    idempotent: true,
    params: sessionParams,
    body,
    responses: { 201: { description: 'What was stored.', schema: stored } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    examples: {
      body: {
        accuracy: 'partially_correct',
        actual_diagnosis: 'Acute myocardial infarction',
        actual_icd10: 'I21.9',
        notes: 'Troponin raised; taken to the catheter laboratory.',
      },
    },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({
          kind: 'give_feedback',
          feedback: {
            accuracy: ctx.body.accuracy,
            actual_diagnosis: ctx.body.actual_diagnosis ?? null,
            actual_icd10: ctx.body.actual_icd10 ?? null,
            notes: ctx.body.notes ?? null,
          },
        }),
        respond: ({ state, facts }) => {
          if (state.feedback === null) throw new ApiError('not_found', 'The session does not exist.');
          const created_at = facts[0]?.at;
          return { status: 201, body: { session_id: state.session_id, ...state.feedback, created_at } };
        },
      }),
  });
