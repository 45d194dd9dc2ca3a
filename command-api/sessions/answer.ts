import { z } from 'zod';
import { flagCode, outcomeSchema } from '../../domain/clinical/types.ts';
import { ADDITIONAL, type AnswerCommand } from '../../domain/session/commands.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { namedValues, withRule, type Rule } from '../../shared/http/body-rules.ts';
import { boundedText, visibleAscii } from '../../shared/http/schemas.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentState } from '../../shared/sessions/present.ts';
import {
  callMeta,
  fieldsSchema,
  readAnswer,
  sessionParams,
  stateFields,
} from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { UPSTREAM_ERRORS } from './ask-upstream.ts';
import { executeSessionCommand, type Executed } from './execute.ts';

const fields = z.object({
  question_id: boundedText(1, 100).meta({
    description:
      'The question that is answered, as `current_question` has it; `additional` tells what was not asked.',
    examples: ['radiates_left_arm'],
  }),
  raw_text: boundedText(0, 5_000)
    .nullish()
    .meta({
      description: 'What the patient said, in English or Czech.',
      examples: ['Yes, into my left arm.'],
    }),
  extracted_fields: fieldsSchema
    .optional()
    .meta({ description: 'Findings that you read yourself, by code; they win over the text.' }),
  extracted_flags: z
    .array(visibleAscii())
    .max(200)
    .optional()
    .meta({
      description:
        'Codes of findings and red flags that are present: the short form of fields that are true.',
      examples: [['vomiting']],
    }),
  field_confidences: namedValues(z.number().min(0).max(1))
    .nullish()
    .meta({
      description: 'How sure you are of a field, from 0 to 1, by its code; 1 for a field that is not named.',
      examples: [{ vomiting: 0.8 }],
    }),
  skip: z
    .boolean()
    .default(false)
    .meta({
      description: 'The patient cannot or does not want to answer: costs nothing, and goes without text.',
      examples: [false],
    }),
});
type Fields = z.output<typeof fields>;

/** What a decision asks of an answer's content, told before one is made (`requireContent` in the domain). */
const NOT_BOTH: Rule<Fields> = {
  holds: (answer) =>
    !answer.skip || (!answer.raw_text && !isCoded(answer) && answer.question_id !== ADDITIONAL),
  message: 'An answer is either skipped or told, not both; only an asked question is skipped.',
  field: 'skip',
  described: {
    if: { required: ['skip'], properties: { skip: { const: true } } },
    then: {
      properties: {
        question_id: { not: { const: ADDITIONAL } },
        raw_text: { maxLength: 0 },
        extracted_fields: { maxProperties: 0 },
        extracted_flags: { maxItems: 0 },
      },
    },
  },
};
const NOT_NOTHING: Rule<Fields> = {
  holds: (answer) => answer.skip || Boolean(answer.raw_text?.trim()) || isCoded(answer),
  message: 'Send raw_text, extracted_fields or extracted_flags, or skip an asked question.',
  field: 'raw_text',
  code: 'required',
  described: {
    // What is left out or null is nothing as well.
    not: {
      properties: {
        skip: { enum: [false, null] },
        raw_text: { pattern: String.raw`^\s*$` },
        extracted_fields: { maxProperties: 0 },
        extracted_flags: { maxItems: 0 },
      },
    },
  },
};
const body = withRule(withRule(fields, NOT_BOTH), NOT_NOTHING).meta({
  id: 'AnswerQuestion',
  description: 'An answer, as text, as fields, or skipped.',
});

const isCoded = ({ extracted_fields, extracted_flags }: Fields): boolean =>
  Object.keys(extracted_fields ?? {}).length > 0 || (extracted_flags ?? []).length > 0;

const answered = z
  .object({
    ...stateFields,
    ...readAnswer,
    new_red_flags: z.array(flagCode).meta({ description: 'Codes of the red flags that this answer raised.' }),
    stop_reason: outcomeSchema.shape.stop_reason,
    meta: callMeta,
  })
  .meta({ id: 'AnsweredQuestion', description: 'What was understood, and where the session stands now.' });

export const answerQuestion = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/sessions/{session_id}/answer',
    operationId: 'answerQuestion',
    summary: 'Answer the current question',
    description:
      'Send raw_text, fields, both (your fields win), or skip. question_id "additional" takes whatever is told ' +
      'besides the asked questions, also after is_complete. A skipped answer is free.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    idempotent: true,
    cost: 8,
    params: sessionParams,
    body,
    responses: { 200: { description: 'The answer is recorded.', schema: answered } },
    errors: ['payment_required', 'not_found', 'conflict', ...UPSTREAM_ERRORS, 'service_unavailable'],
    examples: { body: { question_id: 'radiates_left_arm', raw_text: 'Yes, into my left arm.' } },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => toAnswerCommand(ctx.body),
        respond: (executed) => ({ status: 200, body: presentAnswer(executed) }),
      }),
  });

export const toAnswerCommand = (answer: z.output<typeof body>): AnswerCommand => ({
  kind: 'answer',
  question_id: answer.question_id,
  raw_text: answer.raw_text ?? null,
  extracted_fields: answer.extracted_fields ?? {},
  extracted_flags: answer.extracted_flags ?? [],
  field_confidences: answer.field_confidences ?? null,
  skip: answer.skip,
});

/** The answer as its caller gets it back. Throws 404 where it was cleared since. */
export function presentAnswer({
  state,
  facts,
  meta,
}: Pick<Executed, 'state' | 'facts' | 'meta'>): z.output<typeof answered> {
  const event = facts.map((fact) => fact.event).find((candidate) => candidate.type === 'session-answered');
  if (!event?.data.answer || !event.data.outcome) {
    throw new ApiError('not_found', 'This answer was cleared.');
  }
  const { reading } = event.data.answer;
  return {
    ...presentState(state),
    extracted_fields: reading.extracted_fields,
    extracted_flags: reading.extracted_flags,
    field_confidences: reading.field_confidences,
    evidence: reading.evidence,
    new_red_flags: event.data.outcome.new_red_flags,
    unrecognised: reading.unrecognised,
    stop_reason: state.outcome.stop_reason,
    meta,
  };
}
