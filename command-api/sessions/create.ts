import { z } from 'zod';
import { boundedText, visibleAscii } from '../../shared/http/schemas.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentState } from '../../shared/sessions/present.ts';
import {
  ageSchema,
  fieldsSchema,
  metaSchema,
  sexSchema,
  stateFields,
} from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeSessionCommand } from './execute.ts';

const body = z
  .object({
    chief_complaint: boundedText(1, 500),
    age: ageSchema.nullish(),
    sex: sexSchema.nullish(),
    free_text: boundedText(0, 10_000).nullish(),
    initial_fields: fieldsSchema.nullish(),
    patient_id: visibleAscii(200).nullish(),
  })
  .meta({ id: 'CreateSession' });

const created = z
  .object({
    ...stateFields,
    chief_complaint: z.string(),
    patient_id: z.string().nullable(),
    test: z.boolean(),
    unrecognised: z.array(z.string()),
    meta: metaSchema,
  })
  .meta({ id: 'CreatedSession' });

export const createSession = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/sessions',
    operationId: 'createSession',
    summary: 'Open a session for a chief complaint',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    idempotent: true,
    cost: 1,
    body,
    responses: { 201: { description: 'The session is open.', schema: created } },
    errors: ['payment_required', 'conflict', 'rate_limited', 'service_unavailable'],
    examples: { body: { chief_complaint: 'chest pain since this morning', age: 54, sex: 'male' } },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: null,
        command: ({ sessionId, test }) => ({
          kind: 'open',
          session_id: sessionId,
          test,
          chief_complaint: ctx.body.chief_complaint,
          age: ctx.body.age ?? null,
          sex: ctx.body.sex ?? null,
          free_text: ctx.body.free_text ?? null,
          initial_fields: ctx.body.initial_fields ?? {},
          patient_id: ctx.body.patient_id ?? null,
        }),
        respond: ({ state, meta }) => ({
          status: 201,
          body: {
            ...presentState(state),
            chief_complaint: state.chief_complaint,
            patient_id: state.patient_id,
            test: state.test,
            unrecognised: state.intake_unrecognised,
            meta,
          },
        }),
      }),
  });
