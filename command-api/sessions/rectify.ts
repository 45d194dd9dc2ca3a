import { z } from 'zod';
import { withRule } from '../../shared/http/body-rules.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentState } from '../../shared/sessions/present.ts';
import { ageSchema, sessionParams, sexSchema, stateFields } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { auditingHolds, holdOnPatientOf } from '../kernel/holds.ts';
import { destroyCleared } from './destroy-cleared.ts';
import { executeSessionCommand } from './execute.ts';

const body = withRule(
  z.object({
    age: ageSchema
      .nullish()
      .meta({ description: 'Age in whole years. Null makes it unknown; left out, it stays as it is.' }),
    sex: sexSchema.nullish().meta({ description: 'Null makes it unknown; left out, it stays as it is.' }),
    clear_answers: z
      .array(boundedText(1, 100))
      .max(200)
      .nullish()
      .meta({
        description: 'The question_id of each answer to clear.',
        examples: [['radiates_left_arm']],
      }),
    reason: boundedText(0, 500)
      .nullish()
      .meta({
        description: 'Why it is corrected: for the audit trail, stored sealed.',
        examples: ['wrong age entered at reception'],
      }),
  }),
  {
    holds: ({ age, sex, clear_answers }) =>
      age !== undefined || sex !== undefined || (clear_answers ?? []).length > 0,
    message: 'Send age, sex or clear_answers.',
    field: 'clear_answers',
    code: 'required',
    described: {
      anyOf: [
        { required: ['age'] },
        { required: ['sex'] },
        { required: ['clear_answers'], properties: { clear_answers: { not: { enum: [null, []] } } } },
      ],
    },
  },
).meta({ id: 'Rectification', description: 'What to correct: age, sex, or answers that are to go.' });

const rectified = z
  .object({
    ...stateFields,
    changed_fields: z.array(z.string()).meta({
      description: 'What was changed, by name and without values: `age`, `sex`, `answers.<question_id>`.',
      examples: [['age']],
    }),
  })
  .meta({ id: 'RectifiedSession', description: 'The session as it stands after the correction.' });

export const rectifySession = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/sessions/{session_id}/rectify',
    operationId: 'rectifySession',
    summary: 'Correct demographics or clear single answers',
    description:
      'Accepted before finalization only. At least one of age, sex and clear_answers is needed (422); null makes age or ' +
      'sex unknown, and what is left out stays as it is. Clearing an answer destroys the keys of the answer and of every ' +
      'outcome that was derived with it, and takes back what is still to be delivered of them. Flags and level are ' +
      'told by webhook as if the cleared answers had never been given, so that a flag may be told once more. What was ' +
      'told after them stays, and with it which questions followed. The audit trail names the changed fields, never their values. While the ' +
      'session or its patient is under legal hold, no answer can be cleared: 409, with the hold in `error.detail.hold`.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    idempotent: true,
    params: sessionParams,
    body,
    responses: { 200: { description: 'The session as it stands now.', schema: rectified } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    examples: { body: { age: 55, reason: 'wrong age entered at reception' } },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({
          kind: 'rectify',
          age: ctx.body.age,
          sex: ctx.body.sex,
          clear_answers: ctx.body.clear_answers ?? [],
          reason: ctx.body.reason ?? null,
        }),
        complete: async ({ tenantId, needs: { command, sessionId } }) =>
          command.kind === 'rectify' && command.clear_answers.length > 0
            ? { ...command, patient_hold: await holdOnPatientOf(deps, tenantId, sessionId) }
            : command,
        performing: (admitted, run) => {
          const subject = () => Promise.resolve({ type: 'session', id: admitted.needs.sessionId } as const);
          const refusal = { action: 'session.clearing_refused', subject } as const;
          return auditingHolds(deps, { call: ctx, admitted, refusal }, run);
        },
        beforeWriteThrough: destroyCleared(deps),
        respond: ({ state, facts }) => ({
          status: 200,
          body: {
            ...presentState(state),
            changed_fields: facts.flatMap(({ event }) =>
              event.type === 'session-rectified' ? event.data.changed_fields : [],
            ),
          },
        }),
      }),
  });
