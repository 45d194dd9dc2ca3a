import { z } from 'zod';
import { outcomeSchema } from '../../domain/clinical/types.ts';
import { instant, text, truth } from '../../domain/kernel/fields.ts';
import { demographicsSchema } from '../../domain/session/types.ts';
import type { OpenSession } from '../../domain/session/state.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentConclusion, presentState } from '../../shared/sessions/present.ts';
import {
  feedbackSchema,
  resultsFields,
  sessionFields,
  sessionParams,
  stateFields,
  summarySchema,
} from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { findSession } from './find.ts';

const { meta: _meta, ...results } = resultsFields;
const { chief_complaint, patient_id, test } = sessionFields;

const session = z
  .object({
    ...stateFields,
    ...results,
    stop_reason: outcomeSchema.shape.stop_reason,
    chief_complaint,
    complaint_code: text(
      'Code of the complaint that was recognised; null where none was.',
      'chest_pain',
    ).nullable(),
    patient_id,
    test,
    demographics: demographicsSchema.meta({ description: 'Age and sex as they stand now.' }),
    revision: z
      .int()
      .min(0)
      .meta({ description: 'Place of its last event, from 0: what history/state takes.', examples: [11] }),
    last_activity_at: instant('When something was last told, changed or finished.'),
    finalized_at: instant('When the session was finalized; null while it is active.').nullable(),
    held: truth('Whether a legal hold stands on the session itself.', false),
    summary: summarySchema
      .nullable()
      .meta({ description: 'The clinical summary; null until the session is finalized.' }),
    feedback: feedbackSchema
      .nullable()
      .meta({ description: 'What the diagnosis turned out to be; null where nobody told.' }),
  })
  .meta({
    id: 'Session',
    description: 'A session as it stands: state, results, red flags and summary in one.',
  });

export const getSession = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}',
    operationId: 'getSession',
    summary: 'One session: state, results and red flags in one',
    description:
      'What state and results show, with the codes of the red flags and their names, and what the session was opened ' +
      'with; once it is finalized also the summary, and the feedback that was given. It shows what the patient said, so ' +
      'each call is audited as session.viewed; state and results are only counted. For the answers and their source ' +
      'texts call export or history.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    params: sessionParams,
    responses: { 200: { description: 'The session as it stands now.', schema: session } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const state = await findSession(deps, callerOf(ctx), ctx.params.session_id);
      const subject = { type: 'session', id: state.session_id } as const;
      await recordRead(deps, ctx, { action: 'session.viewed', subject, test: state.test });
      return { status: 200, body: present(state) };
    },
  });

function present(state: OpenSession): z.output<typeof session> {
  return {
    ...presentState(state),
    ...presentConclusion(state),
    stop_reason: state.outcome.stop_reason,
    chief_complaint: state.chief_complaint,
    complaint_code: state.complaint,
    patient_id: state.patient_id,
    test: state.test,
    demographics: { age: state.age, sex: state.sex },
    revision: state.revision,
    last_activity_at: state.last_activity_at,
    finalized_at: state.finalized_at,
    held: state.hold !== undefined,
    summary: state.summary,
    feedback: state.feedback,
  };
}
