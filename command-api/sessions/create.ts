import { z } from 'zod';
import { readFields } from '../../domain/session/types.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentState } from '../../shared/sessions/present.ts';
import {
  ageSchema,
  fieldsSchema,
  callMeta,
  sessionFields,
  sexSchema,
  stateFields,
} from '../../shared/sessions/schemas.ts';
import { findBackground } from '../../shared/patients/find.ts';
import { patientId } from '../../shared/patients/patient-id.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { UPSTREAM_ERRORS } from './ask-upstream.ts';
import { executeSessionCommand } from './execute.ts';
import type { AdmittedSession } from './session-needs.ts';

const body = z
  .object({
    chief_complaint: boundedText(1, 500).meta({
      description: 'Why the patient comes, in English or Czech, in their own words or yours.',
      examples: ['chest pain since this morning'],
    }),
    age: ageSchema.nullish(),
    sex: sexSchema.nullish().describe('As far as it is known; some findings depend on it.'),
    free_text: boundedText(0, 10_000)
      .nullish()
      .meta({
        description: "The story in the patient's own words, in English or Czech; it is read like an answer.",
        examples: ['It hurts when I climb stairs. It started two hours ago.'],
      }),
    initial_fields: fieldsSchema
      .nullish()
      .meta({ description: 'Findings that are known already, by their code in the catalogue.' }),
    patient_id: patientId().nullish(),
  })
  .meta({ id: 'CreateSession', description: 'What is known of the patient when the session is opened.' });

const { chief_complaint, patient_id, test } = sessionFields;
const created = z
  .object({
    ...stateFields,
    chief_complaint,
    patient_id,
    test,
    unrecognised: readFields.unrecognised,
    meta: callMeta,
  })
  .meta({ id: 'CreatedSession', description: 'The new session, with its first question.' });

export const createSession = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/sessions',
    operationId: 'createSession',
    summary: 'Open a session for a chief complaint',
    description:
      'With a patient_id whose profile exists, what the profile holds is taken as known and stands in the context of ' +
      'the summary; later changes of the profile do not change this session. A patient_id alone makes no profile. The ' +
      'tier limits active sessions at a time (429), test sessions and live ones each for themselves. A repeat with the same ' +
      'Idempotency-Key is 404 once the session is erased.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    modes: true,
    idempotent: true,
    cost: 1,
    body,
    responses: { 201: { description: 'The session is open.', schema: created } },
    // Not found: a repeat of a call whose session was erased since.
    errors: [
      'payment_required',
      'not_found',
      'conflict',
      'rate_limited',
      ...UPSTREAM_ERRORS,
      'service_unavailable',
    ],
    examples: {
      body: {
        chief_complaint: 'chest pain since this morning',
        age: 54,
        sex: 'male',
        patient_id: 'CARDIO-2041',
      },
    },
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
        complete: (admitted) => withBackground(deps, admitted),
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

/** The session takes the patient's profile along as it stands now, where there is one. */
async function withBackground(
  deps: CommandDeps,
  { tenantId, tenant, test, needs: { command } }: AdmittedSession,
): Promise<SessionCommand> {
  if (command.kind !== 'open' || command.patient_id === null) return command;
  const background = await findBackground(deps, { tenantId, tenant, test }, command.patient_id);
  return { ...command, background };
}
